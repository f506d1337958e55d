import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { AGENT_ACTIONS, AGENTS } from '../agents/index.js';
import { BLOCKS } from '../blocks/index.js';
import { type Card, CARD_DISPUTES, CARD_LOG, CARD_REFUNDS, CARDS } from '../cards/index.js';
import { ONE_TIME_CODES } from '../codes/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { FAILED_ATTEMPTS } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  type BaseRecord,
  instant,
  type Keyset,
  type KindOf,
  type ListQuery,
  PENDING_COMMANDS,
  readAll,
  type Reads,
  SEARCH_TERMS,
  type Tx,
} from '../kernel/index.js';
import { NOTES } from '../notes/index.js';
import type { Whose } from '../personal-data/index.js';
import { LOOKUPS, QUOTES } from '../quotes/index.js';
import { LEGAL_HOLDS, mustNotBeErased } from '../retention/index.js';
import { SCA_ENROLLMENTS, SCA_GUARDS, SCA_RESETS } from '../sca/index.js';
import {
  linksOf,
  SCREENED_PARTIES,
  SCREENING_CASE_LINKS,
  SCREENING_CASES,
  SCREENING_MATCHES,
  type ScreeningCaseLink,
  SCREENINGS,
} from '../screening/index.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { ARRIVALS, DEPOSITS, RAIL_MESSAGES, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { type Invitation, INVITATIONS, UMA_RECEIPTS } from '../uma/index.js';
import { BENEFICIAL_OWNERS, type Document, DOCUMENTS, KYC_LINKS, VERIFICATIONS } from '../verification/index.js';
import { DELEGATED_KEYS, WALLET_CREDENTIALS, WALLET_SESSIONS } from '../wallets/index.js';
import { eraseRecord } from './erase-record.js';
import { isNamedIn } from './names-in-command.js';

/** Whose records are erased. */
export type Owned = Omit<Whose, 'units'>;

/** What one page did. */
export interface Page {
  /** By table, how many records were overwritten or deleted. */
  readonly counts: Readonly<Record<string, number>>;
  /** Where the next page begins; null after the last one. */
  readonly next: Keyset | null;
}

/** Reads, and the writes of erasing. */
export type ErasingTx = Reads & Pick<Tx, 'overwrite' | 'remove'>;

/** A list of records that erasing goes through, page by page. */
export interface ErasingPlace {
  readonly name: string;
  /** Whether an index has the records of one customer. The others are looked for among those of the platform. */
  readonly isListed: boolean;
  /** The ids of the records that events and the operator log have for a page. Empty: for none. */
  readonly subjects: (reads: Reads, whose: Owned, after: Keyset | null) => Promise<readonly string[]>;
  /** The keys of documents whose content a page deletes, before their records lose it. */
  readonly blobs?: (reads: Reads, whose: Owned, after: Keyset | null) => Promise<readonly string[]>;
  /** The texts by which answers name the records of a page, before the records lose them; answers without ids have them. */
  readonly answers?: (reads: Reads, whose: Owned, after: Keyset | null) => Promise<readonly string[]>;
  /** Erases one page in one unit. A repetition of a page changes nothing. */
  readonly page: (tx: ErasingTx, whose: Owned, after: Keyset | null) => Promise<Page>;
}

/** Records of a page. Each has a few others, which are erased with it. */
const PAGE = 25;
/** Records of a page that is searched, of which most belong to others. */
const SEARCHED = 200;

interface Listing<T extends BaseRecord> {
  readonly kind: KindOf<T>;
  readonly where?: (whose: Owned) => NonNullable<ListQuery<T>['where']>;
  /** For kinds without a list by customer. */
  readonly isOwn?: (record: T, whose: Owned) => boolean;
}

interface Pageful<T> {
  readonly own: readonly T[];
  readonly next: Keyset | null;
}

async function pageOf<T extends BaseRecord>(
  reads: Reads,
  { kind, where, isOwn }: Listing<T>,
  whose: Owned,
  after: Keyset | null,
): Promise<Pageful<T>> {
  const { rows, hasMore } = await reads.list(kind, {
    ...{ order: 'asc', limit: where === undefined ? SEARCHED : PAGE, counted: false },
    ...(where === undefined
      ? kind.expiry === null && {
          between: [{ column: 'createdAt' as const, from: instant(whose.customer.createdAt) }],
        }
      : { where: where(whose) }),
    ...(after !== null && { after }),
  });
  const last = rows.at(-1);
  // Kinds of the host have the records of all platforms.
  const own = rows.filter((record) => record.tenant === whose.tenant && (isOwn?.(record, whose) ?? true));
  return { own, next: hasMore && last !== undefined ? { createdAt: last.createdAt, id: last.id } : null };
}

class Counts {
  private readonly counts: Record<string, number> = {};

  erase<T extends BaseRecord>(tx: ErasingTx, kind: KindOf<T>, record: T): void {
    if (eraseRecord(tx, kind, record)) this.add(kind.name);
  }

  remove<T extends BaseRecord>(tx: ErasingTx, kind: KindOf<T>, record: T): void {
    tx.remove(kind, record);
    this.add(kind.name);
  }

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  get all(): Readonly<Record<string, number>> {
    return this.counts;
  }
}

/** Money under the reference of an account or a quote that was not credited. */
const depositsWith = (reads: Reads, kind: KindOf<never>, record: BaseRecord) => {
  const reference = (record as { readonly reference?: unknown }).reference;
  const has = kind.name === INTERNAL_ACCOUNTS.name || kind.name === QUOTES.name;
  return has && typeof reference === 'string' ? readAll(reads, DEPOSITS, { reference }) : [];
};

/** A record with those that belong to it, as subjects of events, cases, notes and the operator log. */
async function withParts(reads: Reads, kind: KindOf<never>, record: BaseRecord) {
  const deposits = await depositsWith(reads, kind, record);
  const arrivals = [
    ...(kind.name === TRANSACTIONS.name ? await readAll(reads, ARRIVALS, { transactionId: record.id as never }) : []),
    ...(await Promise.all(deposits.map(({ id }) => readAll(reads, ARRIVALS, { depositId: id })))).flat(),
  ];
  const subjects: string[] = [record.id, ...deposits.map(({ id }) => id), ...arrivals.map(({ id }) => id)];
  const exceptions = (await Promise.all(subjects.map((subject) => readAll(reads, EXCEPTIONS, { subject })))).flat();
  const screened = (await Promise.all(subjects.map((subject) => screeningsOf(reads, subject)))).flat();
  return { deposits, arrivals, exceptions, subjects: [...subjects, ...exceptions.map(({ id }) => id), ...screened] };
}

/** The ids of the screenings of a record, and of the matches that they found. */
async function screeningsOf(reads: Reads, subject: string): Promise<readonly string[]> {
  const screenings = await readAll(reads, SCREENINGS, { subject });
  const matches = await readAll(reads, SCREENING_MATCHES, { party: subject });
  return [...screenings, ...matches].map(({ id }) => id);
}

/** A list of records with all that is about each of them. */
function subjectsIn<T extends BaseRecord>(name: string, listing: Listing<T>): ErasingPlace {
  const kind = listing.kind as unknown as KindOf<never>;
  return {
    name,
    isListed: listing.where !== undefined,
    async subjects(reads, whose, after) {
      const { own } = await pageOf(reads, listing, whose, after);
      const parts = await Promise.all(own.map((record) => withParts(reads, kind, record)));
      return parts.flatMap(({ subjects }) => subjects);
    },
    async page(tx, whose, after) {
      const counts = new Counts();
      const { own, next } = await pageOf(tx, listing, whose, after);
      for (const record of own) {
        const { deposits, arrivals, exceptions, subjects } = await withParts(tx, kind, record);
        for (const each of deposits) counts.erase(tx, DEPOSITS, each);
        for (const each of arrivals) counts.erase(tx, ARRIVALS, each);
        for (const each of exceptions) counts.erase(tx, EXCEPTIONS, each);
        for (const subject of subjects) await eraseAbout(tx, counts, subject);
        counts.erase(tx, listing.kind, record);
      }
      return { counts: counts.all, next };
    },
  };
}

/** What operators and banks wrote about a record, and the words by which operators find it. */
async function eraseAbout(tx: ErasingTx, counts: Counts, subject: string): Promise<void> {
  for (const each of await readAll(tx, BLOCKS, { subject })) counts.erase(tx, BLOCKS, each);
  for (const each of await readAll(tx, NOTES, { subject })) counts.erase(tx, NOTES, each);
  for (const each of await readAll(tx, SCREENINGS, { subject })) counts.erase(tx, SCREENINGS, each);
  for (const each of await readAll(tx, SCREENING_MATCHES, { party: subject }))
    counts.erase(tx, SCREENING_MATCHES, each);
  for (const each of await readAll(tx, RAIL_MESSAGES, { subject })) counts.erase(tx, RAIL_MESSAGES, each);
  for (const each of await readAll(tx, FAILED_ATTEMPTS, { subject })) counts.erase(tx, FAILED_ATTEMPTS, each);
  for (const each of await readAll(tx, SEARCH_TERMS, { subject })) counts.remove(tx, SEARCH_TERMS, each);
}

const NO_SUBJECTS = async (): Promise<readonly string[]> => [];

/** A list of records that nothing else is about. */
const recordsIn = <T extends BaseRecord>(listing: Listing<T>): ErasingPlace => ({
  name: listing.kind.name,
  isListed: listing.where !== undefined,
  subjects: NO_SUBJECTS,
  async page(tx, whose, after) {
    const counts = new Counts();
    const { own, next } = await pageOf(tx, listing, whose, after);
    for (const record of own) counts.erase(tx, listing.kind, record);
    return { counts: counts.all, next };
  },
});

/** Records that end by themselves soon, and are deleted now. */
const endedIn = <T extends BaseRecord>(listing: Listing<T>): ErasingPlace => ({
  name: listing.kind.name,
  isListed: listing.where !== undefined,
  subjects: NO_SUBJECTS,
  async page(tx, whose, after) {
    const counts = new Counts();
    const { own, next } = await pageOf(tx, listing, whose, after);
    for (const record of own) counts.remove(tx, listing.kind, record);
    return { counts: counts.all, next };
  },
});

/** Records below those of a list, such as the uses of each card. */
const below = <P extends BaseRecord, T extends BaseRecord>(
  parents: Listing<P>,
  kind: KindOf<T>,
  where: (parent: P) => NonNullable<ListQuery<T>['where']>,
): ErasingPlace => ({
  name: kind.name,
  isListed: parents.where !== undefined,
  subjects: NO_SUBJECTS,
  async page(tx, whose, after) {
    const counts = new Counts();
    const { own, next } = await pageOf(tx, parents, whose, after);
    for (const parent of own) for (const each of await readAll(tx, kind, where(parent))) counts.erase(tx, kind, each);
    return { counts: counts.all, next };
  },
});

const ofOwner = ({ customer: { id } }: Owned) => ({ owner: id as string });
const ofCustomer = ({ customer: { id } }: Owned) => ({ customerId: id });
const hasAccount = ({ accounts }: Owned, id: string): boolean => accounts.some((account) => account.id === id);
/** A code of a wallet names its credential alone. */
const isContactOf = ({ customer: { email, phoneNumber } }: Owned, address: string): boolean =>
  address === email || address === phoneNumber;
const names = ({ customer, accounts }: Owned, text: string): boolean =>
  text.includes(customer.id) || accounts.some(({ id }) => text.includes(id));

const CARDS_OF: Listing<Card> = {
  kind: CARDS,
  where: ({ customer: { id } }) => ({ cardholderId: id }),
};
const TRANSACTIONS_OF: Listing<Transaction> = {
  kind: TRANSACTIONS,
  where: ofCustomer,
};
const INVITATIONS_OF: Listing<Invitation> = {
  kind: INVITATIONS,
  isOwn: ({ inviterId }, { customer }) => inviterId === customer.id,
};
const DOCUMENTS_OF: Listing<Document> = { kind: DOCUMENTS, where: ofCustomer };

const CASE_LINKS_OF: Listing<ScreeningCaseLink> = { kind: SCREENING_CASE_LINKS, where: ofCustomer };

/** Whether a case is about no other customer whose data are kept: its texts go with those of its last customer. */
async function isLastOf(reads: Reads, { customer }: Owned, { caseId }: ScreeningCaseLink): Promise<boolean> {
  for (const { customerId } of await linksOf(reads, caseId))
    if (customerId !== null && customerId !== customer.id && (await mustNotBeErased(reads, customerId)).ok)
      return false;
  return true;
}

/** The cases about the customer, with the notes about them. */
const CASES_OF_CUSTOMER: ErasingPlace = {
  name: SCREENING_CASE_LINKS.name,
  isListed: true,
  async subjects(reads, whose, after) {
    const { own } = await pageOf(reads, CASE_LINKS_OF, whose, after);
    const found: string[] = [];
    for (const link of own) if (await isLastOf(reads, whose, link)) found.push(link.caseId);
    return found;
  },
  async page(tx, whose, after) {
    const counts = new Counts();
    const { own, next } = await pageOf(tx, CASE_LINKS_OF, whose, after);
    for (const link of own) {
      if (!(await isLastOf(tx, whose, link))) continue;
      const found = await tx.get(SCREENING_CASES, link.caseId);
      if (found !== null) counts.erase(tx, SCREENING_CASES, found);
      await eraseAbout(tx, counts, link.caseId);
    }
    return { counts: counts.all, next };
  },
};

/** Every list, in the order in which it is erased. The customer is the last: without it the others cannot be found. */
export const ERASING_PLACES: readonly ErasingPlace[] = [
  endedIn({
    kind: PENDING_COMMANDS,
    isOwn: (command, { customer, accounts }) => isNamedIn(command, [customer.id, ...accounts.map(({ id }) => id)]),
  }),
  endedIn({
    kind: ONE_TIME_CODES,
    isOwn: ({ use, address }, whose) => names(whose, use) || isContactOf(whose, address),
  }),
  endedIn({ kind: KYC_LINKS, isOwn: ({ customerId }, { customer }) => customerId === customer.id }),
  subjectsIn('transactions', TRANSACTIONS_OF),
  below(TRANSACTIONS_OF, CARD_REFUNDS, ({ id }) => ({ transactionId: id })),
  subjectsIn('quotes', { kind: QUOTES, isOwn: ({ customerId }, { customer }) => customerId === customer.id }),
  subjectsIn('internal_accounts', { kind: INTERNAL_ACCOUNTS, where: ofOwner }),
  subjectsIn('external_accounts', { kind: EXTERNAL_ACCOUNTS, where: ofOwner }),
  recordsIn({ kind: LOOKUPS, isOwn: ({ customerId }, { customer }) => customerId === customer.id }),
  subjectsIn('travel_rule_transfers', { kind: TRAVEL_RULE_TRANSFERS, where: ofCustomer }),
  recordsIn({ kind: UMA_RECEIPTS, isOwn: ({ accountId }, whose) => hasAccount(whose, accountId) }),
  subjectsIn('stablecoin_operations', { kind: STABLECOIN_OPERATIONS, where: ofOwner as never }),
  subjectsIn('agent_actions', { kind: AGENT_ACTIONS, where: ofCustomer }),
  subjectsIn('agents', { kind: AGENTS, where: ofCustomer }),
  recordsIn({ kind: CARD_DISPUTES, where: ofCustomer }),
  below(CARDS_OF, CARD_LOG, ({ id }) => ({ cardId: id })),
  subjectsIn('cards', CARDS_OF),
  recordsIn({ kind: DELEGATED_KEYS, isOwn: ({ accountId }, whose) => hasAccount(whose, accountId) }),
  recordsIn({ kind: WALLET_SESSIONS, isOwn: ({ accountId }, whose) => hasAccount(whose, accountId) }),
  recordsIn({ kind: WALLET_CREDENTIALS, isOwn: ({ accountId }, whose) => hasAccount(whose, accountId) }),
  subjectsIn('sca_resets', { kind: SCA_RESETS, where: ofCustomer }),
  recordsIn({ kind: SCA_ENROLLMENTS, isOwn: ({ customerId }, { customer }) => customerId === customer.id }),
  recordsIn({ kind: SCA_GUARDS, isOwn: ({ id }, { customer }) => id === customer.id }),
  {
    ...subjectsIn('invitations', INVITATIONS_OF),
    answers: async (reads, whose, after) =>
      (await pageOf(reads, INVITATIONS_OF, whose, after)).own.flatMap(({ code, inviterUma }) => [code, inviterUma]),
  },
  {
    ...subjectsIn('documents', DOCUMENTS_OF),
    blobs: async (reads, whose, after) =>
      (await pageOf(reads, DOCUMENTS_OF, whose, after)).own.map(({ blobKey }) => blobKey),
  },
  subjectsIn('beneficial_owners', { kind: BENEFICIAL_OWNERS, where: ofCustomer }),
  subjectsIn('verifications', { kind: VERIFICATIONS, where: ofCustomer }),
  subjectsIn('legal_holds', { kind: LEGAL_HOLDS, where: ofCustomer }),
  recordsIn({ kind: SCREENED_PARTIES, where: ofCustomer }),
  CASES_OF_CUSTOMER,
  {
    name: CUSTOMERS.name,
    isListed: true,
    subjects: async (reads, { customer }) => (await withParts(reads, CUSTOMERS as never, customer)).subjects,
    async page(tx, { customer }) {
      const counts = new Counts();
      const { exceptions, subjects } = await withParts(tx, CUSTOMERS as never, customer);
      for (const each of exceptions) counts.erase(tx, EXCEPTIONS, each);
      for (const subject of subjects) await eraseAbout(tx, counts, subject);
      const now = await tx.get(CUSTOMERS, customer.id);
      if (now !== null) counts.erase(tx, CUSTOMERS, now);
      return { counts: counts.all, next: null };
    },
  },
];
