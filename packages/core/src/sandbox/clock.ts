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
  /** The maximum by which one call moves the clock, in seconds. */
  step: 366 * DAY_SECONDS,
  /** Largest lead over the time of the host, in seconds. */
  ahead: 3_660 * DAY_SECONDS,
} as const;

/** The test clock of a sandbox platform. */
export interface TestClock {
  /** The platform's time. */
  readonly now: Instant;
  /** Lead over the time of the host, in seconds. */
  readonly aheadSeconds: number;
}

const clockOf = (ctx: Context): TestClock => ({ now: ctx.now, aheadSeconds: clockOffsetOf(ctx) / 1000 });

/** The context with the given offset, read in this unit of work instead of from the cached settings. */
const at = (ctx: Context, offset: number): Context => ({ ...ctx, now: instant(ctx.hostNow + offset) });

export const readClock: Query<void, TestClock> = async (reads, ctx) => {
  const platform = await reads.get(PLATFORMS, ctx.tenant);
  return platform === null
    ? err('REFERENCE_NOT_FOUND', 'the platform does not exist')
    : ok(clockOf(at(ctx, platform.clockOffset)));
};

/**
 * Seconds after the move at which a job runs the work that became due: at once, in case this host dies; after 2
 * seconds, when other hosts have certainly read the new settings; and after 15 seconds, when requests that began before
 * the move have ended.
 */
const SETTLE_AFTER = [0, 2, 15];

/**
 * Moves the clock ahead, never back. Jobs run the work that became due, so a crash after this unit of work loses
 * nothing. INVALID_INPUT if `seconds` is not an integer from 1 to `CLOCK_LIMITS.step`, or if the clock would be more than
 * `CLOCK_LIMITS.ahead` seconds ahead; REFERENCE_NOT_FOUND for an unknown platform.
 */
export const advanceClock =
  (ids: IdSource, changed: (platform: Platform) => void): UseCase<{ readonly seconds: number }, TestClock> =>
  async (tx, ctx, { seconds }) => {
    const platform = await tx.get(PLATFORMS, ctx.tenant);
    if (platform === null) return err('REFERENCE_NOT_FOUND', 'the platform does not exist');
    const invalid = (message: string) => invalidFields([{ field: 'seconds', message }]);
    if (!Number.isSafeInteger(seconds) || seconds < 1 || seconds > CLOCK_LIMITS.step) {
      return invalid(`must be an integer from 1 to ${CLOCK_LIMITS.step}`);
    }
    const clockOffset = platform.clockOffset + seconds * 1000;
    if (clockOffset > CLOCK_LIMITS.ahead * 1000) {
      return invalid(`must not move the clock more than ${CLOCK_LIMITS.ahead} seconds ahead of the host in total`);
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
