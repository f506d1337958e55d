import {
  choiceField,
  clearable,
  type Context,
  ENVIRONMENTS,
  err,
  idField,
  isHouse,
  isId,
  ok,
  type Reads,
  type Result,
  tenantKey,
  textsField,
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
import { existingPlatforms, MOST_PLATFORMS, PLATFORMS, wrongPlatforms } from '../../platforms/index.js';
import { ofRecord } from './records.js';
import { simple } from './simple-action.js';

const OPERATOR = idField('Operator', { label: 'Operator', option: { meaning: 'The operator, as Operator:…' } });

const access = ofRecord(OPERATORS, ['role', 'status', 'platforms']);

/** `OPERATOR` as `Operator`. */
const roleName = (role: string): string => `${role.charAt(0)}${role.slice(1).toLowerCase()}`;

const roleIn = (before: object | null): string =>
  before !== null && 'role' in before ? roleName(String(before.role)) : 'no role';

async function living(tx: Tx, id: string): Promise<Result<OperatorAccount>> {
  const found = await tx.get(OPERATORS, id);
  return found === null ? err('REFERENCE_NOT_FOUND', `the operator ${id} does not exist`) : ok(found);
}

/** Operators belong to no platform, so no action about them is written to the log of one. */
async function inHouse(tx: Tx, { tenant }: Context, { id }: { readonly id: string }): Promise<Result<OperatorAccount>> {
  if (!isHouse(tenant)) return err('FORBIDDEN', 'operators are changed in a house tenant only');
  return living(tx, id);
}

/** As `inHouse`, for what the identity provider decides about its operators. */
async function local(tx: Tx, ctx: Context, input: { readonly id: string }): Promise<Result<OperatorAccount>> {
  const found = await inHouse(tx, ctx, input);
  if (!found.ok || found.value.issuer === null) return found;
  return err('CONFLICT', 'role and platforms of this operator follow from the group at the identity provider');
}

/** Always needs a second operator, so that an administrator alone cannot raise a role. Runs in a house tenant. */
const changeRole = simple({
  title: 'Change the role of an operator',
  words: saying(
    'Change the role',
    async ({ input, before, name }) =>
      `Change the role of ${await name(input.id)} from ${roleIn(before)} to ${roleName(input.role)}; every session of the operator ends`,
  ),
  role: 'ADMIN',
  effects: ['CHANGES_OPERATORS'],
  input: {
    id: OPERATOR,
    role: choiceField(OPERATOR_ROLES, { label: 'Role', option: { meaning: 'VIEWER, OPERATOR, APPROVER or ADMIN' } }),
  },
  subject: ({ id }) => id,
  shows: access,
  refuses: local,
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
  shows: access,
  refuses: inHouse,
  hasEffects: (tx, ctx, { id }) => leavesTooFew(tx, ctx, id),
  run: async (tx, ctx, { id }) => {
    const found = await living(tx, id);
    if (!found.ok) return found;
    return withdrawAccess(tx, ctx, found.value);
  },
});

const PLATFORM_LIMIT = clearable(
  textsField({
    label: 'Platforms',
    hint: 'One id in each line',
    min: 1,
    max: MOST_PLATFORMS,
    rows: 5,
    each: (value, path, gather) => {
      if (typeof value !== 'string' || !isId('Platform', value))
        gather({ field: path, message: 'must be an id that begins with Platform:' });
      return value;
    },
    option: { value: 'IDS', meaning: 'The platforms, as Platform:…; none for no limit' },
  }),
);

/**
 * Widening a limit, and a limit that leaves fewer than two administrators without one, need a second operator; another
 * limit is set at once, because access must be withdrawn quickly. Runs in a house tenant, which operators with a limit do
 * not reach.
 */
const changePlatforms = simple({
  title: 'Limit an operator to platforms',
  words: async ({ input: { id, platforms = null }, name, reads }) =>
    platforms === null
      ? {
          heading: 'End the limit to platforms',
          sentence: `Let ${await name(id)} reach all platforms and the service itself; every session of the operator ends`,
        }
      : {
          heading: 'Limit to platforms',
          sentence: `Limit ${await name(id)} to ${(await platformNames(reads, platforms)).join(' and ')}; every session of the operator ends`,
        },
  role: 'ADMIN',
  effects: ['CHANGES_OPERATORS'],
  input: { id: OPERATOR, platforms: PLATFORM_LIMIT },
  subject: ({ id }) => id,
  shows: access,
  refuses: async (tx, ctx, { id, platforms }) => {
    const found = await local(tx, ctx, { id });
    if (!found.ok) return found;
    if (platforms === undefined) return wrongPlatforms('is missing; name the platforms, or none for no limit');
    return platforms === null ? ok() : existingPlatforms(tx, platforms);
  },
  hasEffects: async (tx, ctx, { id, platforms = null }) => {
    const before = (await tx.get(OPERATORS, id))?.platforms ?? null;
    if (platforms === null) return before !== null;
    return before === null ? leavesTooFew(tx, ctx, id) : platforms.some((each) => !before.some((one) => one === each));
  },
  run: async (tx, ctx, { id, platforms = null }) => {
    const found = await living(tx, id);
    if (!found.ok) return found;
    const limit = platforms === null ? ok(null) : await existingPlatforms(tx, platforms);
    if (!limit.ok) return limit;
    await endSessions(tx, id);
    return ok(update(tx, ctx, OPERATORS, found.value, { platforms: limit.value, sessionsFrom: endOfSessions(ctx) }));
  },
});

/** The names of platforms; of one that does not exist its id. */
const platformNames = (reads: Reads, ids: readonly string[]): Promise<readonly string[]> =>
  Promise.all(
    ids.map(async (id) => {
      if (!isId('Platform', id)) return id;
      const environments = await reads.getMany(
        PLATFORMS,
        ENVIRONMENTS.map((environment) => tenantKey(id, environment)),
      );
      return environments[0]?.name ?? id;
    }),
  );

/** So many administrators have to remain that one can approve what the other requests. */
const ADMINISTRATORS = 2;

/**
 * Whether fewer than two active administrators are left without this one. Those who are counted are guarded, so that of
 * two units that withdraw the access of different administrators one counts again.
 */
async function leavesTooFew(tx: Tx, ctx: Context, id: string): Promise<boolean> {
  const account = await tx.get(OPERATORS, id);
  // An administrator with a limit cannot decide about operators, and the provider may be away or say otherwise.
  if (account?.role !== 'ADMIN' || account.platforms !== null || account.issuer !== null) return false;
  const left: OperatorAccount[] = [];
  for await (const each of everyRecord(tx, OPERATORS)) {
    const isWhole = each.platforms === null && each.issuer === null;
    const isCounted = each.role === 'ADMIN' && each.status === 'ACTIVE' && isWhole;
    if (each.id !== id && isCounted) left.push(each);
    if (left.length === ADMINISTRATORS) break;
  }
  if (left.length < ADMINISTRATORS) return true;
  for (const each of left) update(tx, ctx, OPERATORS, each, {});
  return false;
}

/** The actions on operators themselves. */
export const operatorChanges = {
  'operators.role': changeRole,
  'operators.platforms': changePlatforms,
  'operators.disable': disable,
};
