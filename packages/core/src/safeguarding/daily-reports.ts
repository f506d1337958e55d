import {
  type Clock,
  type Digest,
  Bug,
  dayOf,
  type Environment,
  houseTenant,
  type IdSource,
  instant,
  type Instant,
  ok,
  type Result,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import type { Position } from '../ledger/index.js';
import { type SafeguardingAccount, safeguardedEnvironments, safeguardingOf } from './figures.js';
import { newReport, SAFEGUARDING_REPORTS, type SafeguardingReport } from './report.js';

/** The trial balance of a moment; 400 INVALID_INPUT for one before which entries can still be booked. */
export type PositionsAt = (request: {
  readonly at: Instant;
  readonly within: (tenant: TenantKey) => boolean;
}) => Promise<Result<readonly Position[]>>;

export interface DailyReportsPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly positionsAt: PositionsAt;
  readonly accounts: readonly SafeguardingAccount[];
  /** The fixed time of each day, in minutes after midnight in UTC. */
  readonly minuteOfDay: number;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Entries of a moment can still be booked for five minutes; one more, so that clocks of hosts may differ. */
const SETTLED_MS = 6 * MINUTE_MS;
/** How many missing days one run computes. */
const MOST_DAYS = 31;

/** The rails of an environment whose accounts safeguard. */
export const railsIn = (accounts: readonly SafeguardingAccount[], environment: Environment): readonly string[] =>
  accounts.flatMap((account) => (account.environment === environment ? [account.rail] : [])).sort();

/**
 * Computes the reports that are missing, and returns their number: of each environment with a safeguarding account, for
 * each day since its newest report, the oldest first; of an environment without a report, for the last day only. Several
 * hosts and repeated runs make one report of a day: the first one stays.
 */
export function dailyReports(ports: DailyReportsPorts): () => Promise<number> {
  const { units, clock, accounts, minuteOfDay, positionsAt } = ports;

  /** The fixed times of the days without a report. */
  const missing = (environment: Environment, last: Instant): Promise<readonly Instant[]> =>
    units.read(null, async (reads) => {
      const query = { where: { environment }, order: 'desc', limit: 1, counted: false } as const;
      const newest = (await reads.list(SAFEGUARDING_REPORTS, query)).rows[0];
      if (newest === undefined) return [last];
      const found: Instant[] = [];
      let at = momentAfter(newest, minuteOfDay);
      // A host whose clock is behind may have stored reports of later days before the newest one.
      for (; at <= last && found.length < MOST_DAYS; at = instant(at + DAY_MS))
        if ((await reads.find(SAFEGUARDING_REPORTS, 'day', [environment, dayOf(at)])) === null) found.push(at);
      return found;
    });

  async function compute(environment: Environment, at: Instant): Promise<void> {
    const positions = await positionsAt({ at, within: (tenant) => splitTenant(tenant).environment === environment });
    if (!positions.ok) throw new Bug(`the trial balance of ${at} cannot be read: ${positions.error.message}`);
    const figures = safeguardingOf(positions.value, accounts);
    const report = newReport(ports, { environment, at, rails: railsIn(accounts, environment), figures }, clock.now());
    const added = await units.run(houseTenant(environment), async (tx) => {
      tx.add(SAFEGUARDING_REPORTS, report, { unlessExists: true });
      return ok();
    });
    if (!added.ok) throw new Bug(`the report of ${report.day} was not stored: ${added.error.message}`);
  }

  return async () => {
    let computed = 0;
    for (const environment of safeguardedEnvironments(accounts)) {
      const last = lastMoment(clock.now(), minuteOfDay);
      for (const at of await missing(environment, last)) {
        await compute(environment, at);
        computed += 1;
      }
    }
    return computed;
  };
}

/** The last fixed time before which nothing more can be booked. */
function lastMoment(now: Instant, minuteOfDay: number): Instant {
  const offset = minuteOfDay * MINUTE_MS;
  return instant(Math.floor((now - SETTLED_MS - offset) / DAY_MS) * DAY_MS + offset);
}

/** The fixed time of the day after that of a report. */
const momentAfter = ({ day }: SafeguardingReport, minuteOfDay: number): Instant =>
  instant(Date.parse(day) + DAY_MS + minuteOfDay * MINUTE_MS);
