import { randomBytes } from 'node:crypto';
import { ok, fail } from '@corridor/core';
import { domainError } from '@corridor/core/internal';
import { POSTINGS, CUSTOMERS, INTERNAL_ACCOUNTS, RECORD_KINDS } from '@corridor/core/records';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Storage } from '../storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { ALICE, BOB, posting, account, T0, USD } from '../testing/records.js';
import { createPostgresStorage } from './index.js';

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
const disconnect = () =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);

async function standby() {
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

test('failover, numbers known', async () => {
  const behind = await standby();
  const late = (id: string) =>
    storage.units.run(BOB, async (tx) => ok(tx.add(POSTINGS, posting(id, 'a late account', 1n, BOB))));
  expect(await late('JournalEntry:before/0')).toEqual(ok());
  expect(await late('JournalEntry:before/1')).toEqual(ok());
  await behind.promote();
  expect(await late('JournalEntry:after/0')).toEqual(ok());
  const fresh = createPostgresStorage({ url: address });
  try {
    expect(await fresh.units.read(null, (reads) => reads.get(POSTINGS, 'JournalEntry:after/0'))).toMatchObject({
      tenant: BOB,
      account: 'a late account',
    });
  } finally { await fresh.close(); }
});

test('conflict on a key with the tenant, on a new connection', async () => {
  const kinds = RECORD_KINDS.filter((k) => k.unique.some((u) => u.global !== true)).map((k) => `${k.name}: ${k.unique.map((u) => u.name)}`);
  console.log(kinds.join('\n'));
  const a = account('InternalAccount:1');
  const conflict = domainError('CONFLICT', 'taken');
  const conflicts = Object.fromEntries(INTERNAL_ACCOUNTS.unique.map((u) => [u.name, conflict]));
  const add = (id: string) => storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, { ...a, id } as never, { conflicts })));
  expect(await add('InternalAccount:1')).toEqual(ok());
  await storage.close();
  storage = createPostgresStorage({ url: address });
  console.log(await add('InternalAccount:2').catch((e) => e));
  console.log(await add('InternalAccount:3').catch((e) => e));
});
