import {
  EXTERNAL_ACCOUNTS,
  type ExternalAccount,
  INTERNAL_ACCOUNTS,
  maskedIdentifier,
  payeeName,
} from '../accounts/index.js';
import { AGENT_ACTIONS, AGENTS } from '../agents/index.js';
import { CARD_DISPUTES, CARD_LOG, CARD_REFUNDS, CARDS } from '../cards/index.js';
import { CUSTOMERS, showNumbers } from '../customers/index.js';
import { type BaseRecord, type KindOf, sealedPlace, type Sealer, showSealed } from '../kernel/index.js';
import { BALANCES, receivableOf } from '../ledger/index.js';
import { LOOKUPS, QUOTES } from '../quotes/index.js';
import { SCA_ENROLLMENTS, SCA_GUARDS, SCA_RESETS } from '../sca/index.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import {
  type Arrival,
  ARRIVALS,
  DEPOSITS,
  showRemitter,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { showParties, TRAVEL_RULE_TRANSFERS, type TravelRuleTransferRecord } from '../travel-rule/index.js';
import { INVITATIONS, UMA_RECEIPTS, type UmaReceipt } from '../uma/index.js';
import {
  BENEFICIAL_OWNERS,
  type BeneficialOwner,
  DOCUMENTS,
  identifierOf,
  showDocument,
  type Verification,
  VERIFICATIONS,
} from '../verification/index.js';
import { DELEGATED_KEYS, WALLET_CREDENTIALS, WALLET_SESSIONS } from '../wallets/index.js';
import { HITS, paymentForPerson } from './hidden-from-person.js';
import type { Audience } from './place.js';
import { readable, type ReadableRow, readableValue } from './readable.js';
import {
  cardsOf,
  depositsOf,
  documentsOf,
  externalAccountsOf,
  invitationsOf,
  listed,
  quotesOf,
  searched,
  transactionsOf,
  type Whose,
} from './records-of-customer.js';

/** A part of an export. */
export interface ExportedSection {
  /** Such as `payments`: the name of its file. */
  readonly name: string;
  readonly title: string;
  /** The rows, oldest first, read in pages while they are taken. */
  rows(): AsyncIterable<ReadableRow>;
}

export interface Reading extends Whose {
  readonly sealer: Sealer;
  readonly audience: Audience;
}

/** Instead of a sealed text that does not open, such as one of a former master key. */
export const UNREADABLE = 'cannot be opened with the master key of this installation';

const opened = (stored: string | null, text: string | null): string | null =>
  stored === null ? null : (text ?? UNREADABLE);

type Added<T> = (record: T) => ReadableRow | Promise<ReadableRow>;

/** The rows of records of a kind; `added` gives what the columns alone do not say. */
async function* rowsOf<T extends BaseRecord>(
  { audience }: Reading,
  kind: KindOf<T>,
  records: AsyncIterable<T>,
  added: Added<T> = () => ({}),
): AsyncGenerator<ReadableRow, void> {
  for await (const record of records) yield { ...readable(kind, record, audience), ...(await added(record)) };
}

async function* single<T>(record: T | null): AsyncGenerator<T, void> {
  if (record !== null) yield record;
}

const ownersRow =
  ({ sealer }: Reading): Added<BeneficialOwner> =>
  ({ id, sealedIdentifier }) => ({
    identifier: opened(sealedIdentifier, showSealed(sealer, sealedIdentifier, identifierOf(id))),
  });

const verificationRow =
  ({ sealer, audience }: Reading): Added<Verification> =>
  ({ id, sealedNumber, errors }) => ({
    proposedNumber:
      sealedNumber === null
        ? null
        : opened(sealedNumber, showSealed(sealer, sealedNumber, sealedPlace(VERIFICATIONS, id, 'sealedNumber'))),
    errors: readableValue(audience === 'PERSON' ? errors.filter(({ type }) => !HITS.has(type)) : errors),
  });

/** The account in full if it is that of the person. */
const externalAccountRow =
  ({ audience }: Reading): Added<ExternalAccount> =>
  (account) => ({
    account: payeeName(account),
    ...(audience === 'PERSON' &&
      account.ownershipType === 'FIRST_PARTY' && { accountInfo: readableValue(account.accountInfo) }),
  });

const arrivalRow =
  ({ sealer, audience }: Reading): Added<Arrival> =>
  (arrival) => {
    const { name, account } = showRemitter(sealer, arrival);
    const shown = account === null || audience === 'AUTHORITY' ? account : maskedIdentifier('account', account);
    const isUnread = arrival.sealedRemitter !== null && name === null && account === null;
    return { sender: isUnread ? UNREADABLE : { name, account: shown } };
  };

const receiptRow =
  ({ sealer, audience }: Reading): Added<UmaReceipt> =>
  ({ id, travelRule }) =>
    audience === 'PERSON' || travelRule === null
      ? {}
      : {
          travelRuleData: opened(
            travelRule,
            showSealed(sealer, travelRule, sealedPlace(UMA_RECEIPTS, id, 'travelRule')),
          ),
        };

const travelRuleRow =
  ({ sealer, audience }: Reading): Added<TravelRuleTransferRecord> =>
  (record) =>
    audience === 'PERSON' ? {} : { parties: opened(record.sealedParties, showParties(sealer, record)) };

const transactionRow =
  ({ audience }: Reading): Added<Transaction> =>
  (transaction) =>
    audience === 'PERSON' ? paymentForPerson(transaction) : {};

/** Arrivals of the payments and of the deposits. */
async function* arrivalsOf(reading: Reading): AsyncGenerator<Arrival, void> {
  for await (const { id } of transactionsOf(reading))
    yield* listed(reading, ARRIVALS, { where: { transactionId: id } });
  for await (const { id } of depositsOf(reading)) yield* listed(reading, ARRIVALS, { where: { depositId: id } });
}

async function* perCard<T extends BaseRecord>(
  reading: Reading,
  read: (cardId: string) => AsyncIterable<T>,
): AsyncGenerator<T, void> {
  for await (const { id } of cardsOf(reading)) yield* read(id);
}

async function* refundsOf(reading: Reading) {
  for await (const { id, type } of transactionsOf(reading))
    if (type === 'CARD') yield* listed(reading, CARD_REFUNDS, { where: { transactionId: id } });
}

async function* delegatedKeysOf(reading: Reading) {
  for (const { id } of reading.accounts) yield* listed(reading, DELEGATED_KEYS, { where: { accountId: id } });
}

async function* balancesOf({ units, tenant, accounts }: Reading) {
  const ids = accounts.map(({ id }) => id);
  yield* await units.read(tenant, (reads) => reads.getMany(BALANCES, ids));
}

/** What the accounts owe the service: money that was taken back beyond their balances. */
async function* debtsOf({ units, tenant, accounts }: Reading): AsyncGenerator<ReadableRow, void> {
  const found = await units.read(tenant, (reads) =>
    reads.getMany(
      BALANCES,
      accounts.map(({ id }) => receivableOf(id)),
    ),
  );
  const owed = new Map<string, bigint>(found.map(({ id, available }) => [id, available]));
  for (const { id, currency } of accounts) {
    const amount = owed.get(receivableOf(id)) ?? 0n;
    if (amount > 0n) yield { accountId: id, currency, owed: readableValue(amount) };
  }
}

/** The records of the person, without events, statements and what operators write. */
export function recordSections(reading: Reading): readonly ExportedSection[] {
  const { units, tenant, customer, accounts, sealer } = reading;
  const customerId = customer.id;
  const own =
    <T extends BaseRecord>(kind: KindOf<T>, records: () => AsyncIterable<T>, added?: Added<T>) =>
    () =>
      rowsOf(reading, kind, records(), added);
  const ofAccounts = new Set<string>(accounts.map(({ id }) => id));
  const hasWallet = accounts.some(({ type }) => type === 'EMBEDDED_WALLET');
  const ofWallet = <T extends BaseRecord & { readonly accountId: string }>(kind: KindOf<T>) =>
    own(kind, async function* () {
      if (hasWallet) yield* searched(reading, kind, ({ accountId }) => ofAccounts.has(accountId));
    });
  const section = (name: string, title: string, rows: ExportedSection['rows']): ExportedSection => ({
    name,
    title,
    rows,
  });
  return [
    section(
      'customer',
      'The customer',
      own(
        CUSTOMERS,
        () => single(customer),
        (record) => {
          const { identifier, taxId } = showNumbers(sealer, record);
          const { sealedIdentifier, sealedTaxId } = record;
          return { identifier: opened(sealedIdentifier, identifier), taxId: opened(sealedTaxId, taxId) };
        },
      ),
    ),
    section(
      'owners',
      'Beneficial owners',
      own(BENEFICIAL_OWNERS, () => listed(reading, BENEFICIAL_OWNERS, { where: { customerId } }), ownersRow(reading)),
    ),
    section(
      'documents',
      'Documents',
      own(
        DOCUMENTS,
        () => documentsOf(reading),
        (document) => ({
          documentNumber: opened(document.sealedDocumentNumber, showDocument(sealer, document).documentNumber),
        }),
      ),
    ),
    section(
      'verifications',
      'Verifications',
      own(VERIFICATIONS, () => listed(reading, VERIFICATIONS, { where: { customerId } }), verificationRow(reading)),
    ),
    section(
      'internal-accounts',
      'Accounts',
      own(INTERNAL_ACCOUNTS, async function* () {
        yield* accounts;
      }),
    ),
    section(
      'balances',
      'Balances by account',
      own(BALANCES, () => balancesOf(reading)),
    ),
    section('debts', 'What the accounts owe the service', () => debtsOf(reading)),
    section(
      'external-accounts',
      'Accounts outside',
      own(EXTERNAL_ACCOUNTS, () => externalAccountsOf(reading), externalAccountRow(reading)),
    ),
    section(
      'quotes',
      'Quotes',
      own(
        QUOTES,
        () => quotesOf(reading),
        ({ sca }) => ({ authorized: readableValue(sca?.authorized ?? null) }),
      ),
    ),
    section(
      'payments',
      'Payments and uses of cards',
      own(TRANSACTIONS, () => transactionsOf(reading), transactionRow(reading)),
    ),
    section(
      'arrivals',
      'Money that arrived',
      own(ARRIVALS, () => arrivalsOf(reading), arrivalRow(reading)),
    ),
    section(
      'deposits',
      'Money that was not credited',
      own(DEPOSITS, () => depositsOf(reading)),
    ),
    section(
      'lookups',
      'Receivers looked up',
      own(LOOKUPS, () => searched(reading, LOOKUPS, (lookup) => lookup.customerId === customerId)),
    ),
    section(
      'uma-receipts',
      'Payments from other institutions',
      own(
        UMA_RECEIPTS,
        () => searched(reading, UMA_RECEIPTS, ({ accountId }) => ofAccounts.has(accountId)),
        receiptRow(reading),
      ),
    ),
    section(
      'travel-rule-transfers',
      'Who sends and who receives on chains',
      own(
        TRAVEL_RULE_TRANSFERS,
        () => listed(reading, TRAVEL_RULE_TRANSFERS, { where: { customerId: customerId as never } }),
        travelRuleRow(reading),
      ),
    ),
    section(
      'stablecoin-operations',
      'Mints and burns',
      own(STABLECOIN_OPERATIONS, () => listed(reading, STABLECOIN_OPERATIONS, { where: { owner: customerId } })),
    ),
    section(
      'agents',
      'Agents',
      own(AGENTS, () => listed(reading, AGENTS, { where: { customerId } })),
    ),
    section(
      'agent-actions',
      'Actions of agents',
      own(AGENT_ACTIONS, () => listed(reading, AGENT_ACTIONS, { where: { customerId } })),
    ),
    section(
      'cards',
      'Cards',
      own(CARDS, () => cardsOf(reading)),
    ),
    section(
      'card-refunds',
      'Refunds of merchants',
      own(CARD_REFUNDS, () => refundsOf(reading)),
    ),
    section(
      'card-disputes',
      'Disputes about card payments',
      own(CARD_DISPUTES, () => listed(reading, CARD_DISPUTES, { where: { customerId: customerId as never } })),
    ),
    section(
      'card-log',
      'Declined and verified uses of cards',
      own(CARD_LOG, () =>
        perCard(reading, (cardId) => listed(reading, CARD_LOG, { where: { cardId: cardId as never } })),
      ),
    ),
    section('wallet-credentials', 'Sign-ins to wallets', ofWallet(WALLET_CREDENTIALS)),
    section('wallet-sessions', 'Sessions of wallets', ofWallet(WALLET_SESSIONS)),
    section(
      'delegated-keys',
      'Keys of cards that spend from wallets',
      own(DELEGATED_KEYS, () => delegatedKeysOf(reading)),
    ),
    section(
      'factors',
      'Factors of strong authentication',
      own(SCA_ENROLLMENTS, () => searched(reading, SCA_ENROLLMENTS, (factor) => factor.customerId === customerId)),
    ),
    section(
      'sign-in',
      'Last sign-in and failures',
      own(SCA_GUARDS, async function* () {
        yield* single(await units.read(tenant, (reads) => reads.get(SCA_GUARDS, customerId)));
      }),
    ),
    section(
      'factor-resets',
      'Lost factors',
      own(SCA_RESETS, () => listed(reading, SCA_RESETS, { where: { customerId } })),
    ),
    section(
      'invitations',
      'Invitations',
      own(INVITATIONS, () => invitationsOf(reading)),
    ),
  ];
}
