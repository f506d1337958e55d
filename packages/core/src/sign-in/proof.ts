import {
  awaitSecondCall,
  completePending,
  type Context,
  domainError,
  err,
  fail,
  type FieldError,
  findPending,
  type Id,
  invalidFields,
  ok,
  type PendingCommand,
  type Refused,
  type Result,
  type Tx,
  update,
} from '../kernel/index.js';
import { type OperatorAccount, OPERATORS, OPERATOR_SESSIONS, type SignedIn } from '../operators/index.js';
import { discoverableOptions, readAssertion, type WebAuthnJson } from '../sca/index.js';
import type { Passkey } from '../wallets/index.js';
import { currentDevice, presentedDevice } from './device.js';
import type { Client } from './enrol.js';
import {
  newChallenge,
  type PasskeyChallenge,
  passkeyAt,
  provenStep,
  type SignInPorts,
  unlessRefused,
} from './factors.js';
import { countFailure, locked } from './lock.js';
import { normalPassword } from './password-rules.js';
import { refuse } from './refused.js';

/**
 * That the operator is present, in the request that changes how the operator signs in: the session alone does not show
 * it, because a cookie can be copied.
 */
export type Proof =
  | { readonly method: 'PASSWORD'; readonly currentPassword: string; readonly currentCode: string }
  | { readonly method: 'PASSKEY'; readonly challengeId: string; readonly credential: WebAuthnJson };

const challengeOf = (session: Id<'OperatorSession'>) => ({
  operation: 'operators.confirm',
  path: session,
  account: '',
});

/** Stores what a passkey of the operator signs; only this session can use it, once and within five minutes. */
export function newProofChallenge(
  ports: SignInPorts,
  tx: Tx,
  ctx: Context,
  { operator, session }: SignedIn,
): PasskeyChallenge {
  const payload = newChallenge(ports);
  const challengeId = ports.ids.next('Request');
  awaitSecondCall(tx, ctx, ports.digest, { id: challengeId, ...challengeOf(session.id), body: {}, payload });
  const allowCredentials = operator.passkeys.map(({ credentialId }) => ({ type: 'public-key', id: credentialId }));
  return { challengeId, options: { ...discoverableOptions(ports.place, payload), allowCredentials } };
}

/** What a proof is found to be in the unit. `used`: the account after it, with its code or signature used up. */
export type Judgement =
  | { readonly isRight: true; readonly used: () => OperatorAccount }
  | { readonly isRight: false; readonly refused: (others: readonly FieldError[]) => Promise<Result<Refused>> };

/** Judges the proof for the account as it is in the unit. 423 ACCOUNT_LOCKED as at the sign-in. */
export type Judge = (tx: Tx, ctx: Context, account: OperatorAccount) => Promise<Result<Judgement>>;

/**
 * Checks the proof outside units, because hashes and signatures take time. 503 SERVICE_UNAVAILABLE if too many hashes
 * wait.
 */
export const checkProof = (
  ports: SignInPorts,
  caller: SignedIn,
  proof: Proof,
  client: Client,
): Promise<Result<Judge>> =>
  proof.method === 'PASSWORD'
    ? checkPasswordProof(ports, caller, proof, client)
    : checkPasskeyProof(ports, caller, proof, client);

const WRONG_PASSWORD = { field: 'currentPassword', message: 'is wrong' };
const WRONG_CODE = { field: 'currentCode', message: 'is not the current code of the authenticator app, or was used' };
const WRONG_PASSKEY = { field: 'credential', message: 'was not accepted; confirm with the passkey again' };
const NO_PASSWORD = err('CONFLICT', 'there is no password; confirm with a passkey');

async function checkPasswordProof(
  ports: SignInPorts,
  { operator }: SignedIn,
  { currentPassword, currentCode }: Extract<Proof, { method: 'PASSWORD' }>,
  client: Client,
): Promise<Result<Judge>> {
  const hash = operator.passwordHash;
  if (hash === null) return NO_PASSWORD;
  const presented = await presentedDevice(ports, client);
  const turn = { isReserved: presented?.operatorId === operator.id, gone: client.gone };
  const verified = await unlessRefused(ports.passwords.verify(normalPassword(currentPassword), hash, turn));
  if (!verified.ok) return verified;
  return ok(async (tx, ctx, account) => {
    const device = await currentDevice(tx, presented, account.id);
    const { lockedUntil } = device ?? account;
    // Before anything is compared, so that a guess during the lock learns nothing.
    if (lockedUntil !== null && lockedUntil > ctx.hostNow) return fail(locked(lockedUntil));
    const isCurrent = verified.value && account.passwordHash === hash;
    const totpStep = provenStep(ports, ctx, account, currentCode);
    if (!isCurrent || totpStep === null) {
      const wrong = [...(isCurrent ? [] : [WRONG_PASSWORD]), ...(totpStep === null ? [WRONG_CODE] : [])];
      return ok({
        isRight: false,
        refused: (others) => {
          if (isCurrent) countFailure(tx, ctx, account, device);
          return refuseProof(ports, { tx, ctx }, account, { method: 'PASSWORD', client, wrong: [...others, ...wrong] });
        },
      });
    }
    const used = () => {
      if (device !== null) update(tx, ctx, OPERATOR_SESSIONS, device, { failures: null, lockedUntil: null });
      const unlocked = device === null ? { failures: 0, lockedUntil: null } : {};
      return update(tx, ctx, OPERATORS, account, { totpStep, ...unlocked });
    };
    return ok({ isRight: true, used });
  });
}

async function checkPasskeyProof(
  ports: SignInPorts,
  { operator, session }: SignedIn,
  { challengeId, credential }: Extract<Proof, { method: 'PASSKEY' }>,
  client: Client,
): Promise<Result<Judge>> {
  const before = ports.context(client.requestId);
  const binding = challengeOf(session.id);
  const pending = await ports.units.read(before.tenant, (reads) => findPending(reads, before, challengeId, binding));
  const counter = pending === null ? null : await provenCounter(ports, operator, credential, pending);
  return ok(async (tx, ctx, account) => {
    const waiting = await findPending(tx, ctx, challengeId, binding);
    const held = account.passkeys.find(({ credentialId }) => credentialId === counter?.credentialId);
    const isRight = waiting !== null && counter !== null && held !== undefined;
    const complete = () => waiting !== null && completePending(tx, waiting, ENDED);
    if (!isRight || !isLater(counter.counter, held.counter)) {
      return ok({
        isRight: false,
        refused: (others) => {
          complete();
          const wrong = [...others, WRONG_PASSKEY];
          return refuseProof(ports, { tx, ctx }, account, { method: 'PASSKEY', client, wrong });
        },
      });
    }
    const used = () => {
      complete();
      return update(tx, ctx, OPERATORS, account, { passkeys: withCounter(account.passkeys, counter) });
    };
    return ok({ isRight: true, used });
  });
}

const ENDED = domainError('CONFLICT', 'the confirmation was used; start again');

async function provenCounter(
  { passkeys, place }: SignInPorts,
  operator: OperatorAccount,
  credential: WebAuthnJson,
  { payload }: PendingCommand,
): Promise<Passkey | null> {
  const assertion = readAssertion(credential);
  if (!assertion.ok) return null;
  const held = operator.passkeys.find(({ credentialId }) => credentialId === assertion.value.credentialId);
  if (held === undefined) return null;
  const outcome = await passkeys.authenticate(passkeyAt(place, held), assertion.value, payload, place.origins[0]);
  return outcome.ok ? outcome.value : null;
}

/** Synchronized passkeys do not count, and report 0. */
export const isLater = (counter: number, before: number): boolean =>
  counter > before || (counter === 0 && before === 0);

/** The passkeys after one of them has signed. */
export const withCounter = (
  passkeys: OperatorAccount['passkeys'],
  { credentialId, counter }: Pick<Passkey, 'credentialId' | 'counter'>,
): OperatorAccount['passkeys'] =>
  passkeys.map((one) => (one.credentialId === credentialId ? { ...one, counter } : one));

const refuseProof = (
  ports: SignInPorts,
  unit: { readonly tx: Tx; readonly ctx: Context },
  account: OperatorAccount,
  of: { readonly method: Proof['method']; readonly client: Client; readonly wrong: readonly FieldError[] },
): Promise<Result<Refused>> =>
  refuse(
    ports,
    unit,
    account,
    { action: 'operators.confirm', input: { method: of.method, address: of.client.address } },
    invalidFields(of.wrong).error,
  );
