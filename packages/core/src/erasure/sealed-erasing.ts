import { eraseAnswers, eraseEvents, type ErasePorts } from '../archive/index.js';
import { eraseLogEntries } from '../seals/index.js';
import { answersNaming } from './erasure-waits.js';
import type { SealedErasing } from './ports.js';

/** Erases under the seals, in the table and in the archive. */
export const sealedErasing = (ports: ErasePorts): SealedErasing => ({
  async eraseRows(tenant, resources) {
    const events = await eraseEvents(ports, { tenant, resources });
    const log = await eraseLogEntries(ports, { tenant, subjects: resources });
    return { erased: events.erased + log.erased, waiting: events.waiting + log.waiting };
  },
  /** An answer in the table waits for its end, after a day: its key must not be carried out again. */
  async eraseAnswers(tenant, resources) {
    const { length: waiting } = await answersNaming(ports.units, tenant, resources);
    if (waiting > 0) return { erased: 0, waiting };
    return { erased: await eraseAnswers(ports, { tenant, ids: resources }), waiting: 0 };
  },
});
