import type { Context, Id, Tx, UnitOfWork } from '../kernel/index.js';
import { houseTenant, instant, newRecord, ok } from '../kernel/index.js';
import {
  type Caller,
  LOCAL,
  loggedAccess,
  type OperatorAccount,
  type OperatorRole,
  OPERATOR_LOG,
  type OperatorLogEntry,
  OPERATORS,
  type PlatformLimit,
  writeLog,
} from '../operators/index.js';
import { operatorNamed } from './ports.js';

const SET_UP = 'set-up';

/** Whether something of a test has written the entry, and not its set-up of operators and of the first token. */
export const isOfTest = ({ operatorName, source }: Pick<OperatorLogEntry, 'operatorName' | 'source'>): boolean =>
  operatorName !== SET_UP && source !== 'SERVICE';

/** The entries of the log, oldest first, without those of the set-up. */
export const entriesOfTest = async (units: UnitOfWork): Promise<readonly OperatorLogEntry[]> =>
  (await units.read(null, (reads) => reads.list(OPERATOR_LOG, { order: 'asc', limit: 100 }))).rows.filter(isOfTest);

/** The entry about an operator that the set-up of a test adds, with which the audit compares the operator. */
export function logSetUp(tx: Tx, account: OperatorAccount): void {
  const ctx = { tenant: account.tenant, hostNow: account.createdAt, requestId: 'test' } as Context;
  const ids = { next: () => account.id.replace('Operator', 'OperatorLog'), salt: () => 'salt' } as never;
  const entry = { outcome: 'DONE', action: 'operators.invite', subject: account.id } as const;
  const actor = { operator: null, name: SET_UP, source: 'MASTER_KEY' } as const;
  writeLog({ tx, ctx, ids }, actor, { ...entry, after: loggedAccess(account) });
}

/** Adds an operator with a role, who can sign in with nothing, and returns it as a caller of actions. */
export async function addOperator(
  units: UnitOfWork,
  name: string,
  role: OperatorRole,
  platforms: PlatformLimit = null,
): Promise<Caller> {
  const { id } = operatorNamed(name);
  const account: OperatorAccount = {
    name,
    nameKey: name.toLowerCase(),
    role,
    status: 'ACTIVE',
    passwordHash: null,
    totpSecret: null,
    totpStep: 0,
    passkeys: [],
    failures: 0,
    lockedUntil: null,
    sessionsFrom: instant(0),
    enrolmentDigest: null,
    enrolmentExpiresAt: null,
    notices: null,
    platforms,
    ...LOCAL,
    ...newRecord<Id<'Operator'>>(id, { tenant: houseTenant('PRODUCTION'), now: instant(0) }),
  };
  const added = await units.run(null, async (tx) => {
    tx.add(OPERATORS, account);
    logSetUp(tx, account);
    return ok();
  });
  if (!added.ok) throw new Error(added.error.message);
  return { operatorId: id, source: 'CONSOLE', requestId: 'test' };
}
