import { COUNT_LIMIT } from '@corridor/core/ports';
import { CUSTOMERS, EVENTS, POSTINGS, TRANSACTIONS } from '@corridor/core/records';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createNumbers } from '../testing/numbers.js';
import { readSql } from '../testing/sql.js';
import { anyKind, keyOf, tableOf } from './tables.js';
import type { CheckedList } from './checked-queries.js';
import { encodeKey } from './keys.js';
import {
  countStatement,
  findStatement,
  findValues,
  followByEquality,
  followByPairs,
  followStatement,
  followValues,
  getManyStatement,
  getStatement,
  listShape,
  listStatement,
  listValues,
  positionStatement,
  sumStatement,
  tenantsStatement,
} from './read-queries.js';
import { postgresBuilder, sqliteBuilder } from './statements.js';

const db = sqliteBuilder();
const customers = tableOf(anyKind(CUSTOMERS));
const events = tableOf(anyKind(EVENTS));
const postings = tableOf(anyKind(POSTINGS));
const transactions = tableOf(anyKind(TRANSACTIONS));

const CUSTOMER = 'Customer:018bcfe5-6800-7000-8000-000000000001';
const TENANT = 'Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX';

const list = (over: Partial<CheckedList> = {}): CheckedList => ({
  where: [],
  anyOf: undefined,
  ofAmount: undefined,
  between: [],
  order: 'desc',
  limit: 20,
  after: undefined,
  counted: false,
  ...over,
});

describe('a read of one row', () => {
  test('finds it by its id, and checks the tenant without an index of the tenant', () => {
    expect(readSql(getStatement(db, customers, false), customers)).toBe('select * from customers where id = :id');
    expect(readSql(getStatement(db, customers, true), customers)).toBe(
      'select * from customers where id = :id and tenant + 0 = :tenant',
    );
    expect(readSql(positionStatement(db, events, true), events)).toBe(
      'select position from events where id = :id and tenant + 0 = :tenant',
    );
  });

  test('finds many by a list of ids', () => {
    const among = (ids: unknown) => sql<boolean>`id in (select value from json_each(${ids}))`;
    expect(readSql(getManyStatement(db, customers, true, among), customers)).toBe(
      'select * from customers where id in (select value from json_each(:ids)) and tenant + 0 = :tenant',
    );
  });

  test('finds it by a unique key, which contains the tenant or is checked against it', () => {
    const find = (name: string, scoped: boolean) =>
      readSql(findStatement(db, customers, keyOf(customers, name), scoped), customers);
    expect(find('id', true)).toBe('select * from customers where id = :id and tenant + 0 = :tenant');
    expect(find('platformCustomerId', true)).toBe(
      'select * from customers where tenant = :tenant and platform_customer_id = :platformCustomerId and is_deleted = false',
    );
    expect(find('platformCustomerId', false)).toBe(find('platformCustomerId', true));
  });

  test('binds the values of a unique key by their columns', () => {
    const numbers = createNumbers();
    expect(findValues(customers, keyOf(customers, 'platformCustomerId'), ['own-1'], TENANT, numbers)).toEqual({
      tenant: numbers.numberOf(TENANT),
      platformCustomerId: encodeKey('own-1', numbers.textKey),
    });
    expect(findValues(customers, keyOf(customers, 'id'), [CUSTOMER], null, numbers)).toEqual({
      tenant: null,
      id: encodeKey(CUSTOMER, numbers.textKey),
    });
  });

  test('names the tenants that have rows', () => {
    expect(readSql(tenantsStatement(db, customers), customers)).toBe('select distinct tenant from customers');
  });
});

describe('a list', () => {
  const sqlOf = (over: Partial<CheckedList>, scope = { scoped: true, byFirstFilter: false }) =>
    readSql(listStatement(db, transactions, list(over), scope), transactions);
  const filters = (...fields: readonly string[]) => fields.map((field) => ({ field, value: 'x' }));

  test('is ordered by time and id, and continues behind a row in either order', () => {
    const after = { createdAt: 1, id: CUSTOMER } as unknown as CheckedList['after'];
    expect(sqlOf({ after })).toBe(
      'select * from transactions where tenant = :tenant and (created_at, id) < (:afterAt, :afterId) ' +
        'order by created_at desc, id desc limit :limit',
    );
    expect(sqlOf({ after, order: 'asc' }, { scoped: false, byFirstFilter: false })).toBe(
      'select * from transactions where (created_at, id) > (:afterAt, :afterId) ' +
        'order by created_at asc, id asc limit :limit',
    );
  });

  test('leaves out rows that its kind does not list', () => {
    const listed = { ...anyKind(CUSTOMERS), name: 'listed', listed: 'platformCustomerId' } as never;
    const table = tableOf(listed);
    expect(readSql(listStatement(db, table, list(), { scoped: true, byFirstFilter: false }), table)).toBe(
      'select * from listed where tenant = :tenant and platform_customer_id is not null ' +
        'order by created_at desc, id desc limit :limit',
    );
  });

  test('has bounds where they are given', () => {
    const between = [
      { field: 'createdAt', from: 1, to: undefined },
      { field: 'updatedAt', from: undefined, to: 2 },
    ];
    expect(sqlOf({ between })).toBe(
      'select * from transactions where tenant = :tenant and created_at >= :from0 and updated_at <= :to1 ' +
        'order by created_at desc, id desc limit :limit',
    );
  });

  test('for a database without statistics leaves only the first declared filter with a value its index', () => {
    const scope = { scoped: false, byFirstFilter: true };
    const where = [...filters('status', 'customerId'), { field: 'reference', value: null }];
    expect(sqlOf({ where }, scope)).toBe(
      'select * from transactions where +status = :where0 and customer_id = :where1 and +reference is null ' +
        'order by created_at desc, id desc limit :limit',
    );
    expect(sqlOf({ where }, { ...scope, byFirstFilter: false })).toBe(
      'select * from transactions where status = :where0 and customer_id = :where1 and reference is null ' +
        'order by created_at desc, id desc limit :limit',
    );
  });

  test('of rows with a value in one of several columns walks the index of each and counts no row twice', () => {
    const anyOf = {
      columns: ['senderIdentifier', 'receiverIdentifier'],
      value: 'x',
    } as unknown as CheckedList['anyOf'];
    const page = 'order by created_at desc, id desc limit :limit';
    expect(sqlOf({ anyOf, where: filters('status') }, { scoped: false, byFirstFilter: true })).toBe(
      'select * from (' +
        `select * from (select * from transactions where +status = :where0 and sender_identifier = :anyOf senderIdentifier ${page}) as branch0 ` +
        'union all ' +
        'select * from (select * from transactions where +status = :where0 and receiver_identifier = :anyOf receiverIdentifier ' +
        `and sender_identifier is distinct from :anyOf senderIdentifier ${page}) as branch1` +
        `) as page ${page}`,
    );
  });

  test('counts its rows up to one above the limit, in the same statement or alone', () => {
    const count = `(select count(*) from (select 1 as one from transactions where status = :where0 limit ${COUNT_LIMIT + 1}) as matching) as total`;
    const scope = { scoped: false, byFirstFilter: false };
    const query = list({ where: filters('status'), counted: true });
    expect(readSql(countStatement(db, transactions, query, scope), transactions)).toBe(`select ${count}`);
    expect(readSql(listStatement(db, transactions, query, scope), transactions)).toBe(
      `select *, ${count} from transactions where status = :where0 order by created_at desc, id desc limit :limit`,
    );
  });

  test('shares its SQL with lists that differ in bound values alone', () => {
    const after = { createdAt: 1, id: CUSTOMER } as unknown as CheckedList['after'];
    const anyOf = (...columns: readonly string[]) => ({ columns, value: 'x' }) as unknown as CheckedList['anyOf'];
    const shapes = [
      list(),
      list({ order: 'asc' }),
      list({ counted: true }),
      list({ after }),
      list({ where: filters('status') }),
      list({ where: filters('type') }),
      list({ where: filters('status', 'type') }),
      list({ where: [{ field: 'status', value: null }] }),
      list({ anyOf: anyOf('senderIdentifier') }),
      list({ anyOf: anyOf('senderIdentifier', 'receiverIdentifier') }),
      list({ between: [{ field: 'createdAt', from: 1, to: undefined }] }),
      list({ between: [{ field: 'createdAt', from: undefined, to: 1 }] }),
      list({ between: [{ field: 'createdAt', from: 1, to: 1 }] }),
    ].flatMap((query) => [listShape(transactions, query, true), listShape(transactions, query, false)]);
    shapes.push(listShape(customers, list(), true));
    expect(new Set(shapes).size).toBe(shapes.length);
    const of = (value: string, limit: number) =>
      listShape(transactions, list({ where: [{ field: 'status', value }], limit, after }), true);
    expect(of('a', 1)).toBe(of('b', 2));
  });

  test('binds its filters, bounds, the row before it and one row more than its limit', () => {
    const numbers = createNumbers();
    const key = (id: string) => encodeKey(id, numbers.textKey);
    const query = list({
      where: [
        { field: 'customerId', value: CUSTOMER },
        { field: 'reference', value: null },
      ],
      between: [{ field: 'createdAt', from: 1, to: 2 }],
      anyOf: { columns: ['senderIdentifier'], value: 'x' } as unknown as CheckedList['anyOf'],
      after: { createdAt: 5, id: CUSTOMER } as unknown as CheckedList['after'],
    });
    expect(listValues(transactions, query, TENANT, numbers)).toEqual({
      tenant: numbers.numberOf(TENANT),
      where0: key(CUSTOMER),
      where1: null,
      from0: 1,
      to0: 2,
      'anyOf senderIdentifier': key('x'),
      afterAt: 5,
      afterId: key(CUSTOMER),
      limit: 21,
    });
    expect(listValues(transactions, list(), null, numbers)).toEqual({
      tenant: null,
      afterAt: undefined,
      afterId: undefined,
      limit: 21,
    });
  });
});

describe('rows by position', () => {
  const tail = 'limit :limit';

  test('are read from a window of positions', () => {
    const follow = (scoped: boolean) =>
      readSql(followStatement(db, events, scoped, { order: 'asc', by: null }, followByEquality), events);
    const inner =
      'select *, position from events where position > :after and position <= :upTo order by position asc limit :window';
    expect(follow(false)).toBe(`select *, position from (${inner}) as page order by position asc ${tail}`);
    expect(follow(true)).toBe(
      `select *, position from (${inner}) as page where tenant = :tenant order by position asc ${tail}`,
    );
  });

  test('of one value follow the index of the value and the position', () => {
    const by = { field: 'account', value: 'x' } as never;
    const follow = (builder: typeof db, followedBy: typeof followByPairs) =>
      readSql(followStatement(builder, postings, true, { order: 'desc', by }, followedBy), postings);
    expect(follow(db, followByEquality)).toBe(
      'select *, position from postings where account = :value and position > :after and position <= :upTo ' +
        `and tenant = :tenant order by position desc ${tail}`,
    );
    expect(follow(postgresBuilder(), followByPairs)).toBe(
      'select *, position from postings where (account, position) > (:value, :after) ' +
        'and (account, position) <= (:value, :upTo) and tenant = :tenant ' +
        `order by account desc, position desc ${tail}`,
    );
  });

  test('bind their bounds, their window and the value', () => {
    const numbers = createNumbers();
    const values = { after: 3, upTo: 10, limit: 5, order: 'asc' as const };
    expect(followValues(postings, { ...values, by: null } as never, TENANT, numbers)).toEqual({
      ...{ after: 3, upTo: 10, limit: 5, window: 7 },
      tenant: numbers.numberOf(TENANT),
      value: undefined,
    });
    const by = { field: 'kind', value: 'available' };
    expect(followValues(postings, { ...values, by } as never, null, numbers)).toEqual({
      ...{ after: 3, upTo: 10, limit: 5, window: 7 },
      tenant: null,
      value: numbers.numberOf('available'),
    });
  });

  test('are summed in the parts that a database adds exactly, up to a position or to the last one', () => {
    const sums = (column: string) => [sql`sum(${sql.ref(column)} / 2)`, sql`sum(${sql.ref(column)} % 2)`];
    const sum = (scoped: boolean, bounded: boolean) =>
      readSql(sumStatement(db, postings, scoped, bounded, 'account', sums, 'amount'), postings);
    const parts = 'select sum(amount / 2) as part0, sum(amount % 2) as part1 from postings';
    expect(sum(false, false)).toBe(`${parts} where account = :value and position > :after`);
    expect(sum(true, true)).toBe(
      `${parts} where account = :value and position > :after and position <= :upTo and tenant = :tenant`,
    );
  });
});
