import {
  type Cursors,
  err,
  isId,
  ok,
  type Page,
  type PageRequest,
  readMatching,
  readPage,
  type Result,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type ExceptionKind, type ExceptionRecord, EXCEPTIONS, type ExceptionStatus } from './exception.js';

/** Which exceptions are read; an absent part does not restrict. */
export interface ExceptionFilter extends PageRequest {
  /** Those of one platform, or of a house tenant. */
  readonly tenant?: TenantKey | undefined;
  readonly status?: ExceptionStatus | undefined;
  readonly kind?: ExceptionKind | undefined;
  readonly rail?: string | undefined;
  readonly subject?: string | undefined;
}

/** Reads for operators, of all tenants. */
export interface ExceptionReads {
  /**
   * One page, newest first. INVALID_INPUT for an unknown cursor. The filters by kind and rail read a bounded number of
   * rows (docs/decisions/0010-list-filters-with-bounded-scans.md).
   */
  readonly list: (filter: ExceptionFilter) => Promise<Result<Page<ExceptionRecord>>>;
  /** 404 REFERENCE_NOT_FOUND. */
  readonly get: (id: string) => Promise<Result<ExceptionRecord>>;
}

export const exceptionReads = ({
  units,
  cursors,
}: {
  readonly units: UnitOfWork;
  readonly cursors: Cursors;
}): ExceptionReads => ({
  list: ({ tenant, status, kind, rail, subject, ...request }) =>
    units.read(tenant ?? null, (reads) => {
      const query = { where: { status, subject } as Partial<ExceptionRecord>, order: 'desc' } as const;
      if (kind === undefined && rail === undefined)
        return readPage(reads, cursors, EXCEPTIONS, { ...query, counted: false }, request);
      const matches = (one: ExceptionRecord): boolean =>
        (kind === undefined || one.kind === kind) && (rail === undefined || one.rail === rail);
      return readMatching(reads, cursors, EXCEPTIONS, query, matches, request);
    }),
  get: async (id) => {
    const found = isId('Exception', id) ? await units.read(null, (reads) => reads.get(EXCEPTIONS, id)) : null;
    return found === null ? err('REFERENCE_NOT_FOUND', `${id} does not exist`) : ok(found);
  },
});
