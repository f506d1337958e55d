import {
  awaitSecondCall,
  completePending,
  type Context,
  domainError,
  err,
  findPending,
  fromBase64url,
  type Id,
  isId,
  ok,
  type Refused,
  type Result,
  type Tx,
  update,
  withoutRefused,
} from '../kernel/index.js';
import { type OperatorAccount, OPERATORS, type OperatorSession, startSession, writeLog } from '../operators/index.js';
import { discoverableOptions, readAssertion, type WebAuthnJson } from '../sca/index.js';
import type { Passkey } from '../wallets/index.js';
import { currentDevice, presentedDevice, rememberDevice } from './device.js';
import type { Client, SignInStarted } from './enrol.js';
import {
  newChallenge,
  type PasskeyChallenge,
  passkeyAt,
  provenStep,
  type SignInPorts,
  unlessRefused,
} from './factors.js';
import { nameKeyOf } from './names.js';
import { countFailure, locked } from './lock.js';
import { normalPassword } from './password-rules.js';
import { isLater, withCounter } from './proof.js';
import { type Attempt, refuse } from './refused.js';

/** One answer for an unknown name, a wrong password, a wrong or used code, and a locked operator. */
const WRONG = domainError(
  'UNAUTHORIZED',
  'the name, the password or the code is wrong, or the code was used before; wait a little after several wrong attempts',
);
const WRONG_PASSKEY = domainError('UNAUTHORIZED', 'the passkey is not accepted; start again, or use another sign-in');

export interface PasswordSignIn {
  readonly name: string;
  readonly password: string;
  readonly code: string;
}

/**
 * Signs in with a password and a code of the authenticator app. Each code is accepted once. 401 UNAUTHORIZED, with the
 * same answer after the same time whether or not the operator exists. A wrong code with the right password counts towards
 * the lock; a wrong password does not, because strangers could lock operators out with it. A locked operator receives
 * the same answer too, except for the right password with a right code: 423 ACCOUNT_LOCKED. So a guess during the lock
 * learns nothing, and the code of that answer is used up. 503 SERVICE_UNAVAILABLE if too many sign-ins wait. A browser in
 * which the operator has signed in before has a reserved place and a lock of its own.
 */
export const signIn =
  (ports: SignInPorts) =>
  async ({ name, password, code }: PasswordSignIn, client: Client): Promise<Result<SignInStarted>> => {
    const ctx = ports.context(client.requestId);
    const presented = await presentedDevice(ports, client);
    const known = await ports.units.read(null, (reads) => reads.find(OPERATORS, 'name', [nameKeyOf(name)]));
    const turn = { isReserved: known !== null && presented?.operatorId === known.id, gone: client.gone };
    const hash = known?.passwordHash ?? null;
    const verified = await unlessRefused(ports.passwords.verify(normalPassword(password), hash, turn));
    if (!verified.ok) return verified;
    const signed = await ports.units.run<SignInStarted | Refused>(ctx.tenant, async (tx) => {
      const account = known === null ? null : await tx.get(OPERATORS, known.id);
      const entry = { method: 'PASSWORD', address: client.address };
      if (account === null || account.status !== 'ACTIVE')
        return refuse(ports, { tx, ctx }, account, { action: 'operators.signIn', input: entry }, WRONG);
      // The password may have been changed or reset while its hash was computed.
      const isCurrent = verified.value && account.passwordHash === known!.passwordHash;
      const step = provenStep(ports, ctx, account, code);
      const device = await currentDevice(tx, presented, account.id);
      const { lockedUntil } = device ?? account;
      const until = lockedUntil !== null && lockedUntil > ctx.hostNow ? lockedUntil : null;
      if (!isCurrent || step === null) {
        if (until === null && isCurrent) countFailure(tx, ctx, account, device);
        return refuse(ports, { tx, ctx }, account, { action: 'operators.signIn', input: entry }, WRONG);
      }
      if (until !== null) {
        update(tx, ctx, OPERATORS, account, { totpStep: step });
        return refuse(ports, { tx, ctx }, account, { action: 'operators.signIn', input: entry }, locked(until));
      }
      const unlocked = device === null ? { failures: 0, lockedUntil: null } : {};
      update(tx, ctx, OPERATORS, account, { totpStep: step, ...unlocked });
      return ok(accept(ports, tx, ctx, account, client, entry, device));
    });
    return withoutRefused(signed);
  };

function accept(
  ports: SignInPorts,
  tx: Tx,
  ctx: Context,
  { id, name }: OperatorAccount,
  client: Client,
  input: Attempt,
  known: OperatorSession | null,
): SignInStarted {
  const operator = { id, name };
  const { text, session } = startSession(ports, tx, ctx, { operatorId: id, kind: 'CONSOLE', label: client.browser });
  const device = rememberDevice(ports, tx, ctx, id, client, known);
  const entry = { outcome: 'SIGNED_IN', action: 'operators.signIn', subject: id, input } as const;
  writeLog({ tx, ctx, ids: ports.ids }, { operator, source: 'CONSOLE' }, entry);
  return { operator, text, device, expiresAt: session.expiresAt };
}

const CHALLENGE = { operation: 'operators.signIn', path: '', account: '' };

/** Starts a sign-in with a passkey. It asks for no name, so it says nothing about operators. */
export const beginSignIn =
  (ports: SignInPorts) =>
  ({ requestId }: Client): Promise<Result<PasskeyChallenge>> => {
    const ctx = ports.context(requestId);
    return ports.units.run(ctx.tenant, async (tx) => {
      const payload = newChallenge(ports);
      const id = ports.ids.next('Request');
      awaitSecondCall(tx, ctx, ports.digest, { id, ...CHALLENGE, body: {}, payload });
      return ok({ challengeId: id, options: discoverableOptions(ports.place, payload) });
    });
  };

/**
 * Signs in with the passkey that has signed the challenge. A challenge is used once. 401 UNAUTHORIZED. The lock after
 * wrong passwords does not apply: a signature cannot be guessed, and an attacker who locks a password does not keep out
 * an operator with a passkey.
 */
export const signInWithPasskey =
  (ports: SignInPorts) =>
  async (
    { challengeId, credential }: { readonly challengeId: string; readonly credential: WebAuthnJson },
    client: Client,
  ): Promise<Result<SignInStarted>> => {
    const ctx = ports.context(client.requestId);
    const presented = await presentedDevice(ports, client);
    const assertion = readAssertion(credential);
    const id = userIdIn(credential);
    const { pending, known } = await ports.units.read(ctx.tenant, async (reads) => ({
      pending: await findPending(reads, ctx, challengeId, CHALLENGE),
      known: id === null ? null : await reads.get(OPERATORS, id),
    }));
    const held = assertion.ok
      ? known?.passkeys.find(({ credentialId }) => credentialId === assertion.value.credentialId)
      : undefined;
    const [origin] = ports.place.origins;
    const outcome: Result<Passkey> =
      pending === null || !assertion.ok || held === undefined
        ? err('INVALID_SIGNATURE', 'the passkey is unknown, or the challenge has ended')
        : await ports.passkeys.authenticate(passkeyAt(ports.place, held), assertion.value, pending.payload, origin);
    const signed = await ports.units.run<SignInStarted | Refused>(ctx.tenant, async (tx) => {
      const account = known === null ? null : await tx.get(OPERATORS, known.id);
      const entry = { method: 'PASSKEY', address: client.address };
      const waiting = await findPending(tx, ctx, challengeId, CHALLENGE);
      if (waiting !== null) completePending(tx, waiting, WRONG_PASSKEY);
      const current = account?.passkeys.find(({ credentialId }) => credentialId === held?.credentialId);
      const isRight = waiting !== null && outcome.ok && current !== undefined && account?.status === 'ACTIVE';
      if (!isRight || !isLater(outcome.value.counter, current.counter)) {
        return refuse(ports, { tx, ctx }, account, { action: 'operators.signIn', input: entry }, WRONG_PASSKEY);
      }
      update(tx, ctx, OPERATORS, account, { passkeys: withCounter(account.passkeys, outcome.value) });
      const device = await currentDevice(tx, presented, account.id);
      return ok(accept(ports, tx, ctx, account, client, entry, device));
    });
    return withoutRefused(signed);
  };

/** The operator whom the authenticator names. The signature decides whether this is right. */
function userIdIn(credential: WebAuthnJson): Id<'Operator'> | null {
  const response = credential['response'] as { readonly userHandle?: unknown } | undefined;
  const handle = response?.userHandle;
  const bytes = typeof handle === 'string' && handle.length <= 100 ? fromBase64url(handle.replace(/=+$/, '')) : null;
  const text = bytes === null ? '' : String.fromCharCode(...bytes);
  return isId('Operator', text) ? text : null;
}
