import { randomBytes } from 'node:crypto';
import { ok } from '@corridor/core';
import { CHECKPOINTS, POSTINGS } from '@corridor/core/records';
import { auditLedger, chart, checkpoint, rebuildCheckpoints } from '@corridor/core/internal';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../port/storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { ALICE, BOB, posting, T0, USD } from '../testing/records.js';
import { createPostgresStorage } from './index.js';

const fees = chart.fees(ALICE, USD);
const ctx = { tenant: ALICE, actor: { kind: 'system' }, requestId: 'r', now: T0, hostNow: T0 } as const;

let address: string;
let name: string;
let admin: pg.Client;
let storage: Storage;

beforeEach(async () => {
  address = await createTestDatabase();
  const url = new URL(address);
  name = url.pathname.slice(1);
  url.pathname = '/postgres';
  admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  storage = createPostgresStorage({ url: address });
});
afterEach(async () => {
  await storage.close();
  await admin.end();
});

let count = 0;
const charge = (amount: bigint) =>
  storage.units.run(ALICE, async (tx) =>
    ok(tx.add(POSTINGS, posting(`JournalEntry:fee/${count++}`, fees.name, amount))),
  );
const horizon = () => storage.units.read(null, (reads) => reads.horizon(POSTINGS as never));
const kept = () => storage.units.read(ALICE, (reads) => reads.get(CHECKPOINTS, fees.name));
const findings = async () =>
  (await storage.units.read(null, auditLedger)).findings.filter((f) => f.includes('checkpoint'));

/** Takes all fees from the account, as a sweep does, and returns the amount. A sweep that loses its races is tried again. */
async function sweep(): Promise<bigint> {
  const swept = await storage.units.run(ALICE, async (tx) => {
    const amount = await checkpoint(tx, ctx, fees);
    if (amount !== 0n) tx.add(POSTINGS, posting(`JournalEntry:sweep/${count++}`, fees.name, -amount));
    return ok(amount);
  });
  if (swept.ok) return swept.value;
  if (swept.error.code === 'CONFLICT') return sweep();
  throw new Error(swept.error.message);
}

const disconnect = () =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);

/** A standby that stays at this point in time; `promote` puts it in place of the database. */
async function standby(): Promise<{ promote(): Promise<void> }> {
  const copy = `${name}_standby`;
  await disconnect();
  await admin.query(`create database ${copy} template ${name} strategy file_copy`);
  return {
    async promote() {
      await disconnect();
      await admin.query(`alter database ${name} rename to ${name}_lost_${randomBytes(3).toString('hex')}`);
      await admin.query(`alter database ${copy} rename to ${name}`);
    },
  };
}

describe('after a failover to a standby that lags', () => {
  test('sweeps all fees, and the audit is clean', async () => {
    await charge(100n);
    expect(await sweep()).toBe(100n);
    const behind = await standby();
    for (let i = 0; i < 20; i++) await charge(7n);
    expect(await sweep()).toBe(140n);
    expect(await horizon()).toBeGreaterThan(20);

    await behind.promote();
    expect(await charge(11n)).toEqual(ok());
    expect(await sweep()).toBe(11n);
    for (let i = 0; i < 40; i++) await charge(3n);
    expect(await sweep()).toBe(120n);
    expect(await findings()).toEqual([]);
  });

  test('writes texts of the dictionary again that the standby did not have, so that every host reads the rows', async () => {
    await charge(1n);
    const behind = await standby();
    const late = (id: string) =>
      storage.units.run(BOB, async (tx) => ok(tx.add(POSTINGS, posting(id, 'a late account', 1n, BOB))));
    expect(await late('JournalEntry:before/0')).toEqual(ok());
    await behind.promote();
    expect(await late('JournalEntry:after/0')).toEqual(ok());
    const fresh = createPostgresStorage({ url: address });
    expect(await fresh.units.read(BOB, (reads) => reads.get(POSTINGS, 'JournalEntry:after/0'))).toMatchObject({
      tenant: BOB,
      account: 'a late account',
    });
    await fresh.close();
  });

  test('does not return a horizon from before, although positions are assigned again', async () => {
    await charge(1n);
    const behind = await standby();
    for (let i = 0; i < 30; i++) await charge(1n);
    const before = await horizon();
    await behind.promote();

    const slow = new pg.Client({ connectionString: address });
    await slow.connect();
    await slow.query("begin; select case when pg_current_xact_id() is not null then nextval('postings_position') end");
    for (let i = 0; i < 60; i++) await charge(1n);
    const last = await storage.units.read(null, (reads) => reads.lastPosition(POSTINGS as never));
    expect(last).toBeGreaterThan(before);
    expect(await horizon()).toBeLessThan(before);
    await slow.query('rollback');
    await slow.end();
    expect(await horizon()).toBe(last);
  });
});

describe('a checkpoint that is wrong', () => {
  const corrupt = async (position: number, balance: bigint) => {
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    await client.query('update checkpoints set position = $1, balance = $2', [position, balance]);
    await client.end();
  };
  const rebuild = () => rebuildCheckpoints(storage.units, { now: () => T0 });

  test('above all positions is reported by the audit and not used by a sweep', async () => {
    await charge(100n);
    await sweep();
    await corrupt(5_000, 400n);
    const last = await storage.units.read(null, (reads) => reads.lastPosition(POSTINGS as never));
    expect(await findings()).toEqual([
      `checkpoint of ${fees.name} is at position 5000, but the last posting has ${last}: run corridor checkpoint rebuild`,
    ]);
    await charge(9n);
    expect(await sweep()).toBe(9n);
    expect(await findings()).toEqual([]);
  });

  test('is correct after a rebuild, while other hosts sweep', async () => {
    await charge(100n);
    await sweep();
    await charge(40n);
    const { position } = (await kept())!;
    await corrupt(position, 60n);
    expect(await findings()).toHaveLength(1);
    expect(await rebuild()).toMatchObject([
      { account: fees.name, before: { position, balance: 60n }, after: { balance: 40n }, wasRight: false },
    ]);
    expect(await findings()).toEqual([]);
    const swept = Promise.all(Array.from({ length: 20 }, async () => (await charge(1n), sweep())));
    for (let i = 0; i < 10; i++) for (const { wasRight } of await rebuild()) expect(wasRight).toBe(true);
    expect((await swept).reduce((sum, amount) => sum + amount, await sweep())).toBe(60n);
    expect(await findings()).toEqual([]);
  });

  test('above all positions is rebuilt without a sweep', async () => {
    await charge(100n);
    await sweep();
    await corrupt(5_000, 400n);
    expect(await rebuild()).toMatchObject([{ before: { position: 5_000 }, after: { balance: 0n }, wasRight: false }]);
    expect(await findings()).toEqual([]);
    expect(await rebuild()).toMatchObject([{ wasRight: true }]);
  });
});
