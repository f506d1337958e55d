import { type Instant, ok, type TenantKey } from '@corridor/core';
import { QUOTES } from '@corridor/core/records';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DATABASES } from './testing/backends.js';
import { planOf } from './testing/plans.js';
import { ALICE, BOB, quote, T0 } from './testing/records.js';

const SETTLED = 10_000;
const WAITING = 1_200;
const AT_ONCE = 500;

for (const backend of DATABASES) {
  test(`${backend.name} finds overdue quotes among ${SETTLED} others by their index, and none when nothing is due`, async () => {
    const database = await backend.create();
    const sent: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
    const storage = database.open({ onStatement: (sql, values) => sent.push({ sql, values: [...values] }) });
    await storage.migrate();
    const add = async (tenant: TenantKey, count: number, patch: Partial<Parameters<typeof quote>[1]>) => {
      await storage.units.run(tenant, async (tx) => {
        for (let n = 0; n < count; n++) {
          const expiresAt = (T0 + n) as Instant;
          tx.add(QUOTES, quote(`Quote:${tenant}/${patch?.status}/${n}`, { tenant, expiresAt, ...patch }));
        }
        return ok();
      });
    };
    await add(ALICE, SETTLED, { status: 'COMPLETED' });
    await add(ALICE, WAITING, { status: 'PENDING' });
    await add(BOB, 1, { status: 'PENDING_AUTHORIZATION' });
    const client = backend.name === 'postgres' ? new pg.Client({ connectionString: database.address }) : null;
    await client?.connect();
    await client?.query('analyze quotes');

    sent.length = 0;
    const end = async (now: number): Promise<number> => {
      const ended = await storage.units.run(ALICE, async (tx) => {
        const overdue = await tx.overdue(QUOTES, (T0 + now) as Instant, AT_ONCE);
        for (const record of overdue) tx.change(QUOTES, record, { ...record, status: 'EXPIRED', version: 2 });
        return ok(overdue.length);
      });
      return ended.ok ? ended.value : -1;
    };
    const waiting = () => storage.units.read(null, (reads) => reads.waiting(QUOTES));
    expect(await waiting()).toHaveLength(2);
    expect(await end(-1)).toBe(0);
    expect([await end(WAITING), await end(WAITING), await end(WAITING)]).toEqual([500, 500, 200]);
    expect(await waiting()).toEqual([{ tenant: BOB, first: T0 }]);
    const finds = sent.find(({ sql }) => sql.startsWith('with recursive waiting'))!;
    const reads = sent.find(({ sql }) => sql.includes('order by "expires_at" limit') && !sql.startsWith('with'))!;
    for (const { sql, values } of [finds, reads]) {
      const plan = await planOf(client ?? database, sql, values);
      expect(plan).toContain('quotes_by_deadline');
      expect(plan).not.toMatch(/Seq Scan on quotes|SCAN quotes(?! USING INDEX)|TEMP B-TREE|Sort/);
    }
    await client?.end();
    await storage.close();
    await database.drop();
  });
}
