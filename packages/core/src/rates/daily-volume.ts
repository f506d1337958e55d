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
  toIso,
  type Tx,
  update,
} from '../kernel/index.js';
import type { DailyVolumeLimit } from './corridors.js';

/** What a platform may still send in a corridor on one day (UTC, by the tenant's clock). Smallest units. */
export interface DailyVolume extends BaseRecord {
  readonly corridor: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  /** The corridor's daily volume, as the payment knew it that came last. */
  readonly cap: bigint;
  /** Below zero where the cap was lowered under what had been sent. */
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
 * Reserves part of a corridor's daily volume in the unit that sends the money. The row is guarded like a balance, so
 * that any number of hosts on one database cannot exceed it together: the unit ends with 429
 * DAILY_VOLUME_LIMIT_EXCEEDED when too little is left. Answers what `giveBackDailyVolume` needs; null, and no
 * statement, where the corridor has no daily volume.
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
  // Of two first payments of a day the second finds the row of the first: it is inserted or taken from.
  const initial: DailyVolume = { ...fresh, remaining: limit.amount - amount };
  tx.increase(DAILY_VOLUMES, row === null ? { ...taken, initial } : taken, exceeded(ctx, limit));
  return fresh.id;
}

/**
 * The same for money that is here already and has to go somewhere: too little is answered, and the unit goes on.
 * A race for the row runs the unit again.
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
    if (row === null) throw new Bug(`${fresh.id} was added and is not there`);
  }
  if (row.remaining < amount) return fail(exceeded(ctx, limit));
  update(tx, ctx, DAILY_VOLUMES, row, { remaining: row.remaining - amount });
  return ok(row.id);
}

/** Gives back what a payment reserved that failed before it was delivered; to the day on which it was reserved. */
export async function giveBackDailyVolume(tx: Tx, ctx: Context, id: string | null, amount: bigint): Promise<void> {
  if (id === null) return;
  const row = await tx.get(DAILY_VOLUMES, id);
  if (row === null) throw new Bug(`${id} was reserved and is not there`);
  update(tx, ctx, DAILY_VOLUMES, row, { remaining: row.remaining + amount });
}

/** The day's row, with the cap as it is now; null before the first payment. */
async function volumeOf(tx: Tx, ctx: Context, limit: DailyVolumeLimit): Promise<DailyVolume | null> {
  const row = await tx.get(DAILY_VOLUMES, newVolume(ctx, limit).id);
  if (row === null || row.cap === limit.amount) return row;
  return update(tx, ctx, DAILY_VOLUMES, row, {
    cap: limit.amount,
    remaining: row.remaining + limit.amount - row.cap,
  });
}

function newVolume(ctx: Context, { corridor, amount }: DailyVolumeLimit): DailyVolume {
  const day = toIso(ctx.now).slice(0, 10);
  return { corridor, day, cap: amount, remaining: amount, ...newRecord(`${ctx.tenant}/${corridor}/${day}`, ctx) };
}

const DAY_MS = 24 * 60 * 60 * 1000;

function exceeded(ctx: Context, { corridor, amount }: DailyVolumeLimit): DomainError {
  const retryAfter = Math.ceil((DAY_MS - (ctx.now % DAY_MS)) / 1000);
  return domainError('DAILY_VOLUME_LIMIT_EXCEEDED', `${corridor} takes ${amount} a day`, { retryAfter });
}
