import { BALANCES, EVENTS, PLATFORMS, POSTINGS, TRANSACTIONS } from '@corridor/core/records';
import { describe, expect, test } from 'vitest';
import { createNumbers } from '../testing/numbers.js';
import { ALICE, balance, event, SHORT } from '../testing/records.js';
import { readSql } from '../testing/sql.js';
import { anyKind, tableOf } from './tables.js';
import type { Add, Guard, Row } from './writes.js';
import { encodeKey } from './keys.js';
import { compile, paramsOf, sqliteBuilder } from './statements.js';
import { addValues, copySelect, guardQuery, guardShape, guardValues } from './write-queries.js';

const db = sqliteBuilder();
const p = paramsOf(0);
const balances = tableOf(anyKind(BALANCES));
const transactions = tableOf(anyKind(TRANSACTIONS));

const row = (over: object): Row => ({ id: 'Transaction:1', version: 4, createdAt: 7, ...over }) as unknown as Row;
const payment = row({ status: 'PENDING', refundStatus: null, reference: 'r' });

const change = (after: object, kind: unknown = TRANSACTIONS): Guard => ({
  ...{ op: 'change', kind: kind as never, id: 'Transaction:1', lost: undefined },
  ...{ before: payment, after: { ...payment, ...after } as Row },
});
const increase = (by: Readonly<Record<string, bigint>>, initial?: object): Guard => ({
  ...{ op: 'increase', kind: BALANCES as never, id: 'a', short: SHORT },
  increase: { id: 'a', by, ...(initial === undefined ? {} : { initial }) } as never,
});
const removal: Guard = {
  ...{ op: 'remove', kind: TRANSACTIONS as never, id: 'Transaction:1', record: payment, lost: undefined },
};

const sqlOf = (guard: Guard, scoped = true, returning: readonly string[] = []) =>
  readSql(compile(guardQuery(db, guard, scoped, p, returning)), guard.op === 'increase' ? balances : transactions);

describe('a change', () => {
  test('sets the changed columns of a row that has the version, the states and the tenant that were read', () => {
    const states = 'status = :was status and refund_status is not distinct from :was refundStatus';
    expect(sqlOf(change({ status: 'COMPLETED', version: 5 }))).toBe(
      'update transactions set version = :set version, status = :set status ' +
        `where id = :id and version = :was version and tenant + 0 = :tenant and ${states}`,
    );
    expect(sqlOf(change({ version: 5 }), false)).toBe(
      `update transactions set version = :set version where id = :id and version = :was version and ${states}`,
    );
  });

  test('returns the columns that an event copies', () => {
    expect(sqlOf(change({ version: 5 }), false, ['status', 'reference'])).toMatch(/ returning status, reference$/);
    expect(sqlOf(change({ version: 5 }), false)).not.toContain('returning');
  });

  test('binds what was read and what is set', () => {
    const numbers = createNumbers();
    expect(guardValues(change({ status: 'COMPLETED', version: 5 }), ALICE, numbers)).toEqual({
      id: encodeKey('Transaction:1', numbers.textKey),
      tenant: numbers.numberOf(ALICE),
      'was version': 4,
      'was status': 'PENDING',
      'was refundStatus': null,
      'set version': 5,
      'set status': 'COMPLETED',
    });
  });

  test('of a record kind without tenants checks no tenant', () => {
    const platform = change({ version: 5 }, PLATFORMS);
    expect(readSql(compile(guardQuery(db, platform, true, p)), transactions)).not.toContain('tenant');
  });
});

describe('a removal', () => {
  test('removes a row that has the version, the time of its creation and the tenant that were read', () => {
    expect(sqlOf(removal)).toBe(
      'delete from transactions where id = :id and version = :was version and created_at = :was createdAt and tenant + 0 = :tenant',
    );
    expect(sqlOf(removal, false, ['status'])).toBe(
      'delete from transactions where id = :id and version = :was version and created_at = :was createdAt returning status',
    );
    const numbers = createNumbers();
    expect(guardValues(removal, null, numbers)).toEqual({
      ...{ id: encodeKey('Transaction:1', numbers.textKey), tenant: null, 'was version': 4, 'was createdAt': 7 },
    });
  });
});

describe('an increase', () => {
  const set =
    'available = balances.available + :by available, held = balances.held + :by held, version = balances.version + 1';
  const enough = 'balances.available + :by available >= 0 and balances.held + :by held >= 0';
  const by = { available: -5n, held: 5n };

  test('leaves no column below zero, and changes a row of its tenant alone', () => {
    expect(sqlOf(increase(by))).toBe(
      `update balances set ${set} where id = :id and ${enough} and balances.tenant + 0 = :tenant`,
    );
    expect(sqlOf(increase(by), false, ['available'])).toBe(
      `update balances set ${set} where id = :id and ${enough} returning available`,
    );
  });

  test('inserts the first row if that is not below zero, or increases the row that is there', () => {
    const values = balances.columns.map(({ field }) => `:${field}`).join(', ');
    const conflict = `on conflict (id) do update set ${set} where ${enough}`;
    expect(sqlOf(increase(by, balance('a', 0n)))).toBe(
      `insert into balances (*) values (${values}) ${conflict} and balances.tenant + 0 = :tenant`,
    );
    expect(sqlOf(increase(by, balance('a', 0n)), false, ['held'])).toBe(
      `insert into balances (*) values (${values}) ${conflict} returning held`,
    );
    expect(sqlOf(increase(by, balance('a', -5n)))).toBe(sqlOf(increase(by)));
  });

  test('binds the amounts, and the first row if it may be inserted', () => {
    const numbers = createNumbers();
    const tenant = numbers.numberOf(ALICE);
    const id = encodeKey('a', numbers.textKey);
    expect(guardValues(increase(by), ALICE, numbers)).toEqual({ id, tenant, 'by available': -5n, 'by held': 5n });
    expect(guardValues(increase(by, balance('a', -5n)), ALICE, numbers)).toEqual({
      ...{ id, tenant, 'by available': -5n, 'by held': 5n },
    });
    expect(guardValues(increase(by, balance('a', 7n)), ALICE, numbers)).toMatchObject({
      ...{ id, tenant, 'by available': -5n, 'by held': 5n, available: 7n, held: 0n, version: 1, currency: 'USD' },
    });
  });
});

test('guards share their SQL if they change the same columns of the same table', () => {
  const guards = [
    change({ status: 'COMPLETED' }),
    change({ version: 5 }),
    change({ status: 'COMPLETED', version: 5 }),
    removal,
    increase({ available: 1n }),
    increase({ held: 1n }),
    increase({ available: 1n, held: 1n }),
    increase({ available: 1n }, balance('a', 1n)),
  ];
  expect(new Set(guards.map(guardShape)).size).toBe(guards.length);
  expect(guardShape(change({ status: 'FAILED' }))).toBe(guardShape(guards[0]!));
  expect(guardShape(increase({ available: 9n }, balance('a', -1n)))).toBe(guardShape(guards[4]!));
  expect(guardShape({ ...removal, kind: POSTINGS } as never)).not.toBe(guardShape(removal));
});

describe('an event that copies columns of another row', () => {
  const copying = (columns: Readonly<Record<string, string>>): Add => ({
    ...{ op: 'add', kind: EVENTS as never, id: 'w', record: event('w') as unknown as Row },
    options: { copy: { kind: BALANCES, id: 'a', columns } as never },
  });

  test('selects each column once, from a row of its tenant', () => {
    const select = (columns: Readonly<Record<string, string>>, scoped: boolean) =>
      readSql(compile(copySelect(db, copying(columns), scoped, p)), balances);
    expect(select({ available: 'available', held: 'held' }, true)).toBe(
      'select available, held from balances where id = :copied id and tenant + 0 = :copied tenant',
    );
    expect(select({ available: 'available', held: 'available' }, false)).toBe(
      'select available from balances where id = :copied id',
    );
  });

  test('binds the id and the tenant of that row', () => {
    const numbers = createNumbers();
    const copied = { 'copied id': encodeKey('a', numbers.textKey), 'copied tenant': numbers.numberOf(ALICE) };
    expect(addValues(copying({ available: 'available' }), ALICE, numbers)).toMatchObject(copied);
    const plain = addValues({ ...copying({}), options: {} }, ALICE, numbers);
    expect(Object.keys(plain)).toEqual(Object.keys(EVENTS.columns));
  });
});
