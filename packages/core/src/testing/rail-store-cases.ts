import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Environment, err, houseTenant, instant, ok, type Result, type UnitOfWork } from '../kernel/index.js';
import { createRailStore, RAIL_RECORDS } from '../rails/index.js';
import type { RailRecord, RailStore, RailValue } from '../accounts/index.js';
import { resealAll } from '../maintenance/index.js';
import { reversingSealer } from './ports.js';

const START = Date.UTC(2026, 0, 5);

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export interface OpenUnits {
  readonly units: UnitOfWork;
  close(): Promise<void>;
}

/** Registers what the store of a rail connection does over any storage. */
export function railStoreCases(open: () => Promise<OpenUnits>): void {
  let storage: OpenUnits;
  let now = START;
  let names = 0;

  beforeAll(async () => {
    storage = await open();
  });
  afterAll(() => storage.close());

  const storeOf = (connection: string, environment: Environment = 'SANDBOX', sealer = reversingSealer): RailStore =>
    createRailStore({ units: storage.units, clock: { now: () => instant(now) }, sealer }, environment, connection);
  const fresh = (): RailStore => storeOf(`bank-${(names += 1)}`);

  const put = (store: RailStore, key: string, status: string | null = 'WAITING', value: RailValue = null) =>
    store.run(async (records) => ok(records.add({ collection: 'payments', key, status, value })));
  const get = (store: RailStore, key: string) => store.read((records) => records.get('payments', key));
  const keysOf = (records: readonly RailRecord[]) => records.map(({ key }) => key);
  const waiting = (store: RailStore, status = 'WAITING') =>
    store.read((records) => records.list('payments', { status, limit: 100 }));

  test('returns a record as it was added, amounts and nested values included', async () => {
    const store = fresh();
    const value = {
      amount: 9_007_199_254_740_993n,
      many: [1n, -2n, 0.5, null, true, 'Ümlaut 😀 "quoted" \\ /'],
      empty: {},
      nested: { '': ['x', { text: '42', '#': '=' }] },
    };
    const key = 'Transaction:019bc186-de00-7010-a5b4-6ff5095ccf1f/1 of 2';
    valueOf(await put(store, key, null, value));
    expect(await get(store, key)).toEqual({
      collection: 'payments',
      key,
      status: null,
      value,
      secret: null,
      createdAt: now,
      updatedAt: now,
      version: 1,
    });
    expect(await get(store, 'none')).toBeNull();
  });

  test('reads in a unit what the unit has written', async () => {
    const store = fresh();
    const seen = valueOf(
      await store.run(async (records) => {
        records.add({ collection: 'payments', key: 'a', status: 'NEW', value: 1 });
        const added = (await records.get('payments', 'a'))!;
        const changed = records.change(records.change(added, { value: 2 }), { status: 'DONE' });
        expect(changed).toMatchObject({ value: 2, status: 'DONE', version: 3 });
        return ok((await records.list('payments', { status: 'DONE', limit: 5 })).map(({ value }) => value));
      }),
    );
    expect(seen).toEqual([2]);
    expect(await get(store, 'a')).toMatchObject({ value: 2, status: 'DONE', version: 3 });
  });

  test('ends a unit with CONFLICT if a key is taken, and stores nothing of it', async () => {
    const store = fresh();
    valueOf(await put(store, 'a'));
    const result = await store.run(async (records) => {
      records.add({ collection: 'payments', key: 'b' });
      records.add({ collection: 'payments', key: 'a', value: 'other' });
      return ok();
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    expect([await get(store, 'a'), await get(store, 'b')]).toMatchObject([{ value: null }, null]);
  });

  test('keeps the record that exists if a record is added unless it exists', async () => {
    const store = fresh();
    const add = (value: string) =>
      store.run(async (records) =>
        ok(records.add({ collection: 'payments', key: 'a', value, secret: { name: value } }, { unlessExists: true })),
      );
    valueOf(await add('first'));
    valueOf(await add('second'));
    expect(await get(store, 'a')).toMatchObject({ value: 'first', secret: { name: 'first' }, version: 1 });
  });

  test('stores nothing of a unit that ends with an error or throws', async () => {
    const store = fresh();
    const refused = await store.run(async (records) => {
      records.add({ collection: 'payments', key: 'a' });
      return err('FORBIDDEN', 'no');
    });
    expect(refused).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } });
    const thrown = store.run(async (records) => {
      records.add({ collection: 'payments', key: 'a' });
      throw new Error('a mistake of the rail');
    });
    await expect(thrown).rejects.toThrow('a mistake of the rail');
    expect(await get(store, 'a')).toBeNull();
  });

  test('runs a unit again if another one has changed its record, so that no change is lost', async () => {
    const store = fresh();
    valueOf(await put(store, 'counter', null, { count: 0n }));
    const increase = () =>
      store.run(async (records) => {
        const record = (await records.get('payments', 'counter'))!;
        const { count } = record.value as { readonly count: bigint };
        records.change(record, { value: { count: count + 1n } });
        return ok();
      });
    for (const result of await Promise.all(Array.from({ length: 8 }, increase))) valueOf(result);
    expect(await get(store, 'counter')).toMatchObject({ value: { count: 8n }, version: 9 });
  });

  test('refuses a change and a removal of a record that was read before another unit changed it', async () => {
    const store = fresh();
    valueOf(await put(store, 'a'));
    const old = (await get(store, 'a'))!;
    const change = (record: RailRecord, value: string) =>
      store.run(async (records) => ok(records.change(record, { value })));
    expect(valueOf(await change(old, 'first'))).toMatchObject({ value: 'first', status: 'WAITING', version: 2 });
    expect(await change(old, 'second')).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    const removed = await store.run(async (records) => ok(records.remove(old)));
    expect(removed).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    expect(await get(store, 'a')).toMatchObject({ value: 'first' });
  });

  test('removes a record, whose key is free again', async () => {
    const store = fresh();
    valueOf(await put(store, 'a', 'WAITING', 'old'));
    const record = (await get(store, 'a'))!;
    valueOf(await store.run(async (records) => ok(records.remove(record))));
    expect(await get(store, 'a')).toBeNull();
    valueOf(await put(store, 'a', 'WAITING', 'new'));
    expect(await get(store, 'a')).toMatchObject({ value: 'new', version: 1 });
  });

  test('changes only the members that are given, and the time of the change', async () => {
    const store = fresh();
    const secret = { name: 'Ada Lovelace', iban: null };
    valueOf(
      await store.run(async (records) =>
        ok(records.add({ collection: 'payments', key: 'a', status: 'NEW', value: [1n], secret })),
      ),
    );
    const change = async (content: Parameters<Parameters<Parameters<RailStore['run']>[0]>[0]['change']>[1]) => {
      now += 1_000;
      return valueOf(
        await store.run(async (records) => ok(records.change((await records.get('payments', 'a'))!, content))),
      );
    };
    expect(await change({ status: 'SENT' })).toMatchObject({ status: 'SENT', value: [1n], secret });
    expect(await change({ value: null })).toMatchObject({ status: 'SENT', value: null, secret });
    expect(await change({ secret: null, status: null })).toMatchObject({ status: null, value: null, secret: null });
    expect(await change({ secret: { name: 'Grace' } })).toMatchObject({ secret: { name: 'Grace' } });
    const last = (await get(store, 'a'))!;
    expect([last.updatedAt - last.createdAt, last.version]).toEqual([4_000, 5]);
  });

  test('lists the records of a status, oldest first, in pages without gaps', async () => {
    const store = fresh();
    const expected: string[] = [];
    for (let second = 0; second < 3; second++) {
      now += 1_000;
      // The records of one unit have the same time.
      const keys = ['c', 'a', 'b'].map((letter) => `${letter}${second}`);
      valueOf(
        await store.run(async (records) => {
          for (const key of keys) records.add({ collection: 'payments', key, status: 'WAITING' });
          return ok();
        }),
      );
      expected.push(...keys.toSorted());
    }
    valueOf(await put(store, 'other', 'SENT'));
    valueOf(await put(store, 'unlisted', null));
    const pages: string[] = [];
    for (let after: RailRecord | undefined; ;) {
      const from = after;
      const page = await store.read((records) =>
        records.list('payments', { status: 'WAITING', limit: 2, after: from }),
      );
      pages.push(...keysOf(page));
      after = page.at(-1);
      if (page.length < 2) break;
    }
    expect(pages).toEqual(expected);
    expect(keysOf(await waiting(store, 'SENT'))).toEqual(['other']);
  });

  test('moves a record between the lists with its status', async () => {
    const store = fresh();
    valueOf(await put(store, 'a'));
    const moved = (status: string | null) =>
      store.run(async (records) => ok(records.change((await records.get('payments', 'a'))!, { status })));
    const lists = async () => [keysOf(await waiting(store)), keysOf(await waiting(store, 'SENT'))];
    expect(await lists()).toEqual([['a'], []]);
    valueOf(await moved('SENT'));
    expect(await lists()).toEqual([[], ['a']]);
    valueOf(await moved(null));
    expect(await lists()).toEqual([[], []]);
  });

  test('counts the records of a status, and reads several by their keys', async () => {
    const store = fresh();
    for (const key of ['a', 'b', 'c']) valueOf(await put(store, key, key === 'c' ? 'SENT' : 'WAITING'));
    const counts = await store.read((records) =>
      Promise.all(['WAITING', 'SENT', 'NONE'].map((status) => records.count('payments', status))),
    );
    expect(counts).toEqual([2, 1, 0]);
    const many = await store.read((records) => records.getMany('payments', ['c', 'none', 'a']));
    expect(keysOf(many).toSorted()).toEqual(['a', 'c']);
    expect(await store.read((records) => records.getMany('payments', []))).toEqual([]);
  });

  test('shows a connection neither the records of another one, nor those of the other environment', async () => {
    const [short, long] = [storeOf('acme'), storeOf('acme-bank')];
    const live = storeOf('acme', 'PRODUCTION');
    valueOf(await put(short, 'a', 'WAITING', 'short'));
    valueOf(await put(long, 'a', 'WAITING', 'long'));
    valueOf(await put(live, 'a', 'WAITING', 'live'));
    valueOf(
      await short.run(async (records) =>
        ok(records.add({ collection: 'pay', key: 'ments/a', status: 'WAITING', value: 'key with a slash' })),
      ),
    );
    for (const [store, value] of [
      [short, 'short'],
      [long, 'long'],
      [live, 'live'],
    ] as const) {
      expect(await get(store, 'a')).toMatchObject({ value });
      expect((await waiting(store)).map((record) => record.value)).toEqual([value]);
      expect(await store.read((records) => records.count('payments', 'WAITING'))).toBe(1);
    }
    const foreign = (await get(long, 'a'))!;
    await expect(short.run(async (records) => ok(records.change(foreign, { value: 1 })))).rejects.toThrow(
      'payments/a was not read from this store',
    );
    await expect(live.run(async (records) => ok(records.remove(foreign)))).rejects.toThrow('was not read');
  });

  test.each(['', 'x'.repeat(201)])('refuses a key that is empty or too long, case %#', async (key) => {
    await expect(put(fresh(), key)).rejects.toThrow('1 to 200 characters');
  });

  test.each(['', 'Payments', 'pay/ments', 'pay_ments'])('refuses the collection "%s"', async (collection) => {
    const store = fresh();
    await expect(store.run(async (records) => ok(records.add({ collection, key: 'a' })))).rejects.toThrow(
      'is not a name of a collection',
    );
    await expect(store.read((records) => records.count(collection, 'WAITING'))).rejects.toThrow('not a name');
  });

  test('seals secrets at rest, and reads them after the master key was rotated, in both environments', async () => {
    const stores = [fresh(), storeOf('acme', 'PRODUCTION')];
    const secret = { name: 'Ada Lovelace', iban: 'DE89370400440532013000' };
    for (const store of stores) {
      valueOf(await store.run(async (records) => ok(records.add({ collection: 'people', key: 'a', secret }))));
    }
    const sealedTexts = async () => {
      const texts: string[] = [];
      for (const environment of ['SANDBOX', 'PRODUCTION'] as const) {
        const { rows } = await storage.units.read(houseTenant(environment), (reads) =>
          reads.list(RAIL_RECORDS, { order: 'asc', limit: 500 }),
        );
        expect(JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
          'Ada Lovelace',
        );
        texts.push(...rows.map(({ sealedSecret }) => sealedSecret).filter((text) => text !== null));
      }
      return texts;
    };
    expect((await sealedTexts()).length).toBeGreaterThanOrEqual(2);

    const next: typeof reversingSealer = {
      seal: (text, place) => `next ${reversingSealer.seal(text, place)}`,
      open: (sealed, place) => {
        expect(sealed.slice(0, 5)).toBe('next ');
        return reversingSealer.open(sealed.slice(5), place);
      },
      renew: (sealed) => sealed,
    };
    await resealAll(storage.units, (text, place) => next.seal(reversingSealer.open(text, place), place));
    expect((await sealedTexts()).filter((text) => !text.startsWith('next '))).toEqual([]);
    const rotated = storeOf('acme', 'PRODUCTION', next);
    expect(await rotated.read((records) => records.get('people', 'a'))).toMatchObject({ secret, version: 2 });
  });

  test('binds a secret to its record, so that a copy in another record does not open', async () => {
    const store = storeOf('copy-bank');
    valueOf(
      await store.run(async (records) => {
        records.add({ collection: 'people', key: 'a', secret: { name: 'Ada' } });
        records.add({ collection: 'people', key: 'b', secret: { name: 'Bob' } });
        return ok();
      }),
    );
    const tenant = houseTenant('SANDBOX');
    await storage.units.run(tenant, async (tx) => {
      const [a, b] = [
        (await tx.get(RAIL_RECORDS, 'SANDBOX/copy-bank/people/a'))!,
        (await tx.get(RAIL_RECORDS, 'SANDBOX/copy-bank/people/b'))!,
      ];
      tx.remove(RAIL_RECORDS, b, { code: 'CONFLICT', message: 'raced' });
      tx.add(RAIL_RECORDS, { ...b, sealedSecret: a.sealedSecret, version: 1 });
      return ok();
    });
    await expect(store.read((records) => records.get('people', 'b'))).rejects.toThrow('not sealed for');
  });
}
