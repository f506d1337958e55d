import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  domainError,
  forgetExpired,
  type Instant,
  instant,
  newRecord,
  type Pause,
  plusSeconds,
  type Reads,
  recordKind,
  toIso,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';

/** The refused sign-ins of one hour under one name. They are counted, because strangers can cause any number of them. */
export interface SignInRefusals extends BaseRecord {
  /** Id of the operator; `operators` for names that do not exist. */
  readonly subject: string;
  /** Host time. */
  readonly hour: Instant;
  readonly count: bigint;
  readonly expiresAt: Instant;
}

export const SIGN_IN_REFUSALS = recordKind<SignInRefusals>()({
  name: 'sign_in_refusals',
  scope: 'host',
  columns: { ...BASE_COLUMNS, subject: 'text', hour: 'instant', count: 'amount', expiresAt: 'instant' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['subject', 'hour', 'expiresAt'],
  expiry: { column: 'expiresAt', clock: 'host' },
});

/** The subject of refused sign-ins under names that do not exist. */
export const UNKNOWN_NAME = 'operators';

const HOUR_MS = 3_600_000;
const KEPT_SECONDS = 400 * 86_400;
const HOURS_SHOWN = 24;

const hourOf = (at: Instant): Instant => instant(at - (at % HOUR_MS));
const idOf = (subject: string, hour: Instant): string => `${subject} ${toIso(hour)}`;
/** A count only rises. */
const NEVER = domainError('INTERNAL_ERROR', 'the count of refused sign-ins is negative');

/** Counts a refused sign-in. Returns whether it is the first one of the hour under this name. */
export async function countRefusal(tx: Tx, ctx: Context, subject: string): Promise<boolean> {
  const hour = hourOf(ctx.hostNow);
  const id = idOf(subject, hour);
  const row = await tx.get(SIGN_IN_REFUSALS, id);
  const initial: SignInRefusals = {
    ...{ subject, hour, count: 1n, expiresAt: plusSeconds(hour, KEPT_SECONDS) },
    ...newRecord(id, { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.increase(SIGN_IN_REFUSALS, row === null ? { id, by: { count: 1n }, initial } : { id, by: { count: 1n } }, NEVER);
  return row === null;
}

/** The refused sign-ins of this hour and the 23 before it, for each of these subjects. */
export async function refusalsOfDay(
  reads: Reads,
  subjects: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, bigint>> {
  const hours = Array.from({ length: HOURS_SHOWN }, (_, back) => instant(hourOf(now) - back * HOUR_MS));
  const counts = new Map<string, bigint>();
  const ids = subjects.flatMap((subject) => hours.map((hour) => idOf(subject, hour)));
  for (const { subject, count } of await reads.getMany(SIGN_IN_REFUSALS, ids))
    counts.set(subject, (counts.get(subject) ?? 0n) + count);
  return counts;
}

/** Deletes the counts that are older than 400 days, and returns their number. */
export const forgetRefusals = (units: UnitOfWork, now: Instant, pause: Pause): Promise<number> =>
  forgetExpired(units, null, SIGN_IN_REFUSALS, now, pause);
