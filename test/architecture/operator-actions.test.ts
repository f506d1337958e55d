import { DECLARED_ACTIONS } from '@corridor/core/internal';
import { expect, test } from 'vitest';
import { actionsTable } from './operator-actions.mjs';

const rowOf = (table: string, action: string): string =>
  table.split('\n').find((line) => line.includes(`\`${action}\``)) ?? '';

test('an action is listed with the role and the second operator that its declaration has', () => {
  const { 'tokens.revoke': revoke } = DECLARED_ACTIONS;
  const table = actionsTable({
    ...DECLARED_ACTIONS,
    'plans.change': { ...revoke, role: 'APPROVER', effects: ['WEAKENS_CONTROL', 'MOVES_MONEY'] },
  });
  expect(rowOf(table, 'plans.change')).toContain(
    '| `APPROVER` | in production, or above `CORRIDOR_APPROVAL_AMOUNTS` |',
  );
  expect(rowOf(table, 'tokens.revoke')).toContain('| `ADMIN` | no |');
  for (const name of Object.keys(DECLARED_ACTIONS))
    expect([name, rowOf(table, name)]).toEqual([name, expect.stringMatching(/./)]);
});

test('an action cannot be exempt without saying why it needs no second operator', () => {
  const exempt = { ...DECLARED_ACTIONS['treasury.confirm'] };
  expect(() => actionsTable({ ...DECLARED_ACTIONS, 'plans.change': exempt })).toThrow(
    'does not say why plans.change is exempt',
  );
});

test('an action that no longer exists must leave the notes', () => {
  const { 'operators.disable': _gone, ...others } = DECLARED_ACTIONS;
  expect(() => actionsTable(others)).toThrow('describes actions that do not exist: operators.disable');
});
