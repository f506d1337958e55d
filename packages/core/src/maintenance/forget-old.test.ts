import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import { IMPORT_CHUNKS } from '../customers/index.js';
import {
  awaitSecondCall,
  type Context,
  createCommands,
  createIds,
  err,
  forgetAnswers,
  HOUSE_TENANTS,
  type Id,
  type Instant,
  newRecord,
  ok,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { testHost } from '../testing/host.js';
import { digest, fixedClock, seededRandom } from '../testing/ports.js';
import { forgetOld, resealAll } from './index.js';

const NOW = 1_700_000_000_000 as Instant;
const AHEAD = 1_000;
const platform = (n: number) =>
  tenantKey(`Platform:018bcfe5-6800-7000-8000-00000000000${n}` as Id<'Platform'>, 'SANDBOX');
const [ONE, TWO, THREE] = [platform(1), platform(2), platform(3)];
const contextOf = (tenant: TenantKey): Context => ({
  ...{ tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW },
});

it('deletes what has expired in host time, also of a platform that was not created, and nothing that waits by a test clock', async () => {
  const { units } = createMemoryStorage();
  const ids = createIds({ now: () => NOW }, seededRandom());
  const await_ = (tenant: TenantKey, expiresAt: number) =>
    units.run(tenant, async (tx) => {
      const command = { operation: 'pay', path: '', account: '', body: null, payload: '' };
      const at = { id: ids.next('Request'), expiresAt: expiresAt as Instant };
      return ok(awaitSecondCall(tx, contextOf(tenant), digest, { ...command, ...at }));
    });
  await await_(ONE, NOW);
  await await_(ONE, NOW + 1);
  await await_(TWO, NOW);
  await await_(TWO, NOW + AHEAD);
  await await_(THREE, NOW);
  await await_(THREE, NOW + 1);
  for (const house of HOUSE_TENANTS) {
    await await_(house, NOW);
    await await_(house, NOW + 1);
  }
  const answer = { status: 200, body: '{}', remember: true };
  const claim = { credential: 'c', operation: 'o', key: 'k', bodyDigest: 'd', seal: null };
  const yesterday = { ...contextOf(ONE), hostNow: (NOW - 86_400_000) as Instant };
  await createCommands(units, digest).run(
    yesterday,
    async () => ok(1),
    null,
    () => answer,
    claim,
  );

  const paused: unknown[] = [];
  const forget = forgetOld({
    units,
    clock: fixedClock(NOW),
    listTenants: async () =>
      [
        { id: ONE, clockOffset: 0 },
        { id: TWO, clockOffset: AHEAD },
      ] as never,
    forgetNonces: async (pause) => {
      paused.push(pause);
      return 10;
    },
    endAnswers: () => forgetAnswers(units, NOW, null),
    pause: null,
  });
  // One answer, ten nonces, and a command of each platform and of each house tenant.
  expect(await forget()).toBe(1 + 10 + 5);
  expect(paused).toEqual([null]);
  expect(await forget()).toBe(10);
  expect(await forgetAnswers(units, NOW, null)).toBe(0);
});

it('seals every text of every tenant again, counts the changed records, and may be repeated', async () => {
  const host = await testHost();
  const { units } = host;
  const tenant = host.created.platform.id as TenantKey;
  const ids = createIds({ now: () => NOW }, seededRandom());
  const chunks = (of: TenantKey, count: number) =>
    units.run(of, async (tx) => {
      for (let place = 0; place < count; place++) {
        const chunk = {
          importId: 'BulkImport:none' as Id<'BulkImport'>,
          place: String(place),
          firstRow: 1,
          sealedRows: 'old:x',
        };
        tx.add(IMPORT_CHUNKS, { ...chunk, ...newRecord(ids.next('ImportChunk'), contextOf(of)) });
      }
      return ok();
    });
  await chunks(tenant, 250);
  await chunks(HOUSE_TENANTS[0]!, 3);
  const places = new Set<string>();
  const reseal = (text: string, { table, column }: { readonly table: string; readonly column: string }) => {
    places.add(`${table}.${column}`);
    return text.replace(/^old:/, 'new:');
  };
  expect(await resealAll(units, reseal)).toBe(253);
  expect(places).toContain('import_chunks.sealedRows');
  for (const of of [tenant, HOUSE_TENANTS[0]!]) {
    const { rows } = await units.read(of, (reads) => reads.list(IMPORT_CHUNKS, { order: 'asc', limit: 300 }));
    expect(rows).toHaveLength(of === tenant ? 250 : 3);
    expect(new Set(rows.map(({ sealedRows, version, updatedAt }) => [sealedRows, version, updatedAt].join()))).toEqual(
      new Set([`new:x,2,${NOW}`]),
    );
  }
  expect(await resealAll(units, reseal)).toBe(0);
  const failing: UnitOfWork = { ...units, run: async () => err('SERVICE_UNAVAILABLE', 'the database is full') };
  await expect(resealAll(failing, reseal)).rejects.toThrow(/^[a-z_]+: the database is full$/);
});
