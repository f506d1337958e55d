import { Bug, type Instant, instant, ok, type TenantKey, transition } from '../../kernel/index.js';
import { BALANCES } from '../../ledger/index.js';
import { QUOTE, type Quote, QUOTES } from '../../quotes/index.js';
import type { TestRunner } from '../test-runner.js';
import { fresh, type OpenStorage } from './open-storage.js';
import { ALICE, BOB, quote, T0 } from './records.js';

/** Records whose deadline has passed change their state, the earliest first, and each once. */
export function deadlineCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const at = (seconds: number): Instant => instant(T0 + seconds * 1000);
  async function quoted(seconds: number, patch: Partial<Quote> = {}): Promise<string> {
    const record = quote(fresh('Quote'), { expiresAt: at(seconds), ...patch });
    await storage.units.run(record.tenant, async (tx) => ok(tx.add(QUOTES, record)));
    return record.id;
  }
  /** Expires the earliest overdue quotes of a tenant; 0 if other units changed one of them each time. */
  async function end(seconds: number, limit = 10, tenant = ALICE): Promise<number> {
    const now = at(seconds);
    const ended = await storage.units.run(tenant, async (tx) => {
      const overdue = await tx.overdue(QUOTES, now, limit);
      for (const record of overdue) {
        const moved = transition(tx, { now }, QUOTE, QUOTES, record, 'expire');
        if (!moved.ok) return moved;
      }
      return ok(overdue.length);
    });
    return ended.ok ? ended.value : 0;
  }
  const read = async (ids: readonly string[]): Promise<readonly (Quote | undefined)[]> => {
    const found = await storage.units.read(null, (reads) => reads.getMany(QUOTES, ids));
    return ids.map((id) => found.find((record) => record.id === id));
  };
  const states = async (...ids: readonly string[]) => (await read(ids)).map((record) => record?.status);

  test('reads overdue records of one tenant, the earliest first, and at most as many as asked for', async () => {
    const [third, first, open, second] = [await quoted(30), await quoted(10), await quoted(41), await quoted(20)];
    const other = await quoted(10, { tenant: BOB });
    expect(await end(9)).toBe(0);
    expect(await end(40, 2)).toBe(2);
    expect(await states(first, second, third, open)).toEqual(['EXPIRED', 'EXPIRED', 'PENDING', 'PENDING']);
    expect(await end(40, 2)).toBe(1);
    expect(await states(third, open)).toEqual(['EXPIRED', 'PENDING']);
    // A deadline passes at the instant itself.
    expect(await end(41, 2)).toBe(1);
    expect(await end(41, 2)).toBe(0);
    expect(await states(open, other)).toEqual(['EXPIRED', 'PENDING']);
    expect(await end(10, 2, BOB)).toBe(1);
  });

  test('reads them whole', async () => {
    const id = await quoted(50);
    const overdue = await storage.units.read(ALICE, (reads) => reads.overdue(QUOTES, at(55), 10));
    expect(overdue).toEqual(await read([id]));
    expect(await end(55)).toBe(1);
    expect(await storage.units.read(ALICE, (reads) => reads.overdue(QUOTES, at(55), 10))).toEqual([]);
  });

  test('reads only records that are in one of the states that the deadline ends', async () => {
    const asked = await quoted(60, { status: 'PENDING_AUTHORIZATION' });
    const ended = ['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED'] as const;
    const others: string[] = [];
    for (const status of ended) others.push(await quoted(60, { status }));
    expect(await end(60)).toBe(1);
    expect(await states(asked, ...others)).toEqual(['EXPIRED', ...ended]);
  });

  test('lists the tenants with records that wait, each with its earliest deadline', async () => {
    const waiting = async () => {
      const found = await storage.units.read(null, (reads) => reads.waiting(QUOTES));
      return new Map<TenantKey, number>(found.map(({ tenant, first }) => [tenant, first]));
    };
    expect(await waiting()).toEqual(new Map());
    await quoted(90);
    await quoted(80, { status: 'PENDING_AUTHORIZATION' });
    await quoted(70, { status: 'PROCESSING' });
    await quoted(85, { tenant: BOB });
    expect(await waiting()).toEqual(new Map([[ALICE, at(80)]]).set(BOB, at(85)));
    await end(80);
    expect(await waiting()).toEqual(new Map([[ALICE, at(90)]]).set(BOB, at(85)));
    await end(90);
    await end(90, 10, BOB);
    expect(await waiting()).toEqual(new Map());
  });

  test('refuses a kind without a deadline, and a tenant that asks for all tenants', async () => {
    const overdue = storage.units.read(ALICE, (reads) => reads.overdue(BALANCES, at(0), 1));
    await expect(overdue).rejects.toThrow('balances have no deadline');
    const ofAll = storage.units.read(null, (reads) => reads.overdue(QUOTES, at(0), 1));
    await expect(ofAll).rejects.toThrow(Bug);
    const own = storage.units.read(ALICE, (reads) => reads.waiting(QUOTES));
    await expect(own).rejects.toThrow(Bug);
  });

  test('ends each record once if several hosts do it at the same time', async () => {
    for (let i = 0; i < 30; i++) await quoted(100 + i);
    let ended = 0;
    for (const count of await Promise.all([end(200), end(200), end(200), end(200)])) ended += count;
    for (let count = 1; count > 0; ended += count) count = await end(200);
    expect(ended).toBe(30);
  });

  test('of a deadline and a unit that changes the state at the same time, one wins', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push(await quoted(300));
    const execute = (id: string) =>
      storage.units.run(ALICE, async (tx) => {
        const found = (await tx.get(QUOTES, id))!;
        if (found.status !== 'PENDING') return ok(0);
        const moved = transition(tx, { now: at(299) }, QUOTE, QUOTES, found, 'execute');
        return moved.ok ? ok(1) : moved;
      });
    const executing = ids.map(execute);
    const atOnce = end(300, 20);
    let executed = 0;
    for (const result of await Promise.all(executing)) if (result.ok) executed += result.value;
    const ended = (await atOnce) + (await end(300, 20));
    expect(executed + ended).toBe(20);
    const found = await read(ids);
    expect(found.map((record) => record?.version)).toEqual(ids.map(() => 2));
    expect(found.filter((record) => record?.status === 'PROCESSING')).toHaveLength(executed);
  });
}
