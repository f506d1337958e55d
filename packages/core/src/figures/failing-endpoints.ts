import { EVENTS, isTestEvent, type OutboxEvent, type UndeliveredEvents } from '../events/index.js';
import { type Instant, instant, type Reads, type UnitOfWork } from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';

/** So many platforms with the oldest events are examined; the others count as failing. */
const EXAMINED = 100;
/** The newest test events of a platform, and the newest events whose attempts are looked at. */
const TESTS = 20;
const NEWEST = 200;

/**
 * The platforms whose present endpoint has not accepted an event that was tried, those with the oldest event first. Events
 * that failed at an endpoint that was removed or replaced since are none of its failures: they wait for their next attempt. A
 * platform with more events in its backlog than are examined counts as failing.
 */
export async function failingEndpoints(
  units: UnitOfWork,
  undelivered: readonly UndeliveredEvents[],
): Promise<readonly UndeliveredEvents[]> {
  const failed = undelivered.filter((each) => each.failed > 0).toSorted((a, b) => a.oldestAt - b.oldestAt);
  const failing: UndeliveredEvents[] = [];
  for (const [at, each] of failed.entries()) {
    if (at >= EXAMINED || (await units.read(each.tenant, (reads) => isFailing(reads, each)))) failing.push(each);
  }
  return failing;
}

async function isFailing(reads: Reads, { tenant, count }: UndeliveredEvents): Promise<boolean> {
  const platform = await reads.get(PLATFORMS, tenant);
  if (platform === null) return true;
  if (platform.webhookEndpoint === null) return false;
  const tests = await reads.list(EVENTS, {
    ...{ where: { resource: tenant }, order: 'desc', limit: TESTS, counted: false },
  });
  // The platform is sent a test event as its endpoint changes; one that was asked for is newer than the last change.
  const saved = tests.rows.find((event) => isTestEvent(event) && event.createdAt <= platform.updatedAt);
  if (saved === undefined) return true;
  if (saved.status === 'FAILED') return true;
  // An endpoint that cannot be reached is tried with the oldest event of its backlog, which is not examined here.
  if (count > NEWEST) return true;
  const { rows } = await reads.list(EVENTS, { order: 'desc', limit: NEWEST, counted: false });
  const since = hostTimeOf(saved);
  return rows.some(({ status, tries }) => status === 'QUEUED' && (tries ?? []).some(({ at }) => at >= since));
}

/** Attempts are dated in host time. */
const hostTimeOf = ({ createdAt, clockOffset }: OutboxEvent): Instant => instant(createdAt - clockOffset);
