import { namesAny } from '../archive/index.js';
import {
  type Instant,
  type Keyset,
  type RememberedAnswer,
  REMEMBERED_ANSWERS,
  type TenantKey,
  toIso,
  type UnitOfWork,
} from '../kernel/index.js';
import type { Erasure } from '../retention/index.js';
import { idsOf, placeOf, whoseOf } from './erase-customer.js';
import { type Obstacle, undeliveredEvents } from './obstacles.js';

/** What an erasure that has begun waits for. */
export interface ErasureWait extends Omit<Obstacle, 'code'> {
  readonly code: 'REMEMBERED_ANSWERS' | 'UNDELIVERED_EVENTS';
}

const PAGE = 200;

/** The answers of a tenant under idempotency keys that name one of these records, by an id or a text of its own. */
export async function answersNaming(
  units: UnitOfWork,
  tenant: TenantKey,
  texts: readonly string[],
): Promise<readonly RememberedAnswer[]> {
  const names = namesAny(texts);
  const naming: RememberedAnswer[] = [];
  for (let after: Keyset | undefined, hasMore = true; hasMore;) {
    const page = await units.read(tenant, (reads) =>
      reads.list(REMEMBERED_ANSWERS, { order: 'asc', limit: PAGE, counted: false, after }),
    );
    naming.push(...page.rows.filter(names));
    hasMore = page.hasMore;
    after = page.rows.at(-1);
  }
  return naming;
}

/**
 * What an erasure waits for now: answers that must not be carried out again, and events that are not delivered yet. Empty
 * for one that has ended or goes on by itself.
 */
export async function erasureWaits(units: UnitOfWork, erasure: Erasure): Promise<readonly ErasureWait[]> {
  if (erasure.status === 'ERASED') return [];
  const { tenant } = erasure;
  const whose = await whoseOf({ units }, tenant, erasure);
  const texts = await units.read(tenant, async (reads) =>
    placeOf(erasure)?.answers?.(reads, whose, erasure.cursor?.after ?? null),
  );
  const answers = await answersNaming(units, tenant, [...(await idsOf(whose)), ...(texts ?? [])]);
  const events = await units.read(tenant, (reads) => undeliveredEvents(reads, whose.customer));
  return [
    ...(answers.length === 0 ? [] : [waitOf(answers)]),
    ...events.map(({ message, until }): ErasureWait => ({ code: 'UNDELIVERED_EVENTS', message, until })),
  ];
}

/** An answer is kept for a day: until then its key must not be carried out again. */
function waitOf(answers: readonly RememberedAnswer[]): ErasureWait {
  const until = answers.reduce<Instant>(
    (last, { expiresAt }) => (expiresAt > last ? expiresAt : last),
    answers[0]!.expiresAt,
  );
  const what = answers.length === 1 ? '1 remembered answer names' : `${answers.length} remembered answers name`;
  return { code: 'REMEMBERED_ANSWERS', message: `${what} the customer until ${toIso(until)}`, until };
}
