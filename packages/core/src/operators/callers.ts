import { err, fail, type Id, ok, type Result, type TenantKey, type Tx } from '../kernel/index.js';
import type { AnyAction } from './action.js';
import { hasRole, type Operator, type OperatorAccount, type OperatorRole, OPERATORS } from './operator.js';
import type { ActingActor, LogActor } from './operator-log.js';
import { NOT_REACHED, reaches } from './reach.js';

/** An operator who has signed in, and from where. */
export interface Caller {
  readonly operatorId: Id<'Operator'>;
  readonly source: 'CONSOLE' | 'COMMAND_LINE';
  /** Id of the HTTP request or of the command. */
  readonly requestId: string;
}

/** The person who holds the master key, by the name of the system user. */
export interface MasterKeyHolder {
  readonly source: 'MASTER_KEY';
  readonly name: string;
  readonly requestId: string;
}

/** Who acts, for the action and for the log. */
export interface Acting {
  readonly operator: Operator;
  readonly actor: ActingActor;
}

/**
 * The operator as the database has it now. Guarded, so that the role is still valid when the unit commits, also if the
 * unit waits for another record meanwhile.
 */
export async function callerIn(
  tx: Tx,
  tenant: TenantKey,
  caller: Caller,
  required: OperatorRole,
): Promise<Result<LogActor & { readonly operator: Operator }>> {
  const actor = await actorIn(tx, tenant, caller, required);
  if (actor.ok) tx.pin(OPERATORS, actor.value.account);
  return actor;
}

type FoundActor = LogActor & { readonly operator: Operator; readonly account: OperatorAccount };

/** The operator of an entry about reads over all its platforms, which the log of the service keeps. */
export async function readerIn(tx: Tx, caller: Caller): Promise<Result<FoundActor>> {
  const allowed = withAccess(await tx.get(OPERATORS, caller.operatorId));
  return allowed.ok ? ok(actorOf(allowed.value, caller)) : allowed;
}

export async function actorIn(
  tx: Tx,
  tenant: TenantKey,
  caller: Caller,
  required: OperatorRole,
): Promise<Result<FoundActor>> {
  const account = await tx.get(OPERATORS, caller.operatorId);
  const allowed = allowedTo(account, tenant, required);
  return allowed.ok ? ok(actorOf(allowed.value, caller)) : allowed;
}

const actorOf = (account: OperatorAccount, { source }: Caller): FoundActor => ({
  operator: { id: account.id, name: account.name },
  source,
  account,
});

/** Who takes an action outside the database: an operator with its role, or the holder of the master key. */
export async function signedIn(
  tx: Tx,
  tenant: TenantKey,
  caller: Caller | MasterKeyHolder,
  name: string,
  action: AnyAction,
): Promise<Result<Acting>> {
  if (caller.source === 'MASTER_KEY') {
    const allowed = allowedToHolder(name, action);
    return allowed.ok ? ok(holderAs(caller)) : allowed;
  }
  const actor = await callerIn(tx, tenant, caller, action.role);
  return actor.ok ? ok({ operator: actor.value.operator, actor: actor.value }) : actor;
}

/** Stands for the operator in actions of the person who holds the master key. */
const NO_OPERATOR = 'Operator:00000000-0000-0000-0000-000000000000' as Id<'Operator'>;

export const holderAs = ({ name }: MasterKeyHolder): Acting => ({
  operator: { id: NO_OPERATOR, name },
  actor: { operator: null, name, source: 'MASTER_KEY' },
});

export const allowedToHolder = (name: string, action: AnyAction): Result<void> =>
  action.byMasterKey === true ? ok() : err('FORBIDDEN', `${name} requires an operator; pass the credential of one`);

/**
 * The account, if it is active, reaches the tenant and has the role: the one place where actions check it. 404
 * REFERENCE_NOT_FOUND outside the platforms of the operator; 403 FORBIDDEN otherwise.
 */
export function allowedTo(
  account: OperatorAccount | null,
  tenant: TenantKey,
  required: OperatorRole,
): Result<OperatorAccount> {
  const found = withAccess(account);
  if (!found.ok) return found;
  const { platforms, role } = found.value;
  if (!reaches(platforms, tenant)) return fail(NOT_REACHED);
  if (!hasRole(role, required))
    return err('FORBIDDEN', `the role ${role} does not allow this; it requires ${required}`);
  return found;
}

const withAccess = (account: OperatorAccount | null): Result<OperatorAccount> =>
  account === null || account.status !== 'ACTIVE' || account.lapsedAt !== null
    ? err('FORBIDDEN', 'the operator has no access')
    : ok(account);
