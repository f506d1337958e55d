import { instant } from '@corridor/core';
import { BALANCES, EVENTS, INTERNAL_ACCOUNTS } from '@corridor/core/records';
import { expect, test } from 'vitest';
import { account, balance, event, SHORT, T0 } from '../testing/records.js';
import { createBuffer } from './buffer.js';
import { anyKind } from './handle.js';
import type { Row, Write } from './writes.js';

const add = (record: object & { id: string }, kind: unknown, options = {}): Write => ({
  op: 'add',
  kind: kind as never,
  id: record.id,
  record: record as Row,
  options,
});
const raise = (id: string, available: bigint): Write => ({
  op: 'increase',
  kind: anyKind(BALANCES),
  id,
  increase: { id, by: { available } },
  short: SHORT,
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
  buffer.push({
    op: 'change',
    kind: anyKind(INTERNAL_ACCOUNTS),
    id: before.id,
    before: before as never,
    after: after as never,
    lost: undefined,
  });
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
