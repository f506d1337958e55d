import {
  type Context,
  type Environment,
  ENVIRONMENTS,
  err,
  type Instant,
  instant,
  ok,
  type Reads,
  type Result,
  splitTenant,
} from '../kernel/index.js';
import { type Corridors, type CorridorsInForce, createCorridors, GENERAL } from '../rates/index.js';
import { settingsOf } from './content.js';
import { chainsOf, lasting, type Terms, TERMS } from './terms.js';

/** A host relies for so long on the terms that it has read. */
export const KEPT_SECONDS = 30;

/**
 * Time for the unit that adds terms to commit after it read the host's clock, and for the clocks of hosts to differ.
 * Terms that are added come into force later than this and `KEPT_SECONDS`: every host has read them by then.
 */
const COMMITTED_WITHIN_SECONDS = 120;

/** Terms are neither added nor withdrawn later than so many seconds before they come into force. */
export const KNOWN_EVERYWHERE_SECONDS = KEPT_SECONDS + COMMITTED_WITHIN_SECONDS;

const PAGE = 1_000;

/** Every record of terms, oldest first. */
export async function readAllTerms(reads: Reads, environment?: Environment): Promise<readonly Terms[]> {
  const all: Terms[] = [];
  for (;;) {
    const page = { order: 'asc', limit: PAGE, counted: false, after: all.at(-1) } as const;
    const { rows, hasMore } = await reads.list(TERMS, { where: { environment }, ...page });
    all.push(...rows);
    if (!hasMore) return all;
  }
}

/** Corridors, and the time of the host until which nothing in them changes. */
interface Compiled {
  readonly corridors: Corridors;
  readonly from: Instant;
  readonly until: Instant;
}

/** What was read, and the host's time before the read began. */
interface Known {
  readonly askedAt: Instant;
  readonly byEnvironment: ReadonlyMap<Environment, readonly (readonly Terms[])[]>;
  readonly compiled: Map<Environment, Compiled>;
}

const NEVER = instant(Number.MAX_SAFE_INTEGER);
const LONG_AGO = instant(Number.MIN_SAFE_INTEGER);

/**
 * The terms in force, read with the unit that asks and kept for `KEPT_SECONDS`. Terms that come into force while they
 * are kept are used from their time on; terms that were added since the read are not in force before the next one.
 */
export function createTermsBook(defaults: { readonly quoteSeconds: number }): CorridorsInForce {
  let known: Known | null = null;

  return async (reads, ctx) => {
    const at = ctx.hostNow;
    // Absolute: a clock that was set back must not keep what was read for longer.
    if (known === null || Math.abs(at - known.askedAt) >= KEPT_SECONDS * 1_000) known = await readKnown(reads, ctx);
    const corridors = corridorsAt(known, splitTenant(ctx.tenant).environment, at, defaults.quoteSeconds);
    // The first terms may be stored at any time: the next unit reads them.
    if (!corridors.ok) known = null;
    return corridors;
  };
}

async function readKnown(reads: Reads, ctx: Context): Promise<Known> {
  const all = await readAllTerms(reads);
  const chains = (environment: Environment) =>
    [...chainsOf(all.filter((terms) => terms.environment === environment)).values()].map(lasting);
  return {
    // The unit began later, so that it sees what was committed before.
    askedAt: ctx.hostNow,
    byEnvironment: new Map(ENVIRONMENTS.map((environment) => [environment, chains(environment)])),
    compiled: new Map(),
  };
}

function corridorsAt(
  { byEnvironment, compiled }: Known,
  environment: Environment,
  at: Instant,
  quoteSeconds: number,
): Result<Corridors> {
  const ready = compiled.get(environment);
  if (ready !== undefined && ready.from <= at && at < ready.until) return ok(ready.corridors);
  const chains = byEnvironment.get(environment) ?? [];
  const times = chains.flatMap((chain) => chain.map(({ validFrom }) => validFrom));
  const present = chains.flatMap((chain) => chain.findLast(({ validFrom }) => validFrom <= at) ?? []);
  if (!present.some(({ scope }) => scope === GENERAL))
    return err('SERVICE_UNAVAILABLE', 'the terms of payments are not stored yet; try again');
  const { serviceFees, corridors } = settingsOf(new Map(present.map(({ scope, content }) => [scope, content])));
  const ids = new Map(present.map(({ scope, id }) => [scope, id]));
  const made: Compiled = {
    corridors: createCorridors(corridors, { serviceFees, quoteSeconds }, ids),
    from: times.filter((time) => time <= at).reduce((a, b) => (a > b ? a : b), LONG_AGO),
    until: times.filter((time) => time > at).reduce((a, b) => (a < b ? a : b), NEVER),
  };
  compiled.set(environment, made);
  return ok(made.corridors);
}
