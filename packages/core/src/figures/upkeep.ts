import { type ArchiveLag, type ArchivePlan, readArchiveLag } from '../archive/index.js';
import {
  type BaseRecord,
  COUNT_LIMIT,
  type Environment,
  ENVIRONMENTS,
  type Instant,
  instant,
  type KindOf,
  type ListQuery,
  readAll,
  type Reads,
  splitTenant,
  type UnitOfWork,
} from '../kernel/index.js';
import { AUDIT_RUNS, AUDITS_TENANT } from '../ledger/index.js';
import { listWaiting } from '../operators/index.js';
import { SCREENINGS } from '../screening/index.js';
import { readSealLag, type SealLag } from '../seals/index.js';
import { UMA_KEYS } from '../uma/index.js';
import { VERIFICATIONS } from '../verification/index.js';

/** What waits for a person in an environment. */
export interface WaitingFigures {
  readonly environment: Environment;
  readonly count: number;
  /** Since when the oldest one waits; null if none waits. */
  readonly oldestAt: Instant | null;
}

/** What the operators have to look after, over all platforms. Times are host times. */
export interface Upkeep {
  readonly seal: SealLag;
  /** Actions that wait for a second operator; of more than 200, the newest 200. */
  readonly approvals: readonly WaitingFigures[];
  /** Verifications that wait for a person; of a platform with more than 10,000, that many. */
  readonly reviews: readonly WaitingFigures[];
  /** Hits of the screening that wait for a person; of a platform with more than 10,000, that many. */
  readonly hits: readonly WaitingFigures[];
  /** Questions to screening providers without an answer, also those about payments that passed meanwhile. */
  readonly questions: readonly WaitingFigures[];
  /** The newest audit that ended; null if none has. */
  readonly lastAudit: { readonly endedAt: Instant; readonly findings: number } | null;
  /** When the first of the present UMA certificates ends: of each domain the newest. Null if there are none. */
  readonly umaCertificatesEnd: Instant | null;
  readonly archive: readonly ArchiveLag[];
}

export async function readUpkeep(units: UnitOfWork, now: Instant, plan: ArchivePlan): Promise<Upkeep> {
  return {
    seal: await readSealLag(units, now),
    approvals: await waitingApprovals(units, now),
    reviews: await waitingIn(units, VERIFICATIONS, [{ verificationStatus: 'PENDING_MANUAL_REVIEW' }]),
    hits: await waitingIn(units, SCREENINGS, [{ status: 'HELD' }]),
    questions: await waitingIn(units, SCREENINGS, [{ status: 'ASKED' }, { status: 'PASSED' }]),
    lastAudit: await units.read(AUDITS_TENANT, lastAudit),
    umaCertificatesEnd: await units.read(null, (reads) => umaCertificatesEnd(reads, now)),
    archive: await readArchiveLag(units, now, plan),
  };
}

async function waitingApprovals(units: UnitOfWork, now: Instant): Promise<readonly WaitingFigures[]> {
  const waiting = await listWaiting(units, now);
  return ENVIRONMENTS.map((environment) => {
    const own = waiting.filter(({ tenant }) => splitTenant(tenant).environment === environment);
    return { environment, count: own.length, oldestAt: earliest(own.map(({ requestedAt }) => requestedAt)) };
  });
}

/** The index begins with the tenant, so the records of each platform are read one after another. */
async function waitingIn<T extends BaseRecord>(
  units: UnitOfWork,
  kind: KindOf<T>,
  wheres: readonly NonNullable<ListQuery<T>['where']>[],
): Promise<readonly WaitingFigures[]> {
  const tenants = await units.read(null, (reads) => reads.tenants(kind));
  const found: { readonly environment: Environment; readonly count: number; readonly oldest: readonly Instant[] }[] =
    [];
  for (const tenant of tenants)
    for (const where of wheres) {
      const query = { where, order: 'asc', limit: 1 } as const;
      const { rows, total } = await units.read(tenant, (reads) => reads.list(kind, query));
      const { environment } = splitTenant(tenant);
      found.push({ environment, count: total ?? COUNT_LIMIT, oldest: rows.map(({ updatedAt }) => updatedAt) });
    }
  return ENVIRONMENTS.map((environment) => {
    const own = found.filter((each) => each.environment === environment);
    return {
      environment,
      count: own.reduce((sum, { count }) => sum + count, 0),
      oldestAt: earliest(own.flatMap(({ oldest }) => oldest)),
    };
  });
}

async function lastAudit(reads: Reads): Promise<Upkeep['lastAudit']> {
  const query = { where: { status: 'DONE' }, order: 'desc', limit: 1, counted: false } as const;
  const [run] = (await reads.list(AUDIT_RUNS, query)).rows;
  if (run === undefined || run.endedAt === null) return null;
  return { endedAt: run.endedAt, findings: run.findingCount };
}

/**
 * A domain that is not used any more keeps its last certificate, so one that ended long ago is not counted. One that has
 * just ended is: its renewal failed.
 */
async function umaCertificatesEnd(reads: Reads, now: Instant): Promise<Instant | null> {
  const ends = new Map<string, Instant>();
  for (const { domain, expiresAt } of await readAll(reads, UMA_KEYS)) {
    ends.set(domain, instant(Math.max(expiresAt, ends.get(domain) ?? 0)));
  }
  return earliest([...ends.values()].filter((end) => end > now - FORGOTTEN_MS));
}

const FORGOTTEN_MS = 30 * 24 * 3_600_000;

const earliest = (times: readonly Instant[]): Instant | null =>
  times.length === 0 ? null : instant(Math.min(...times));
