import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE, BOB } from '../contract-tests/storage/records.js';
import { Bug, type Context, instant, ok, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { DAILY_VOLUMES, giveBackDailyVolume, reserveDailyVolume, takeDailyVolume } from './daily-volume.js';

const NOON = Date.UTC(2026, 0, 15, 12);
const DAY = 86_400_000;
const LIMIT = { corridor: 'USD-MXN', amount: 100n };
const ID = `${ALICE}/USD-MXN/2026-01-15`;

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

const ctxOf = (now: number, tenant: TenantKey): Context =>
  ({ tenant, actor: { kind: 'system' }, requestId: 'r', now: instant(now), hostNow: instant(now) }) as Context;

/** How a payment of money that is sent, and of money that has arrived, uses the volume. */
const reserve = (amount: bigint, limit: typeof LIMIT | null = LIMIT, now = NOON, tenant = ALICE) =>
  units.run(tenant, async (tx) => ok(await reserveDailyVolume(tx, ctxOf(now, tenant), limit, amount)));
const take = (amount: bigint, limit: typeof LIMIT | null = LIMIT, now = NOON) =>
  units.run(ALICE, async (tx) => takeDailyVolume(tx, ctxOf(now, ALICE), limit, amount));
const giveBack = (amount: bigint, id: string | null = ID) =>
  units.run(ALICE, async (tx) => ok(await giveBackDailyVolume(tx, ctxOf(NOON, ALICE), id, amount)));
const row = (id = ID, tenant = ALICE) => units.read(tenant, (reads) => reads.get(DAILY_VOLUMES, id));

const EXCEEDED = {
  ok: false,
  error: { code: 'DAILY_VOLUME_LIMIT_EXCEEDED', details: { retryAfter: 12 * 3_600 } },
};

describe.each([
  ['that is sent', reserve],
  ['that has arrived', take],
] as const)('the daily volume of money %s', (_, use) => {
  it('is used up to its last unit, and no further', async () => {
    expect(await use(60n)).toEqual(ok(ID));
    expect(await row()).toMatchObject({ corridor: 'USD-MXN', day: '2026-01-15', cap: 100n, remaining: 40n });
    expect(await use(41n)).toMatchObject(EXCEEDED);
    expect(await use(40n)).toEqual(ok(ID));
    expect(await use(1n)).toMatchObject(EXCEEDED);
    expect(await row()).toMatchObject({ remaining: 0n });
  });

  it('does not have a first payment beyond it', async () => {
    expect(await use(101n)).toMatchObject(EXCEEDED);
    expect((await row())?.remaining ?? 100n).toBe(100n);
    expect(await use(100n)).toEqual(ok(ID));
  });

  it('is none in a corridor without one', async () => {
    expect(await use(10n ** 12n, null)).toEqual(ok(null));
    expect(await row()).toBeNull();
  });

  it('begins again at midnight UTC', async () => {
    expect(await use(100n, LIMIT, NOON + DAY / 2 - 1)).toEqual(ok(ID));
    const refused = await use(1n, LIMIT, NOON + DAY / 2 - 1);
    expect(refused).toMatchObject({ error: { details: { retryAfter: 1 } } });
    expect(await use(100n, LIMIT, NOON + DAY / 2)).toEqual(ok(`${ALICE}/USD-MXN/2026-01-16`));
  });

  it('follows a changed cap, less what was sent before', async () => {
    await use(60n);
    expect(await use(50n, { ...LIMIT, amount: 110n })).toEqual(ok(ID));
    expect(await row()).toMatchObject({ cap: 110n, remaining: 0n });
    expect(await use(1n, { ...LIMIT, amount: 90n })).toMatchObject(EXCEEDED);
    expect(await use(5n, { ...LIMIT, amount: 115n })).toEqual(ok(ID));
    expect(await row()).toMatchObject({ cap: 115n, remaining: 0n });
  });

  it('is shared by payments that are made at the same time', async () => {
    const answers = await Promise.all([use(60n), use(60n), use(40n)]);
    expect(answers).toMatchObject([{ ok: true }, EXCEEDED, { ok: true }]);
    expect(await row()).toMatchObject({ remaining: 0n });
  });

  it('is of one corridor', async () => {
    await use(100n);
    expect(await use(100n, { corridor: 'USD-EUR', amount: 100n })).toEqual(ok(`${ALICE}/USD-EUR/2026-01-15`));
  });
});

describe('the daily volume', () => {
  it('is of one platform', async () => {
    await reserve(100n);
    expect(await reserve(100n, LIMIT, NOON, BOB)).toEqual(ok(`${BOB}/USD-MXN/2026-01-15`));
  });

  it('ends the whole unit of money that is sent, and not that of money that has arrived', async () => {
    const both = await units.run(ALICE, async (tx) => {
      const taken = await takeDailyVolume(tx, ctxOf(NOON, ALICE), LIMIT, 101n);
      expect(taken).toMatchObject(EXCEEDED);
      return ok();
    });
    expect(both).toEqual(ok());
    expect(await row()).toMatchObject({ remaining: 100n, version: 1 });
  });

  it('gets back what failed before its delivery', async () => {
    await reserve(60n);
    expect(await giveBack(20n)).toEqual(ok());
    expect(await row()).toMatchObject({ remaining: 60n });
    expect(await giveBack(20n, null)).toEqual(ok());
    expect(await row()).toMatchObject({ remaining: 60n });
    await expect(giveBack(1n, 'unknown')).rejects.toThrow(Bug);
  });
});
