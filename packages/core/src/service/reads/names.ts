import type { TenantKey, UnitOfWork } from '../../kernel/index.js';
import { recordNames } from '../record-names.js';

/** A record of any tenant. */
export interface NamedRecord {
  readonly tenant: TenantKey;
  readonly id: string;
}

export interface NameReads {
  /**
   * What lists call these records, by id: `Payment …0f68 of 1,000.00 USD, of Ada Lovelace`. Every id has a name: of a record
   * that does not exist its type and its end, and a text that is not an id is its own name. Each tenant is read once; its
   * records are read one by one, so this is for the page of a list.
   */
  recordNames(records: readonly NamedRecord[]): Promise<ReadonlyMap<string, string>>;
}

export const nameReads = (units: UnitOfWork): NameReads => ({
  async recordNames(records) {
    const names = new Map<string, string>();
    for (const tenant of new Set(records.map((record) => record.tenant)))
      await units.read(tenant, async (reads) => {
        const nameOf = recordNames(reads, tenant);
        const own = records.filter((record) => record.tenant === tenant);
        for (const id of new Set(own.map((record) => record.id)))
          names.set(
            id,
            (await nameOf(id)).replace(/^the (.)/, (_all, first: string) => first.toUpperCase()),
          );
      });
    return names;
  },
});
