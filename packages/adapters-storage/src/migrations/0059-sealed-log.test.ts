import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;
const FORMER = '0058-known-browsers';
const THIS = '0059-sealed-log';

type Former = Awaited<ReturnType<typeof formerDatabase>>;

async function addEntry({ db, key }: Pick<Former, 'db' | 'key'>, end: number, at: number): Promise<void> {
  await sql`
    insert into operator_log (id, tenant, version, created_at, updated_at, operator_id, operator_name, source, outcome,
      action, subject, input, before, after, request, requested_by, request_id)
    values (${key(`OperatorLog:${uuid(end)}`)}, 1, 1, ${at}, ${at}, null, 'root', 'MASTER_KEY', 'DONE', ${`act ${end}`},
      ${key('x')}, '{"a":1}', null, null, null, null, ${key('request')})`.execute(db);
}

async function positions({ db }: Pick<Former, 'db'>) {
  const { rows } = await sql<{ position: number | string; action: string; input: string | null }>`
    select position, action, input from operator_log order by position`.execute(db);
  return rows.map(({ position, action, input }) => [Number(position), action, input]);
}

test.each(DATABASES)('$name numbers the entries of the operator log in their order, and continues', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, FORMER);
  await addEntry({ db, key }, 1, 30);
  await addEntry({ db, key }, 2, 10);
  await addEntry({ db, key }, 3, 20);
  await migrate(THIS);
  // As a host of the former release writes it: without a position.
  await addEntry({ db, key }, 4, 5);
  const given = '{"a":1}';
  expect(await positions({ db })).toEqual([
    [1, 'act 2', given],
    [2, 'act 3', given],
    [3, 'act 1', given],
    [4, 'act 4', given],
  ]);
  await expect(addEntry({ db, key }, 4, 5)).rejects.toThrow(/unique/i);
  await db.destroy();
});

test.each(DATABASES)('$name numbers the first entry of an empty log with 1', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, FORMER);
  await migrate(THIS);
  await addEntry({ db, key }, 1, 30);
  expect(await positions({ db })).toEqual([[1, 'act 1', '{"a":1}']]);
  await db.destroy();
});

test.each(DATABASES)('$name adds an entry about each operator and each token, after all others', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, FORMER);
  const [operator, token] = [key(`Operator:${uuid(7)}`), key(`Token:${uuid(8)}`)];
  await addEntry({ db, key }, 1, Date.now() - 1000);
  await sql`
    insert into operators (id, tenant, version, created_at, updated_at, name, name_key, role, status, password_hash,
      totp_secret, totp_step, passkeys, failures, locked_until, sessions_from, enrolment_digest, enrolment_expires_at)
    values (${operator}, 5, 1, 0, 0, 'Ann', 'ann', 'ADMIN', 'DISABLED', null, null, 0, '[]', 0, null, 0, null, null)
    `.execute(db);
  await sql`
    insert into tokens (id, tenant, version, created_at, updated_at, name, permissions, client_id, secret_digest)
    values (${token}, 6, 1, 0, 0, 'default', '["VIEW","MANAGE"]', ${key('client')}, 'digest')`.execute(db);
  const before = Date.now();
  await migrate(THIS);
  const { rows } = await sql<Readonly<Record<string, unknown>>>`
    select * from operator_log where position > 1 order by position`.execute(db);
  const common = { operator_id: null, operator_name: 'Corridor', source: 'SERVICE', outcome: 'DONE', input: null };
  const fingerprint = createHash('sha256').update('client\ndigest').digest('hex').slice(0, 16);
  expect(rows).toMatchObject([
    { ...common, action: 'operators.baseline', subject: operator, after: '{"role":"ADMIN","status":"DISABLED"}' },
    {
      ...common,
      action: 'tokens.baseline',
      subject: token,
      // Of `client` and `digest`, as the audit of packages/core computes it.
      after: `{"name":"default","permissions":["VIEW","MANAGE"],"credential":"${fingerprint}"}`,
    },
  ]);
  expect(rows.map(({ tenant, version }) => [Number(tenant), Number(version)])).toEqual([
    [5, 1],
    [6, 1],
  ]);
  for (const { created_at: at } of rows) expect(Number(at)).toBeGreaterThanOrEqual(before);
  expect(new Set(rows.map(({ id }) => String(id))).size).toBe(2);
  await db.destroy();
});

test.each(DATABASES)('$name keeps the head of the seal chain, with its ends as data', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, FORMER);
  await sql`
    insert into seal_heads (id, tenant, version, created_at, updated_at, number, digest, postings, events, mac)
    values (${key('journal')}, 1, 4, 0, 0, 7, 'digest', 120, 45, 'mac')`.execute(db);
  await migrate(THIS);
  const { rows } = await sql<Readonly<Record<string, unknown>>>`select * from seal_heads`.execute(db);
  expect(rows).toMatchObject([{ digest: 'digest', mac: 'mac', ends: '{"postings":120,"events":45}' }]);
  expect([Number(rows[0]!['form']), Number(rows[0]!['number'])]).toEqual([1, 7]);
  expect(Object.keys(rows[0]!)).not.toContain('postings');
  await db.destroy();
});
