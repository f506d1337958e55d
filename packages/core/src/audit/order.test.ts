import { expect, it } from 'vitest';
import {
  type AuditedTenant,
  type DecidedBooks,
  type PaidBooks,
  type PlannedBooks,
  type PostedBooks,
  type ToldBooks,
  walk,
} from './books.js';
import { AGENT_USAGE_PASS } from './agents.js';
import { inspectExceptions } from './exceptions.js';
import { inspectTransactions } from './payments.js';
import { inspectRecords, inspectUnclaimed } from './records.js';
import { VOLUME_PASS } from './volumes.js';
import { inspectEvents, inspectJobs } from './work.js';

/** Compiled, never called. Each pass needs the audit's state of the pass before it. */
const wrongOrders = [
  // @ts-expect-error jobs before entries
  (audited: AuditedTenant) => inspectJobs(audited),
  // @ts-expect-error events before jobs
  (posted: PostedBooks) => inspectEvents(posted),
  // @ts-expect-error exceptions before events
  (planned: PlannedBooks) => inspectExceptions(planned),
  // @ts-expect-error transactions before exceptions
  (told: ToldBooks) => inspectTransactions(told),
  // @ts-expect-error volumes before transactions
  (decided: DecidedBooks) => walk(decided, VOLUME_PASS),
  // @ts-expect-error the usage of agents before their actions
  (paid: PaidBooks) => walk(paid, AGENT_USAGE_PASS),
  // @ts-expect-error the other records before transactions
  (decided: DecidedBooks) => inspectRecords(decided),
  // @ts-expect-error unclaimed entries and events before the records claim theirs
  (paid: PaidBooks) => inspectUnclaimed(paid),
];

it('the compiler refuses every wrong order of passes', () => {
  expect(wrongOrders).toHaveLength(8);
});
