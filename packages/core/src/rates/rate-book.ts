import { type Clock, type CurrencyCode, err, type Instant, ok, plusSeconds, type Result } from '../kernel/index.js';
import { cross, currency, decimalsOf, invert, type Rate, rateFromMajor } from '../money/index.js';
import type { MidRate, RateBook, RateSource, RateTable } from './ports.js';

export interface RateBookOptions {
  /** Of several that serve an environment the first is asked. */
  readonly sources: readonly RateSource[];
  readonly clock: Clock;
  /** A table older than this is fetched anew. */
  readonly cacheSeconds: number;
  /** A table older than this is no longer quoted from, however long its source has failed. */
  readonly maxAgeSeconds: number;
  /** Hears why which source failed; the table in force stays. */
  readonly onFailure?: (cause: unknown, source: string) => void;
}

/** Rest after a failure, so that a source that is down is not asked on every pass of the worker. */
const RETRY_SECONDS = 5;
const SAME: Rate = { num: 1n, den: 1n };

/** The rates in force (behaviour, "Money, rates, fees"), and for production only from a source that serves it. */
export function createRateBook({ sources, ...options }: RateBookOptions): RateBook {
  const tables = sources.map((source) => ({ source, table: keptTable(source, options) }));
  return {
    async refresh() {
      await Promise.all(tables.map(({ table }) => table.refresh()));
    },
    mid(environment, from, to) {
      const serving = tables.find(({ source }) => source.environments.includes(environment));
      if (serving === undefined) return err('NOT_IMPLEMENTED', `no rate source serves ${environment}`);
      const table = serving.table.inForce();
      return table.ok ? midOf(table.value, from, to) : table;
    },
  };
}

/**
 * The table of one source, kept for the cache time. Age is counted from the fetch, not from the moment the table tells
 * of: daily rates of a central bank are hours old when they are new.
 */
function keptTable(
  source: RateSource,
  { clock, cacheSeconds, maxAgeSeconds, onFailure }: Omit<RateBookOptions, 'sources'>,
) {
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
      onFailure?.(cause, source.name);
    }
  }

  return {
    async refresh(): Promise<void> {
      if (flight !== null) return flight;
      const now = clock.now();
      if (!olderThan(cacheSeconds, now) || (restUntil !== null && now < restUntil)) return;
      flight = fetch().finally(() => {
        flight = null;
      });
      return flight;
    },
    inForce(): Result<RateTable> {
      if (held === null) return err('QUOTE_REQUEST_FAILED', 'There are no exchange rates yet');
      if (olderThan(maxAgeSeconds, clock.now())) return err('QUOTE_REQUEST_FAILED', 'The exchange rates are too old');
      return ok(held.table);
    },
  };
}

function midOf(table: RateTable, from: CurrencyCode, to: CurrencyCode): Result<MidRate> {
  const [source, target] = [perBase(table, from), perBase(table, to)];
  if (source === null) return err('QUOTE_REQUEST_FAILED', `There is no exchange rate for ${from}`);
  if (target === null) return err('QUOTE_REQUEST_FAILED', `There is no exchange rate for ${to}`);
  const rate = rateFromMajor(cross(invert(source), target), decimalsOf(from), decimalsOf(to));
  return ok({ rate, updatedAt: table.asOf });
}

/** Major units of the currency for one major unit of the base; null when the table or the registry lacks it. */
function perBase(table: RateTable, code: CurrencyCode): Rate | null {
  if (currency(code) === null) return null;
  return code === table.base ? SAME : (table.perBase.get(code) ?? null);
}
