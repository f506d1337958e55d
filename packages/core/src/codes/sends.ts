import {
  BASE_COLUMNS,
  type BaseRecord,
  Bug,
  type Context,
  err,
  forget,
  type Id,
  type Instant,
  newRecord,
  ok,
  recordKind,
  type Result,
  type TenantKey,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { Recipient } from './one-time-code.js';

/** A mailbox or phone of a customer. Customers who share one are counted each for itself. */
export interface Addressee extends Recipient {
  readonly customerId: Id<'Customer'>;
}

/**
 * When codes of any use were sent to one addressee within the last hour. One row, read and guarded in the unit that
 * sends: what comes at the same instant is counted one after another.
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
});

export const SENDS_AN_HOUR = 5;
const HOUR_MS = 60 * 60 * 1000;

/** The times of these that a limit still counts. */
export const withinTheHour = (sends: readonly Instant[], now: Instant): readonly Instant[] =>
  sends.filter((at) => at > now - HOUR_MS);

/** 429 RATE_LIMITED, with the seconds until the next send, where as many were sent within the hour. */
export function mustHaveSendsLeft(recent: readonly Instant[], most: number, now: Instant): Result<void> {
  if (recent.length < most) return ok();
  const retryAfter = Math.ceil((recent[recent.length - most]! + HOUR_MS - now) / 1000);
  const message = `at most ${most} codes an hour are sent to one phone or mailbox: try again in ${retryAfter} seconds`;
  return err('RATE_LIMITED', message, { retryAfter });
}

/** The case of letters makes no other mailbox. */
const idOf = ({ customerId, channel, address }: Addressee): string =>
  `${customerId}/${channel}/${address.toLowerCase()}`;

/** Counts one more send to an addressee. 429 RATE_LIMITED after five within an hour, whatever they were for. */
export async function countSend(tx: Tx, ctx: Context, to: Addressee): Promise<Result<void>> {
  const id = idOf(to);
  let row = await tx.get(CODE_SENDS, id);
  if (row === null) {
    // Of two first sends at the same instant the second finds the row of the first.
    tx.add(CODE_SENDS, { sends: [], ...newRecord(id, ctx) }, { unlessExists: true });
    row = await tx.get(CODE_SENDS, id);
    if (row === null) throw new Bug(`${id} was added and is not there`);
  }
  const recent = withinTheHour(row.sends, ctx.now);
  const left = mustHaveSendsLeft(recent, SENDS_AN_HOUR, ctx.now);
  if (!left.ok) return left;
  update(tx, ctx, CODE_SENDS, row, { sends: [...recent, ctx.now] });
  return ok();
}

/** Deletes the counts of a tenant that no limit needs any more; answers how many. */
export const forgetSends = (units: UnitOfWork, tenant: TenantKey, now: Instant): Promise<number> =>
  forget(units, tenant, CODE_SENDS, ({ sends }) => withinTheHour(sends, now).length === 0, 'all');
