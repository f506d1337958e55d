import { QUOTES, REMEMBERED_ANSWERS } from '@corridor/core/records';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readSql } from '../testing/sql.js';
import { anyKind, columnOf, deadlineOf, tableOf } from './tables.js';
import { overdueStatement, waitingStatement } from './deadlines.js';
import { removeExpiredStatement } from './expiry.js';
import { postgresBuilder, sqliteBuilder } from './statements.js';

const db = sqliteBuilder();
const quotes = tableOf(anyKind(QUOTES));
const deadline = deadlineOf(quotes);
const states = deadline.from.map((state) => `'${state}'`).join(', ');

describe('rows with a deadline', () => {
  test('are found tenant by tenant in the index of the deadlines, which a database may need to have named', () => {
    const query = (rows: string) =>
      'with recursive waiting (tenant) as ( ' +
      `select (select tenant ${rows} order by tenant limit 1) union all ` +
      `select (select tenant ${rows} and tenant > waiting.tenant order by tenant limit 1) ` +
      'from waiting where waiting.tenant is not null) ' +
      `select waiting.tenant, (select expires_at ${rows} and tenant = waiting.tenant order by expires_at limit 1) ` +
      'from waiting where waiting.tenant is not null';
    const by = (index: string) => sql`indexed by ${sql.ref(index)}`;
    expect(readSql(waitingStatement(db, quotes, deadline, by), quotes)).toBe(
      query(`from quotes indexed by quotes_by_deadline where status in (${states})`),
    );
    expect(readSql(waitingStatement(postgresBuilder(), quotes, deadline), quotes)).toBe(
      query(`from quotes where status in (${states})`),
    );
  });

  test('are overdue at their deadline, in the order of the deadlines', () => {
    expect(readSql(overdueStatement(db, quotes, deadline), quotes)).toBe(
      `select * from quotes where tenant = :tenant and status in (${states}) and expires_at <= :until ` +
        'order by expires_at limit :limit',
    );
  });
});

test('expired rows are removed in the order in which they expire, of one tenant or of all', () => {
  const answers = tableOf(anyKind(REMEMBERED_ANSWERS));
  const column = columnOf(answers, REMEMBERED_ANSWERS.expiry!.column);
  const remove = (scoped: boolean) =>
    readSql(
      removeExpiredStatement(db, answers, column, scoped, 'id', (rows) => sql`id in (${rows})`),
      answers,
    );
  const rest = `${column.name} <= :until order by ${column.name} limit :limit) returning 1`;
  const start = 'delete from remembered_answers where id in (select id from remembered_answers where';
  expect(remove(false)).toBe(`${start} ${rest}`);
  expect(remove(true)).toBe(`${start} tenant = :tenant and ${rest}`);
});
