import type { TenantKey } from '@corridor/core';
import { MAX_LIMIT } from '@corridor/core/internal';
import type { UnitOfWork } from '@corridor/core/ports';
import { EXTERNAL_ACCOUNTS, type ExternalAccount } from '@corridor/core/records';

/** The external accounts of a platform that are the same as another one of their owner, oldest first, page by page. */
export async function* duplicateAccounts(units: UnitOfWork, tenant: TenantKey): AsyncGenerator<ExternalAccount> {
  let after: ExternalAccount | undefined;
  do {
    const query = { where: { isDeleted: false }, order: 'asc', limit: MAX_LIMIT, counted: false, after } as const;
    const { rows, hasMore } = await units.read(tenant, (reads) => reads.list(EXTERNAL_ACCOUNTS, query));
    yield* rows.filter(({ duplicateOf }) => duplicateOf !== null);
    after = hasMore ? rows.at(-1) : undefined;
  } while (after !== undefined);
}
