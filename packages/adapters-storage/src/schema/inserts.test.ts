import { BALANCES, EVENTS, POSTINGS } from '@corridor/core/records';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { balance, event, posting, SHORT } from '../testing/records.js';
import { readSql } from '../testing/sql.js';
import { anyKind, type TableColumn, tableOf } from './tables.js';
import type { Add, Guard, Row } from './writes.js';
import { groupInserts, guardOf, insertQuery, insertShape } from './inserts.js';
import { compile, type Param, sqliteBuilder } from './statements.js';

const add = (kind: unknown, record: object & { id: string }, options: Add['options'] = {}): Add => ({
  op: 'add',
  kind: kind as never,
  id: record.id,
  record: record as Row,
  options,
});
const copying = (id: string, from: string, columns: Readonly<Record<string, string>> = { available: 'available' }) =>
  add(EVENTS, event(id), { copy: { kind: BALANCES, id: from, columns } as never });

describe('inserts', () => {
  const grouped = (adds: readonly Add[], from = 0, most = 9) =>
    groupInserts(adds, from, most).map(({ table, unlessExists, rows }) => [
      table.name,
      unlessExists,
      rows.map(({ add: one, of }) => `${of} ${one.id}`),
    ]);

  test('go into one statement for each table, in their order, and apart if they may find another row', () => {
    const adds = [
      add(BALANCES, balance('a', 1n)),
      add(POSTINGS, posting('p', 'x', 1n)),
      add(BALANCES, balance('b', 1n), { unlessExists: true }),
      add(BALANCES, balance('c', 1n)),
    ];
    expect(grouped(adds, 5)).toEqual([
      ['balances', false, ['5 a', '8 c']],
      ['postings', false, ['6 p']],
      ['balances', true, ['7 b']],
    ]);
    expect(grouped([])).toEqual([]);
  });

  test('begin another statement after the most rows of one', () => {
    const adds = ['a', 'b', 'c', 'd', 'e'].map((id) => add(BALANCES, balance(id, 1n)));
    expect(grouped(adds, 0, 2)).toEqual([
      ['balances', false, ['0 a', '1 b']],
      ['balances', false, ['2 c', '3 d']],
      ['balances', false, ['4 e']],
    ]);
  });

  test('share a statement only if its SQL is the same', () => {
    const shape = (...adds: readonly Add[]) =>
      insertShape(groupInserts(adds, 0, 9)[0]!, ({ add: one }) => `of ${one.id}`);
    const plain = (count: number, options: Add['options'] = {}) =>
      shape(...Array.from({ length: count }, (_, at) => add(BALANCES, balance(`${at}`, 1n), options)));
    expect([plain(1), plain(2), plain(2, { unlessExists: true })]).toEqual([
      'add balances 1',
      'add balances 2',
      'add balances unless 2',
    ]);
    expect(
      shape(copying('w', 'a'), add(EVENTS, event('v')), copying('u', 'b', { held: 'held', available: 'held' })),
    ).toBe('add events of w balances available,available;;of u balances held,held,available,held');
  });

  test('write all rows of a table in one statement, in the order of their positions', () => {
    const db = sqliteBuilder();
    const events = tableOf(anyKind(EVENTS));
    const balances = tableOf(anyKind(BALANCES));
    const typed = (param: Param, { type }: TableColumn) =>
      type === 'amount' ? sql`cast(${param} as bigint)` : sql`${param}`;
    const inserted = (adds: readonly Add[]) => {
      const [group] = groupInserts(adds, 0, 9);
      const query = compile(insertQuery(db, group!, ({ add: one }) => sql`source_of_${sql.raw(one.id)}`, typed));
      expect(query.params.map(({ of }) => of)).toEqual([...query.params.map(({ of }) => of)].sort());
      return readSql(query, group!.table);
    };
    const values = `(${balances.columns.map(({ field }) => `:${field}`).join(', ')})`;
    const plain = [add(BALANCES, balance('a', 1n)), add(BALANCES, balance('b', 1n))];
    expect(inserted(plain)).toBe(`insert into balances (*) values ${values}, ${values}`);
    expect(inserted([add(BALANCES, balance('a', 1n), { unlessExists: true })])).toBe(
      `insert into balances (*) values ${values} on conflict do nothing`,
    );
    const selected = (copied: Readonly<Record<string, string>>) =>
      events.columns
        .map(({ field, name, type }) => {
          const value = copied[field] ?? (type === 'amount' ? `cast(:${field} as bigint)` : `:${field}`);
          return value === name ? value : `${value} as ${name}`;
        })
        .join(', ');
    expect(inserted([copying('w', 'a', { available: 'held' }), add(EVENTS, event('v'))])).toBe(
      `insert into events (*) select ${selected({ available: 'held' })} from source_of_w union all select ${selected({})}`,
    );
  });

  test('copy from the guard of the same statement that writes the row', () => {
    const guard = (kind: unknown, id: string): Guard => ({
      ...{ op: 'increase', kind: kind as never, id, increase: { id, by: { available: 1n } }, short: SHORT },
    });
    const guards = [guard(POSTINGS, 'a'), guard(BALANCES, 'b'), guard(BALANCES, 'a')];
    expect(['a', 'b', 'c'].map((id) => guardOf(guards, copying('w', id)))).toEqual([2, 1, -1]);
  });
});
