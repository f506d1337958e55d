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

const NO_PLATFORM = err('REFERENCE_NOT_FOUND', 'the platform does not exist');

export const readClock: Query<void, TestClock> = async (reads, ctx) => {
  const platform = await reads.get(PLATFORMS, ctx.tenant);
  return platform === null ? NO_PLATFORM : ok(clockOf(at(ctx, platform.clockOffset)));
};

/**
 * Seconds after the move at which a job runs the work that became due: at once, in case this host dies; after 2
 * seconds, when other hosts have certainly read the new settings; and after 15 seconds, when requests that began before
 * the move have ended.
 */
const SETTLE_AFTER = [0, 2, 15];

/**
 * The lead that the clock has after `seconds`, in seconds. INVALID_INPUT if `seconds` is not an integer from 1 to
 * `CLOCK_LIMITS.step`, or if the clock would be more than `CLOCK_LIMITS.ahead` seconds ahead; REFERENCE_NOT_FOUND for an
 * unknown platform.
 */
export const clockTarget: UseCase<{ readonly seconds: number }, number> = async (tx, ctx, { seconds }) => {
  const platform = await tx.get(PLATFORMS, ctx.tenant);
  if (platform === null) return NO_PLATFORM;
  const invalid = (message: string) => invalidFields([{ field: 'seconds', message }]);
  if (!Number.isSafeInteger(seconds) || seconds < 1 || seconds > CLOCK_LIMITS.step) {
    return invalid(`must be an integer from 1 to ${CLOCK_LIMITS.step}`);
  }
  const aheadSeconds = platform.clockOffset / 1000 + seconds;
  if (aheadSeconds > CLOCK_LIMITS.ahead) {
    return invalid(`must not move the clock more than ${CLOCK_LIMITS.ahead} seconds ahead of the host in total`);
  }
  return ok(aheadSeconds);
};

/**
 * Moves the clock to a lead over the host, in seconds, unless it is ahead of it already: the clock never goes back. Jobs
 * run the work that became due, so a crash after this unit of work loses nothing. REFERENCE_NOT_FOUND for an unknown
 * platform.
 */
export const advanceClockTo =
  (ids: IdSource, changed: (platform: Platform) => void): UseCase<{ readonly aheadSeconds: number }, TestClock> =>
  async (tx, ctx, { aheadSeconds }) => {
    const platform = await tx.get(PLATFORMS, ctx.tenant);
    if (platform === null) return NO_PLATFORM;
    const clockOffset = aheadSeconds * 1000;
    if (clockOffset <= platform.clockOffset) return ok(clockOf(at(ctx, platform.clockOffset)));
    const moved = at(ctx, clockOffset);
    update(tx, moved, PLATFORMS, platform, { clockOffset });
    const unit = { tx, ctx: moved, ids };
    for (const after of SETTLE_AFTER) {
      schedule(unit, { kind: 'clock.catch-up', subject: ctx.tenant, dueAt: plusSeconds(ctx.hostNow, after) });
    }
    changed(platform);
    return ok(clockOf(moved));
  };

/** Moves the clock ahead in one step. The errors of `clockTarget`. */
export const advanceClock = (
  ids: IdSource,
  changed: (platform: Platform) => void,
): UseCase<{ readonly seconds: number }, TestClock> => {
  const advanceTo = advanceClockTo(ids, changed);
  return async (tx, ctx, input) => {
    const target = await clockTarget(tx, ctx, input);
    return target.ok ? advanceTo(tx, ctx, { aheadSeconds: target.value }) : target;
  };
};
