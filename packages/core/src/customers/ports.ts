import type { Context, CurrencyCode, Id, Reads, Result, Tx } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { Customer, CustomerType } from './customer.js';

/** The keys of an Embedded Wallet that is about to be opened: custody is asked before the unit. */
export interface WalletKeys {
  /** Sealed. */
  readonly handle: string;
  /** By network. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** What customers need of the areas above and beside them. */
export interface CustomerAccounts {
  /**
   * Opens internal accounts in these currencies; the customer must have none in them. An Embedded Wallet among them has
   * these keys, and without them gets some later.
   */
  open(
    tx: Tx,
    ctx: Context,
    platform: Platform,
    customer: Pick<Customer, 'id' | 'email'>,
    currencies: readonly CurrencyCode[],
    walletKeys: WalletKeys | null,
  ): Promise<void>;
  /** The currencies in which the customer has an internal account. */
  currencies(reads: Reads, customerId: Id<'Customer'>): Promise<readonly CurrencyCode[]>;
  /** Says on each of them whether a new identity of the customer is being verified. */
  markUnderReview(tx: Tx, ctx: Context, customerId: Id<'Customer'>, isUnderReview: boolean): Promise<void>;
  /** Closes them all, and ends what acts on them: cards and agents. 409 CONFLICT while one has money. */
  close(tx: Tx, ctx: Context, customerId: Id<'Customer'>): Promise<Result<void>>;
}

/** True while a transaction that is not finished is the customer's. */
export type OpenPaymentsOf = (reads: Reads, ctx: Context, customerId: Id<'Customer'>) => Promise<boolean>;

/** The platform's settings, at most a second old. */
export type Settings = (reads: Reads, ctx: Pick<Context, 'tenant'>) => Promise<Platform>;

/** A number that a tax authority has given to a person or a business. */
export interface TaxNumber {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly holder: CustomerType;
  /** Where a country has several numbers and it is known which one this is. */
  readonly type: 'SSN' | 'ITIN' | 'EIN' | null;
  readonly value: string;
}

/** What no pattern can say of tax numbers: their control digits, by country. */
export interface TaxNumberChecks {
  /** True where no rule is known. */
  isTaxNumber(number: TaxNumber): boolean;
}

/** The terms that end users accept. `earlier` versions are still known. */
export interface EndUserTerms {
  readonly version: string;
  readonly url: string;
  readonly earlier: readonly string[];
}
