import { type ExceptionRecord, EXCEPTIONS, type ExceptionStatus } from '../../exceptions/index.js';
import type { TenantKey, UnitOfWork } from '../../kernel/index.js';

export interface ExceptionsOfTenant {
  /** The exceptions of one tenant with this status, oldest first. Each page is read in a unit of its own. */
  exceptionsOf(tenant: TenantKey, status: ExceptionStatus): AsyncIterable<ExceptionRecord>;
}

const PAGE = 100;

export const exceptionsOfTenant = (units: UnitOfWork): ExceptionsOfTenant => ({
  async *exceptionsOf(tenant, status) {
    for (let after: ExceptionRecord | undefined; ;) {
      const query = { where: { status }, order: 'asc', limit: PAGE, counted: false, after } as const;
      const page = await units.read(tenant, (reads) => reads.list(EXCEPTIONS, query));
      yield* page.rows;
      after = page.rows.at(-1);
      if (!page.hasMore) return;
    }
  },
});
