import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;

test.each(DATABASES)('$name fills the direction of older contradictions', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0051-outside-payments');
  const payment = `Transaction:${uuid(1)}`;
  const other = `Transaction:${uuid(5)}`;
  const deposit = `Deposit:${uuid(2)}`;
  const cases = [
    [payment, 'loss:R1', 'FUNDING', 'x', 'OUT'],
    [payment, 'bank-charges:R1', 'DELIVERY', 'x', 'OUT'],
    [payment, 'delivered', 'DELIVERY', 'x', 'OUT'],
    [payment, 'collected', 'FUNDING', 'x', 'IN'],
    [payment, `Refund:${uuid(3)} completed`, 'FUNDING', 'x', 'OUT'],
    [payment, `Refund:${uuid(3)} failed`, 'FUNDING', 'x', 'IN'],
    [deposit, `${deposit}/4`, 'FUNDING', 'x', 'OUT'],
    [deposit, 'back 1', 'FUNDING', `bank reversed ${deposit} (no reason given), but it is RETURNED here`, 'OUT'],
    [payment, 'R2', 'DELIVERY', `bank returned 5 USD of ${payment} (return R2, x), but it had failed`, 'IN'],
    [payment, 'failed', 'DELIVERY', `bank reports ${payment} as failed, but operators decided`, 'IN'],
    [other, 'failed', 'FUNDING', `bank reports the collection ${payment} as failed or returned (failed), but`, 'OUT'],
    [`Arrival:${uuid(4)}`, 'p1: 5 USD', null, 'bank reported 5 as p1, and then 6 USD under the same id; if', 'IN'],
    [payment, 'm1: payout', null, 'bank sent the message m1 as "payout", and then as "refund" under the same id', null],
    [payment, 'statement 7', 'DELIVERY', 'opened by Ann: something is wrong', null],
  ] as const;
  for (const [index, [subject, reference, leg, reason]] of cases.entries())
    await sql`insert into exceptions (id, tenant, version, created_at, updated_at, kind, status, subject, reference,
        rail, leg, currency, amount, reason)
      values (${key(`Exception:${uuid(100 + index)}`)}, 1, 1, 1, 1, 'RAIL_CONTRADICTION', 'OPEN', ${key(subject)},
        ${reference}, 'bank', ${leg}, 'USD', 5, ${reason})`.execute(db);
  await migrate('0052-directions-and-references');
  const { rows } = await sql<{ direction: string | null }>`select direction from exceptions order by id`.execute(db);
  expect(rows.map(({ direction }) => direction)).toEqual(cases.map(([, , , , direction]) => direction));
  await db.destroy();
});

test.each(DATABASES)('$name stores the reference of returns that are open', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0051-outside-payments');
  for (const [end, status, version] of [
    [1, 'IN_SUSPENSE', 1],
    [2, 'IN_SUSPENSE', 4],
    [3, 'KEPT', 3],
    [4, 'RETURNED', 2],
  ] as const)
    await sql`insert into deposits (id, tenant, version, created_at, updated_at, status, rail, reference, currency, amount)
      values (${key(`Deposit:${uuid(end)}`)}, 1, ${version}, 1, 1, ${status}, 'bank', 'x', 'USD', 5)`.execute(db);
  await migrate('0052-directions-and-references');
  const { rows } = await sql<{ return_as: string | null }>`select return_as from deposits order by id`.execute(db);
  expect(rows.map((row) => row.return_as)).toEqual([`Deposit:${uuid(1)}`, `Deposit:${uuid(2)}/4`, null, null]);
  await db.destroy();
});
