import {
  type BaseRecord,
  type IdType,
  isId,
  type KindOf,
  type TenantKey,
  type UnitOfWork,
} from '../../kernel/index.js';

/** Reads a record by its id. Null if it is absent or of another tenant, or if the text is not an id of its type. */
export const byId =
  <T extends BaseRecord>(units: UnitOfWork, type: IdType, kind: KindOf<T>) =>
  async (tenant: TenantKey | null, id: string): Promise<T | null> =>
    isId(type, id) ? units.read(tenant, (reads) => reads.get(kind, id)) : null;
