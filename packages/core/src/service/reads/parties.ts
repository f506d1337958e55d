import { EXTERNAL_ACCOUNTS, type ExternalAccount, INTERNAL_ACCOUNTS, payeeName } from '../../accounts/index.js';
import { AGENTS } from '../../agents/index.js';
import { CARDS } from '../../cards/index.js';
import { type Customer, CUSTOMERS, nameOf } from '../../customers/index.js';
import { MAX_LIMIT, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { byId } from './by-id.js';

export interface PartyReads {
  /** A customer, also a deleted one; null if it does not exist. */
  customer(tenant: TenantKey, id: string): Promise<Customer | null>;
  /** An external account, also a deleted one, which can be blocked; null if it does not exist. */
  externalAccount(tenant: TenantKey, id: string): Promise<ExternalAccount | null>;
  /**
   * What pages call the customers, accounts, cards and agents among these ids: the name of a customer, that of the owner
   * of an internal account with its currency, that of a payee with the last characters of the account, the last digits of
   * a card, and the name of an agent. Ids of other records, and of customers without a name, are absent. One statement
   * for each of these types, whatever the number of ids.
   */
  partyNames(tenant: TenantKey, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>>;
  /**
   * The external accounts of a platform that are the same as another one of their owner, oldest first. Each page is read
   * in a unit of its own.
   */
  duplicateAccounts(tenant: TenantKey): AsyncIterable<ExternalAccount>;
}

/** The owner of an account that belongs to no customer. */
const PLATFORM = 'Platform';

const SHOWN = 4;

export const partyReads = (units: UnitOfWork): PartyReads => ({
  customer: byId(units, 'Customer', CUSTOMERS),
  externalAccount: byId(units, 'ExternalAccount', EXTERNAL_ACCOUNTS),
  partyNames(tenant, given) {
    const ids = [...new Set(given.filter((id) => id !== null))];
    const ofType = (type: string): readonly string[] => ids.filter((id) => id.startsWith(`${type}:`));
    if (ids.length === 0) return Promise.resolve(new Map());
    return units.read(tenant, async (reads) => {
      const payees = await reads.getMany(EXTERNAL_ACCOUNTS, ofType('ExternalAccount'));
      const accounts = await reads.getMany(INTERNAL_ACCOUNTS, ofType('InternalAccount'));
      const owners = accounts.flatMap(({ customerId }) => customerId ?? []);
      const customers = await reads.getMany(CUSTOMERS, [...new Set([...ofType('Customer'), ...owners])]);
      const cards = await reads.getMany(CARDS, ofType('Card'));
      const agents = await reads.getMany(AGENTS, ofType('Agent'));
      const names = new Map<string, string>(payees.map((payee) => [payee.id, payeeName(payee)]));
      for (const customer of customers) {
        const name = nameOf(customer);
        if (name !== null) names.set(customer.id, name);
      }
      for (const { id, customerId, currency } of accounts) {
        const owner = customerId === null ? PLATFORM : names.get(customerId);
        if (owner !== undefined) names.set(id, `${owner} (${currency})`);
      }
      for (const { id, last4 } of cards) names.set(id, `Card …${last4 ?? id.slice(-SHOWN)}`);
      // The table of agents is that of all platforms.
      for (const { id, tenant: of, name } of agents) if (of === tenant) names.set(id, name);
      return names;
    });
  },
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
