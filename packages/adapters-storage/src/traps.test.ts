import { ok } from '@corridor/core';
import { BALANCES, CHECKPOINTS, EVENTS, POSTINGS } from '@corridor/core/records';
import { chart, checkpoint, fail } from '@corridor/core/internal';
import pg from 'pg';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage, StorageOptions } from './port/storage.js';
import { type Backend, postgres, sqlite, type TestDatabase } from './testing/backends.js';
import { ALICE, balance, event, posting, SHORT, T0, TAKEN, USD } from './testing/records.js';
import { createPostgresStorage } from './postgres/index.js';
import { createSqliteStorage } from './sqlite/index.js';
import { Database } from './testing/sqlite.js';

/** A migrated storage of this backend. Tests use rows of their own. */
function host(backend: Backend, options: StorageOptions = {}) {
  const context = {} as { database: TestDatabase; storage: Storage };
  beforeAll(async () => {
    context.database = await backend.create();
    context.storage = context.database.open(options);
    await context.storage.migrate();
  });
  afterAll(async () => {
    await context.storage.close();
    await context.database.drop();
  });
  return context;
}

const put = (storage: Storage, id: string, amount = 1n) =>
  storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, amount))));
const get = (storage: Storage, id: string) => storage.units.read(ALICE, (reads) => reads.get(BALANCES, id));

const balances = (storage: Storage, ids: readonly string[]) =>
  storage.units.read(ALICE, (reads) => reads.getMany(BALANCES, ids));

describe('SQLite', () => {
  const context = host(sqlite);
  const raw = () => new Database(context.database.address, { timeout: 0 });

  test('answers every waiting caller after it has rolled back the whole batch', async () => {
    const breaker = raw();
    breaker.exec(
      `create trigger if not exists breaks before insert on balances when new.id = 'poison' begin select raise(rollback, 'all is lost'); end`,
    );
    breaker.close();
    const before = [1, 2, 3].map((i) => put(context.storage, `before ${i}`));
    const poison = put(context.storage, 'poison');
    const after = [1, 2, 3].map((i) => put(context.storage, `after ${i}`));
    const settled = await Promise.allSettled([poison, ...before, ...after]);
    expect(settled[0]).toMatchObject({ status: 'rejected', reason: { message: 'all is lost' } });
    expect(settled.slice(1)).toEqual(Array.from({ length: 6 }, () => ({ status: 'fulfilled', value: ok() })));
    const stored = await balances(context.storage, [
      'before 1',
      'before 2',
      'before 3',
      'after 1',
      'after 2',
      'after 3',
      'poison',
    ]);
    expect(stored).toHaveLength(6);
  });

  test('does not return a refusal that was based on a batch that was rolled back', async () => {
    const breaker = raw();
    breaker.exec(
      `create trigger if not exists breaks before insert on balances when new.id = 'poison' begin select raise(rollback, 'all is lost'); end`,
    );
    breaker.close();
    await put(context.storage, 'purse', 1n);
    // The first unit of work takes the last money. It is undone with the batch, runs again after the second one, and is
    // then refused.
    const draw = () =>
      context.storage.units.run(ALICE, async (tx) =>
        ok(tx.increase(BALANCES, { id: 'purse', by: { available: -1n } }, SHORT)),
      );
    const results = await Promise.allSettled([draw(), draw(), put(context.storage, 'poison')]);
    expect(results.slice(0, 2).filter((r) => r.status === 'fulfilled' && r.value.ok)).toHaveLength(1);
    expect((await get(context.storage, 'purse'))?.available).toBe(0n);
  });

  test('does not block the event loop while a second process holds the write lock', async () => {
    const other = raw();
    other.exec('begin immediate');
    const waiting = put(context.storage, 'waiting');
    let ticks = 0;
    let longest = 0;
    for (let last = performance.now(); ticks < 20; ticks++) {
      await setTimeout(5);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    expect(await get(context.storage, 'waiting')).toBeNull();
    other.exec('commit');
    expect(await waiting).toEqual(ok());
    expect(longest).toBeLessThan(1_000);
    other.close();
  });

  test('answers SERVICE_UNAVAILABLE after waiting too long for the write lock', async () => {
    const impatient = createSqliteStorage({ path: context.database.address, lockWaitMs: 30 });
    const other = raw();
    other.exec('begin immediate');
    expect(await put(impatient, 'late')).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    other.exec('rollback');
    expect(await put(impatient, 'late')).toEqual(ok());
    other.close();
    await impatient.close();
  });

  test('commits units of work that wait at the same time together', async () => {
    const sent: string[] = [];
    const counted = createSqliteStorage({ path: context.database.address, onStatement: (sql) => sent.push(sql) });
    await Promise.all(Array.from({ length: 50 }, (_, i) => put(counted, `shared ${i}`)));
    // One commit, or a few if the machine is so slow that a batch reaches its time limit.
    expect(sent.filter((sql) => sql === 'COMMIT').length).toBeLessThan(10);
    await counted.close();
  });

  test('undoes only the failed unit of work of a batch', async () => {
    const sent: string[] = [];
    const counted = createSqliteStorage({ path: context.database.address, onStatement: (sql) => sent.push(sql) });
    const savepoints = () => sent.filter((sql) => sql.startsWith('SAVEPOINT')).length;
    await Promise.all([1, 2, 3].map((i) => put(counted, `well ${i}`)));
    expect(savepoints()).toBe(0);
    const failing = () =>
      counted.units.run(ALICE, async (tx) => {
        tx.add(BALANCES, balance('stain', 1n));
        await tx.get(BALANCES, 'stain');
        return fail(TAKEN);
      });
    const results = await Promise.all([put(counted, 'ahead'), failing(), put(counted, 'behind'), failing()]);
    expect(results).toEqual([ok(), fail(TAKEN), ok(), fail(TAKEN)]);
    expect((await balances(counted, ['ahead', 'stain', 'behind'])).map(({ id }) => id).sort()).toEqual([
      'ahead',
      'behind',
    ]);
    expect(savepoints()).toBeGreaterThan(0);
    await counted.close();
  });

  test('ends a batch before it starves the event loop', async () => {
    const busy = (i: number) =>
      context.storage.units.run(ALICE, async (tx) => {
        for (const until = performance.now() + 5; performance.now() < until;);
        tx.add(BALANCES, balance(`busy ${i}`, 1n));
        return ok();
      });
    const order: string[] = [];
    const units = Promise.all(Array.from({ length: 40 }, (_, i) => busy(i))).then(() => order.push('units'));
    const timer = setTimeout(1).then(() => order.push('timer'));
    await Promise.all([units, timer]);
    expect(order).toEqual(['timer', 'units']);
  });

  test('has written acknowledged data to the disk', async () => {
    await put(context.storage, 'durable');
    const other = raw();
    expect(other.prepare('select available from balances where id = ?').pluck().get('durable')).toBe(1);
    other.close();
  });

  test('stores integers as integers', async () => {
    await put(context.storage, 'types', 9007199254740993n);
    const other = raw();
    const types = other
      .prepare('select typeof(available), typeof(created_at), typeof(version) from balances')
      .raw()
      .get();
    expect(types).toEqual(['integer', 'integer', 'integer']);
    other.close();
  });
});

describe('Postgres', () => {
  const context = host(postgres);
  const raw = async () => {
    const client = new pg.Client({ connectionString: context.database.address });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  test('does not commit a unit of work that caught a unique violation', async () => {
    await put(context.storage, 'there');
    const result = await context.storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance('rest', 1n));
      tx.add(BALANCES, balance('there', 1n), { conflicts: { id: TAKEN } });
      await tx.get(BALANCES, 'rest').catch(() => undefined);
      return ok();
    });
    expect(result).toEqual({ ok: false, error: TAKEN });
    expect(await get(context.storage, 'rest')).toBeNull();
  });

  test('ends the unit of work if a constraint fails at COMMIT', async () => {
    const client = await raw();
    await client.query(`create function fails() returns trigger language plpgsql as $$ begin raise exception 'deferred'; end $$;
      create constraint trigger late after insert on balances deferrable initially deferred for each row when (new.id = 'late') execute function fails()`);
    await client.end();
    const unit = context.storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance('late', 1n));
      await tx.get(BALANCES, 'late');
      return ok();
    });
    await expect(unit).rejects.toThrow('deferred');
    expect(await get(context.storage, 'late')).toBeNull();
  });

  test('ends the unit of work, not the process, if the backend of a checked-out connection is killed', async () => {
    const killer = await raw();
    let killing: Promise<unknown> = Promise.resolve();
    const result = await context.storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance('killed', 1n));
      await tx.get(BALANCES, 'killed');
      tx.add(POSTINGS, posting('JournalEntry:1/0', 'pg_sleep', 1n));
      killing = killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corridor' and state <> 'idle' and datname = current_database()`,
      );
      // Reads until the connection is lost, because a unit of work may await only its own reads.
      for (;;) await tx.get(BALANCES, 'killed');
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(await get(context.storage, 'killed')).toBeNull();
    await killing;
    await killer.end();
  });

  test('replaces idle connections that were killed', async () => {
    await put(context.storage, 'first');
    const killer = await raw();
    await killer.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corridor' and datname = current_database()`,
    );
    await killer.end();
    await setTimeout(50);
    expect(await put(context.storage, 'second')).toEqual(ok());
  });

  test('answers CONFLICT if another transaction holds a row for too long', async () => {
    const impatient = createPostgresStorage({ url: context.database.address, lockWaitMs: 50 });
    await put(context.storage, 'held', 5n);
    const holder = await raw();
    await holder.query(`begin; update balances set available = 4 where id = 'held'`);
    const draw = await impatient.units.run(ALICE, async (tx) =>
      ok(tx.increase(BALANCES, { id: 'held', by: { available: -1n } }, SHORT)),
    );
    expect(draw).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    await holder.query('rollback');
    await holder.end();
    await impatient.close();
  });

  test('runs the victim of a deadlock again', async () => {
    await Promise.all(['left', 'right'].map((id) => put(context.storage, id, 100n)));
    // Two units of work lock the same two rows in opposite orders: each sends the write to its first row before it
    // locks its second.
    const cross = (first: string, second: string) =>
      context.storage.units.run(ALICE, async (tx) => {
        tx.increase(BALANCES, { id: first, by: { available: -1n } }, SHORT);
        await tx.get(BALANCES, first);
        await tx.get(BALANCES, first);
        tx.increase(BALANCES, { id: second, by: { available: -1n } }, SHORT);
        return ok();
      });
    const results = await Promise.all(
      Array.from({ length: 4 }, (_, i) => (i % 2 === 0 ? cross('left', 'right') : cross('right', 'left'))),
    );
    expect(results).toEqual([ok(), ok(), ok(), ok()]);
    expect((await balances(context.storage, ['left', 'right'])).map(({ available }) => available)).toEqual([96n, 96n]);
  });

  test('runs more units of work than it has connections', async () => {
    const small = createPostgresStorage({ url: context.database.address, poolSize: 2 });
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        small.units.run(ALICE, async (tx) => {
          tx.add(BALANCES, balance(`small ${i}`, 1n));
          await tx.get(BALANCES, `small ${i}`);
          return ok();
        }),
      ),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    await small.close();
  });

  test('uses no explicit transaction for a unit of work that reads and then writes once', async () => {
    await put(context.storage, 'purse', 5n);
    const sent: string[] = [];
    const counted = createPostgresStorage({ url: context.database.address, onStatement: (sql) => sent.push(sql) });
    await counted.units.run(ALICE, async (tx) => {
      await tx.get(BALANCES, 'purse');
      tx.increase(BALANCES, { id: 'purse', by: { available: -1n } }, SHORT);
      tx.add(POSTINGS, posting('JournalEntry:1/0', 'a', 1n));
      tx.add(POSTINGS, posting('JournalEntry:1/1', 'b', -1n));
      tx.add(EVENTS, event('Webhook:1'), {
        copy: { kind: BALANCES, id: 'purse', columns: { available: 'available' } } as never,
      });
      return ok();
    });
    expect(sent.map((sql) => sql.split(' ')[0])).toEqual(['select', 'with']);
    expect(await counted.units.read(ALICE, (reads) => reads.get(EVENTS, 'Webhook:1'))).toMatchObject({ available: 4n });
    await counted.close();
  });
});

describe('two hosts on one Postgres', () => {
  const context = host(postgres);

  test('do not move a checkpoint back while a foreign transaction holds the horizon of a new host low', async () => {
    const fees = chart.fees(ALICE, USD);
    const ctx = { tenant: ALICE, actor: { kind: 'system' }, requestId: 'r', now: T0, hostNow: T0 } as const;
    const charge = (storage: Storage, id: string) =>
      storage.units.run(ALICE, async (tx) => ok(tx.add(POSTINGS, posting(id, fees.name, 100n))));
    const count = (storage: Storage) => storage.units.run(ALICE, async (tx) => ok(await checkpoint(tx, ctx, fees)));
    await charge(context.storage, 'JournalEntry:fee/1');
    expect(await count(context.storage)).toEqual(ok(100n));
    const foreign = new pg.Client({ connectionString: context.database.address });
    foreign.on('error', () => undefined);
    await foreign.connect();
    await foreign.query('create table elsewhere (x int); begin; insert into elsewhere values (1)');
    const begun = context.database.open();
    await charge(begun, 'JournalEntry:fee/2');
    expect(await begun.units.read(null, (reads) => reads.horizon(POSTINGS as never))).toBe(0);
    expect(await count(begun)).toEqual(ok(200n));
    await foreign.query('rollback');
    await foreign.end();
    expect(await count(begun)).toEqual(ok(200n));
    expect(await begun.units.read(ALICE, (reads) => reads.get(CHECKPOINTS, fees.name))).toMatchObject({
      balance: 200n,
    });
    await begun.close();
  });

  test('ignore transactions of other databases of the server in the horizon', async () => {
    const other = new URL(context.database.address);
    other.pathname = '/postgres';
    const foreign = new pg.Client({ connectionString: other.href });
    await foreign.connect();
    await foreign.query('begin; select pg_current_xact_id()');
    await context.storage.units.run(ALICE, async (tx) =>
      ok(tx.add(POSTINGS, posting('JournalEntry:here/0', 'hot', 1n))),
    );
    const reached = await context.storage.units.read(null, (reads) => reads.horizon(POSTINGS as never));
    const own = await context.storage.units.read(ALICE, (reads) =>
      reads.positionOf(POSTINGS as never, 'JournalEntry:here/0'),
    );
    expect(reached).toBe(own);
    await foreign.query('rollback');
    await foreign.end();
  });
});
