import { type ArchiveLag, type ArchivePlan, readArchiveLag } from '../archive/index.js';
import {
  type AnyKind,
  type BaseRecord,
  COUNT_LIMIT,
  type Environment,
  ENVIRONMENTS,
  type Instant,
  instant,
  type KindOf,
  readAll,
  type Reads,
  splitTenant,
  type UnitOfWork,
} from '../kernel/index.js';
import { AUDIT_RUNS, AUDITS_TENANT } from '../ledger/index.js';
import { listWaiting } from '../operators/index.js';
import { SCREENINGS } from '../screening/index.js';
import { readSealLag, type SealLag } from '../seals/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../travel-rule/index.js';
import { UMA_KEYS } from '../uma/index.js';
import { VERIFICATIONS } from '../verification/index.js';
import { waitingReviews } from './waiting-reviews.js';

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
  /** Payments on chains that wait for the answer of an institution; of a platform with more than 10,000, that many. */
  readonly transfers: readonly WaitingFigures[];
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
    reviews: await waitingIn(units, VERIFICATIONS, waitingReviews),
    hits: await waitingIn(units, SCREENINGS, withStatus(SCREENINGS, 'HELD')),
    questions: await waitingIn(units, SCREENINGS, withStatus(SCREENINGS, 'ASKED', 'PASSED')),
    transfers: await waitingIn(units, TRAVEL_RULE_TRANSFERS, withStatus(TRAVEL_RULE_TRANSFERS, 'ASKED')),
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
async function waitingIn(
  units: UnitOfWork,
  kind: AnyKind,
  waitingOf: (reads: Reads) => Promise<Omit<WaitingFigures, 'environment'>>,
): Promise<readonly WaitingFigures[]> {
  const tenants = await units.read(null, (reads) => reads.tenants(kind));
  const found: WaitingFigures[] = [];
  for (const tenant of tenants)
    found.push({ environment: splitTenant(tenant).environment, ...(await units.read(tenant, waitingOf)) });
  return ENVIRONMENTS.map((environment) => {
    const own = found.filter((each) => each.environment === environment);
    return {
      environment,
      count: own.reduce((sum, { count }) => sum + count, 0),
      oldestAt: earliest(own.flatMap(({ oldestAt }) => oldestAt ?? [])),
    };
  });
}

const withStatus =
  <T extends BaseRecord & { readonly status: string }>(kind: KindOf<T>, ...statuses: readonly T['status'][]) =>
  async (reads: Reads): Promise<Omit<WaitingFigures, 'environment'>> => {
    let count = 0;
    const oldest: Instant[] = [];
    for (const status of statuses) {
      const { rows, total } = await reads.list(kind, { where: { status } as Partial<T>, order: 'asc', limit: 1 });
      count += total ?? COUNT_LIMIT;
      oldest.push(...rows.map(({ updatedAt }) => updatedAt));
    }
    return { count, oldestAt: earliest(oldest) };
  };

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
