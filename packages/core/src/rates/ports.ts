import type { CurrencyCode, Environment, Instant, Result } from '../kernel/index.js';
import type { Rate } from '../money/index.js';

/** Mid-rates at one time: for each currency, its major units for one major unit of `base`. */
export interface RateTable {
  readonly base: CurrencyCode;
  readonly asOf: Instant;
  readonly perBase: ReadonlyMap<CurrencyCode, Rate>;
}

/** A source of mid-rates (`sandbox`, `ecb`). `fetch` throws if it has no answer. */
export interface RateSource {
  readonly name: string;
  /** The environments that it serves. Invented rates of the sandbox must not price a payment in production. */
  readonly environments: readonly Environment[];
  fetch(): Promise<RateTable>;
}

export interface MidRate {
  /** Receiving smallest units for one sending smallest unit. */
  readonly rate: Rate;
  readonly updatedAt: Instant;
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
}
