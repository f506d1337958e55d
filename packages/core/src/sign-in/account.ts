import {
  type Context,
  err,
  type FieldError,
  type Id,
  type Instant,
  invalidFields,
  isId,
  ok,
  plusSeconds,
  readAll,
  type Refused,
  type Result,
  type Tx,
  type Unit,
  update,
  withoutRefused,
} from '../kernel/index.js';
import {
  endOfSessions,
  endSessions,
  isEnded,
  type NewLogEntry,
  type OperatorAccount,
  OPERATORS,
  OPERATOR_SESSIONS,
  type OperatorSession,
  type OperatorSessionKind,
  type SignedIn,
  startSession,
  writeLog,
} from '../operators/index.js';
import type { Client, Started } from './enrol.js';
import {
  acceptFactor,
  beginFactor,
  checkFactor,
  type FactorMethod,
  type FactorPatch,
  type FactorStart,
  type NewFactor,
  NOT_SIGNED_IN,
  type PasskeyChallenge,
  type PasswordStart,
  shownAgain,
  unlessRefused,
  type SignInPorts,
} from './factors.js';
import { acknowledged, noticed } from './notices.js';
import { normalPassword, weaknessOf } from './password-rules.js';
import { checkProof, newProofChallenge, type Proof } from './proof.js';

/** A session of an operator, as the operator sees it. */
export interface SessionView {
  readonly id: Id<'OperatorSession'>;
  readonly kind: OperatorSessionKind;
  readonly label: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant;
  readonly expiresAt: Instant;
  readonly isCurrent: boolean;
}

/** What lasts longer than a session needs a sign-in of the last quarter of an hour. */
const FRESH_SECONDS = 900;
const LONGEST_LABEL = 100;

const BY_PROVIDER = err(
  'CONFLICT',
  'you sign in by the identity provider: it keeps your sign-in, and its operators have no credentials of the command line',
);
const STALE = err('FORBIDDEN', 'sign in again first: this needs a sign-in of the last 15 minutes');

const isFresh = ({ createdAt }: OperatorSession, now: Instant): boolean => plusSeconds(createdAt, FRESH_SECONDS) > now;

/** A known browser gives no access, so the session of a caller never is one. */
const sourceOf = ({ kind }: OperatorSession): 'CONSOLE' | 'COMMAND_LINE' =>
  kind === 'COMMAND_LINE' ? kind : 'CONSOLE';

interface Current {
  readonly account: OperatorAccount;
  readonly session: OperatorSession;
}

type Work<T> = (
  tx: Tx,
  ctx: Context,
  current: Current,
  log: (entry: Omit<NewLogEntry, 'outcome'>) => void,
) => Promise<Result<T>>;

/** Runs a change of the own account in a unit, if the session still exists there. 401 UNAUTHORIZED otherwise. */
function own<T>(ports: SignInPorts, { session }: SignedIn, requestId: string, work: Work<T>): Promise<Result<T>> {
  const ctx = ports.context(requestId);
  return ports.units.run(ctx.tenant, async (tx) => {
    const current = await tx.get(OPERATOR_SESSIONS, session.id);
    const account = current === null ? null : await tx.get(OPERATORS, current.operatorId);
    if (current === null || account === null || isEnded(current, account, ctx.hostNow)) return NOT_SIGNED_IN;
    const actor = { operator: { id: account.id, name: account.name }, source: sourceOf(current) } as const;
    return work(tx, ctx, { account, session: current }, (entry) => {
      writeLog({ tx, ctx, ids: ports.ids }, actor, { outcome: 'DONE', ...entry });
    });
  });
}

/** As `own`, for what outlives the session. 403 FORBIDDEN if the operator signed in more than 15 minutes ago. */
const fresh = <T>(ports: SignInPorts, caller: SignedIn, requestId: string, work: Work<T>): Promise<Result<T>> =>
  own(ports, caller, requestId, async (tx, ctx, current, log) => {
    if (current.account.issuer !== null) return BY_PROVIDER;
    return isFresh(current.session, ctx.hostNow) ? work(tx, ctx, current, log) : STALE;
  });

interface Given {
  readonly proof: Proof;
  readonly client: Client;
  /** What is wrong beside the proof, so that all wrong fields are reported at once. */
  readonly wrong?: readonly FieldError[];
}

/**
 * As `fresh`, after the operator has proven to be present: the session is not enough, because its cookie may be copied. A
 * wrong proof counts as at the sign-in.
 */
async function proven<T>(
  ports: SignInPorts,
  caller: SignedIn,
  { proof, client, wrong = [] }: Given,
  work: Work<T>,
): Promise<Result<T>> {
  if (caller.operator.issuer !== null) return BY_PROVIDER;
  if (!isFresh(caller.session, ports.clock.now())) return STALE;
  const checked = await checkProof(ports, caller, proof, client);
  if (!checked.ok) return checked;
  const done = await fresh<T | Refused>(ports, caller, client.requestId, async (tx, ctx, current, log) => {
    const judged = await checked.value(tx, ctx, current.account);
    if (!judged.ok) return judged;
    if (!judged.value.isRight) return judged.value.refused(wrong);
    if (wrong.length > 0) return invalidFields(wrong);
    return work(tx, ctx, { ...current, account: judged.value.used() }, log);
  });
  return withoutRefused(done);
}

type Written = Pick<Unit, 'tx' | 'ctx'>;

type Entry = Omit<NewLogEntry, 'outcome' | 'subject'> & { readonly subject?: string };

/** Writes the change to the log, and returns the notice for the operator. */
const told = (
  { ids }: SignInPorts,
  { tx, ctx }: Written,
  { account, session }: Current,
  { client, entry, madeBy }: { readonly client: Client; readonly entry: Entry; readonly madeBy: Id<'OperatorSession'> },
) =>
  noticed({ tx, ctx, ids }, account, {
    actor: { operator: { id: account.id, name: account.name }, source: sourceOf(session) },
    entry: { ...entry, input: { address: client.address } },
    from: { address: client.address, by: client.browser, session: madeBy },
  });

/** Stores a change of the sign-in. All sessions end; the browser that made the change gets a new one. */
async function changed(
  ports: SignInPorts,
  { tx, ctx }: Written,
  current: Current,
  of: { readonly patch: Partial<FactorPatch & OperatorAccount>; readonly client: Client; readonly entry: Entry },
): Promise<Started> {
  const { account, session } = current;
  const { id, name } = account;
  await endSessions(tx, id);
  const { kind, label } = session;
  const started = startSession(ports, tx, ctx, { operatorId: id, kind, label });
  const notices = told(ports, { tx, ctx }, current, { ...of, madeBy: started.session.id });
  update(tx, ctx, OPERATORS, account, { ...of.patch, ...notices });
  return { operator: { id, name }, text: started.text, expiresAt: started.session.expiresAt };
}

/** Ends the session. */
export const signOut =
  (ports: SignInPorts) =>
  ({ session, operator: { id, name } }: SignedIn, requestId: string): Promise<Result<void>> => {
    const ctx = ports.context(requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const current = await tx.get(OPERATOR_SESSIONS, session.id);
      if (current === null) return ok();
      tx.remove(OPERATOR_SESSIONS, current);
      const actor = { operator: { id, name }, source: sourceOf(current) } as const;
      const entry = { outcome: 'SIGNED_OUT', action: 'operators.signOut', subject: current.id } as const;
      writeLog({ tx, ctx, ids: ports.ids }, actor, entry);
      return ok();
    });
  };

/** Ends all sessions of the operator: those of browsers, this one included, and the credentials of the command line. */
export const signOutEverywhere =
  (ports: SignInPorts) =>
  (caller: SignedIn, requestId: string): Promise<Result<void>> =>
    own(ports, caller, requestId, async (tx, ctx, { account }) => {
      update(tx, ctx, OPERATORS, account, { sessionsFrom: endOfSessions(ctx) });
      await endSessions(tx, account.id);
      const actor = { operator: { id: account.id, name: account.name }, source: sourceOf(caller.session) } as const;
      const entry = { outcome: 'SIGNED_OUT', action: 'operators.signOutEverywhere', subject: account.id } as const;
      writeLog({ tx, ctx, ids: ports.ids }, actor, entry);
      return ok();
    });

/** The sessions that have not ended, newest first. */
export const sessions =
  ({ units, clock }: SignInPorts) =>
  async ({ operator, session }: SignedIn): Promise<readonly SessionView[]> => {
    const all = await units.read(null, (reads) => readAll(reads, OPERATOR_SESSIONS, { operatorId: operator.id }));
    return all
      .filter((one) => !isEnded(one, operator, clock.now()))
      .map(({ id, kind, label, createdAt, lastUsedAt, expiresAt }) => ({
        ...{ id, kind, label, createdAt, lastUsedAt, expiresAt },
        isCurrent: id === session.id,
      }))
      .sort((a, b) => b.createdAt - a.createdAt);
  };

/**
 * A credential with which commands act as this operator, for 90 days. 400 INVALID_INPUT naming `label` or fields of the
 * proof; 403 FORBIDDEN without a recent sign-in.
 */
export const createCommandLineCredential =
  (ports: SignInPorts) =>
  (caller: SignedIn, given: string, proof: Proof, client: Client): Promise<Result<Started>> => {
    const label = given.trim();
    const isLabel = label !== '' && label.length <= LONGEST_LABEL;
    const wrong = isLabel ? [] : [{ field: 'label', message: `must have 1 to ${LONGEST_LABEL} characters` }];
    return proven(ports, caller, { proof, client, wrong }, async (tx, ctx, current) => {
      const { account } = current;
      const kind = 'COMMAND_LINE';
      const { session, text } = startSession(ports, tx, ctx, { operatorId: account.id, kind, label });
      const after = { label, expiresAt: session.expiresAt };
      const entry = { action: 'operators.credential', subject: session.id, after };
      // The account is also written so that of a credential and a concurrent sign-out everywhere, the later one sees the
      // other.
      update(
        tx,
        ctx,
        OPERATORS,
        account,
        told(ports, { tx, ctx }, current, { client, entry, madeBy: current.session.id }),
      );
      return ok({ operator: { id: account.id, name: account.name }, text, expiresAt: session.expiresAt });
    });
  };

/** Ends another session, or a credential of the command line. 404 REFERENCE_NOT_FOUND for one of another operator. */
export const revokeSession =
  (ports: SignInPorts) =>
  (caller: SignedIn, id: string, requestId: string): Promise<Result<void>> =>
    own(ports, caller, requestId, async (tx, _ctx, { account }, log) => {
      const found = isId('OperatorSession', id) ? await tx.get(OPERATOR_SESSIONS, id) : null;
      if (found?.operatorId !== account.id) return err('REFERENCE_NOT_FOUND', 'the session is unknown or has ended');
      tx.remove(OPERATOR_SESSIONS, found);
      log({ action: 'operators.revoke', subject: found.id, before: { kind: found.kind, label: found.label } });
      return ok();
    });

/** What a passkey of the operator signs as a proof. 403 FORBIDDEN without a recent sign-in. */
export const beginProof =
  (ports: SignInPorts) =>
  (caller: SignedIn, requestId: string): Promise<Result<PasskeyChallenge>> =>
    fresh(ports, caller, requestId, async (tx, ctx, { account, session }) =>
      ok(newProofChallenge(ports, tx, ctx, { operator: account, session })),
    );

/**
 * Starts to add a passkey, or to set up an authenticator app with a password. Only this session can finish it. 400
 * INVALID_INPUT naming fields of the proof; 403 FORBIDDEN as above.
 */
export const beginSetup =
  (ports: SignInPorts) =>
  (caller: SignedIn, method: FactorMethod, proof: Proof, client: Client): Promise<Result<FactorStart>> =>
    proven(ports, caller, { proof, client }, async (tx, ctx, { account, session }) =>
      ok(beginFactor(ports, tx, ctx, { account, session: session.id }, method)),
    );

/** What `beginSetup` returned for a password; null if the setup has ended. */
export const setup =
  (ports: SignInPorts) =>
  ({ operator, session }: SignedIn, setupId: string): Promise<PasswordStart | null> => {
    const ctx = ports.context('setup');
    const owner = { account: operator, session: session.id };
    return ports.units.read(ctx.tenant, (reads) => shownAgain(ports, reads, ctx, owner, setupId));
  };

/**
 * Adds a passkey, or replaces the password and the authenticator app; `beginSetup` has taken the proof. Ends the
 * sessions as `changePassword`. 409 CONFLICT if the setup has ended or is of another session; 403 FORBIDDEN as above; 400
 * INVALID_INPUT naming `password`, `code`, `credential` or `name`.
 */
export const finishSetup =
  (ports: SignInPorts) =>
  async (caller: SignedIn, factor: NewFactor, client: Client): Promise<Result<Started>> => {
    const owner = { account: caller.operator, session: caller.session.id };
    const checked = await checkFactor(ports, ports.context(client.requestId), owner, factor);
    if (!checked.ok) return checked;
    return fresh(ports, caller, client.requestId, async (tx, ctx, current) => {
      const { account, session } = current;
      const accepted = await acceptFactor(tx, ctx, { account, session: session.id }, checked.value);
      if (!accepted.ok) return accepted;
      const isPassword = factor.method === 'PASSWORD';
      const patch = { ...accepted.value, ...(isPassword && { failures: 0, lockedUntil: null }) };
      const entry = { action: isPassword ? 'operators.authenticator' : 'operators.passkey' };
      return ok(await changed(ports, { tx, ctx }, current, { patch, client, entry }));
    });
  };

/**
 * Changes the password. Ends all sessions and credentials of the operator, this session included: a copy of its cookie
 * ends too. The browser gets the session that is returned. 400 INVALID_INPUT naming `password` or fields of the proof: a
 * wrong one counts as at the sign-in, up to 423 ACCOUNT_LOCKED; 409 CONFLICT without a password, which `finishSetup` sets;
 * 403 FORBIDDEN as above.
 */
export const changePassword =
  (ports: SignInPorts) =>
  async (caller: SignedIn, password: string, proof: Proof, client: Client): Promise<Result<Started>> => {
    if (caller.operator.issuer !== null) return BY_PROVIDER;
    if (!isFresh(caller.session, ports.clock.now())) return STALE;
    const weakness = await weaknessOf(ports.passwords, password, caller.operator.name);
    const wrong = weakness === null ? [] : [{ field: 'password', message: weakness }];
    const hashed = weakness === null ? await unlessRefused(ports.passwords.hash(normalPassword(password))) : ok('');
    if (!hashed.ok) return hashed;
    const patch = { passwordHash: hashed.value };
    return proven(ports, caller, { proof, client, wrong }, async (tx, ctx, current) => {
      if (current.account.passwordHash === null) return err('CONFLICT', 'there is no password; set one up first');
      return ok(await changed(ports, { tx, ctx }, current, { patch, client, entry: { action: 'operators.password' } }));
    });
  };

/**
 * Removes a passkey, and ends the sessions as `changePassword`. 404 REFERENCE_NOT_FOUND; 409 CONFLICT for the last way to
 * sign in; 400 INVALID_INPUT naming fields of the proof; 403 FORBIDDEN as above.
 */
export const removePasskey =
  (ports: SignInPorts) =>
  (caller: SignedIn, credentialId: string, proof: Proof, client: Client): Promise<Result<Started>> =>
    proven(ports, caller, { proof, client }, async (tx, ctx, current) => {
      const { account } = current;
      const removed = account.passkeys.find((one) => one.credentialId === credentialId);
      if (removed === undefined) return err('REFERENCE_NOT_FOUND', 'the passkey is unknown or was removed');
      const passkeys = account.passkeys.filter((one) => one !== removed);
      if (passkeys.length === 0 && account.passwordHash === null) {
        return err('CONFLICT', 'this passkey is the only way to sign in; add another one first');
      }
      const entry = { action: 'operators.removePasskey', before: { name: removed.name } };
      return ok(await changed(ports, { tx, ctx }, current, { patch: { passkeys }, client, entry }));
    });

/** Removes notices that this session shows. Those of its own changes, and later ones, stay. */
export const acknowledgeNotices =
  (ports: SignInPorts) =>
  (caller: SignedIn, entries: readonly string[], requestId: string): Promise<Result<void>> =>
    own(ports, caller, requestId, async (tx, ctx, { account, session }, log) => {
      const removed = acknowledged(tx, ctx, account, session, entries);
      if (removed.length > 0)
        log({ action: 'operators.acknowledge', subject: account.id, before: { entries: removed } });
      return ok();
    });
