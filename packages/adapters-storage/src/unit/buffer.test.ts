import { instant } from '@corridor/core';
import type { Increase } from '@corridor/core/ports';
import { type Balance, BALANCES, EVENTS, INTERNAL_ACCOUNTS, POSTINGS } from '@corridor/core/records';
import { describe, expect, test } from 'vitest';
import { account, balance, event, posting, SHORT, T0, TAKEN } from '../testing/records.js';
import { createBuffer } from './buffer.js';
import { anyKind } from '../schema/tables.js';
import type { Row, Write } from '../schema/writes.js';

const add = (record: object & { id: string }, kind: unknown, options = {}): Write => ({
  op: 'add',
  kind: kind as never,
  id: record.id,
  record: record as Row,
  options,
});
const increase = (id: string, by: Increase['by'], initial?: Balance, short = SHORT): Write => ({
  op: 'increase',
  kind: anyKind(BALANCES),
  id,
  increase: { id, by, ...(initial === undefined ? {} : { initial }) },
  short,
});
const raise = (id: string, available: bigint): Write => increase(id, { available });
const change = (kind: unknown, before: object & { id: string }, after: object): Write => ({
  op: 'change',
  kind: kind as never,
  id: before.id,
  before: before as never,
  after: after as never,
  lost: undefined,
});

const ops = (steps: ReturnType<ReturnType<typeof createBuffer>['take']>) =>
  steps.map(({ guards, adds }) => [...guards, ...adds].map(({ op, id }) => `${op} ${id}`));

test('orders guards by row, before the inserts, independently of the order of the writes', () => {
  const buffer = createBuffer();
  buffer.push(add(account('InternalAccount:1'), INTERNAL_ACCOUNTS));
  buffer.push(raise('b', 1n));
  buffer.push(raise('a', 1n));
  expect(ops(buffer.take(null))).toEqual([['increase a', 'increase b', 'add InternalAccount:1']]);
});

test('splits two writes of one row that cannot be merged into two steps', () => {
  const buffer = createBuffer();
  buffer.push(add(balance('a', 0n), BALANCES));
  buffer.push(raise('a', 1n));
  buffer.push(raise('b', 1n));
  expect(ops(buffer.take(null))).toEqual([['increase b', 'add a'], ['increase a']]);
});

test('writes a record once that the same unit of work adds and changes', () => {
  const buffer = createBuffer();
  const before = account('InternalAccount:1');
  const after = { ...before, status: 'FROZEN', version: 2, updatedAt: instant(T0 + 1) } as const;
  buffer.push(add(before, INTERNAL_ACCOUNTS));
  buffer.push(change(INTERNAL_ACCOUNTS, before, after));
  const [step] = buffer.take(null);
  expect(step).toMatchObject({ guards: [], adds: [{ record: after }] });
});

test('merges increases of one row, unless the later one makes up for the earlier one', () => {
  const buffer = createBuffer();
  buffer.push(raise('a', 5n));
  buffer.push(raise('a', -7n));
  buffer.push(raise('a', 1n));
  expect(buffer.take(null).map(({ guards }) => guards)).toMatchObject([
    [{ increase: { by: { available: -2n } } }],
    [{ increase: { by: { available: 1n } } }],
  ]);
});

test('holds numbered rows back until the commit or a read of their record kind', () => {
  const buffer = createBuffer();
  buffer.push(add(event('Webhook:1'), EVENTS));
  buffer.push(raise('a', 1n));
  expect(ops(buffer.take('balances'))).toEqual([['increase a']]);
  expect(ops(buffer.take('balances'))).toEqual([]);
  expect(ops(buffer.take('events'))).toEqual([['add Webhook:1']]);
});

test('refuses changes of a row after an event with its columns was read', () => {
  const buffer = createBuffer();
  buffer.push(
    add(event('Webhook:1'), EVENTS, { copy: { kind: BALANCES, id: 'a', columns: { available: 'available' } } }),
  );
  buffer.take('events');
  expect(() => buffer.push(raise('a', 1n))).toThrow('must not change after');
});

test('sends only the rows of the record kind that is read, and keeps the others for the commit', () => {
  const buffer = createBuffer();
  buffer.push(add(event('Webhook:1'), EVENTS));
  buffer.push(add(posting('Posting:1', 'a', 1n), POSTINGS));
  buffer.push(add(event('Webhook:2'), EVENTS));
  expect(ops(buffer.take('postings'))).toEqual([['add Posting:1']]);
  expect(ops(buffer.take(null))).toEqual([['add Webhook:1', 'add Webhook:2']]);
  expect(ops(buffer.take(null))).toEqual([]);
});

test('may change a row with whose columns an event is still held back', () => {
  const buffer = createBuffer();
  const copy = { kind: BALANCES, id: 'a', columns: { available: 'available' } };
  buffer.push(add(event('Webhook:1'), EVENTS, { copy }));
  buffer.take('postings');
  buffer.push(raise('a', 1n));
  expect(ops(buffer.take(null))).toEqual([['increase a', 'add Webhook:1']]);
});

test('applies a change to the row that is held back, and to no other', () => {
  const buffer = createBuffer();
  const [first, second, third] = [event('Webhook:1'), event('Webhook:2'), event('Webhook:3')];
  const sent = { ...second, status: 'DELIVERED', version: 2 };
  for (const one of [first, second, third]) buffer.push(add(one, EVENTS, { unlessExists: true }));
  buffer.push(change(EVENTS, second, sent));
  const [step] = buffer.take(null);
  expect(step!.guards).toEqual([]);
  expect(step!.adds.map(({ record }) => record)).toEqual([first, sent, third]);
  expect(step!.adds.map(({ options }) => options)).toEqual(Array(3).fill({ unlessExists: true }));
});

describe('changes of one row', () => {
  const first = account('InternalAccount:1');
  const second = { ...first, status: 'FROZEN', version: 2 } as const;
  const third = { ...second, status: 'CLOSED', version: 3 } as const;
  const taken = (...writes: readonly Write[]) => {
    const buffer = createBuffer();
    for (const write of writes) buffer.push(write);
    return buffer.take(null);
  };

  test('become one from the first state to the last if each follows the one before', () => {
    const steps = taken(change(INTERNAL_ACCOUNTS, first, second), change(INTERNAL_ACCOUNTS, second, third));
    expect(steps).toEqual([{ guards: [change(INTERNAL_ACCOUNTS, first, third)], adds: [] }]);
  });

  test('stay two if the later one is of another version', () => {
    const writes = [change(INTERNAL_ACCOUNTS, first, second), change(INTERNAL_ACCOUNTS, first, third)] as const;
    expect(taken(...writes)).toEqual(writes.map((write) => ({ guards: [write], adds: [] })));
  });

  test('stay apart from an insert of another version', () => {
    const steps = taken(add(first, INTERNAL_ACCOUNTS), change(INTERNAL_ACCOUNTS, second, third));
    expect(ops(steps)).toEqual([[`add ${first.id}`], [`change ${first.id}`]]);
  });

  test('stay apart from an insert that may find another row, and from one that copies columns', () => {
    const copy = { kind: BALANCES, id: 'a', columns: { reference: 'id' } };
    for (const options of [{ unlessExists: true }, { copy }]) {
      const steps = taken(add(first, INTERNAL_ACCOUNTS, options), change(INTERNAL_ACCOUNTS, first, second));
      expect(ops(steps)).toEqual([[`add ${first.id}`], [`change ${first.id}`]]);
    }
  });

  test('stay apart from increases and removals of the row', () => {
    const row = balance('a', 1n);
    const changed = change(BALANCES, row, { ...row, version: 2 });
    const remove: Write = { op: 'remove', kind: anyKind(BALANCES), id: 'a', record: row as never, lost: undefined };
    expect(ops(taken(raise('a', 1n), changed, raise('a', 1n), remove, raise('a', 1n)))).toEqual([
      ['increase a'],
      ['change a'],
      ['increase a'],
      ['remove a'],
      ['increase a'],
    ]);
  });
});

describe('two increases of one row', () => {
  const merged = (first: Write, second: Write) => {
    const buffer = createBuffer();
    buffer.push(first);
    buffer.push(second);
    return buffer.take(null).map(({ guards }) => guards);
  };

  test('become one with the sums of their columns', () => {
    const of = (by: Increase['by']) => increase('a', by);
    expect(merged(of({ available: 1n }), of({ available: 2n, held: 3n }))).toEqual([[of({ available: 3n, held: 3n })]]);
    expect(merged(of({ available: 0n }), of({ available: 2n }))).toEqual([[of({ available: 2n })]]);
    expect(merged(of({ available: -1n }), of({ available: 0n }))).toEqual([[of({ available: -1n })]]);
    expect(merged(of({ available: -1n }), of({ available: -1n, held: 1n }))).toEqual([
      [of({ available: -2n, held: 1n })],
    ]);
  });

  test('stay two if one column of the later one makes up for the earlier one', () => {
    const [first, second] = [increase('a', { available: -1n, held: 1n }), increase('a', { available: 1n, held: 1n })];
    expect(merged(first, second)).toEqual([[first], [second]]);
  });

  test('stay two if they end the unit with different errors', () => {
    const [first, second] = [raise('a', -1n), increase('a', { available: -1n }, undefined, TAKEN)];
    expect(merged(first, second)).toEqual([[first], [second]]);
  });

  test('add the later amounts to the initial row if both have one', () => {
    expect(
      merged(
        increase('a', { available: 5n }, balance('a', 5n)),
        increase('a', { available: -2n, held: 1n }, balance('a', -2n)),
      ),
    ).toEqual([[increase('a', { available: 3n, held: 1n }, { ...balance('a', 3n), held: 1n })]]);
  });

  test('stay two if only one of them has an initial row', () => {
    const [open, closed] = [increase('a', { available: 5n }, balance('a', 5n)), raise('a', 1n)];
    expect(merged(open, closed)).toEqual([[open], [closed]]);
    expect(merged(closed, open)).toEqual([[closed], [open]]);
  });
});
