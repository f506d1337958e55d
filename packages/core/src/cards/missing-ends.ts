import {
  type Clock,
  type Context,
  type IdSource,
  type Instant,
  type Keyset,
  ok,
  plusSeconds,
  type TenantKey,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { CARDS } from './card.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import { holdEndOf } from './take.js';

export interface MissingEndPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/** The states in which an authorization waits for its end. */
const WAITING = ['AUTHORIZED', 'PARTIALLY_SETTLED', 'EXCEPTION'] as const;

const EVERY_SECONDS = 60 * 60;
const AT_ONCE = 500;
/** The number of pages of one call, so that other overdue records do not wait long. */
const PAGES = 20;

/** What remains to be looked through in a round: the authorizations of a tenant in one state. */
interface Part {
  readonly tenant: TenantKey;
  readonly status: (typeof WAITING)[number];
  readonly after?: Keyset;
}

/**
 * Gives authorizations the end that they lack, and takes it from an EXCEPTION without a reserve, which waits for none. A
 * host of the former release, which does not know `holdEndsAt`, can write both during a rolling update. Looks through all
 * that wait when a host starts, and then once an hour.
 */
export function createMissingEnds({ units, ids, clock, contextOf }: MissingEndPorts): () => Promise<void> {
  let parts: Part[] = [];
  let nextRound: Instant | null = null;

  async function correct(tenant: TenantKey, found: readonly Transaction[]): Promise<void> {
    const ctx = await contextOf(tenant);
    const corrected = await units.run(tenant, async (tx) => {
      const latest = await tx.getMany(
        TRANSACTIONS,
        found.map(({ id }) => id),
      );
      for (const each of latest.filter(hasWrongEnd)) correctEnd({ tx, ctx, ids }, each);
      return ok();
    });
    if (!corrected.ok) throw new Error(`ends of authorizations of ${tenant}: ${corrected.error.message}`);
  }

  /** Looks through one page, and returns what remains of the part; null for nothing. */
  async function page(part: Part): Promise<Part | null> {
    const { tenant, status, after } = part;
    const query = { where: { status }, order: 'asc', limit: AT_ONCE, counted: false, after } as const;
    const { rows, hasMore } = await units.read(tenant, (reads) => reads.list(TRANSACTIONS, query));
    const found = rows.filter(hasWrongEnd);
    if (found.length > 0) await correct(tenant, found);
    return hasMore ? { ...part, after: rows.at(-1)! } : null;
  }

  async function startRound(): Promise<void> {
    const tenants = await units.read(null, (reads) => reads.tenants(CARDS));
    parts = tenants.flatMap((tenant) => WAITING.map((status) => ({ tenant, status })));
    nextRound = plusSeconds(clock.now(), EVERY_SECONDS);
  }

  return async () => {
    if (parts.length === 0 && (nextRound === null || clock.now() >= nextRound)) await startRound();
    for (let pages = 0; pages < PAGES && parts.length > 0; pages += 1) {
      // A part that fails is left to the next round, so that it holds up no other tenant.
      const rest = await page(parts.shift()!);
      if (rest !== null) parts.unshift(rest);
    }
  };
}

const hasWrongEnd = (found: Transaction): found is CardTransaction =>
  isCardTransaction(found) && (found.holdEndsAt === null) !== (holdEndOf(found.status, found.card) === null);

const correctEnd = ({ tx, ctx }: Unit, use: CardTransaction): Transaction =>
  update(tx, ctx, TRANSACTIONS, use, { holdEndsAt: holdEndOf(use.status, use.card) });
