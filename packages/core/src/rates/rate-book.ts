import { type Clock, type CurrencyCode, err, type Instant, ok, plusSeconds } from '../kernel/index.js';
import { cross, currency, decimalsOf, invert, type Rate, rateFromMajor } from '../money/index.js';
import type { RateBook, RateSource, RateTable } from './ports.js';

export interface RateBookOptions {
  readonly source: RateSource;
  readonly clock: Clock;
  /** A table older than this is fetched anew. */
  readonly cacheSeconds: number;
  /** A table older than this is no longer quoted from, however long its source has failed. */
  readonly maxAgeSeconds: number;
  /** Hears why a source failed; the table in force stays. */
  readonly onFailure?: (cause: unknown) => void;
}

/** Rest after a failure, so that a source that is down is not asked on every pass of the worker. */
const RETRY_SECONDS = 5;
const SAME: Rate = { num: 1n, den: 1n };

/**
 * The rates in force (behaviour, "Money, rates, fees"). Age is counted from the fetch, not from the moment the table
 * tells of: daily rates of a central bank are hours old when they are new.
 */
export function createRateBook({ source, clock, cacheSeconds, maxAgeSeconds, onFailure }: RateBookOptions): RateBook {
  let held: { readonly table: RateTable; readonly fetchedAt: Instant } | null = null;
  let restUntil: Instant | null = null;
  let flight: Promise<void> | null = null;

  const olderThan = (seconds: number, now: Instant): boolean =>
    held === null || now > plusSeconds(held.fetchedAt, seconds);

  async function fetch(): Promise<void> {
    try {
      held = { table: await source.fetch(), fetchedAt: clock.now() };
      restUntil = null;
    } catch (cause) {
      restUntil = plusSeconds(clock.now(), RETRY_SECONDS);
      onFailure?.(cause);
    }
  }

  return {
    async refresh() {
      if (flight !== null) return flight;
      const now = clock.now();
      if (!olderThan(cacheSeconds, now) || (restUntil !== null && now < restUntil)) return;
      flight = fetch().finally(() => {
        flight = null;
      });
      return flight;
    },

    mid(from, to) {
      if (held === null) return err('QUOTE_REQUEST_FAILED', 'There are no exchange rates yet');
      if (olderThan(maxAgeSeconds, clock.now())) return err('QUOTE_REQUEST_FAILED', 'The exchange rates are too old');
      const { table } = held;
      const [source, target] = [perBase(table, from), perBase(table, to)];
      if (source === null) return err('QUOTE_REQUEST_FAILED', `There is no exchange rate for ${from}`);
      if (target === null) return err('QUOTE_REQUEST_FAILED', `There is no exchange rate for ${to}`);
      const rate = rateFromMajor(cross(invert(source), target), decimalsOf(from), decimalsOf(to));
      return ok({ rate, updatedAt: table.asOf });
    },
  };
}

/** Major units of the currency for one major unit of the base; null when the table or the registry lacks it. */
function perBase(table: RateTable, code: CurrencyCode): Rate | null {
  if (currency(code) === null) return null;
  return code === table.base ? SAME : (table.perBase.get(code) ?? null);
}
