import {
  BASE_COLUMNS,
  type BaseRecord,
  type Cursors,
  domainError,
  type Id,
  newRecord,
  type Page,
  type PageRequest,
  readMatching,
  type Reads,
  recordKind,
  type Result,
  type Unit,
  update,
} from '../kernel/index.js';
import type { OperatorRole } from '../operators/index.js';

/** Who looks after an exception, a payment or a customer. A record has at most one; its tenant is that of the record. */
export interface Assignment extends BaseRecord {
  readonly id: Id<'Assignment'>;
  readonly subject: string;
  /** Null once it was taken away. */
  readonly operatorId: Id<'Operator'> | null;
}

export const ASSIGNMENTS = recordKind<Assignment>()({
  name: 'assignments',
  scope: 'host',
  columns: { ...BASE_COLUMNS, subject: 'text', operatorId: 'text?' },
  states: [],
  unique: [{ name: 'subject', columns: ['subject'] }],
  filters: ['operatorId'],
  immutable: ['subject'],
});

/** The lowest role with which an operator looks after a record. */
export const LOOKS_AFTER: OperatorRole = 'VIEWER';

export const assignmentOf = (reads: Reads, subject: string): Promise<Assignment | null> =>
  reads.find(ASSIGNMENTS, 'subject', [subject]);

const RACED = domainError(
  'CONFLICT',
  'another operator assigned the record at the same time; look who looks after it now, and try again',
);

/** Gives a record to an operator, or takes it away with null. CONFLICT if another unit does it at the same time. */
export async function assign(
  { tx, ctx, ids }: Unit,
  subject: string,
  operatorId: Id<'Operator'> | null,
): Promise<Assignment> {
  const present = await assignmentOf(tx, subject);
  if (present !== null) return update(tx, ctx, ASSIGNMENTS, present, { operatorId });
  const made: Assignment = {
    ...{ subject, operatorId },
    ...newRecord(ids.next('Assignment'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(ASSIGNMENTS, made, { conflicts: { subject: RACED } });
  return made;
}

/** A page of the assignments of an operator that match, newest first. INVALID_INPUT for an unknown cursor. */
export const assignedTo = (
  reads: Reads,
  cursors: Cursors,
  operatorId: Id<'Operator'>,
  matches: (assignment: Assignment) => boolean,
  request: PageRequest,
): Promise<Result<Page<Assignment>>> =>
  readMatching(reads, cursors, ASSIGNMENTS, { where: { operatorId }, order: 'desc' }, matches, request);
