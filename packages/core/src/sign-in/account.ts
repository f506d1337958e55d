import {
  type Context,
  err,
  fail,
  type Id,
  type Instant,
  isId,
  ok,
  plusSeconds,
  readAll,
  Refused,
  type Result,
  type Tx,
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
import type { Started } from './enrol.js';
import {
  acceptFactor,
  beginFactor,
  checkFactor,
  type FactorMethod,
  type FactorStart,
  invalid,
  type NewFactor,
  NOT_SIGNED_IN,
  type PasswordStart,
  provenStep,
  shownAgain,
  unlessRefused,
  type SignInPorts,
} from './factors.js';
import { countFailure, locked } from './lock.js';
import { normalPassword, weaknessOf } from './password-rules.js';

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
  own(ports, caller, requestId, async (tx, ctx, current, log) =>
    isFresh(current.session, ctx.hostNow) ? work(tx, ctx, current, log) : STALE,
  );

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
 * A credential with which commands act as this operator, for 90 days. 400 INVALID_INPUT naming `label`; 403 FORBIDDEN
 * without a recent sign-in.
 */
export const createCommandLineCredential =
  (ports: SignInPorts) =>
  (caller: SignedIn, given: string, requestId: string): Promise<Result<Started>> =>
    fresh(ports, caller, requestId, async (tx, ctx, { account }, log) => {
      const label = given.trim();
      if (label === '' || label.length > LONGEST_LABEL) {
        return invalid('label', `must have 1 to ${LONGEST_LABEL} characters`);
      }
      // Of a credential and a concurrent sign-out everywhere, the later one must see the other.
      update(tx, ctx, OPERATORS, account, {});
      const kind = 'COMMAND_LINE';
      const { session, text } = startSession(ports, tx, ctx, { operatorId: account.id, kind, label });
      log({ action: 'operators.credential', subject: session.id, after: { label, expiresAt: session.expiresAt } });
      return ok({ operator: { id: account.id, name: account.name }, text, expiresAt: session.expiresAt });
    });

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

/** Starts to add a passkey, or to set up an authenticator app with a password. 403 FORBIDDEN as above. */
export const beginSetup =
  (ports: SignInPorts) =>
  (caller: SignedIn, method: FactorMethod, requestId: string): Promise<Result<FactorStart>> =>
    fresh(ports, caller, requestId, async (tx, ctx, { account }) => ok(beginFactor(ports, tx, ctx, account, method)));

/** What `beginSetup` returned for a password; null if the setup has ended. */
export const setup =
  (ports: SignInPorts) =>
  ({ operator }: SignedIn, setupId: string): Promise<PasswordStart | null> => {
    const ctx = ports.context('setup');
    return ports.units.read(ctx.tenant, (reads) => shownAgain(ports, reads, ctx, operator, setupId));
  };

/**
 * Adds a passkey, or replaces the password and the authenticator app. A new password ends the other sessions. 409
 * CONFLICT if the setup has ended; 403 FORBIDDEN as above; 400 INVALID_INPUT naming `password`, `code`, `credential` or
 * `name`.
 */
export const finishSetup =
  (ports: SignInPorts) =>
  async (caller: SignedIn, factor: NewFactor, requestId: string): Promise<Result<void>> => {
    const checked = await checkFactor(ports, ports.context(requestId), caller.operator, factor);
    if (!checked.ok) return checked;
    return fresh(ports, caller, requestId, async (tx, ctx, { account, session }, log) => {
      const accepted = await acceptFactor(tx, ctx, account, checked.value);
      if (!accepted.ok) return accepted;
      update(tx, ctx, OPERATORS, account, { ...accepted.value, ...(factor.method === 'PASSWORD' && UNLOCKED) });
      if (factor.method === 'PASSWORD') await endSessions(tx, account.id, session.id);
      log({ action: `operators.${factor.method === 'PASSWORD' ? 'password' : 'passkey'}`, subject: account.id });
      return ok();
    });
  };

const UNLOCKED = { failures: 0, lockedUntil: null } as const;

/**
 * Changes the password, and ends the other sessions. `code` is of the present authenticator app. 400 INVALID_INPUT
 * naming `password` or `code`: a wrong code counts as at the sign-in, up to 423 ACCOUNT_LOCKED; 409 CONFLICT without a
 * password, which `finishSetup` sets; 403 FORBIDDEN as above.
 */
export const changePassword =
  (ports: SignInPorts) =>
  async (
    caller: SignedIn,
    { password, code }: { readonly password: string; readonly code: string },
    requestId: string,
  ): Promise<Result<void>> => {
    const weakness = await weaknessOf(ports.passwords, password, caller.operator.name);
    if (weakness !== null) return invalid('password', weakness);
    if (!isFresh(caller.session, ports.clock.now())) return STALE;
    const hashed = await unlessRefused(ports.passwords.hash(normalPassword(password)));
    if (!hashed.ok) return hashed;
    const passwordHash = hashed.value;
    const changed = await fresh<Refused | void>(
      ports,
      caller,
      requestId,
      async (tx, ctx, { account, session }, log) => {
        if (account.passwordHash === null) return err('CONFLICT', 'there is no password; set one up first');
        if (account.lockedUntil !== null && account.lockedUntil > ctx.hostNow) return fail(locked(account.lockedUntil));
        const totpStep = provenStep(ports, ctx, account, code);
        if (totpStep === null) {
          countFailure(tx, ctx, account, null);
          return ok(new Refused(WRONG_CODE));
        }
        update(tx, ctx, OPERATORS, account, { passwordHash, totpStep });
        await endSessions(tx, account.id, session.id);
        log({ action: 'operators.password', subject: account.id });
        return ok();
      },
    );
    return withoutRefused(changed);
  };

const WRONG_CODE = invalid('code', 'is not the current code of the authenticator app, or was used').error;

/** Removes a passkey. 404 REFERENCE_NOT_FOUND; 409 CONFLICT for the last way to sign in; 403 FORBIDDEN as above. */
export const removePasskey =
  (ports: SignInPorts) =>
  (caller: SignedIn, credentialId: string, requestId: string): Promise<Result<void>> =>
    fresh(ports, caller, requestId, async (tx, ctx, { account }, log) => {
      const removed = account.passkeys.find((one) => one.credentialId === credentialId);
      if (removed === undefined) return err('REFERENCE_NOT_FOUND', 'the passkey is unknown or was removed');
      const passkeys = account.passkeys.filter((one) => one !== removed);
      if (passkeys.length === 0 && account.passwordHash === null) {
        return err('CONFLICT', 'this passkey is the only way to sign in; add another one first');
      }
      update(tx, ctx, OPERATORS, account, { passkeys });
      log({ action: 'operators.removePasskey', subject: account.id, before: { name: removed.name } });
      return ok();
    });
