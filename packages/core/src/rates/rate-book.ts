import {
  type Clock,
  type CurrencyCode,
  type Environment,
  err,
  type Instant,
  ok,
  plusSeconds,
  type Result,
} from '../kernel/index.js';
import { cross, currency, decimalsOf, invert, type Rate, rateFromMajor } from '../money/index.js';
import type { MidRate, RateBook, RateSource, RateTable } from './ports.js';

export interface RateBookOptions {
  /**
   * The first source of an environment that has both currencies gives the rate. If no source has both, the rate is
   * computed from a source that has the first currency and a source that has the second, over a currency that both
   * sources have.
   */
  readonly sources: readonly RateSource[];
  readonly clock: Clock;
  /** A table older than this is fetched again. */
  readonly cacheSeconds: number;
  /** A table older than this is not used for quotes any more. */
  readonly maxAgeSeconds: number;
  /** Called with the cause when a source fails. */
  readonly onFailure?: (cause: unknown, source: string) => void;
}

/** Pause after a failure, so that a source that is down is not called on every pass of the worker. */
const RETRY_SECONDS = 5;
const SAME: Rate = { num: 1n, den: 1n };

/** The current rates of each environment, only from sources that serve it. */
export function createRateBook({ sources, ...options }: RateBookOptions): RateBook {
  const tables = sources.map((source) => ({ source, kept: keptTable(source, options) }));
  const serving = (environment: Environment): readonly Kept[] =>
    tables.filter(({ source }) => source.environments.includes(environment)).map(({ kept }) => kept);
  const byEnvironment = { SANDBOX: serving('SANDBOX'), PRODUCTION: serving('PRODUCTION') } as const;
  /** Cache of computed rates. An entry is valid as long as the tables that it was computed from are current. */
  const computed = new Map<string, Computed>();

  return {
    async refresh() {
      await Promise.all(tables.map(({ kept }) => kept.refresh()));
    },
    mid(environment, from, to) {
      const key = `${environment}/${from}/${to}`;
      const known = computed.get(key);
      if (known !== undefined && known.from.every(([kept, table]) => kept.held() === table && kept.inForce().ok)) {
        return ok(known.mid);
      }
      const kept = byEnvironment[environment];
      if (kept.length === 0) return err('NOT_IMPLEMENTED', `no rate source serves ${environment}`);
      const fresh = compute(kept, from, to);
      if (!fresh.ok) return fresh;
      computed.set(key, fresh.value);
      return ok(fresh.value.mid);
    },
  };
}

type Kept = ReturnType<typeof keptTable>;

interface Computed {
  readonly mid: MidRate;
  readonly from: readonly (readonly [Kept, RateTable])[];
}

/**
 * The first source that has the currencies decides even while it fails, so that the price does not jump to another
 * source.
 */
function compute(kept: readonly Kept[], from: CurrencyCode, to: CurrencyCode): Result<Computed> {
  for (const each of kept) {
    // The currencies of a source without a table yet are unknown, so sources of lower priority must not be used before
    // it.
    const silent = each.held() === null;
    if (!silent && !(has(each, from) && has(each, to))) continue;
    const table = each.inForce();
    if (!table.ok) return table;
    return ok({ mid: midOf(table.value, from, to), from: [[each, table.value]] });
  }
  const [first, second] = [kept.find((each) => has(each, from)), kept.find((each) => has(each, to))];
  if (first === undefined) return err('QUOTE_REQUEST_FAILED', `no exchange rate is available for ${from}`);
  if (second === undefined) return err('QUOTE_REQUEST_FAILED', `no exchange rate is available for ${to}`);
  const [source, target] = [first.inForce(), second.inForce()];
  if (!source.ok) return source;
  if (!target.ok) return target;
  const over = [source.value.base, target.value.base].find((base) => has(first, base) && has(second, base));
  if (over === undefined) return err('QUOTE_REQUEST_FAILED', `no exchange rate is available from ${from} to ${to}`);
  const [there, onward] = [midOf(source.value, from, over), midOf(target.value, over, to)];
  const updatedAt = there.updatedAt < onward.updatedAt ? there.updatedAt : onward.updatedAt;
  return ok({
    mid: { rate: cross(there.rate, onward.rate), updatedAt },
    from: [
      [first, source.value],
      [second, target.value],
    ],
  });
}

const has = (kept: Kept, code: CurrencyCode): boolean => {
  const table = kept.held();
  return table !== null && perBase(table, code) !== null;
};

/**
 * The table of one source, cached for the cache time. Its age counts from the fetch, not from `asOf`, because the daily
 * rates of a central bank are hours old when they are published.
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
      // If the clock was set back, the time of the last fetch or the end of the pause can lie too far ahead: ignore it.
      const isFresh = !olderThan(cacheSeconds, now) && now >= held!.fetchedAt;
      const rests = restUntil !== null && now < restUntil && plusSeconds(now, RETRY_SECONDS) >= restUntil;
      if (isFresh || rests) return;
      flight = fetch().finally(() => {
        flight = null;
      });
      return flight;
    },
    /** The table that was fetched last, regardless of its age. */
    held: (): RateTable | null => held?.table ?? null,
    inForce(): Result<RateTable> {
      if (held === null)
        return err('QUOTE_REQUEST_FAILED', 'the exchange rates of a source have not been fetched yet; try again later');
      if (olderThan(maxAgeSeconds, clock.now()))
        return err('QUOTE_REQUEST_FAILED', 'the exchange rates are too old; try again later');
      return ok(held.table);
    },
  };
}

/** The rate between two currencies of the table. */
function midOf(table: RateTable, from: CurrencyCode, to: CurrencyCode): MidRate {
  const rate = cross(invert(perBase(table, from)!), perBase(table, to)!);
  return { rate: rateFromMajor(rate, decimalsOf(from), decimalsOf(to)), updatedAt: table.asOf };
}

/** Major units of the currency for one major unit of the base; null if the table or the registry lacks it. */
function perBase(table: RateTable, code: CurrencyCode): Rate | null {
  if (currency(code) === null) return null;
  return code === table.base ? SAME : (table.perBase.get(code) ?? null);
}
