import { randomBytes } from 'node:crypto';
import { ok } from '@corridor/core';
import { domainError, fail } from '@corridor/core/internal';
import { INTERNAL_ACCOUNTS, POSTINGS } from '@corridor/core/records';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../testing/postgres.js';
import { account, ALICE, BOB, posting } from '../testing/records.js';
import { createDictionary } from './dictionary.js';
import { createPostgresStorage } from './index.js';

const TAKEN = domainError('CONFLICT', 'taken');
const conflicts = Object.fromEntries(INTERNAL_ACCOUNTS.unique.map(({ name }) => [name, TAKEN]));

test('a taken key is answered with its error, also if a connection was opened for the statement', async () => {
  const url = await createTestDatabase();
  const add = async (id: string) => {
    const storage = createPostgresStorage({ url });
    const row = { ...account('InternalAccount:1'), id };
    try {
      return await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, row as never, { conflicts })));
    } finally {
      await storage.close();
    }
  };
  expect(await add('InternalAccount:1')).toEqual(ok());
  expect(await add('InternalAccount:2')).toEqual(fail(TAKEN));
});

test('a unit that only writes adds lost texts again after a failover, although the host knew their numbers', async () => {
  const url = await createTestDatabase();
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href });
  await admin.connect();
  const disconnect = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const storage = createPostgresStorage({ url });
  const late = (id: string) =>
    storage.units.run(BOB, async (tx) => ok(tx.add(POSTINGS, posting(id, 'a late account', 1n, BOB))));
  await disconnect();
  await admin.query(`create database ${name}_standby template ${name} strategy file_copy`);
  await late('JournalEntry:before/0');
  await late('JournalEntry:before/1'); // the second one finds the numbers in the cache
  await disconnect();
  await admin.query(`alter database ${name} rename to ${name}_lost_${randomBytes(3).toString('hex')}`);
  await admin.query(`alter database ${name}_standby rename to ${name}`);
  expect(await late('JournalEntry:after/0')).toEqual(ok());
  const fresh = createPostgresStorage({ url });
  const found = fresh.units.read(null, (reads) => reads.get(POSTINGS, 'JournalEntry:after/0'));
  await expect(found).resolves.toMatchObject({ tenant: BOB });
  await Promise.all([fresh.close(), storage.close(), admin.end()]);
});

test('a text that was to be saved never gets the number of an unknown one', async () => {
  const pool = { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
  const number = async () => createDictionary(pool, []).use((lookup) => lookup.numberOf('tenant'), 'save');
  await expect(number()).rejects.toThrow();
});
