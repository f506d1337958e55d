import type { Context, CurrencyCode, Id, Reads, Result, Tx } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { Customer, CustomerType } from './customer.js';

/**
 * The keys of a new Embedded Wallet. Custody creates them before the unit of work, because a unit waits for no outside
 * call.
 */
export interface WalletKeys {
  /** Sealed. */
  readonly handle: string;
  /** By network. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** What this area needs from accounts, cards and agents. */
export interface CustomerAccounts {
  /**
   * Opens internal accounts in these currencies; the customer must not have an account in any of them. If one of the
   * accounts is an Embedded Wallet, it gets these keys; if `keys` is null, a job creates the keys later.
   */
  open(
    tx: Tx,
    ctx: Context,
    platform: Platform,
    customer: Pick<Customer, 'id' | 'email' | 'blockedAs' | 'identityReviews'>,
    currencies: readonly CurrencyCode[],
    walletKeys: WalletKeys | null,
  ): Promise<void>;
  /** The currencies in which the customer has an internal account. */
  currencies(reads: Reads, customerId: Id<'Customer'>): Promise<readonly CurrencyCode[]>;
  /** Records on each account of the customer whether a changed identity is under review, or the customer is blocked. */
  markUnderReview(tx: Tx, customerId: Id<'Customer'>, isUnderReview: boolean): Promise<void>;
  /** Closes all accounts of the customer, its cards and its agents. CONFLICT while an account has money. */
  close(tx: Tx, ctx: Context, customerId: Id<'Customer'>): Promise<Result<void>>;
}

/** Whether the customer has a transaction that is not final. */
export type OpenPaymentsOf = (reads: Reads, ctx: Context, customerId: Id<'Customer'>) => Promise<boolean>;

/** The platform's settings, at most one second old. */
export type Settings = (reads: Reads, ctx: Pick<Context, 'tenant'>) => Promise<Platform>;

/** A number that a tax authority has issued to a person or a business. */
export interface TaxNumber {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly holder: CustomerType;
  /** The kind of tax number, if a country has several kinds; null if it is not known. */
  readonly type: 'SSN' | 'ITIN' | 'EIN' | null;
  readonly value: string;
}

/** Checks of tax numbers that patterns cannot express: check digits, by country. */
export interface TaxNumberChecks {
  /** True if the number is valid, or if no rule is known for it. */
  isTaxNumber(number: TaxNumber): boolean;
}

/** The terms that end users accept. A consent may name one of the `earlier` versions too. */
export interface EndUserTerms {
  readonly version: string;
  readonly url: string;
  readonly earlier: readonly string[];
}
