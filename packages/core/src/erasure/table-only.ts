import { EVENTS } from '../events/index.js';
import { type BaseRecord, type KindOf, ok, readAll, type UnitOfWork } from '../kernel/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import type { SealedErasing } from './ports.js';

/** For a storage without seals and archive: the rows of the tables alone. */
export const tableOnly = (units: UnitOfWork): SealedErasing => ({
  async eraseRows(tenant, resources) {
    let erased = 0;
    const done = await units.run(tenant, async (tx) => {
      const put = <T extends BaseRecord>(kind: KindOf<T>, record: T, patch: Partial<T>) => {
        tx.overwrite(kind, record, { ...record, ...patch, version: record.version + 1 });
        erased += 1;
      };
      for (const resource of resources) {
        for (const event of await readAll(tx, EVENTS, { resource })) put(EVENTS, event, { snapshot: {} });
        for (const entry of await readAll(tx, OPERATOR_LOG, { subject: resource }))
          if (entry.tenant === tenant) put(OPERATOR_LOG, entry, { input: null, before: null, after: null } as never);
      }
      return ok();
    });
    if (!done.ok) throw new Error(done.error.message);
    return { erased, waiting: 0 };
  },
  eraseAnswers: async () => ({ erased: 0, waiting: 0 }),
});
