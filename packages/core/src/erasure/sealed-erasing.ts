import { eraseAnswers, eraseEvents, type ErasePorts, namesAny } from '../archive/index.js';
import { type Keyset, REMEMBERED_ANSWERS, type TenantKey } from '../kernel/index.js';
import { eraseLogEntries } from '../seals/index.js';
import type { SealedErasing } from './ports.js';

const PAGE = 200;

/** Erases under the seals, in the table and in the archive. */
export const sealedErasing = (ports: ErasePorts): SealedErasing => ({
  async eraseRows(tenant, resources) {
    const events = await eraseEvents(ports, { tenant, resources });
    const log = await eraseLogEntries(ports, { tenant, subjects: resources });
    return { erased: events.erased + log.erased, waiting: events.waiting + log.waiting };
  },
  /** An answer in the table waits for its end, after a day: its key must not be carried out again. */
  async eraseAnswers(tenant, resources) {
    const waiting = await answersNaming(ports, tenant, resources);
    if (waiting > 0) return { erased: 0, waiting };
    return { erased: await eraseAnswers(ports, { tenant, ids: resources }), waiting: 0 };
  },
});

async function answersNaming({ units }: ErasePorts, tenant: TenantKey, ids: readonly string[]): Promise<number> {
  const names = namesAny(ids);
  let naming = 0;
  for (let after: Keyset | undefined, hasMore = true; hasMore;) {
    const page = await units.read(tenant, (reads) =>
      reads.list(REMEMBERED_ANSWERS, { order: 'asc', limit: PAGE, counted: false, after }),
    );
    naming += page.rows.filter(names).length;
    hasMore = page.hasMore;
    after = page.rows.at(-1);
  }
  return naming;
}
