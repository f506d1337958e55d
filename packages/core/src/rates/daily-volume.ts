import {
  BASE_COLUMNS,
  type BaseRecord,
  Bug,
  type Context,
  type DomainError,
  domainError,
  fail,
  newRecord,
  ok,
  recordKind,
  type Result,
  type Tx,
  update,
  dayOf,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { DailyVolumeLimit } from './corridors.js';

/** The amount that a platform can still send in a corridor on one day (UTC, in the tenant's time). Smallest units. */
export interface DailyVolume extends BaseRecord {
  readonly corridor: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The corridor's daily volume at the time of the latest payment. */
  readonly cap: bigint;
  /** Negative if the cap was lowered below the amount already sent. */
  readonly remaining: bigint;
}

export const DAILY_VOLUMES = recordKind<DailyVolume>()({
  name: 'daily_volumes',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, corridor: 'text', day: 'text', cap: 'amount', remaining: 'amount' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['corridor', 'day'],
});

/**
 * Reserves part of a corridor's daily volume in the unit of work that sends the money. The row is guarded like a
 * balance, so several hosts on one database cannot exceed the volume together. The unit fails with
 * DAILY_VOLUME_LIMIT_EXCEEDED if too little is left. Returns the id for `giveBackDailyVolume`; null, without any
 * statement, if the corridor has no volume.
 */
export async function reserveDailyVolume(
  tx: Tx,
  ctx: Context,
  limit: DailyVolumeLimit | null,
  amount: bigint,
): Promise<string | null> {
  if (limit === null) return null;
  const row = await volumeOf(tx, ctx, limit);
  const fresh = newVolume(ctx, limit);
  const taken = { id: fresh.id, by: { remaining: -amount } };
  // `initial` is inserted unless a concurrent first payment of the day has inserted the row; then that row is
  // decreased.
  const initial: DailyVolume = { ...fresh, remaining: limit.amount - amount };
  tx.increase(DAILY_VOLUMES, row === null ? { ...taken, initial } : taken, exceeded(ctx, limit));
  return fresh.id;
}

/**
 * Reserves part of the daily volume for money that has already arrived. Unlike `reserveDailyVolume`, it returns the
 * error if too little is left, and the unit of work continues, because the arrival has to be booked in any case. After
 * a race for the row the unit runs again.
 */
export async function takeDailyVolume(
  tx: Tx,
  ctx: Context,
  limit: DailyVolumeLimit | null,
  amount: bigint,
): Promise<Result<string | null>> {
  if (limit === null) return ok(null);
  let row = await volumeOf(tx, ctx, limit);
  if (row === null) {
    const fresh = newVolume(ctx, limit);
    tx.add(DAILY_VOLUMES, fresh, { unlessExists: true });
    row = await tx.get(DAILY_VOLUMES, fresh.id);
    if (row === null) throw new Bug(`the daily volume ${fresh.id} does not exist after its creation`);
  }
  if (row.remaining < amount) return fail(exceeded(ctx, limit));
  update(tx, ctx, DAILY_VOLUMES, row, { remaining: row.remaining - amount });
  return ok(row.id);
}

/** Gives back the reservation of a payment that failed before its delivery, to the day on which it was reserved. */
export async function giveBackDailyVolume(tx: Tx, ctx: Context, id: string | null, amount: bigint): Promise<void> {
  if (id === null) return;
  const row = await tx.get(DAILY_VOLUMES, id);
  if (row === null) throw new Bug(`the daily volume ${id} of a reservation does not exist`);
  update(tx, ctx, DAILY_VOLUMES, row, { remaining: row.remaining + amount });
}

/** The day's row, updated to the present cap; null before the first payment. */
async function volumeOf(tx: Tx, ctx: Context, limit: DailyVolumeLimit): Promise<DailyVolume | null> {
  const row = await tx.get(DAILY_VOLUMES, newVolume(ctx, limit).id);
  if (row === null || row.cap === limit.amount) return row;
  return update(tx, ctx, DAILY_VOLUMES, row, {
    cap: limit.amount,
    remaining: row.remaining + limit.amount - row.cap,
  });
}

function newVolume(ctx: Context, { corridor, amount }: DailyVolumeLimit): DailyVolume {
  const day = dayOf(ctx.now);
  return { corridor, day, cap: amount, remaining: amount, ...newRecord(`${ctx.tenant}/${corridor}/${day}`, ctx) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

function exceeded(ctx: Context, { corridor, amount }: DailyVolumeLimit): DomainError {
  // The name of a corridor begins with the currency that is sent.
  const [currency = ''] = corridor.split('/');
  const retryAfter = Math.ceil((DAY_MS - (ctx.now % DAY_MS)) / 1000);
  return domainError(
    'DAILY_VOLUME_LIMIT_EXCEEDED',
    `the payment exceeds what is left of the daily volume of ${amountText(amount, currency)} in the corridor ${corridor}; send less, or try again after midnight UTC`,
    { retryAfter },
  );
}
