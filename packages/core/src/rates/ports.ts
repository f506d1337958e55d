import type { CurrencyCode, Environment, Instant, Result } from '../kernel/index.js';
import type { Rate } from '../money/index.js';

/** Mid-rates at one time: for each currency, its major units for one major unit of `base`. */
export interface RateTable {
  readonly base: CurrencyCode;
  readonly asOf: Instant;
  readonly perBase: ReadonlyMap<CurrencyCode, Rate>;
}

/** Two currencies whose rate a source knows in both directions. */
export type CurrencyPair = readonly [base: CurrencyCode, quote: CurrencyCode];

/** A source of mid-rates (`sandbox`, `ecb`). `fetch` throws if it has no answer. */
export interface RateSource {
  readonly name: string;
  /** The environments that it serves. Invented rates of the sandbox must not price a payment in production. */
  readonly environments: readonly Environment[];
  /**
   * The pairs that it serves, if it knows them before its first answer. Without this member, no source of lower
   * priority is used before this one has answered, because its currencies are unknown.
   */
  readonly pairs?: readonly CurrencyPair[];
  /**
   * Its table, or several tables with a time each. A source gives a rate of two currencies only if one table has both,
   * so the rates of a market (BTC in USD, BTC in EUR) are a table each.
   */
  fetch(): Promise<RateTable | readonly RateTable[]>;
}

/** A source whose answer is one table. */
export interface RateTableSource extends RateSource {
  fetch(): Promise<RateTable>;
}

/** The source of a rate, and the time of the source's table. */
export interface RateOrigin {
  readonly source: string;
  readonly asOf: Instant;
}

export interface MidRate {
  /** Receiving smallest units for one sending smallest unit. */
  readonly rate: Rate;
  /** The time of the older origin. */
  readonly updatedAt: Instant;
  /** The source of the rate; both sources of a rate over a third currency. */
  readonly origins: readonly RateOrigin[];
}

/** The current rates, in memory, so that use cases read them without I/O. Each environment has its own sources. */
export interface RateBook {
  /**
   * Fetches a new table if the present one is older than the cache time. If the source fails, the present one stays.
   */
  refresh(): Promise<void>;
  /**
   * NOT_IMPLEMENTED if no source serves the environment; QUOTE_REQUEST_FAILED if the table is missing, too old, or
   * lacks a currency.
   */
  mid(environment: Environment, from: CurrencyCode, to: CurrencyCode): Result<MidRate>;
  /** How old the rates of each source are now. */
  ages(): readonly RateAge[];
}

export interface RateAge {
  readonly source: string;
  /** Time since the newest answer of the source; null if it has not answered yet. */
  readonly ageMs: number | null;
  /** Whether quotes still use these rates. */
  readonly isUsable: boolean;
}
