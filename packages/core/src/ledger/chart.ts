import type { CurrencyCode, Environment, Id, TenantKey } from '../kernel/index.js';

/** The row and column of `balances` that hold the balance of a guarded account. */
export interface BalanceCell {
  readonly holder: string;
  readonly column: 'available' | 'held';
  /**
   * True for internal accounts, whose balance row is created with the account. Other holders get their balance row with
   * the first credit.
   */
  readonly standing: boolean;
  /** +1: the row holds the sum of the postings. -1: an asset, whose postings are negative; the row holds the debt. */
  readonly sign: 1n | -1n;
}

/**
 * An account of the ledger. With a cell it is guarded: its balance is kept in a row and cannot become negative.
 * Without a cell it is hot: many payments post to it at once, so its balance is the sum of its postings
 * (docs/decisions/0002-hot-accounts-have-no-balance-row.md).
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

/** The receivable of an internal account: both the name of the ledger account and the id of its balance row. */
export const receivableOf = (account: string): string => `receivables:${account}`;

/** The chart of accounts (docs/ledger.md#chart-of-accounts). */
export const chart = {
  available: (account: Id<'InternalAccount'>, currency: CurrencyCode): LedgerAccount =>
    guarded(`available:${account}`, currency, { holder: account, column: 'available', standing: true, sign: 1n }),

  held: (account: Id<'InternalAccount'>, currency: CurrencyCode): LedgerAccount =>
    guarded(`held:${account}`, currency, { holder: account, column: 'held', standing: true, sign: 1n }),

  /**
   * The debt of the owner of an internal account to the service: money that was taken back beyond the balance of the
   * account. Its postings are negative and its row holds the debt, so a settlement cannot exceed the debt
   * (docs/decisions/0003-receivables-instead-of-negative-balances.md).
   */
  receivable: (account: Id<'InternalAccount'>, currency: CurrencyCode): LedgerAccount => {
    const name = receivableOf(account);
    return guarded(name, currency, { holder: name, column: 'available', standing: false, sign: -1n });
  },

  /** Money received for a quote and not delivered yet; also money that can be neither delivered nor returned. */
  inTransit: (payment: Id<'Quote'> | Id<'Transaction'>, currency: CurrencyCode): LedgerAccount =>
    guarded(`in-transit:${payment}`, currency, { holder: payment, column: 'available', standing: false, sign: 1n }),

  /** Money that cannot be attributed: an unknown reference, a second payment. */
  suspense: (tenant: TenantKey, currency: CurrencyCode): LedgerAccount => {
    const name = `suspense:${tenant}:${currency}`;
    return guarded(name, currency, { holder: name, column: 'available', standing: false, sign: 1n });
  },

  /** Approved card spending that merchants have not collected yet. */
  cardReserve: (tenant: TenantKey, currency: CurrencyCode): LedgerAccount => {
    const name = `card-reserve:${tenant}:${currency}`;
    return guarded(name, currency, { holder: name, column: 'available', standing: false, sign: 1n });
  },

  /**
   * What the network has paid for disputed card payments and not taken back, less what customers have of it already.
   * Below zero, the service has advanced it.
   */
  disputes: (tenant: TenantKey, currency: CurrencyCode): LedgerAccount => hot(currency, 'disputes', tenant),

  /** Platform fees, until they are swept into the platform's internal account. */
  fees: (tenant: TenantKey, currency: CurrencyCode): LedgerAccount => hot(currency, 'fees', tenant),

  /** The service's currency position: bought in one currency, sold in another. */
  fx: (environment: Environment, currency: CurrencyCode): LedgerAccount => hot(currency, 'fx', environment),

  /** The service's own fees. */
  revenue: (environment: Environment, currency: CurrencyCode): LedgerAccount => hot(currency, 'revenue', environment),

  /** What merchants' banks pay the service for uses of its cards, as processors report it; negative if it pays them. */
  interchange: (environment: Environment, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'interchange', environment),

  /**
   * Network fees that customers paid for withdrawals on chains, less what chains and card networks charged.
   */
  networkFees: (environment: Environment, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'network-fees', environment),

  loss: (environment: Environment, currency: CurrencyCode): LedgerAccount => hot(currency, 'loss', environment),

  /** Money that the service's owners have put in (positive), and own money that moved outside the rails. */
  ownFunds: (environment: Environment, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'own-funds', environment),

  /** Fees that banks charged the service or deducted from returned money (negative). */
  bankCharges: (environment: Environment, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'bank-charges', environment),

  /** Money that a rail holds for Corridor (negative), or that Corridor owes through the rail (positive). */
  clearing: (environment: Environment, rail: string, currency: CurrencyCode): LedgerAccount =>
    hot(currency, 'clearing', environment, rail),
} as const;

const SHARED = /^(fx|revenue|interchange|loss|own-funds|bank-charges|network-fees|clearing):/;

/** Whether all tenants post to the account of this name. */
export const isShared = (account: string): boolean => SHARED.test(account);

/** The classes of ledger accounts in a trial balance, except clearing accounts, whose class also names their rail. */
export const ACCOUNT_CLASSES = [
  ...(['available', 'held', 'receivables', 'in-transit', 'suspense', 'card-reserve', 'disputes', 'fees'] as const),
  ...(['fx', 'revenue', 'interchange', 'network-fees', 'loss', 'own-funds', 'bank-charges'] as const),
] as const;
export type AccountClass = (typeof ACCOUNT_CLASSES)[number];

/** What the class of a clearing account begins with; the name of its rail follows. */
export const CLEARING = 'clearing:';
