import { schedule } from '../events/index.js';
import {
  clockOffsetOf,
  type Context,
  err,
  type IdSource,
  type Instant,
  instant,
  invalidFields,
  ok,
  plusSeconds,
  type Query,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type Platform, PLATFORMS } from '../platforms/index.js';

const DAY_SECONDS = 24 * 60 * 60;

export const CLOCK_LIMITS = {
  /** Seconds of one step. */
  step: 366 * DAY_SECONDS,
  /** Seconds by which the clock can be ahead of the host's in all. */
  ahead: 3_660 * DAY_SECONDS,
} as const;

/** The test clock of a sandbox platform. */
export interface TestClock {
  /** The platform's time. */
  readonly now: Instant;
  /** Seconds by which it is ahead of the host's. */
  readonly aheadSeconds: number;
}

const clockOf = (ctx: Context): TestClock => ({ now: ctx.now, aheadSeconds: clockOffsetOf(ctx) / 1000 });

/** With the time of the database, not the one that was read a moment ago. */
const at = (ctx: Context, offset: number): Context => ({ ...ctx, now: instant(ctx.hostNow + offset) });

export const readClock: Query<void, TestClock> = async (reads, ctx) => {
  const platform = await reads.get(PLATFORMS, ctx.tenant);
  return platform === null
    ? err('REFERENCE_NOT_FOUND', 'no such platform')
    : ok(clockOf(at(ctx, platform.clockOffset)));
};

/**
 * When what waits is brought to the new time once more, in seconds after the move. At once, should the host not live
 * to do it; then when other hosts have certainly read the new settings; and when requests that came before the move
 * have ended.
 */
const SETTLE_AFTER = [0, 2, 15];

/**
 * Moves the clock ahead, never back. Jobs bring what waits to the new time, so that a crash behind this unit loses
 * nothing. INVALID_INPUT.
 */
export const advanceClock =
  (ids: IdSource, changed: (platform: Platform) => void): UseCase<{ readonly seconds: number }, TestClock> =>
  async (tx, ctx, { seconds }) => {
    const platform = await tx.get(PLATFORMS, ctx.tenant);
    if (platform === null) return err('REFERENCE_NOT_FOUND', 'no such platform');
    const invalid = (message: string) => invalidFields([{ field: 'seconds', message }]);
    if (!Number.isSafeInteger(seconds) || seconds < 1 || seconds > CLOCK_LIMITS.step) {
      return invalid(`must be a whole number from 1 to ${CLOCK_LIMITS.step}`);
    }
    const clockOffset = platform.clockOffset + seconds * 1000;
    if (clockOffset > CLOCK_LIMITS.ahead * 1000) {
      return invalid(`puts the clock more than ${CLOCK_LIMITS.ahead} seconds ahead`);
    }
    const moved = at(ctx, clockOffset);
    update(tx, moved, PLATFORMS, platform, { clockOffset });
    const unit = { tx, ctx: moved, ids };
    for (const after of SETTLE_AFTER) {
      schedule(unit, { kind: 'clock.catch-up', subject: ctx.tenant, dueAt: plusSeconds(ctx.hostNow, after) });
    }
    changed(platform);
    return ok(clockOf(moved));
  };
