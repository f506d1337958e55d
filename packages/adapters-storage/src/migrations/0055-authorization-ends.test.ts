import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;
const DAY = 24 * 60 * 60 * 1000;
const HOLD = 77;

test.each(DATABASES)('$name gives open authorizations the end that follows from their last hold', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0053-invitation-quotes');
  const use = (end: number) => key(`Transaction:${uuid(end)}`);
  const add = async (end: number, status: string, reserved: number, type = 'CARD') => {
    const card = JSON.stringify({ authorizedAt: end * DAY, reserved: { $bigint: String(reserved) }, merchant: 'x' });
    await sql`insert into transactions (id, tenant, version, created_at, updated_at, type, status, direction,
        customer_id, platform_customer_id, destination, card)
      values (${use(end)}, 1, 1, 1, 1, ${type}, ${status}, 'DEBIT', ${key(`Customer:${uuid(7)}`)}, 'ada', '{}',
        ${type === 'CARD' ? card : null})`.execute(db);
  };
  const entry = async (end: number, at: number, kind: number, tenant = 1) => {
    const id = key(`JournalEntry:${uuid(100 * end + at)}`);
    await sql`insert into postings (id, tenant, version, created_at, updated_at, entry_id, kind, cause, entry_cause,
        account, currency, amount)
      values (${key(`JournalEntry:${uuid(100 * end + at)}/0`)}, ${tenant}, 1, ${at * DAY}, ${at * DAY}, ${id}, ${kind},
        ${use(end)}, ${use(end)}, ${key(`InternalAccount:${uuid(9)}`)}, 'USD', -5)`.execute(db);
  };
  await sql`insert into dictionary (number, "text") values (${HOLD}, 'CARD_HOLD')`.execute(db);
  await add(1, 'AUTHORIZED', 500);
  await entry(1, 1, HOLD);
  await entry(1, 4, HOLD);
  await entry(1, 9, HOLD + 1);
  // The index of entries begins with the tenant: without it, each authorization would read all entries.
  await entry(1, 20, HOLD, 2);
  await add(2, 'PARTIALLY_SETTLED', 0);
  await add(3, 'EXCEPTION', 20);
  await entry(3, 5, HOLD);
  await add(4, 'EXCEPTION', 0);
  await add(5, 'SETTLED', 0);
  await add(6, 'PENDING', 0, 'INCOMING');

  await migrate('0055-authorization-ends');

  const { rows } = await sql<{ hold_ends_at: number | string | null; card: string | null }>`
    select hold_ends_at, card from transactions order by id`.execute(db);
  const endOf = (card: string | null) =>
    card === null ? null : (JSON.parse(card) as { readonly expiresAt?: number }).expiresAt;
  expect(rows.map((row) => [row.hold_ends_at === null ? null : Number(row.hold_ends_at), endOf(row.card)])).toEqual([
    [34 * DAY, 34 * DAY],
    [32 * DAY, 32 * DAY],
    [35 * DAY, 35 * DAY],
    [null, 34 * DAY],
    [null, undefined],
    [null, null],
  ]);
  expect(JSON.parse(rows[0]!.card!)).toEqual({
    authorizedAt: DAY,
    reserved: { $bigint: '500' },
    merchant: 'x',
    expiresAt: 34 * DAY,
  });
  await db.destroy();
});

test.each(DATABASES)('$name adds the end of authorizations to a database without any', async (backend) => {
  const { db, migrate } = await formerDatabase(backend, '0053-invitation-quotes');
  await migrate('0055-authorization-ends');
  expect((await sql`select hold_ends_at from transactions`.execute(db)).rows).toEqual([]);
  expect((await sql`select dated_at from card_messages`.execute(db)).rows).toEqual([]);
  await db.destroy();
});
