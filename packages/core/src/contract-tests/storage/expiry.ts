import {
  type Instant,
  instant,
  ok,
  PENDING_COMMANDS,
  type PendingCommand,
  REMEMBERED_ANSWERS,
  type RememberedAnswer,
  type TenantKey,
} from '../../kernel/index.js';
import { BALANCES } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import { fresh, type OpenStorage } from './open-storage.js';
import { ALICE, BOB, T0 } from './records.js';

/** Expired records are deleted the earliest first, at most as many as asked for, and nothing else is deleted. */
export function expiryCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const base = (id: string, tenant: TenantKey, expiresAt: Instant) => ({
    id,
    tenant,
    version: 1,
    createdAt: T0,
    updatedAt: T0,
    bodyDigest: 'digest',
    expiresAt,
  });
  async function answer(seconds: number, tenant: TenantKey = ALICE): Promise<string> {
    const record: RememberedAnswer = {
      ...base(fresh('Answer'), tenant, at(seconds)),
      ...{
        status: 200,
        body: '{}',
        operation: 'POST /quotes',
        keyDigest: 'key',
        requestId: null,
        names: ['Customer:1'],
      },
    };
    await storage.units.run(tenant, async (tx) => ok(tx.add(REMEMBERED_ANSWERS, record)));
    return record.id;
  }
  async function command(seconds: number, tenant: TenantKey = ALICE): Promise<string> {
    const id = fresh('Request');
    const record = { operation: 'o', path: '', account: '', payload: '{}', state: null };
    await storage.units.run(tenant, async (tx) =>
      ok(tx.add(PENDING_COMMANDS, { ...record, ...base(id, tenant, at(seconds)) } as PendingCommand)),
    );
    return id;
  }
  const at = (seconds: number): Instant => instant(T0 + seconds * 1000);
  const left = async (ids: readonly string[]): Promise<readonly string[]> => {
    const found = await storage.units.read(null, (reads) => reads.getMany(REMEMBERED_ANSWERS, ids));
    return ids.filter((id) => found.some((record) => record.id === id));
  };

  test('deletes expired records of all tenants, the earliest first, and at most as many as asked for', async () => {
    const [third, first, living, second] = [
      await answer(30),
      await answer(10, BOB),
      await answer(41),
      await answer(20),
    ] as const;
    const ids = [first, second, third, living];
    expect(await storage.units.removeExpired(null, REMEMBERED_ANSWERS, at(9), 10)).toBe(0);
    expect(await left(ids)).toEqual(ids);
    expect(await storage.units.removeExpired(null, REMEMBERED_ANSWERS, at(40), 2)).toBe(2);
    expect(await left(ids)).toEqual([third, living]);
    expect(await storage.units.removeExpired(null, REMEMBERED_ANSWERS, at(40), 2)).toBe(1);
    expect(await left(ids)).toEqual([living]);
    // A record expires at the instant itself.
    expect(await storage.units.removeExpired(null, REMEMBERED_ANSWERS, at(41), 2)).toBe(1);
    expect(await left(ids)).toEqual([]);
  });

  test('reads expired records as it deletes them: of all tenants, the earliest first', async () => {
    const [second, first] = [await answer(1_020), await answer(1_010, BOB)];
    await answer(1_031);
    const own = await command(1_010);
    await command(1_010, BOB);
    const ids = async (until: number, limit: number) =>
      (await storage.units.read(null, (reads) => reads.expired(REMEMBERED_ANSWERS, at(until), limit))).map(
        ({ id }) => id,
      );
    expect((await ids(1_009, 10)).filter((id) => [first, second].includes(id))).toEqual([]);
    expect((await ids(1_030, 1_000)).slice(-2)).toEqual([first, second]);
    expect(await ids(1_030, 1)).toHaveLength(1);
    const [record] = await storage.units.read(null, (reads) => reads.expired(REMEMBERED_ANSWERS, at(1_010), 1_000));
    expect(record).toMatchObject({ status: 200, keyDigest: 'key', requestId: null, names: ['Customer:1'] });
    const ofAlice = await storage.units.read(ALICE, (reads) => reads.expired(PENDING_COMMANDS, at(1_010), 1_000));
    expect(ofAlice.at(-1)).toMatchObject({ id: own, tenant: ALICE });
    await expect(storage.units.read(ALICE, (reads) => reads.expired(REMEMBERED_ANSWERS, at(0), 1))).rejects.toThrow(
      'by the clock of the host',
    );
  });

  test("deletes records that expire in the tenant's time for one tenant", async () => {
    const [own, other] = [await command(10), await command(10, BOB)];
    expect(await storage.units.removeExpired(ALICE, PENDING_COMMANDS, at(10), 10)).toBe(1);
    expect(await storage.units.read(ALICE, (reads) => reads.get(PENDING_COMMANDS, own))).toBe(null);
    expect(await storage.units.read(BOB, (reads) => reads.get(PENDING_COMMANDS, other))).toMatchObject({ id: other });
    expect(await storage.units.removeExpired(BOB, PENDING_COMMANDS, at(10), 10)).toBe(1);
  });

  test('refuses a kind that does not expire, and the clock of another kind', async () => {
    const remove = storage.units.removeExpired;
    await expect(remove(null, BALANCES, at(0), 1)).rejects.toThrow('balances does not expire');
    await expect(remove(ALICE, REMEMBERED_ANSWERS, at(0), 1)).rejects.toThrow('by the clock of the host');
    await expect(remove(null, PENDING_COMMANDS, at(0), 1)).rejects.toThrow('by the clock of the tenant');
  });

  test('deletes each record once if several deletions run at the same time', async () => {
    for (let i = 0; i < 30; i++) await answer(100 + i);
    const remove = () => storage.units.removeExpired(null, REMEMBERED_ANSWERS, at(200), 10);
    let removed = 0;
    for (const count of await Promise.all([remove(), remove(), remove(), remove()])) removed += count;
    for (let count = 1; count > 0; removed += count) count = await remove();
    expect(removed).toBe(30);
  });
}
