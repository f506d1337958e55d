import {
  birth,
  domainError,
  err,
  type Id,
  newRecord,
  ok,
  readAll,
  type Result,
  transition,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import {
  endOfSessions,
  endSessions,
  loggedAccess,
  LOCAL,
  type LogActor,
  type MasterKeyHolder,
  NO_FACTORS,
  OPERATOR,
  type OperatorAccount,
  type OperatorRole,
  type OperatorStatus,
  OPERATORS,
  type PlatformLimit,
  startSession,
  withdrawAccess,
  writeLog,
} from '../operators/index.js';
import { existingPlatforms } from '../platforms/index.js';
import { newLink } from './enrolment-link.js';
import { invalid, type SignInPorts } from './factors.js';
import { isName, LONGEST_NAME, nameKeyOf } from './names.js';
import { noticed } from './notices.js';

/** An operator without secrets. */
export interface OperatorView {
  readonly id: Id<'Operator'>;
  readonly name: string;
  readonly role: OperatorRole;
  readonly status: OperatorStatus;
  readonly platforms: PlatformLimit;
  readonly hasPassword: boolean;
  readonly passkeys: readonly { readonly id: string; readonly name: string }[];
}

/** A new operator, or one that gets a new link. `link` is the last segment of the link, and is shown only here. */
export interface Invited {
  readonly operator: OperatorView;
  readonly link: string;
}

export const operatorView = ({
  id,
  name,
  role,
  status,
  platforms,
  passwordHash,
  passkeys,
}: OperatorAccount): OperatorView => ({
  id,
  name,
  role,
  status,
  platforms,
  hasPassword: passwordHash !== null,
  passkeys: passkeys.map(({ credentialId, name: called }) => ({ id: credentialId, name: called })),
});

const holderActor = ({ name }: MasterKeyHolder): LogActor => ({ operator: null, name, source: 'MASTER_KEY' });

export interface NewOperator {
  readonly name: string;
  readonly role: OperatorRole;
  /** The platforms that the operator is limited to; absent or null without a limit. */
  readonly platforms?: PlatformLimit | undefined;
}

/** Creates an operator with a link. 400 INVALID_INPUT naming `name` or `platforms`; 409 CONFLICT if the name is taken. */
export const invite =
  (ports: SignInPorts) =>
  (input: NewOperator, by: MasterKeyHolder): Promise<Result<Invited>> => {
    const ctx = ports.context(by.requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const id = ports.ids.next('Operator');
      const { link, stored } = newLink(ports, id, ctx.hostNow);
      const added = await add({ tx, ctx, ids: ports.ids }, input, by, { id, event: 'invite', stored });
      return added.ok ? ok({ operator: operatorView(added.value), link }) : added;
    });
  };

/** An operator for programs. `credential` is its credential of the command line, and is shown only here. */
export interface Automated {
  readonly operator: OperatorView;
  readonly credential: string;
}

/**
 * Creates an operator for programs: it acts by commands, and cannot sign in to the console. 400 INVALID_INPUT naming
 * `name` or `platforms`; 409 CONFLICT if the name is taken.
 */
export const automate =
  (ports: SignInPorts) =>
  (input: NewOperator, by: MasterKeyHolder): Promise<Result<Automated>> => {
    const ctx = ports.context(by.requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const id = ports.ids.next('Operator');
      const stored = { enrolmentDigest: null, enrolmentExpiresAt: null };
      const added = await add({ tx, ctx, ids: ports.ids }, input, by, { id, event: 'automate', stored });
      if (!added.ok) return added;
      const session = { operatorId: id, kind: 'COMMAND_LINE', label: 'operator create' } as const;
      return ok({ operator: operatorView(added.value), credential: startSession(ports, tx, ctx, session).text });
    });
  };

interface Birth extends Pick<OperatorAccount, 'id'> {
  readonly event: 'invite' | 'automate';
  readonly stored: Pick<OperatorAccount, 'enrolmentDigest' | 'enrolmentExpiresAt'>;
}

async function add(
  { tx, ctx, ids }: Unit,
  { name: given, role, platforms = null }: NewOperator,
  by: MasterKeyHolder,
  { id, event, stored }: Birth,
): Promise<Result<OperatorAccount>> {
  const name = given.trim().normalize('NFC');
  if (!isName(name)) {
    return invalid('name', `must have 1 to ${LONGEST_NAME} letters, digits, spaces and .,'_@+-`);
  }
  const limit = platforms === null ? ok(null) : await existingPlatforms(tx, platforms);
  if (!limit.ok) return limit;
  const operator: OperatorAccount = {
    name,
    nameKey: nameKeyOf(name),
    role,
    status: birth(OPERATOR, event).to,
    ...NO_FACTORS,
    sessionsFrom: ctx.hostNow,
    ...stored,
    notices: null,
    platforms: limit.value,
    ...LOCAL,
    ...newRecord(id, { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  const taken = domainError('CONFLICT', `an operator named ${name} exists; choose another name, or reset it`);
  tx.add(OPERATORS, operator, { conflicts: { name: taken } });
  const entry = { outcome: 'DONE', action: `operators.${event}`, subject: id } as const;
  writeLog({ tx, ctx, ids }, holderActor(by), { ...entry, after: { name, ...loggedAccess(operator) } });
  return ok(operator);
}

/**
 * Replaces the sign-in of an operator, who lost it, by a new link: the password, the passkeys and the sessions end at
 * once. 404 REFERENCE_NOT_FOUND; 409 INVALID_STATE_TRANSITION for a disabled operator.
 */
export const reset =
  (ports: SignInPorts) =>
  ({ name }: { readonly name: string }, by: MasterKeyHolder): Promise<Result<Invited>> => {
    const ctx = ports.context(by.requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const found = await named(tx, name);
      if (!found.ok) return found;
      const account = found.value;
      if (account.issuer !== null)
        return err('CONFLICT', `${account.name} signs in by the identity provider, which resets the sign-in`);
      const { link, stored } = newLink(ports, account.id, ctx.hostNow);
      const patch = { ...NO_FACTORS, ...stored, sessionsFrom: endOfSessions(ctx) };
      const moved = transition(tx, ctx, OPERATOR, OPERATORS, account, 'reset', patch);
      if (!moved.ok) return moved;
      await endSessions(tx, account.id);
      const change = { before: loggedAccess(account), after: loggedAccess(moved.value.record) };
      const told = noticed({ tx, ctx, ids: ports.ids }, account, {
        actor: holderActor(by),
        entry: { action: 'operators.reset', ...change },
        from: { address: null, by: by.name, session: null },
      });
      return ok({ operator: operatorView(update(tx, ctx, OPERATORS, moved.value.record, told)), link });
    });
  };

/** Withdraws the access of an operator for good. 404 REFERENCE_NOT_FOUND; 409 INVALID_STATE_TRANSITION if it ended. */
export const disable =
  (ports: SignInPorts) =>
  ({ name }: { readonly name: string }, by: MasterKeyHolder): Promise<Result<OperatorView>> => {
    const ctx = ports.context(by.requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const found = await named(tx, name);
      if (!found.ok) return found;
      const account = found.value;
      const disabled = withdrawAccess(tx, ctx, account);
      if (!disabled.ok) return disabled;
      const entry = { outcome: 'DONE', action: 'operators.disable', subject: account.id } as const;
      const change = { before: loggedAccess(account), after: loggedAccess(disabled.value) };
      writeLog({ tx, ctx, ids: ports.ids }, holderActor(by), { ...entry, ...change });
      return ok(operatorView(disabled.value));
    });
  };

async function named(tx: Tx, name: string): Promise<Result<OperatorAccount>> {
  const account = await tx.find(OPERATORS, 'name', [nameKeyOf(name)]);
  return account === null ? err('REFERENCE_NOT_FOUND', `no operator is named ${name.trim()}`) : ok(account);
}

/** All operators, oldest first. */
export const list =
  ({ units }: Pick<SignInPorts, 'units'>) =>
  (): Promise<readonly OperatorView[]> =>
    units.read(null, async (reads) => (await readAll(reads, OPERATORS)).map(operatorView));
