import type { CurrencyCode, Environment, Instant, Result } from '../kernel/index.js';
import type { Rate } from '../money/index.js';

/** Mid-rates of one moment: for each currency, its major units for one major unit of `base`. */
export interface RateTable {
  readonly base: CurrencyCode;
  readonly asOf: Instant;
  readonly perBase: ReadonlyMap<CurrencyCode, Rate>;
}

/** Where mid-rates come from (`sandbox`, `ecb`). Throws when it cannot answer. */
export interface RateSource {
  readonly name: string;
  /** Rates of the sandbox are nobody's market: they never price a payment in production. */
  readonly environments: readonly Environment[];
  fetch(): Promise<RateTable>;
}

export interface MidRate {
  /** Receiving smallest units per one sending smallest unit. */
  readonly rate: Rate;
  readonly updatedAt: Instant;
}

/** The rates in force, kept in memory: use cases read them without I/O. Each environment has those of its source. */
export interface RateBook {
  /** Fetches a new table when the present one is older than the cache time; a failing source leaves it as it is. */
  refresh(): Promise<void>;
  /**
   * 501 NOT_IMPLEMENTED when no source serves the environment, 400 QUOTE_REQUEST_FAILED when the table is missing, too
   * old, or lacks a currency.
   */
  mid(environment: Environment, from: CurrencyCode, to: CurrencyCode): Result<MidRate>;
}
