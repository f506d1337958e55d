import type { Codes } from '../codes/index.js';
import type { Customer } from '../customers/index.js';
import {
  bodyDigestOf,
  completePending,
  type Context,
  domainError,
  type DomainError,
  err,
  fail,
  type FieldError,
  findPending,
  invalidFields,
  ok,
  PENDING_COMMANDS,
  type PendingCommand,
  Refused,
  type Result,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import {
  COPIED_PASSKEY,
  isLaterCounter,
  type Passkey,
  type PasskeyAssertion,
  type Passkeys,
} from '../wallets/index.js';
import {
  bindingOf,
  type ChallengePorts,
  NO_PHONE,
  passkeyTextOf,
  type ScaAction,
  SMS_POLICY,
  takesTotp,
} from './challenge.js';
import { SCA_ENROLLMENTS, type ScaFactor } from './factor.js';
import { activeFactor, verifiedPhone } from './factor-service.js';
import { guardOf, lockedError, refuseProof, SCA_GUARDS, type ScaGuard } from './guard.js';
import { provesTotp, type TotpProofPorts } from './totp-proof.js';
import { readAssertion, type WebAuthnJson } from './webauthn-json.js';

/** The proof of a customer: a code, or the assertion of a passkey with its origin. */
export interface ScaProof {
  readonly challengeId?: string | undefined;
  readonly code?: string | undefined;
  readonly passkeyAssertion?: WebAuthnJson | undefined;
  readonly origin?: string | undefined;
}

/** A proof, checked as far as possible before the unit of work that decides on it. */
export interface ExaminedProof {
  readonly proof: ScaProof;
  /** If the proof is a passkey assertion: its challenge, and the result of the signature check. Otherwise null. */
  readonly assertion: { readonly challengeId: string; readonly outcome: Result<Passkey> } | null;
}

export interface ProofPorts extends ChallengePorts, TotpProofPorts {
  readonly units: UnitOfWork;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
}

/** All field errors of a proof. */
export function invalidInProof({ code, passkeyAssertion, origin }: ScaProof): readonly FieldError[] {
  if (passkeyAssertion !== undefined) return origin === undefined ? [{ field: 'origin', message: 'is required' }] : [];
  if (code !== undefined) return [];
  return [{ field: 'code', message: 'is required, or passkeyAssertion with its origin' }];
}

const NOT_OPEN = domainError(
  'CONFLICT',
  'no challenge for this action is open: none was started, or it has expired, was answered or replaced; start again',
);
const NO_PASSKEY = domainError('INVALID_INPUT', 'the passkey is not enrolled', {
  errors: [{ field: 'passkeyAssertion', message: 'cannot be used, because the passkey is not enrolled' }],
});

/**
 * Checks the signature of a passkey, outside units. INVALID_INPUT for unreadable input; `prove` refuses and counts an
 * assertion that is readable but proves nothing.
 */
export async function examineProof(
  ports: ProofPorts,
  ctx: Context,
  customerId: string,
  challengeId: string | null,
  proof: ScaProof,
): Promise<Result<ExaminedProof>> {
  const errors = invalidInProof(proof);
  if (errors.length > 0) return invalidFields(errors);
  if (proof.passkeyAssertion === undefined) return ok({ proof, assertion: null });
  const read = readAssertion(proof.passkeyAssertion);
  if (!read.ok) return read;
  if (challengeId === null) return fail(NOT_OPEN);
  const { locked, pending, factor } = await ports.units.read(ctx.tenant, async (reads) => ({
    locked: lockedError(await reads.get(SCA_GUARDS, customerId), ctx.now),
    pending: await reads.get(PENDING_COMMANDS, challengeId),
    factor: await activeFactor(reads, customerId, 'PASSKEY'),
  }));
  if (locked !== null) return fail(locked);
  if (pending === null) return fail(NOT_OPEN);
  if (factor === null || factor.passkey === null) return fail(NO_PASSKEY);
  const outcome = await authenticate(ports, factor.passkey, read.value, pending, proof.origin!);
  return ok({ proof, assertion: { challengeId, outcome } });
}

async function authenticate(
  { passkeys, place, digest }: ProofPorts,
  passkey: Passkey,
  assertion: PasskeyAssertion,
  pending: PendingCommand,
  origin: string,
): Promise<Result<Passkey>> {
  if (!place.origins.includes(origin))
    return err('INVALID_SIGNATURE', `${origin} is not an origin that is configured for passkeys`);
  return passkeys.authenticate(passkey, assertion, passkeyTextOf(digest, pending), origin);
}

/** The factor that proved the action. */
export interface Proven {
  readonly factor: ScaFactor;
  readonly guard: ScaGuard;
}

/**
 * Decides on a proof for an action, in the unit of its effect. `challengeId` is the challenge that was opened for the
 * action. A right proof uses the challenge up. A wrong one is counted (`Refused`); the fifth locks the customer for 15
 * minutes. 423 ACCOUNT_LOCKED; 409 CONFLICT without an open challenge, or if the phone is not verified now; 400
 * INVALID_INPUT for a wrong code or the challenge of another action; 401 INVALID_SIGNATURE for an assertion of another
 * action, of another origin, or of a copied passkey.
 */
export async function prove(
  ports: ProofPorts,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  action: ScaAction,
  challengeId: string | null,
  { proof, assertion }: ExaminedProof,
): Promise<Result<Proven | Refused>> {
  const guard = await guardOf(tx, ctx, customer.id);
  const locked = lockedError(guard, ctx.now);
  if (locked !== null) return fail(locked);
  const refuseProven = (error: DomainError) => refuseProof(tx, ctx, guard, error);
  if (proof.challengeId !== undefined && proof.challengeId !== challengeId) {
    return refuseProven(invalid('challengeId', 'must be the open challenge of this action'));
  }
  const binding = bindingOf(action);
  const pending = challengeId === null ? null : await findPending(tx, ctx, challengeId, binding);
  if (pending === null || pending.bodyDigest !== bodyDigestOf(ports.digest, binding.body)) return fail(NOT_OPEN);

  const tried =
    assertion === null
      ? await tryCode(ports, tx, ctx, customer, action, pending, proof.code!)
      : await tryAssertion(tx, ctx, customer, pending, assertion);
  if (!tried.ok) {
    // The code may be gone because a concurrent proof has just locked the customer; then the lock is the answer.
    return fail(lockedError(await tx.get(SCA_GUARDS, customer.id), ctx.now) ?? tried.error);
  }
  if (tried.value instanceof Refused) return refuseProven(tried.value.error);
  completePending(tx, pending, NOT_OPEN);
  return ok({ factor: tried.value, guard });
}

const invalid = (field: string, message: string): DomainError => invalidFields([{ field, message }]).error;
const wrong = (error: DomainError): Result<Refused> => ok(new Refused(error));
const WRONG_CODE = invalid('code', 'is wrong or no longer valid');

/** Tries a code of the phone, if one was sent for the challenge, or of the app, if the challenge accepts it. */
async function tryCode(
  ports: ProofPorts,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  action: ScaAction,
  { id, state }: PendingCommand,
  code: string,
): Promise<Result<ScaFactor | Refused>> {
  const ofApp = takesTotp(action) ? await tryTotp(ports, tx, ctx, customer, code) : null;
  if (ofApp?.ok && !(ofApp.value instanceof Refused)) return ofApp;
  if (state?.['factor'] !== 'SMS_OTP') {
    return (
      ofApp ?? fail(invalid('code', 'is not accepted, because no code was sent; answer the challenge with a passkey'))
    );
  }
  const address = verifiedPhone(customer);
  if (address === null) return fail(NO_PHONE);
  const tried = await ports.codes.attempt(tx, ctx, SMS_POLICY, id, { channel: 'PHONE', address }, code);
  if (tried.ok) return ok(tried.value instanceof Refused ? tried.value : 'SMS_OTP');
  // There was no code of the phone to compare with, but the code was compared with the code of the app, so this attempt
  // counts.
  return ofApp?.ok ? ofApp : tried;
}

/** Tries a code of the authenticator app, or a recovery code in its place. */
export async function tryTotp(
  ports: TotpProofPorts,
  tx: Tx,
  ctx: Context,
  customer: Pick<Customer, 'id'>,
  code: string,
): Promise<Result<ScaFactor | Refused>> {
  const factor = await activeFactor(tx, customer.id, 'TOTP');
  if (factor === null) return fail(invalid('code', 'is not accepted, because no authenticator app is enrolled'));
  const used = provesTotp(ports, ctx, factor, code);
  if (used === null) return wrong(WRONG_CODE);
  // Written even if nothing changes, so that of two concurrent proofs the second one sees which codes the first one
  // used.
  update(tx, ctx, SCA_ENROLLMENTS, factor, used);
  return ok('TOTP');
}

async function tryAssertion(
  tx: Tx,
  ctx: Context,
  customer: Customer,
  pending: PendingCommand,
  { challengeId, outcome }: NonNullable<ExaminedProof['assertion']>,
): Promise<Result<ScaFactor | Refused>> {
  // A concurrent request has opened another challenge.
  if (challengeId !== pending.id) return fail(NOT_OPEN);
  if (!outcome.ok) return outcome.error.code === 'INVALID_SIGNATURE' ? wrong(outcome.error) : outcome;
  const factor = await activeFactor(tx, customer.id, 'PASSKEY');
  if (factor?.passkey?.credentialId !== outcome.value.credentialId) return fail(NO_PASSKEY);
  const { counter } = outcome.value;
  if (!isLaterCounter(counter, factor.passkey.counter)) return wrong(COPIED_PASSKEY);
  update(tx, ctx, SCA_ENROLLMENTS, factor, { passkey: { ...factor.passkey, counter } });
  return ok('PASSKEY');
}
