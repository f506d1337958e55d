import {
  BASE_COLUMNS,
  type BaseRecord,
  Bug,
  type Context,
  err,
  forgetExpired,
  type Id,
  type Instant,
  instant,
  newRecord,
  ok,
  type Pause,
  recordKind,
  type Result,
  type TenantKey,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { countedAddress } from './counted-address.js';
import type { Recipient } from './one-time-code.js';

/** A mailbox or phone of a customer. */
export interface Addressee extends Recipient {
  readonly customerId: Id<'Customer'>;
}

/**
 * The sends of all uses within the last hour: to one address, whatever customers have it, or to one customer, at
 * whatever address. One row, read and guarded in the unit of the request, so that concurrent requests are counted one
 * after another.
 */
export interface CodeSends extends BaseRecord {
  /** The tenant's times, oldest first. */
  readonly sends: readonly Instant[];
}

export const CODE_SENDS = recordKind<CodeSends>()({
  name: 'code_sends',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, sends: 'json' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
  // Written with each send.
  expiry: { column: 'updatedAt', clock: 'tenant' },
});

export const SENDS_AN_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/** The sends that a limit still counts. */
export const withinTheHour = (sends: readonly Instant[], now: Instant): readonly Instant[] =>
  sends.filter((at) => at > now - HOUR_MS);

/** 429 RATE_LIMITED, with the seconds until the next possible send, after `most` sends within an hour. */
export function mustHaveSendsLeft(recent: readonly Instant[], most: number, now: Instant): Result<void> {
  if (recent.length < most) return ok();
  const retryAfter = Math.ceil((recent[recent.length - most]! + HOUR_MS - now) / 1000);
  const message = `at most ${most} codes are sent within an hour; request the next one in ${retryAfter} seconds`;
  return err('RATE_LIMITED', message, { retryAfter });
}

/** The rows that count a send, in the order in which every request locks them. */
const idsOf = ({ tenant }: Context, { customerId, channel, address }: Addressee): readonly string[] => [
  `${tenant}/${channel}/${countedAddress(channel, address)}`,
  `${tenant}/${customerId}`,
];

async function rowOf(tx: Tx, ctx: Context, id: string): Promise<CodeSends> {
  const found = await tx.get(CODE_SENDS, id);
  if (found !== null) return found;
  // Of two concurrent first sends, the second one finds the row of the first.
  tx.add(CODE_SENDS, { sends: [], ...newRecord(id, ctx) }, { unlessExists: true });
  const added = await tx.get(CODE_SENDS, id);
  if (added === null) throw new Bug(`${id} was added but does not exist`);
  return added;
}

/**
 * Counts a send to an address and to its customer. 429 RATE_LIMITED after five sends within an hour to one of them, for
 * all uses together.
 */
export async function countSend(tx: Tx, ctx: Context, to: Addressee): Promise<Result<void>> {
  for (const id of idsOf(ctx, to)) {
    const row = await rowOf(tx, ctx, id);
    const recent = withinTheHour(row.sends, ctx.now);
    const left = mustHaveSendsLeft(recent, SENDS_AN_HOUR, ctx.now);
    if (!left.ok) return left;
    update(tx, ctx, CODE_SENDS, row, { sends: [...recent, ctx.now] });
  }
  return ok();
}

/** Deletes the counts of a tenant that no limit needs any more and returns their number. */
export const forgetSends = (units: UnitOfWork, tenant: TenantKey, now: Instant, pause: Pause): Promise<number> =>
  forgetExpired(units, tenant, CODE_SENDS, instant(now - HOUR_MS), pause);
