import { nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import type { Storage } from '@corridor/adapters-storage';
import { type Context, ok } from '@corridor/core';
import { createIds } from '@corridor/core/internal';
import { EVENTS, type OutboxEvent } from '@corridor/core/records';
import { embedCore } from '../../support/embedded-core.js';
import { createPayers } from '../../support/embedded-payer.js';
import { MASTER_KEY } from './host.js';

const AT_ONCE = 1_000;

/** A platform of its own whose webhooks go to a receiver on this machine. */
export interface Queue {
  /** Queues this many events, each of a resource of its own. */
  fill(count: number): Promise<void>;
}

/** Creates the platform in a migrated database. `port`: of the receiver. */
export async function createQueue(storage: Storage, port: number): Promise<Queue> {
  const core = embedCore(storage, { masterKey: MASTER_KEY });
  const [payer] = await createPayers(core);
  const { tenant } = payer!;
  const ctx: Context = core.context(tenant, { kind: 'system' }, 'bench');
  const webhookEndpoint = `http://127.0.0.1:${port}/webhooks`;
  const changed = await core.units.run(tenant, (tx) => core.platforms.updateConfig(tx, ctx, { webhookEndpoint }));
  if (!changed.ok) throw new Error(changed.error.message);
  const { rows } = await core.units.read(tenant, (reads) => reads.list(EVENTS, { order: 'asc', limit: 100 }));
  const model = rows.find(({ type }) => type === 'CUSTOMER.KYC_APPROVED')!;
  const ids = createIds(systemClock, nodeCrypto.random);
  return {
    async fill(count) {
      const now = systemClock.now();
      for (let queued = 0; queued < count; queued += AT_ONCE) {
        await core.units.run(tenant, async (tx) => {
          for (let i = 0; i < Math.min(AT_ONCE, count - queued); i++) {
            const own = { id: ids.next('Webhook'), resource: ids.next('Customer'), queuedAt: now, nextAttemptAt: now };
            const event: OutboxEvent = {
              ...model,
              ...own,
              status: 'QUEUED',
              attempts: 0,
              leaseUntil: model.leaseUntil,
            };
            tx.add(EVENTS, event);
          }
          return ok();
        });
      }
    },
  };
}
