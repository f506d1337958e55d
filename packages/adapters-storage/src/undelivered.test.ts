import { instant, ok, type TenantKey } from '@corridor/core';
import { EVENTS } from '@corridor/core/records';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DATABASES } from './testing/backends.js';
import { planOf } from './testing/plans.js';
import { ALICE, BOB, event, T0 } from './testing/records.js';
import { COUNTED } from './workers/queries.js';

const DELIVERED = 3_000;

for (const backend of DATABASES) {
  test(`${backend.name} counts undelivered events by their indexes, and a bounded number of one tenant`, async () => {
    const database = await backend.create();
    const sent: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
    const storage = database.open({ onStatement: (sql, values) => sent.push({ sql, values: [...values] }) });
    await storage.migrate();
    const add = async (tenant: TenantKey, name: string, count: number, patch: Parameters<typeof event>[1]) => {
      await storage.units.run(tenant, async (tx) => {
        for (let n = 0; n < count; n++) {
          const nextAttemptAt = instant(T0 + n);
          const each = { tenant, nextAttemptAt, resource: `Transaction:${name}${n}`, ...patch };
          tx.add(EVENTS, event(`Webhook:${name}${n}`, each));
        }
        return ok();
      });
    };
    await add(ALICE, 'delivered', DELIVERED, { status: 'DELIVERED', queuedAt: instant(T0 - 90_000) });
    await add(ALICE, 'untried', 4 * COUNTED, { queuedAt: instant(T0) });
    await add(ALICE, 'retry', 20, { attempts: 3, lastError: 'no answer', queuedAt: instant(T0 - 60_000) });
    await add(BOB, 'bob', 2, { queuedAt: instant(T0 - 1_000) });
    const client = backend.name === 'postgres' ? new pg.Client({ connectionString: database.address }) : null;
    await client?.connect();
    await client?.query('analyze events');

    sent.length = 0;
    const found = [...(await storage.outbox.undelivered())].sort((a, b) => b.count - a.count);
    expect(found).toEqual([
      { tenant: ALICE, count: COUNTED + 20, failed: 20, oldestAt: T0 - 60_000 },
      { tenant: BOB, count: 2, failed: 0, oldestAt: T0 - 1_000 },
    ]);
    const counts = sent.filter(({ sql }) => sql.includes('oldest_at'));
    expect(counts).toHaveLength(backend.name === 'postgres' ? 1 : 4);
    for (const { sql, values } of counts) {
      const plan = await planOf(client ?? database, sql, values);
      expect(plan).toMatch(/events_untried|events_retries/);
      expect(plan).not.toMatch(/Seq Scan on events|SCAN events(?! USING INDEX)|TEMP B-TREE|Sort/);
    }
    await client?.end();
    await storage.close();
    await database.drop();
  });
}
