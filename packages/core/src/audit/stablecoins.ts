import type { JobKind } from '../events/index.js';
import type { Instant } from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import {
  doneLines,
  isOpenOperation,
  isWaitingOperation,
  STABLECOIN_OPERATIONS,
  STABLECOIN_QUOTES,
  type StablecoinOperation,
  type StablecoinQuote,
} from '../stablecoins/index.js';
import { type AuditedTenant, byId, differences, type PaidBooks, type Pass } from './books.js';
import { expiresInTime, lastWorkOf } from './deadlines.js';
import { isOrderCountedByLimits, noteLimits } from './limits.js';
import { waitsForScreening } from './screened.js';

interface Operated {
  readonly operation: StablecoinOperation;
  readonly entries: readonly EntryKind[];
  readonly jobs: readonly JobKind[];
  /** Whether the order waits for an operator. */
  readonly waits: boolean;
  /** Whether it waits for an answer of screening, or for a decision about one. */
  readonly isScreened: boolean;
}

function expectedEntries(operation: StablecoinOperation): readonly EntryKind[] {
  const held: readonly EntryKind[] = operation.heldAmount === null ? [] : ['HOLD'];
  if (isOpenOperation(operation)) return held;
  if (operation.status !== 'COMPLETED') return operation.heldAmount === null ? [] : ['HOLD', 'HOLD_RELEASE'];
  if (doneLines(operation).length === 0) return held;
  return [...held, operation.operationType === 'MINT' ? 'TOKEN_MINT' : 'TOKEN_BURN'];
}

const hasItsEntries: Check<Operated> = ({ operation, entries }) =>
  differences(`entries of ${operation.id} (${operation.status})`, expectedEntries(operation), entries);

const goesOn: Check<Operated> = ({ operation, jobs, waits, isScreened }) => [
  ...unless(
    !isOpenOperation(operation) || waits || isScreened || jobs.includes('stablecoin.advance'),
    () => `${operation.id} is ${operation.status}, but no job asks its issuer`,
  ),
  ...unless(
    !waits || !jobs.includes('stablecoin.advance'),
    () => `${operation.id} waits for an operator, but a job advances it`,
  ),
];

/**
 * Checks that each mint and burn has exactly the journal entries that its state requires, and the job that continues
 * it.
 */
export const STABLECOIN_OPERATION_PASS: Pass<StablecoinOperation, Operated, PaidBooks> = {
  kind: STABLECOIN_OPERATIONS,
  subjects: async ({ reads, entries, jobs: planned, held, limits }, page) => {
    noteLimits(limits, page);
    const found: Operated[] = [];
    for (const operation of page) {
      const { id } = operation;
      const jobs = planned.take(id);
      found.push({
        ...{ operation, jobs, entries: entries.take(id) },
        waits: (held.get(id) ?? []).some((exception) => isWaitingOperation(operation, exception)),
        isScreened: isOpenOperation(operation) && jobs.length === 0 && (await waitsForScreening(reads, id)),
      });
    }
    return found;
  },
  checks: [hasItsEntries, goesOn, ({ operation }) => isOrderCountedByLimits(operation)],
};

interface Quoted {
  readonly quote: StablecoinQuote;
  readonly operation: StablecoinOperation | undefined;
  readonly lastWork: Instant;
}

const isExecutedAsQuoted: Check<Quoted> = ({ quote, operation }) => {
  const { id, status, stablecoinOperationId } = quote;
  if (stablecoinOperationId === null) {
    return unless(status !== 'EXECUTED', () => `${id} is EXECUTED but has no operation`);
  }
  const same =
    status === 'EXECUTED' &&
    operation?.quoteId === id &&
    operation.amount === quote.amount &&
    operation.netAmount === quote.netAmount;
  return unless(same, () => `${id} names ${stablecoinOperationId}, which does not match it`);
};

/** An executed quote has an operation with the same amounts; any other one expires. */
export const STABLECOIN_QUOTE_PASS: Pass<StablecoinQuote, Quoted, AuditedTenant> = {
  kind: STABLECOIN_QUOTES,
  subjects: async (books, page) => {
    const lastWork = await lastWorkOf(books, STABLECOIN_QUOTES);
    const operations = await byId(
      books.reads,
      STABLECOIN_OPERATIONS,
      page.map(({ stablecoinOperationId }) => stablecoinOperationId),
    );
    return page.map((quote) => ({ quote, operation: operations.get(quote.stablecoinOperationId ?? ''), lastWork }));
  },
  checks: [isExecutedAsQuoted, expiresInTime(STABLECOIN_QUOTES)],
};
