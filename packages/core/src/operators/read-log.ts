import {
  type Cursors,
  type Instant,
  type Page,
  type PageRequest,
  readMatching,
  readPage,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { type LogOutcome, OPERATOR_LOG, type OperatorLogEntry } from './operator-log.js';

/** Which entries of the log are read; an absent part does not restrict. Both ends of the time are inclusive. */
export interface LogFilter extends PageRequest {
  readonly operatorId?: string | undefined;
  readonly subject?: string | undefined;
  readonly outcome?: LogOutcome | undefined;
  readonly action?: string | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

/** Reads one page of the operator log of all tenants, newest first. INVALID_INPUT for an unknown cursor. */
export const readLog =
  ({ units, cursors }: { readonly units: UnitOfWork; readonly cursors: Cursors }) =>
  (filter: LogFilter): Promise<Result<Page<OperatorLogEntry>>> =>
    units.read(null, (reads) => {
      const { operatorId, subject, outcome, action, from, to } = filter;
      const query = {
        where: { operatorId, subject, outcome } as Partial<OperatorLogEntry>,
        between: [{ column: 'createdAt', from, to }],
        order: 'desc',
      } as const;
      return action === undefined
        ? readPage(reads, cursors, OPERATOR_LOG, { ...query, counted: false }, filter)
        : readMatching(reads, cursors, OPERATOR_LOG, query, (entry) => entry.action === action, filter);
    });
