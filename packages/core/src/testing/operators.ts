import type { Id, UnitOfWork } from '../kernel/index.js';
import { houseTenant, instant, newRecord, ok } from '../kernel/index.js';
import { type Caller, type OperatorAccount, type OperatorRole, OPERATORS } from '../operators/index.js';
import { operatorNamed } from './ports.js';

/** Adds an operator with a role, who can sign in with nothing, and returns it as a caller of actions. */
export async function addOperator(units: UnitOfWork, name: string, role: OperatorRole): Promise<Caller> {
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
    ...newRecord<Id<'Operator'>>(id, { tenant: houseTenant('PRODUCTION'), now: instant(0) }),
  };
  const added = await units.run(null, async (tx) => {
    tx.add(OPERATORS, account);
    return ok();
  });
  if (!added.ok) throw new Error(added.error.message);
  return { operatorId: id, source: 'CONSOLE', requestId: 'test' };
}
