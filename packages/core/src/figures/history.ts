import { EVENTS, type OutboxEvent } from '../events/index.js';
import type { Reads, UnitOfWork } from '../kernel/index.js';
import { type Facts, factsOf, needsEarlier } from './facts.js';

const PAGE = 200;

/**
 * What the events say, in their order. Few events need the earlier ones of their payment, which are read by the index of
 * its tenant. They never change, so it does not matter that this is another read.
 */
export async function readFacts(units: UnitOfWork, events: readonly OutboxEvent[]): Promise<readonly Facts[]> {
  const facts: Facts[] = [];
  for (const event of events) {
    const found = factsOf(event, needsEarlier(event) ? await historyOf(units, event) : []);
    if (found !== null) facts.push(found);
  }
  return facts;
}

const historyOf = (units: UnitOfWork, { tenant, resource }: OutboxEvent): Promise<readonly OutboxEvent[]> =>
  units.read(tenant, (reads) => eventsOf(reads, resource));

/** All events of a record, the oldest first. */
export async function eventsOf(reads: Reads, resource: string): Promise<readonly OutboxEvent[]> {
  const all: OutboxEvent[] = [];
  for (let after: OutboxEvent | undefined; ;) {
    const query = { where: { resource }, order: 'asc', limit: PAGE, counted: false, after } as const;
    const page = await reads.list(EVENTS, query);
    all.push(...page.rows);
    after = page.rows.at(-1);
    if (!page.hasMore) return all;
  }
}
