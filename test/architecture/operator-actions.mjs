// The part of docs/areas/operators.md that lists the actions of operators.
import { DECLARED_ACTIONS, RULE_OF } from '@corridor/core/internal';
import { code, table } from './tables.mjs';

const ROLES = ['VIEWER', 'OPERATOR', 'APPROVER', 'ADMIN'];

const RULES = { always: 'always', production: 'in production', amounts: 'above `CORRIDOR_APPROVAL_AMOUNTS`' };

const OUTSIDE = 'always for [outside payments](treasury.md#outside-payments)';

/**
 * What the effects of an action do not say. An exempt action without an entry, and an entry without an action, stop the
 * generator.
 */
const NOTES = {
  'exceptions.resolve': `${OUTSIDE} and [retries with evidence](exceptions.md#retries)`,
  'treasury.book': OUTSIDE,
  'treasury.confirm': 'the operator who booked the payment cannot confirm it',
  'resets.decide': 'a rejection needs none',
  'payments.cancel': 'the payment was accepted before',
  'rails.act': 'it is about a payment that was accepted before',
  'rails.record': 'it is about a payment that was accepted before',
  'rails.release': 'the release is the second step: the host or another operator prepared it',
  'operators.disable': 'not needed while two active administrators are left',
};

function secondOperator(name, { effects, exempt, approval }) {
  if (approval === 'always') return 'always';
  const note = NOTES[name];
  if (exempt !== undefined && note === undefined)
    throw new Error(`operator-actions.mjs does not say why ${name} is exempt`);
  const rules = exempt === undefined ? [...new Set(effects.map((effect) => RULES[RULE_OF[effect]]))] : [];
  const second = rules.length === 0 ? 'no' : rules.join(', or ');
  return note === undefined ? second : `${second}; ${note}`;
}

/** The actions by role, in the order in which they are declared. */
export function actionsTable(actions = DECLARED_ACTIONS) {
  const unknown = Object.keys(NOTES).filter((name) => !Object.hasOwn(actions, name));
  if (unknown.length > 0)
    throw new Error(`operator-actions.mjs describes actions that do not exist: ${unknown.join(', ')}`);
  const byRole = Object.entries(actions).toSorted(([, one], [, other]) => rank(one) - rank(other));
  return table(
    ['Action', 'What it does', 'Role', 'Second operator'],
    byRole.map(([name, action]) => [code(name), action.title, code(action.role), secondOperator(name, action)]),
  );
}

const rank = ({ role }) => ROLES.indexOf(role);
