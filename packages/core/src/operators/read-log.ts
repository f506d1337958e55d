import {
  type Cursors,
  type Instant,
  type Page,
  type PageRequest,
  readMatching,
  readPage,
  type Result,
  type TenantKey,
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
  /** The tenants that the caller may read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
}

/** Reads one page of the operator log of all tenants, newest first. INVALID_INPUT for an unknown cursor. */
export const readLog =
  ({ units, cursors }: { readonly units: UnitOfWork; readonly cursors: Cursors }) =>
  (filter: LogFilter): Promise<Result<Page<OperatorLogEntry>>> =>
    units.read(null, (reads) => {
      const { operatorId, subject, outcome, action, from, to, within } = filter;
      const query = {
        where: { operatorId, subject, outcome } as Partial<OperatorLogEntry>,
        between: [{ column: 'createdAt', from, to }],
        order: 'desc',
      } as const;
      const matches = (entry: OperatorLogEntry): boolean =>
        (action === undefined || entry.action === action) && (within === undefined || within(entry.tenant));
      return action === undefined && within === undefined
        ? readPage(reads, cursors, OPERATOR_LOG, { ...query, counted: false }, filter)
        : readMatching(reads, cursors, OPERATOR_LOG, query, matches, filter);
    });
