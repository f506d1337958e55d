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
import type { Passkey, PasskeyAssertion, Passkeys } from '../wallets/index.js';
import { bindingOf, type ChallengePorts, passkeyTextOf, type ScaAction, SMS_POLICY, takesTotp } from './challenge.js';
import { SCA_ENROLLMENTS, type ScaFactor } from './factor.js';
import { activeFactor, verifiedPhone } from './factor-service.js';
import { guardOf, lockedError, refuseProof, SCA_GUARDS, type ScaGuard } from './guard.js';
import { provesTotp, type TotpProofPorts } from './totp-proof.js';
import { readAssertion, type WebAuthnJson } from './webauthn-json.js';

/** What a customer brings (contract: ScaAuthorization): a code, or the assertion of a passkey with its origin. */
export interface ScaProof {
  readonly challengeId?: string | undefined;
  readonly code?: string | undefined;
  readonly passkeyAssertion?: WebAuthnJson | undefined;
  readonly origin?: string | undefined;
}

/** A proof as far as it could be looked at before the unit that decides on it. */
export interface ExaminedProof {
  readonly proof: ScaProof;
  /** Of an assertion: for which challenge, and what its signature is worth. */
  readonly assertion: { readonly challengeId: string; readonly outcome: Result<Passkey> } | null;
}

export interface ProofPorts extends ChallengePorts, TotpProofPorts {
  readonly units: UnitOfWork;
  readonly codes: Codes;
  readonly passkeys: Passkeys;
}

/** Every fault in the form of a proof. */
export function invalidInProof({ code, passkeyAssertion, origin }: ScaProof): readonly FieldError[] {
  if (passkeyAssertion !== undefined) return origin === undefined ? [{ field: 'origin', message: 'is required' }] : [];
  if (code !== undefined) return [];
  return [{ field: 'code', message: 'is required, or passkeyAssertion with its origin' }];
}

const NOT_OPEN = domainError('CONFLICT', 'no challenge is open: it has expired, or was answered');
const NO_PASSKEY = domainError('INVALID_INPUT', 'no passkey is enrolled', {
  errors: [{ field: 'passkeyAssertion', message: 'the customer has no passkey' }],
});

/**
 * Looks at a proof outside of units, where the signature of a passkey is checked. INVALID_INPUT for what cannot be
 * read; what can be read and proves nothing is refused, and counted, by `prove`.
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
  if (!place.origins.includes(origin)) return err('INVALID_SIGNATURE', `${origin} is no origin of passkeys`);
  return passkeys.authenticate(passkey, assertion, passkeyTextOf(digest, pending), origin);
}

/** What proved it. */
export interface Proven {
  readonly factor: ScaFactor;
  readonly guard: ScaGuard;
}

/**
 * Decides on a proof for this action, in the unit of its effect. `challengeId`: the challenge that was opened for it.
 * A right proof uses the challenge up; a wrong one is counted (`Refused`), the fifth locks for 15 minutes.
 * 423 ACCOUNT_LOCKED; 409 CONFLICT where no challenge is open; 400 INVALID_INPUT for a wrong code or the challenge of
 * something else; 401 INVALID_SIGNATURE for an assertion of something else, of another origin, or of a copied passkey.
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
    return refuseProven(invalid('challengeId', 'is not the challenge that is open for this'));
  }
  const binding = bindingOf(action);
  const pending = challengeId === null ? null : await findPending(tx, ctx, challengeId, binding);
  if (pending === null || pending.bodyDigest !== bodyDigestOf(ports.digest, binding.body)) return fail(NOT_OPEN);

  const tried =
    assertion === null
      ? await tryCode(ports, tx, ctx, customer, action, pending, proof.code!)
      : await tryAssertion(tx, ctx, customer, pending, assertion);
  if (!tried.ok) {
    // What this proof was to be compared with may be gone because another one has just locked the customer.
    return fail(lockedError(await tx.get(SCA_GUARDS, customer.id), ctx.now) ?? tried.error);
  }
  if (tried.value instanceof Refused) return refuseProven(tried.value.error);
  completePending(tx, pending, NOT_OPEN);
  return ok({ factor: tried.value, guard });
}

const invalid = (field: string, message: string): DomainError => invalidFields([{ field, message }]).error;
const wrong = (error: DomainError): Result<Refused> => ok(new Refused(error));
const WRONG_CODE = invalid('code', 'is not valid now');

/** A code of the phone where one was sent for the challenge, or one of the app where the challenge takes it. */
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
    return ofApp ?? fail(invalid('code', 'no code was sent: answer the challenge with a passkey'));
  }
  const address = verifiedPhone(customer);
  if (address === null) return fail(NOT_OPEN);
  const tried = await ports.codes.attempt(tx, ctx, SMS_POLICY, id, { channel: 'PHONE', address }, code);
  if (tried.ok) return ok(tried.value instanceof Refused ? tried.value : 'SMS_OTP');
  // No code was left to compare with, but that of the app was guessed at: this counts.
  return ofApp?.ok ? ofApp : tried;
}

/** A code of the authenticator app, or a recovery code in its place. */
export async function tryTotp(
  ports: TotpProofPorts,
  tx: Tx,
  ctx: Context,
  customer: Pick<Customer, 'id'>,
  code: string,
): Promise<Result<ScaFactor | Refused>> {
  const factor = await activeFactor(tx, customer.id, 'TOTP');
  if (factor === null) return fail(invalid('code', 'no authenticator app is enrolled'));
  const used = provesTotp(ports, ctx, factor, code);
  if (used === null) return wrong(WRONG_CODE);
  // Also where nothing changes: of two at the same instant the second sees what the first has used.
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
  // Another challenge has come in between, or another passkey.
  if (challengeId !== pending.id) return fail(NOT_OPEN);
  if (!outcome.ok) return outcome.error.code === 'INVALID_SIGNATURE' ? wrong(outcome.error) : outcome;
  const factor = await activeFactor(tx, customer.id, 'PASSKEY');
  if (factor?.passkey?.credentialId !== outcome.value.credentialId) return fail(NO_PASSKEY);
  const { counter } = outcome.value;
  const before = factor.passkey.counter;
  if (counter <= before && (counter > 0 || before > 0)) {
    return wrong(domainError('INVALID_SIGNATURE', 'the counter went back'));
  }
  update(tx, ctx, SCA_ENROLLMENTS, factor, { passkey: { ...factor.passkey, counter } });
  return ok('PASSKEY');
}
