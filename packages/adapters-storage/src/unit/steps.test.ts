import { BALANCES, INTERNAL_ACCOUNTS, JOBS } from '@corridor/core/records';
import { describe, expect, test } from 'vitest';
import { account, balance, job, LOST, SHORT, TAKEN } from '../testing/records.js';
import { conflictOf } from './conflicts.js';
import { anyKind } from '../schema/tables.js';
import { type Add, changedFields, mayInsert, type Row, type Write } from '../schema/writes.js';
import { type Ended, guardFailure, LostRace, plan } from './steps.js';

const add = (kind: unknown, record: object & { id: string }, options: Add['options'] = {}): Add => ({
  op: 'add',
  kind: kind as never,
  id: record.id,
  record: record as Row,
  options,
});
const raise = (id: string) =>
  ({ op: 'increase', kind: anyKind(BALANCES), id, increase: { id, by: { available: 1n } }, short: SHORT }) as const;
const remove = (kind: unknown, record: object & { id: string }, lost: typeof LOST | undefined) =>
  ({ op: 'remove', kind: kind as never, id: record.id, record: record as Row, lost }) as const;

const planned = (writes: readonly Write[], last: readonly Add[] = []) =>
  plan(writes, last).map(({ guards, adds }) => [guards, adds].map((all) => all.map(({ id }) => id)));

describe('the plan of writes', () => {
  test('locks rows in the order of their tables and ids, balances last, however they were written', () => {
    const writes = [
      remove(JOBS, job('Job:2'), LOST),
      raise('b'),
      remove(INTERNAL_ACCOUNTS, account('z'), LOST),
      remove(JOBS, job('Job:1'), LOST),
      raise('a'),
      raise('c'),
    ];
    const order = [['z', 'Job:1', 'Job:2', 'a', 'b', 'c'], []];
    expect(planned(writes)).toEqual([order]);
    expect(planned(writes.toReversed())).toEqual([order]);
  });

  test('inserts first what may be refused, and the rest in the order in which it was written', () => {
    const adds = ['a', 'b', 'c', 'd'].map((id) =>
      add(BALANCES, balance(id, 1n), 'bd'.includes(id) ? { conflicts: { id: TAKEN } } : {}),
    );
    expect(planned(adds)).toEqual([[[], ['b', 'd', 'a', 'c']]]);
  });

  test('has a step for each write of one row, and what goes last in the last one', () => {
    expect(planned([raise('a'), raise('a'), raise('b')], [add(BALANCES, balance('last', 1n))])).toEqual([
      [['a', 'b'], []],
      [['a'], ['last']],
    ]);
    expect(planned([], [add(BALANCES, balance('last', 1n))])).toEqual([[[], ['last']]]);
    expect(planned([])).toEqual([]);
  });

  test('has a thousand writes in a step at most', () => {
    const some = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
    const guards = some(600, 'g').map(raise);
    const adds = some(900, 'a').map((id) => add(BALANCES, balance(id, 1n)));
    const last = some(700, 'l').map((id) => add(BALANCES, balance(id, 1n)));
    const sizes = plan([...guards, ...adds], last).map((step) => [step.guards.length, step.adds.length]);
    expect(sizes).toEqual([
      [600, 400],
      [0, 1000],
      [0, 200],
    ]);
  });
});

describe('a write', () => {
  test('changes the columns whose values differ', () => {
    const before = account('InternalAccount:1');
    const after = { ...before, status: 'FROZEN', version: 2 };
    const change = { op: 'change', kind: anyKind(INTERNAL_ACCOUNTS), id: before.id, lost: undefined } as const;
    const fields = changedFields({ ...change, before: before as never, after: after as never });
    expect([...fields].sort()).toEqual(['status', 'version']);
  });

  test('that did not hold ends its unit with its error, or lets it run again', () => {
    const guards = [raise('a'), remove(JOBS, job('Job:1'), LOST), remove(JOBS, job('Job:1'), undefined)];
    const [short, lost, raced] = guards.map(guardFailure);
    expect([(short as Ended).error, (lost as Ended).error]).toEqual([SHORT, LOST]);
    expect(raced).toBeInstanceOf(LostRace);
  });

  test('whose key is taken ends its unit with the error that it names for the key', () => {
    const named = add(BALANCES, balance('a', 1n), { conflicts: { id: TAKEN } });
    expect((conflictOf(named, 'id') as Ended).error).toBe(TAKEN);
    for (const failure of [conflictOf(named, 'owner'), conflictOf(add(BALANCES, balance('a', 1n)), 'id')])
      expect(failure.message).toMatch(/^balances a: (owner|id) is taken$/);
  });

  test('may insert its initial row only if that leaves no named column below zero', () => {
    const initial = (available: bigint, held: bigint) => ({ ...balance('a', available), held });
    const may = (row: ReturnType<typeof initial> | undefined, by = { available: 1n, held: 1n }) =>
      mayInsert({ id: 'a', by, ...(row === undefined ? {} : { initial: row }) });
    expect([may(initial(0n, 0n)), may(initial(1n, -1n)), may(initial(-1n, 1n)), may(undefined)]).toEqual([
      ...[true, false, false, false],
    ]);
    expect(may(initial(0n, -1n), { available: 1n } as never)).toBe(true);
  });
});
