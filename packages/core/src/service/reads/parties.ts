import { EXTERNAL_ACCOUNTS, type ExternalAccount } from '../../accounts/index.js';
import { type Customer, CUSTOMERS } from '../../customers/index.js';
import { MAX_LIMIT, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { byId } from './by-id.js';

export interface PartyReads {
  /** A customer, also a deleted one; null if it does not exist. */
  customer(tenant: TenantKey, id: string): Promise<Customer | null>;
  /** An external account, also a deleted one, which can be blocked; null if it does not exist. */
  externalAccount(tenant: TenantKey, id: string): Promise<ExternalAccount | null>;
  /**
   * The external accounts of a platform that are the same as another one of their owner, oldest first. Each page is read
   * in a unit of its own.
   */
  duplicateAccounts(tenant: TenantKey): AsyncIterable<ExternalAccount>;
}

export const partyReads = (units: UnitOfWork): PartyReads => ({
  customer: byId(units, 'Customer', CUSTOMERS),
  externalAccount: byId(units, 'ExternalAccount', EXTERNAL_ACCOUNTS),
  async *duplicateAccounts(tenant) {
    for (let after: ExternalAccount | undefined; ;) {
      const query = { where: { isDeleted: false }, order: 'asc', limit: MAX_LIMIT, counted: false, after } as const;
      const page = await units.read(tenant, (reads) => reads.list(EXTERNAL_ACCOUNTS, query));
      yield* page.rows.filter(({ duplicateOf }) => duplicateOf !== null);
      after = page.rows.at(-1);
      if (!page.hasMore) return;
    }
  },
});
