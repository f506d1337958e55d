import type { CurrencyCode, Environment, Id, TenantKey } from '../kernel/index.js';

/** The row of `balances` and the column in it that back a guarded account. */
export interface BalanceCell {
  readonly holder: string;
  readonly column: 'available' | 'held';
  /** Only internal accounts have their row from the start; other holders get theirs with the first credit. */
  readonly standing: boolean;
  /** +1: the row keeps the sum of the postings. -1: of an asset, whose postings are negative, it keeps what is owed. */
  readonly sign: 1n | -1n;
}

/**
 * An account of the ledger. With a cell it is guarded: its balance is kept in a row and cannot become negative.
 * Without, it is hot: many payments post to it at once, so its balance is the sum of its postings.
 */
export interface LedgerAccount {
  readonly name: string;
  readonly currency: CurrencyCode;
  readonly cell: BalanceCell | null;
}

const guarded = (name: string, currency: CurrencyCode, cell: BalanceCell): LedgerAccount => ({ name, currency, cell });
const hot = (currency: CurrencyCode, ...parts: readonly string[]): LedgerAccount => ({
  name: [...parts, currency].join(':'),
  currency,
  cell: null,
});

/** Name, and holder of the balance, of the receivable of an internal account. */
export const receivableOf = (account: string): string => `receivables:${account}`;

/** The chart of accounts (behaviour, "Ledger"). */
export const chart = {
  available: (account: Id<'InternalAccount'>, currency: CurrencyCode): LedgerAccount =>
    guarded(`available:${account}`, currency, { holder: account, column: 'available', standing: true, sign: 1n }),

  held: (account: Id<'InternalAccount'>, currency: CurrencyCode): LedgerAccount =>
    guarded(`held:${account}`, currency, { holder: account, column: 'held', standing: true, sign: 1n }),

  /**
   * What the owner of an internal account owes the service: money that was taken back when the account had no longer
   * as much. Its postings are negative, its row keeps the debt; it cannot be settled by more than is owed.
   */
  receivable: (account: Id<'InternalAccount'>, currency: CurrencyCode): LedgerAccount => {
    const name = receivableOf(account);
    return guarded(name, currency, { holder: name, column: 'available', standing: false, sign: -1n });
  },

  /** Money received for a quote and not yet delivered; of a transfer, what can neither be delivered nor go back. */
  inTransit: (payment: Id<'Quote'> | Id<'Transaction'>, currency: CurrencyCode): LedgerAccount =>
    guarded(`in-transit:${payment}`, currency, { holder: payment, column: 'available', standing: false, sign: 1n }),

  /** Money that belongs to nobody known: unknown reference, second payment. */
  suspense: (tenant: TenantKey, currency: CurrencyCode): LedgerAccount => {
    const name = `suspense:${tenant}:${currency}`;
    return guarded(name, currency, { holder: name, column: 'available', standing: false, sign: 1n });
  },

  /** What cards were approved for and merchants have not asked for yet. */
  cardReserve: (tenant: TenantKey, currency: CurrencyCode): LedgerAccount => {
    const name = `card-reserve:${tenant}:${currency}`;
    return guarded(name, currency, { holder: name, column: 'available', standing: false, sign: 1n });
  },

  /** Platform fees, until they are swept into the platform's internal account. */
  fees: (tenant: TenantKey, currency: CurrencyCode): LedgerAccount => hot(currency, 'fees', tenant),

  /** The service's currency position: what it took in one currency and gave in another. */
  fx: (environment: Environment, currency: CurrencyCode): LedgerAccount => hot(currency, 'fx', environment),

  /** The service's own fees. */
  revenue: (environment: Environment, currency: CurrencyCode): LedgerAccount => hot(currency, 'revenue', environment),

  /** What customers paid for carrying money out on chains, less what the chains took. */
  networkFees: (environment: Environment, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'network-fees', environment),

  loss: (environment: Environment, currency: CurrencyCode): LedgerAccount => hot(currency, 'loss', environment),

  /** What the service's owners have put in (positive), and money of its own that went or came outside the rails. */
  ownFunds: (environment: Environment, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'own-funds', environment),

  /** What banks have charged the service, and kept of money that came back (negative). */
  bankCharges: (environment: Environment, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'bank-charges', environment),

  /** What the outside holds for us (negative) or is owed by us through a rail. */
  clearing: (environment: Environment, rail: string, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'clearing', environment, rail),
} as const;

const SHARED = /^(fx|revenue|loss|own-funds|bank-charges|network-fees|clearing):/;

/** Whether postings of every tenant are on the account of this name. */
export const isShared = (account: string): boolean => SHARED.test(account);
