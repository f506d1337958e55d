import { EXTERNAL_ACCOUNTS, type ExternalAccount, payeeName } from '../accounts/index.js';
import { CUSTOMERS, nameOf } from '../customers/index.js';
import type { BaseRecord, CurrencyCode, Instant, Reads, TenantKey } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { GroupName, GroupRecords } from './groups.js';
import { numbersOf } from './terms.js';

/** An amount in smallest units. */
export interface HitAmount {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

/** A found record, as a list shows it. */
export interface SearchHit {
  readonly tenant: TenantKey;
  /** The name of the platform; null for records of the service itself. */
  readonly platform: string | null;
  readonly id: string;
  /** Id of the record whose page shows this one. */
  readonly pageId: string;
  /** Names of persons and companies: of a payment, of the customer and the payee. Null if there are none. */
  readonly name: string | null;
  /** The last four characters of a number; null if the record has none. */
  readonly ending: string | null;
  /** What the record is, such as the kind of an exception or the type of a payment; null if the group says it. */
  readonly type: string | null;
  readonly status: string;
  readonly amounts: readonly HitAmount[];
  readonly createdAt: Instant;
  /** Whether operators have stopped the party or the account; null if the caller may not know, and for other records. */
  readonly isBlocked: boolean | null;
}

/** What a record tells by itself. */
type Told = Pick<SearchHit, 'name' | 'status'> &
  Partial<Pick<SearchHit, 'type' | 'amounts' | 'pageId'>> & { readonly blockedAs?: Platform['blockedAs'] };

/** The names of others that records of a page show. */
export interface Names {
  readonly customers: ReadonlyMap<string, string | null>;
  readonly payees: ReadonlyMap<string, ExternalAccount>;
}

const amountOf = (amount: bigint | null, currency: CurrencyCode | null): readonly HitAmount[] =>
  amount === null || currency === null ? [] : [{ amount, currency }];

const DELETED = 'DELETED';

const TOLD: { readonly [G in GroupName]: (record: GroupRecords[G], names: Names) => Told } = {
  customers: (customer) => ({
    name: nameOf(customer),
    type: customer.customerType,
    status: customer.isDeleted ? DELETED : customer.kycStatus,
    blockedAs: customer.blockedAs,
  }),
  owners: ({ firstName, middleName, lastName, kycStatus, deletedAt }) => ({
    name: [firstName, middleName, lastName].filter((part) => part !== null).join(' '),
    status: deletedAt === null ? kycStatus : DELETED,
  }),
  externalAccounts: (account) => ({
    name: payeeName(account),
    type: account.accountInfo.accountType,
    status: account.isDeleted ? DELETED : account.status,
    blockedAs: account.blockedAs,
  }),
  internalAccounts: ({ customerId, currency, status }, { customers }) => ({
    name: customers.get(customerId ?? '') ?? null,
    type: currency,
    status,
  }),
  payments: (payment, { customers, payees }) => {
    const payee = payees.get(payment.receiverIdentifier ?? '');
    const names = [customers.get(payment.customerId), payee === undefined ? null : payeeName(payee)];
    return {
      name: names.filter((name) => typeof name === 'string').join(' → ') || null,
      type: payment.type,
      status: payment.status,
      amounts: [
        ...amountOf(payment.sentAmount, payment.sentCurrency),
        ...amountOf(payment.receivedAmount, payment.receivedCurrency),
      ],
    };
  },
  umaReceipts: ({ vasp, status, amount, currency }) => ({ name: vasp, status, amounts: amountOf(amount, currency) }),
  quotes: (quote, { customers, payees }) => {
    const payee = payees.get(quote.destinationId);
    const names = [customers.get(quote.customerId), payee === undefined ? null : payeeName(payee)];
    return {
      name: names.filter((name) => typeof name === 'string').join(' → ') || null,
      status: quote.status,
      amounts: [
        ...amountOf(quote.totalSendingAmount, quote.sendingCurrency),
        ...amountOf(quote.totalReceivingAmount, quote.receivingCurrency),
      ],
    };
  },
  deposits: ({ ownerId, rail, status, amount, currency }, { customers }) => ({
    name: customers.get(ownerId ?? '') ?? null,
    type: rail,
    status,
    amounts: amountOf(amount, currency),
  }),
  exceptions: ({ kind, status, amount, currency }) => ({
    name: null,
    type: kind,
    status,
    amounts: amountOf(amount, currency),
  }),
  arrivals: ({ id, depositId, transactionId, rail, outcome, amount, currency }) => ({
    pageId: depositId ?? transactionId ?? id,
    name: null,
    type: rail,
    status: outcome,
    amounts: amountOf(amount, currency),
  }),
  railMessages: ({ subject, rail, kind }) => ({ pageId: subject, name: null, type: rail, status: kind }),
  // Its page is that of the exception that it resolved, or of the booking that it explains.
  outsidePayments: ({ cause, rail, status, amount, currency }) => ({
    pageId: cause,
    name: null,
    type: rail,
    status,
    amounts: amountOf(amount, currency),
  }),
  cards: ({ cardholderId, brand, state }, { customers }) => ({
    name: customers.get(cardholderId) ?? null,
    type: brand,
    status: state,
  }),
  agents: ({ name, isPaused, isConnected }) => ({
    name,
    status: isPaused ? 'PAUSED' : isConnected ? 'CONNECTED' : 'NOT CONNECTED',
  }),
};

/** The columns that name a customer or an external account whose name a hit shows. */
const CUSTOMER_COLUMNS = ['customerId', 'cardholderId', 'ownerId'] as const;
const PAYEE_COLUMNS = ['receiverIdentifier', 'destinationId'] as const;

/** Reads the names that hits of these records show: at most two look-ups by ids. */
export async function namesFor(reads: Reads, records: readonly BaseRecord[]): Promise<Names> {
  const idsIn = (columns: readonly string[], type: string): readonly string[] =>
    records.flatMap((record) =>
      columns.flatMap((column) => {
        const id = (record as unknown as Readonly<Record<string, unknown>>)[column];
        return typeof id === 'string' && id.startsWith(`${type}:`) ? [id] : [];
      }),
    );
  const customers = await reads.getMany(CUSTOMERS, idsIn(CUSTOMER_COLUMNS, 'Customer'));
  const payees = await reads.getMany(EXTERNAL_ACCOUNTS, idsIn(PAYEE_COLUMNS, 'ExternalAccount'));
  return {
    customers: new Map<string, string | null>(customers.map((customer) => [customer.id, nameOf(customer)])),
    payees: new Map<string, ExternalAccount>(payees.map((payee) => [payee.id, payee])),
  };
}

const SHOWN_DIGITS = 4;

export interface Showing {
  readonly names: Names;
  readonly platforms: ReadonlyMap<TenantKey, Pick<Platform, 'name'>>;
  /** Whether the caller may know who is blocked. */
  readonly showsBlocks: boolean;
}

export function hitOf<G extends GroupName>(
  group: G,
  kind: { readonly name: string },
  record: GroupRecords[G],
  { names, platforms, showsBlocks }: Showing,
): SearchHit {
  const told = TOLD[group](record, names);
  const [number] = numbersOf(kind, record);
  return {
    tenant: record.tenant,
    platform: platforms.get(record.tenant)?.name ?? null,
    id: record.id,
    pageId: told.pageId ?? record.id,
    name: told.name,
    ending: number?.slice(-SHOWN_DIGITS) ?? null,
    type: told.type ?? null,
    status: told.status,
    amounts: told.amounts ?? [],
    createdAt: record.createdAt,
    isBlocked: showsBlocks && told.blockedAs !== undefined ? told.blockedAs !== null : null,
  };
}
