import { createIds, ok } from '../kernel/index.js';
import { writeLog } from '../operators/index.js';
import { beginErasure, type Erasure } from '../retention/index.js';
import { type PlayCore, valueOf } from './play-core.js';
import { seededRandom } from './ports.js';

type Of = Pick<PlayCore, 'storage' | 'tenant' | 'clock' | 'context'>;

/** Records that operators have approved the erasing of a customer. Tests then erase rows themselves. */
export async function approveErasing(
  { storage, tenant, clock, context }: Of,
  customerId: string,
  { isLogged = true }: { readonly isLogged?: boolean } = {},
): Promise<Erasure> {
  const ids = createIds(clock, seededRandom('erasing'));
  const deciders = { requestedBy: 'Ann', approvedBy: 'Bob', caseReference: 'DSR-7', place: null };
  return valueOf(
    await storage.units.run(tenant, async (tx) => {
      const unit = { tx, ctx: context(), ids };
      const erasure = beginErasure(unit, { ...deciders, customerId: customerId as never });
      if (isLogged)
        writeLog(
          unit,
          { operator: null, name: 'Bob', source: 'MASTER_KEY' },
          {
            ...{ outcome: 'APPROVED', action: 'customers.erase', subject: customerId },
          },
        );
      return ok(erasure);
    }),
  );
}
