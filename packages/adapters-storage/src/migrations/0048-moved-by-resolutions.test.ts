import type { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { encodeNumberedKey } from '../schema/keys.js';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;
const ADA = `InternalAccount:${uuid(7)}`;

test.each(DATABASES)('$name fills what older resolutions moved from their entries', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0047-audit-runs');
  const resolved = async (end: number, kind: string, reference: string, resolution: string, subject: string) => {
    const entry = `JournalEntry:${uuid(end)}`;
    await sql`insert into exceptions (id, tenant, version, created_at, updated_at, kind, status, subject, reference,
        currency, amount, reason, resolution, entry_id)
      values (${key(`Exception:${uuid(end)}`)}, 1, 2, 1, 1, ${kind}, 'RESOLVED', ${key(subject)}, ${reference},
        'USD', 700, 'x', ${resolution}, ${key(entry)})`.execute(db);
    const lines = [
      [`available:${ADA}`, -500],
      [`receivables:${ADA}`, -200],
      ['clearing:SANDBOX:bank:USD', 700],
    ] as const;
    for (const [index, [account, amount]] of lines.entries())
      await sql`insert into postings (id, tenant, version, created_at, updated_at, entry_id, kind, cause, account,
          currency, amount)
        values (${key(`${entry}/${index}`)}, 1, 1, 1, 1, ${key(entry)}, 5, ${key(`Exception:${uuid(end)}`)},
          ${encodeNumberedKey(account, () => 9)}, 'USD', ${amount})`.execute(db);
  };
  const payment = `Transaction:${uuid(1)}`;
  await resolved(1, 'RECALL', 'm1', 'ADJUSTED', payment);
  await resolved(2, 'RAIL_CONTRADICTION', 'loss:R1', 'ADJUSTED', payment);
  await resolved(3, 'REFUND_FAILED', 'r', 'RETRIED', payment);
  await migrate('0048-moved-by-resolutions');
  const { rows } = await sql<{ moved: string | null }>`select moved from exceptions order by id`.execute(db);
  const moved = { from: 'account', account: ADA, amount: { $bigint: '700' } };
  expect(rows.map((row) => (row.moved === null ? null : (JSON.parse(row.moved) as unknown)))).toEqual([
    { ...moved, to: 'outside' },
    { ...moved, to: 'loss' },
    null,
  ]);
  await db.destroy();
});

test.each(DATABASES)('$name fills which leg older contradictions are about', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0047-audit-runs');
  const [payment, other] = [key(`Transaction:${uuid(1)}`), key(`Transaction:${uuid(2)}`)];
  const collected = 'bank returned 5 USD of the collection Transaction:1 (return r), but the collection is of 7';
  for (const [end, reference, kind, reason] of [
    [1, 'reversal-1', 'RAIL_CONTRADICTION', 'x'],
    [2, 'told:loss:recall-1', 'RAIL_CONTRADICTION', 'x'],
    [3, 'payout-1', 'RAIL_CONTRADICTION', 'x'],
    [4, 'other-1', 'RAIL_CONTRADICTION', 'x'],
    [5, 'return-1', 'RAIL_CONTRADICTION', collected],
    [
      6,
      'return-2',
      'RAIL_CONTRADICTION',
      'bank returned 5 USD of Transaction:1 (return return-2, x), but it had failed',
    ],
    [7, 'reversal-1', 'RECALL', 'x'],
    [8, 'elsewhere-1', 'RAIL_CONTRADICTION', 'x'],
    [9, 'loss:reversal-2', 'RAIL_CONTRADICTION', 'x'],
  ] as const)
    await sql`insert into exceptions (id, tenant, version, created_at, updated_at, kind, status, subject, reference,
        rail, currency, amount, reason)
      values (${key(`Exception:${uuid(end)}`)}, 1, 1, 1, 1, ${kind}, 'OPEN', ${payment}, ${reference}, 'bank', 'USD', 5,
        ${reason})`.execute(db);
  for (const [end, rail, messageId, kind, subject] of [
    [1, 'bank', 'reversal-1', 'reversal', payment],
    [2, 'bank', 'loss:recall-1', 'recall', payment],
    [3, 'bank', 'payout-1', 'payout', payment],
    [4, 'bank', 'other-1', 'reversal', other],
    [5, 'another bank', 'elsewhere-1', 'reversal', payment],
    [6, 'bank', 'reversal-2', 'reversal', payment],
  ] as const)
    await sql`insert into rail_messages (id, tenant, version, created_at, updated_at, rail, message_id, kind, subject,
        effect)
      values (${key(`RailMessage:${uuid(end)}`)}, 1, 1, 1, 1, ${rail}, ${key(messageId)}, ${kind}, ${subject},
        'CONTRADICTED')`.execute(db);
  await migrate('0048-moved-by-resolutions');
  const { rows } = await sql<{ leg: string | null }>`select leg from exceptions order by id`.execute(db);
  expect(rows.map(({ leg }) => leg)).toEqual([
    'FUNDING',
    'FUNDING',
    'DELIVERY',
    null,
    'FUNDING',
    null,
    null,
    null,
    'FUNDING',
  ]);
  await db.destroy();
});

test.each(DATABASES)('$name remembers the references under which older refunds were tried', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0049-card-returns');
  const refund = (end: number) => `Refund:${uuid(end)}`;
  const payment = key(`Transaction:${uuid(1)}`);
  for (const [end, kind, reference, resolution] of [
    [11, 'REFUND_FAILED', refund(1), 'RETRIED'],
    [12, 'REFUND_FAILED', `${refund(1)}/bounced`, 'RETRIED'],
    [13, 'REFUND_FAILED', `${refund(2)}/bounced`, 'RETRIED'],
    [14, 'REFUND_FAILED', refund(3), 'WRITTEN_OFF'],
    [15, 'REFUND_FAILED', refund(4), null],
    [16, 'DEPOSIT_REFUSED', `Deposit:${uuid(5)}`, 'RETRIED'],
  ] as const)
    await sql`insert into exceptions (id, tenant, version, created_at, updated_at, kind, status, subject, reference,
        currency, amount, reason, resolution)
      values (${key(`Exception:${uuid(end)}`)}, 7, 2, 1, ${end}, ${kind}, ${resolution === null ? 'OPEN' : 'RESOLVED'},
        ${payment}, ${reference}, 'USD', 700, 'x', ${resolution})`.execute(db);
  await migrate('0050-message-contents');
  const { rows } = await sql<{ id: string | Buffer }>`
    select id, tenant, version, created_at, updated_at, transaction_id from former_refunds order by id`.execute(db);
  const former = (end: number, at: number) => ({
    id: key(refund(end)),
    tenant: 7,
    version: 1,
    created_at: at,
    updated_at: at,
    transaction_id: payment,
  });
  const read = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, typeof cell === 'string' && !isKey(name) ? Number(cell) : cell]),
    ),
  );
  expect(read).toEqual([former(1, 11), former(2, 13)]);
  await db.destroy();
});

const isKey = (name: string): boolean => name === 'id' || name.endsWith('_id');
