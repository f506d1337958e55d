import {
  choiceField,
  type Context,
  err,
  idField,
  isHouse,
  ok,
  type Result,
  type Tx,
  update,
} from '../../kernel/index.js';
import { everyRecord } from '../../ledger/index.js';
import {
  endOfSessions,
  endSessions,
  OPERATOR_ROLES,
  type OperatorAccount,
  OPERATORS,
  withdrawAccess,
  saying,
} from '../../operators/index.js';
import { ofRecord } from './records.js';
import { simple } from './simple-action.js';

const OPERATOR = idField('Operator', { label: 'Operator', option: { meaning: 'The operator, as Operator:…' } });

const role = ofRecord(OPERATORS, ['role', 'status']);

const roleIn = (before: object | null): string =>
  before !== null && 'role' in before ? String(before.role) : 'no role';

async function living(tx: Tx, id: string): Promise<Result<OperatorAccount>> {
  const found = await tx.get(OPERATORS, id);
  return found === null ? err('REFERENCE_NOT_FOUND', `the operator ${id} does not exist`) : ok(found);
}

/** Operators belong to no platform, so no action about them is written to the log of one. */
async function inHouse(tx: Tx, { tenant }: Context, { id }: { readonly id: string }): Promise<Result<OperatorAccount>> {
  if (!isHouse(tenant)) return err('FORBIDDEN', 'operators are changed in a house tenant only');
  return living(tx, id);
}

/** Always needs a second operator, so that an administrator alone cannot raise a role. Runs in a house tenant. */
const changeRole = simple({
  title: 'Change the role of an operator',
  words: saying(
    'Change the role',
    async ({ input, before, name }) =>
      `Change the role of ${await name(input.id)} from ${roleIn(before)} to ${input.role}; every session of the operator ends`,
  ),
  role: 'ADMIN',
  effects: ['CHANGES_OPERATORS'],
  input: {
    id: OPERATOR,
    role: choiceField(OPERATOR_ROLES, { label: 'Role', option: { meaning: 'VIEWER, OPERATOR, APPROVER or ADMIN' } }),
  },
  subject: ({ id }) => id,
  shows: role,
  refuses: inHouse,
  run: async (tx, ctx, { id, role: to }) => {
    const found = await living(tx, id);
    if (!found.ok) return found;
    await endSessions(tx, id);
    return ok(update(tx, ctx, OPERATORS, found.value, { role: to, sessionsFrom: endOfSessions(ctx) }));
  },
});

/**
 * At once, without a second operator, because access must be withdrawn quickly; but one administrator alone cannot
 * become the only one. Runs in a house tenant.
 */
const disable = simple({
  title: 'Withdraw the access of an operator',
  weight: 'danger',
  words: saying(
    'Withdraw the access',
    async ({ input, before, name }) =>
      `Withdraw the access of ${await name(input.id)} (${roleIn(before)}) for good; every session of the operator ends`,
  ),
  role: 'ADMIN',
  effects: ['CHANGES_OPERATORS'],
  input: { id: OPERATOR },
  subject: ({ id }) => id,
  shows: role,
  refuses: inHouse,
  hasEffects: (tx, ctx, { id }) => leavesTooFew(tx, ctx, id),
  run: async (tx, ctx, { id }) => {
    const found = await living(tx, id);
    if (!found.ok) return found;
    return withdrawAccess(tx, ctx, found.value);
  },
});

/** So many administrators have to remain that one can approve what the other requests. */
const ADMINISTRATORS = 2;

/**
 * Whether fewer than two active administrators are left without this one. Those who are counted are guarded, so that of
 * two units that withdraw the access of different administrators one counts again.
 */
async function leavesTooFew(tx: Tx, ctx: Context, id: string): Promise<boolean> {
  if ((await tx.get(OPERATORS, id))?.role !== 'ADMIN') return false;
  const left: OperatorAccount[] = [];
  for await (const each of everyRecord(tx, OPERATORS)) {
    if (each.id !== id && each.role === 'ADMIN' && each.status === 'ACTIVE') left.push(each);
    if (left.length === ADMINISTRATORS) break;
  }
  if (left.length < ADMINISTRATORS) return true;
  for (const each of left) update(tx, ctx, OPERATORS, each, {});
  return false;
}

/** The actions on operators themselves. */
export const operatorChanges = { 'operators.role': changeRole, 'operators.disable': disable };
