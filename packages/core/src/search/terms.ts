import {
  ACCOUNT_TYPES,
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
} from '../accounts/index.js';
import { type Agent, AGENTS } from '../agents/index.js';
import { type Card, CARDS } from '../cards/index.js';
import { type Customer, CUSTOMERS } from '../customers/index.js';
import type { AnyKind, BaseRecord, KindOf, SearchTerm, TenantKey } from '../kernel/index.js';
import { BENEFICIAL_OWNERS, type BeneficialOwner } from '../verification/index.js';
import { fold, wordsOf } from './words.js';

/** What a term is: `n` a word of a name or email · `e` an email · `d` the last digits of a number, backwards · `i` an id that others gave. */
type Part = 'n' | 'e' | 'd' | 'i';
type Word = readonly [Part, string];

/** So many characters of the end of a number are stored, backwards, so that its last ones are the beginning of a term. */
export const ENDING_LENGTH = 8;

/** The characters of a number without its spaces and punctuation. */
export const compact = (number: string): string => fold(number).replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The end of a number as terms have it. */
export const endingOf = (number: string): string => [...compact(number)].slice(-ENDING_LENGTH).toReversed().join('');

const LONGEST = 200;
/** The line break ends the term, so that the beginning of an id does not find it. */
const idTerm = (id: string): string => `${id.slice(0, LONGEST)}\n`;

const nameWords = (...names: readonly unknown[]): readonly Word[] =>
  names.flatMap((name) => (typeof name === 'string' ? wordsOf(name) : [])).map((word) => ['n', word]);
const emailWords = (email: string | null): readonly Word[] =>
  email === null ? [] : [['e', fold(email).slice(0, LONGEST)], ...nameWords(email)];
const idWords = (...ids: readonly (string | null)[]): readonly Word[] =>
  ids.flatMap((id) => (id === null || id === '' ? [] : [['i', idTerm(id)] as const]));

/** What a record is found by. */
interface Searched {
  readonly words: readonly Word[];
  /** Phone numbers, and numbers and addresses of accounts. */
  readonly numbers: readonly string[];
}

const present = (...texts: readonly (string | null | undefined)[]): readonly string[] =>
  texts.filter((text) => typeof text === 'string');

const ofCustomer = (customer: Customer): Searched => ({
  words: [
    ...nameWords(customer.fullName, customer.businessInfo?.legalName, customer.businessInfo?.doingBusinessAs),
    ...emailWords(customer.email),
    ...idWords(customer.platformCustomerId, customer.platformAccountId, customer.umaAddress),
  ],
  numbers: present(customer.phoneNumber),
});

const ofOwner = (owner: BeneficialOwner): Searched => ({
  words: [...nameWords(owner.firstName, owner.middleName, owner.lastName), ...emailWords(owner.email)],
  numbers: present(owner.phoneNumber),
});

/** The fields that identify an account: its number, address, phone number or email. */
const IDENTIFIERS: ReadonlySet<string> = new Set(
  ACCOUNT_TYPES.flatMap(({ identifiedBy }) => identifiedBy.map(([primary]) => primary)),
);

/** The numbers and addresses in details of an account. */
const identifiersIn = (details: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(details).flatMap(([name, value]) => (IDENTIFIERS.has(name) && typeof value === 'string' ? value : []));

const holderNames = ({ accountInfo, beneficiaryVerifiedName }: ExternalAccount): readonly string[] => {
  const { beneficiary } = accountInfo;
  const names: readonly unknown[] = [
    beneficiary?.['fullName'],
    beneficiary?.['legalName'],
    accountInfo['accountHolderName'],
    beneficiaryVerifiedName,
  ];
  return names.filter((name) => typeof name === 'string');
};

const isAddressOfMail = (identifier: string): boolean => identifier.includes('@');

function ofExternalAccount(account: ExternalAccount): Searched {
  const identifiers = identifiersIn(account.accountInfo);
  return {
    words: [
      ...nameWords(...holderNames(account)),
      ...identifiers.filter(isAddressOfMail).flatMap(emailWords),
      ...idWords(account.platformAccountId),
    ],
    numbers: identifiers.filter((identifier) => !isAddressOfMail(identifier)),
  };
}

/** The addresses of the account itself. A number that is given with a reference belongs to many accounts. */
const ofInternalAccount = (account: InternalAccount): Searched => ({
  words: [],
  numbers: [
    ...Object.values(account.walletAddresses ?? {}),
    ...account.fundingPaymentInstructions.flatMap(({ accountOrWalletInfo: details }) =>
      typeof details['reference'] === 'string' ? [] : identifiersIn(details),
    ),
  ],
});

const ofCard = (card: Card): Searched => ({
  words: idWords(card.platformCardId, card.issuerRef),
  numbers: present(card.last4),
});

const ofAgent = (agent: Agent): Searched => ({ words: nameWords(agent.name), numbers: [] });

/** A record kind whose records have words. */
interface Worded<T extends BaseRecord> {
  readonly kind: KindOf<T>;
  /** Begins the terms of the kind, because all kinds share one index. */
  readonly letter: string;
  readonly searched: (record: T) => Searched;
}

const worded = <T extends BaseRecord>(
  kind: KindOf<T>,
  letter: string,
  searched: (record: T) => Searched,
): Worded<T> => ({ kind, letter, searched });

const WORDED = [
  worded(CUSTOMERS, 'C', ofCustomer),
  worded(BENEFICIAL_OWNERS, 'O', ofOwner),
  worded(EXTERNAL_ACCOUNTS, 'X', ofExternalAccount),
  worded(INTERNAL_ACCOUNTS, 'I', ofInternalAccount),
  worded(CARDS, 'K', ofCard),
  worded(AGENTS, 'A', ofAgent),
] as unknown as readonly Worded<BaseRecord>[];

const BY_KIND = new Map(WORDED.map((each) => [each.kind.name, each]));

/** The kinds whose records have words, in a fixed order. */
export const WORDED_KINDS: readonly KindOf<BaseRecord>[] = WORDED.map(({ kind }) => kind);

/** Lists the records of a platform. A kind of the host has the records of all platforms. */
export const ofPlatform = (
  { scope }: AnyKind,
  tenant: TenantKey,
): { readonly where?: { readonly tenant: TenantKey } } => (scope === 'host' ? { where: { tenant } } : {});

export const hasWords = ({ name }: Pick<AnyKind, 'name'>): boolean => BY_KIND.has(name);

const termText = (letter: string, [part, word]: Word): string => `${letter}${part} ${word}`;

/** The beginning of a term of this kind. */
export function termPrefix({ name }: Pick<AnyKind, 'name'>, part: Part, word: string): string {
  return termText(BY_KIND.get(name)!.letter, [part, part === 'i' ? idTerm(word) : word]);
}

/** The terms of a record, each once. */
export function termsOf({ name }: Pick<AnyKind, 'name'>, record: BaseRecord): ReadonlySet<string> {
  const found = BY_KIND.get(name);
  if (found === undefined) return new Set();
  const { words, numbers } = found.searched(record);
  const all = [...words, ...numbers.map((number) => ['d', endingOf(number)] as const)];
  return new Set(all.filter(([, word]) => word !== '').map((word) => termText(found.letter, word)));
}

/** The phone numbers, and the numbers and addresses of accounts, by which a record is found. */
export const numbersOf = ({ name }: Pick<AnyKind, 'name'>, record: BaseRecord): readonly string[] =>
  BY_KIND.get(name)?.searched(record).numbers ?? [];

/** The row of a term. It never changes, so a row can be removed without being read. */
export const termRow = ({ id, tenant, createdAt }: BaseRecord, term: string): SearchTerm => ({
  id: `${id}/${term}`,
  subject: id,
  term,
  tenant,
  version: 1,
  createdAt,
  updatedAt: createdAt,
});
