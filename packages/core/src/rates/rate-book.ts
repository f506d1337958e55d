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
import { cross, decimalsOf, invert, isLedgerCurrency, type Rate, rateFromMajor } from '../money/index.js';
import type { MidRate, RateBook, RateSource, RateTable } from './ports.js';

export interface RateBookOptions {
  /**
   * The first source of an environment that has both currencies in one table gives the rate. If no source has, the rate
   * is computed from the first source that has the first currency and the first that has the second, such that both
   * have a third currency.
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
  const all = sources.map((source) => keptTables(source, options));
  const serving = (environment: Environment): readonly Kept[] =>
    all.filter(({ source }) => source.environments.includes(environment));
  const byEnvironment = { SANDBOX: serving('SANDBOX'), PRODUCTION: serving('PRODUCTION') } as const;
  /** Cache of computed rates. An entry is valid as long as the tables that it was computed from are current. */
  const computed = new Map<string, Computed>();

  return {
    async refresh() {
      await Promise.all(all.map((kept) => kept.refresh()));
    },
    ages: () => all.map((kept) => ({ source: kept.source.name, ageMs: kept.ageMs(), isUsable: kept.inForce().ok })),
    mid(environment, from, to) {
      const key = `${environment}/${from}/${to}`;
      const known = computed.get(key);
      if (known !== undefined && known.from.every(([kept, tables]) => kept.held() === tables && kept.inForce().ok)) {
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

type Kept = ReturnType<typeof keptTables>;
type Tables = readonly RateTable[];

interface Computed {
  readonly mid: MidRate;
  readonly from: readonly (readonly [Kept, Tables])[];
}

/**
 * The first source that has the currencies decides even while it fails, so that the price does not jump to another
 * source.
 */
function compute(all: readonly Kept[], from: CurrencyCode, to: CurrencyCode): Result<Computed> {
  for (const kept of all) {
    const groups = kept.groups();
    // The currencies of a source without a table yet are unknown, so sources of lower priority must not be used before
    // it.
    if (groups === null || has(groups, from, to)) {
      const mid = rateIn(kept, from, to);
      return mid.ok ? ok({ mid: mid.value, from: [[kept, kept.held()!]] }) : mid;
    }
  }
  const [sources, targets] = [from, to].map((code) => all.filter((kept) => has(kept.groups()!, code, code)));
  if (sources!.length === 0) return err('QUOTE_REQUEST_FAILED', `no exchange rate is available for ${from}`);
  if (targets!.length === 0) return err('QUOTE_REQUEST_FAILED', `no exchange rate is available for ${to}`);
  for (const first of sources!) {
    for (const second of targets!) {
      const over = commonCurrency(first.groups()!, second.groups()!, from, to);
      if (over !== undefined) return computeOver(first, second, [from, over, to]);
    }
  }
  return err('QUOTE_REQUEST_FAILED', `no exchange rate is available from ${from} to ${to}`);
}

/** A rate through a third currency, from two tables. */
function computeOver(
  first: Kept,
  second: Kept,
  [from, over, to]: readonly [CurrencyCode, CurrencyCode, CurrencyCode],
): Result<Computed> {
  const there = rateIn(first, from, over);
  if (!there.ok) return there;
  const onward = rateIn(second, over, to);
  if (!onward.ok) return onward;
  const mids = [there.value, onward.value];
  const updatedAt = there.value.updatedAt < onward.value.updatedAt ? there.value.updatedAt : onward.value.updatedAt;
  const origins = first === second ? [{ source: first.source.name, asOf: updatedAt }] : mids.flatMap((m) => m.origins);
  return ok({
    mid: { rate: cross(there.value.rate, onward.value.rate), updatedAt, origins },
    from: [
      [first, first.held()!],
      [second, second.held()!],
    ],
  });
}

/** The currencies that a source relates to each other; the first of each group is its base. */
type Groups = readonly (readonly CurrencyCode[])[];

const has = (groups: Groups, a: CurrencyCode, b: CurrencyCode): boolean =>
  isLedgerCurrency(a) && isLedgerCurrency(b) && groups.some((group) => group.includes(a) && group.includes(b));

/** A currency that both sources relate to theirs: a base of the first source, else of the second, else any. */
function commonCurrency(first: Groups, second: Groups, from: CurrencyCode, to: CurrencyCode): CurrencyCode | undefined {
  const bases = [...first, ...second].map(([base]) => base!);
  return [...bases, ...first.flat()].find((over) => has(first, from, over) && has(second, over, to));
}

/** The rate of a source that has both currencies in one table. */
function rateIn(kept: Kept, from: CurrencyCode, to: CurrencyCode): Result<MidRate> {
  const tables = kept.inForce();
  if (!tables.ok) return tables;
  const table = tables.value.find((each) => perBase(each, from) !== null && perBase(each, to) !== null);
  if (table === undefined) return err('QUOTE_REQUEST_FAILED', `no exchange rate is available from ${from} to ${to}`);
  return ok(midOf(kept.source.name, table, from, to));
}

/**
 * The tables of one source, cached for the cache time. Their age counts from the fetch, not from `asOf`, because the
 * daily rates of a central bank are hours old when they are published.
 */
function keptTables(
  source: RateSource,
  { clock, cacheSeconds, maxAgeSeconds, onFailure }: Omit<RateBookOptions, 'sources'>,
) {
  let held: { readonly tables: Tables; readonly groups: Groups; readonly fetchedAt: Instant } | null = null;
  let restUntil: Instant | null = null;
  let flight: Promise<void> | null = null;

  const olderThan = (seconds: number, now: Instant): boolean =>
    held === null || now > plusSeconds(held.fetchedAt, seconds);

  async function fetch(): Promise<void> {
    try {
      const tables = [await source.fetch()].flat();
      const groups = tables.map(({ base, perBase: rates }) => [base, ...rates.keys()]);
      held = { tables, groups, fetchedAt: clock.now() };
      restUntil = null;
    } catch (cause) {
      restUntil = plusSeconds(clock.now(), RETRY_SECONDS);
      onFailure?.(cause, source.name);
    }
  }

  return {
    source,
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
    /** The tables that were fetched last, regardless of their age. */
    held: (): Tables | null => held?.tables ?? null,
    ageMs: (): number | null => (held === null ? null : Math.max(0, clock.now() - held.fetchedAt)),
    /** The currencies that this source relates; null if they are unknown until its first answer. */
    groups: (): Groups | null => source.pairs ?? held?.groups ?? null,
    inForce(): Result<Tables> {
      if (held === null)
        return err('QUOTE_REQUEST_FAILED', 'the exchange rates of a source have not been fetched yet; try again later');
      if (olderThan(maxAgeSeconds, clock.now()))
        return err('QUOTE_REQUEST_FAILED', 'the exchange rates are too old; try again later');
      return ok(held.tables);
    },
  };
}

/** The rate between two currencies of the table. */
function midOf(source: string, table: RateTable, from: CurrencyCode, to: CurrencyCode): MidRate {
  const { asOf } = table;
  const rate = cross(invert(perBase(table, from)!), perBase(table, to)!);
  return { rate: rateFromMajor(rate, decimalsOf(from), decimalsOf(to)), updatedAt: asOf, origins: [{ source, asOf }] };
}

/** Major units of the currency for one major unit of the base; null if the table lacks it. */
const perBase = (table: RateTable, code: CurrencyCode): Rate | null =>
  code === table.base ? SAME : (table.perBase.get(code) ?? null);
