import {
  type CurrencyCode,
  type Cursors,
  type Environment,
  err,
  type Id,
  isId,
  ok,
  type Page,
  type PageRequest,
  readMatching,
  readPage,
  type Result,
  splitTenant,
  tenantKey,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type ExceptionKind, type ExceptionRecord, EXCEPTIONS, type ExceptionStatus } from './exception.js';

/** Which exceptions are read; an absent part does not restrict. */
export interface ExceptionFilter extends PageRequest {
  /** Those of one platform, or of the house. */
  readonly platformId?: Id<'Platform'> | undefined;
  readonly environment?: Environment | undefined;
  readonly status?: ExceptionStatus | undefined;
  readonly kind?: ExceptionKind | undefined;
  readonly rail?: string | undefined;
  readonly currency?: CurrencyCode | undefined;
  readonly subject?: string | undefined;
  /** The tenants that the caller may read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
}

/** Reads for operators, of all tenants. */
export interface ExceptionReads {
  /**
   * One page, newest first. INVALID_INPUT for an unknown cursor. The filters by kind, rail, currency and environment read a bounded
   * number of rows (docs/decisions/0010-list-filters-with-bounded-scans.md). The indexes begin with the tenant, so without
   * a platform and an environment the storage sorts the matching exceptions of all tenants: there are few, because each
   * waits for a person.
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
  list: ({ platformId, environment, status, kind, rail, currency, subject, within, ...request }) => {
    const tenant = platformId !== undefined && environment !== undefined ? tenantKey(platformId, environment) : null;
    const matches = (exception: ExceptionRecord): boolean => {
      const of = splitTenant(exception.tenant);
      return (
        (kind === undefined || exception.kind === kind) &&
        (rail === undefined || exception.rail === rail) &&
        (currency === undefined || exception.currency === currency) &&
        (platformId === undefined || of.platformId === platformId) &&
        (environment === undefined || of.environment === environment) &&
        (within === undefined || within(exception.tenant))
      );
    };
    const isIndexed =
      kind === undefined &&
      rail === undefined &&
      currency === undefined &&
      within === undefined &&
      (tenant !== null || (platformId ?? environment) === undefined);
    return units.read(tenant, (reads) => {
      const query = { where: { status, subject } as Partial<ExceptionRecord>, order: 'desc' } as const;
      return isIndexed
        ? readPage(reads, cursors, EXCEPTIONS, { ...query, counted: false }, request)
        : readMatching(reads, cursors, EXCEPTIONS, query, matches, request);
    });
  },
  get: async (id) => {
    const found = isId('Exception', id) ? await units.read(null, (reads) => reads.get(EXCEPTIONS, id)) : null;
    return found === null ? err('REFERENCE_NOT_FOUND', `${id} does not exist`) : ok(found);
  },
});
