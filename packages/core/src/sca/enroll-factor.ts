import type { Customer, Settings } from '../customers/index.js';
import {
  base64url,
  birth,
  type Context,
  type Digest,
  domainError,
  type DomainError,
  err,
  fail,
  type IdSource,
  invalidFields,
  isId,
  newRecord,
  ok,
  plusSeconds,
  type PreparedUseCase,
  type Random,
  type Reads,
  type Result,
  type Sealer,
  transition,
  type Tx,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import type { Passkey, Passkeys } from '../wallets/index.js';
import { type EnrolledType, SCA_ENROLLMENT, SCA_ENROLLMENTS, type ScaEnrollment, secretOf, slotOf } from './factor.js';
import { enrollmentOf, factorsOf, removeFactor, type ScaFactorView, viewOf } from './factor-service.js';
import { guardOf, regulatedCustomer } from './guard.js';
import type { PasskeyPlace, Totp } from './ports.js';
import { makeRecoveryCodes, recoveryDigest } from './recovery-codes.js';
import { type NeedsSession, sessionFor } from './session.js';
import { provesTotp } from './totp-proof.js';
import { creationOptions, readAttestation, type WebAuthnJson } from './webauthn-json.js';

export interface EnrollPorts {
  readonly ids: IdSource;
  readonly units: UnitOfWork;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly digest: Digest;
  readonly totp: Totp;
  readonly passkeys: Passkeys;
  readonly place: PasskeyPlace;
  readonly settings: Settings;
  readonly needsSession: NeedsSession;
}

/** What the end user needs to enroll. Secrets are shown only here. */
export type EnrollmentStart =
  | {
      readonly type: 'TOTP';
      readonly secret: string;
      readonly base32: string;
      readonly uri: string;
      readonly notice: string | null;
    }
  | { readonly type: 'PASSKEY'; readonly options: WebAuthnJson; readonly place: PasskeyPlace };

const CONFIRM_WITHIN_SECONDS = 600;
const CHALLENGE_BYTES = 32;

const ENROLLED: Readonly<Record<EnrolledType, DomainError>> = {
  TOTP: domainError('CONFLICT', 'an authenticator app is already enrolled; delete it first'),
  PASSKEY: domainError('PASSKEY_ALREADY_ENROLLED'),
};

/**
 * Starts an enrollment and invalidates an unfinished one. It can be confirmed for ten minutes. 404 USER_NOT_FOUND; 409
 * CONFLICT for customers outside regulated regions and if an app is already enrolled, PASSKEY_ALREADY_ENROLLED for a
 * second passkey, SCA_SESSION_REQUIRED if the host requires a login first.
 */
export function startEnrollment(
  ports: EnrollPorts,
): UseCase<{ readonly customerId: string; readonly type: EnrolledType }, EnrollmentStart> {
  return async (tx, ctx, { customerId, type }) => {
    const found = await regulatedCustomer(tx, customerId);
    if (!found.ok) return found;
    const customer = found.value;
    const session = await sessionFor(ports.needsSession, tx, ctx, customer);
    if (!session.ok) return session;
    const before = await enrollmentOf(tx, customer.id, type);
    if (before?.status === 'ACTIVE') return fail(ENROLLED[type]);
    await guardOf(tx, ctx, customer.id);
    const { name } = await ports.settings(tx, ctx);
    const userName = customer.email ?? customer.fullName ?? customer.platformCustomerId;
    const secret = type === 'TOTP' ? ports.totp.create(name, userName) : null;
    const registration = type === 'PASSKEY' ? base64url(ports.random.bytes(CHALLENGE_BYTES)) : null;
    const id = before?.id ?? ports.ids.next('ScaFactor');
    const asked = {
      confirmBefore: plusSeconds(ctx.now, CONFIRM_WITHIN_SECONDS),
      sealedSecret: secret === null ? null : ports.sealer.seal(secret.hex, secretOf(id)),
      registration,
    };
    if (before !== null) update(tx, ctx, SCA_ENROLLMENTS, before, asked);
    else {
      const enrollment: ScaEnrollment = {
        customerId: customer.id,
        type,
        status: birth(SCA_ENROLLMENT, 'start').to,
        slot: slotOf(customer.id, type),
        usedStep: null,
        recoveryCodes: [],
        passkey: null,
        ...asked,
        ...newRecord(id, ctx),
      };
      const twin = domainError('CONFLICT', 'another request is enrolling this factor; try again', { retryAfter: 1 });
      tx.add(SCA_ENROLLMENTS, enrollment, { conflicts: { slot: twin } });
    }
    if (secret !== null) {
      const notice = await noticeFor(tx, customer);
      return ok({ type: 'TOTP', secret: secret.hex, base32: secret.base32, uri: secret.uri, notice });
    }
    const options = creationOptions(ports.place, {
      challenge: registration!,
      name,
      userId: customer.id,
      userName,
    });
    return ok({ type: 'PASSKEY', options, place: ports.place });
  };
}

const NO_PAYMENTS =
  'an authenticator app logs in and trusts beneficiaries, but cannot authorize payments: its codes carry neither the ' +
  'amount nor the payee. To authorize payments, verify a phone or enroll a passkey';

/**
 * The notice for a customer whose only factor is an authenticator app; null if another factor can authorize payments.
 */
async function noticeFor(reads: Reads, customer: Customer): Promise<string | null> {
  const { phone, passkey } = await factorsOf(reads, customer);
  return phone === null && passkey === null ? NO_PAYMENTS : null;
}

export type EnrollmentProof =
  | { readonly customerId: string; readonly type: 'TOTP'; readonly secret: string; readonly code: string }
  | {
      readonly customerId: string;
      readonly type: 'PASSKEY';
      readonly origin: string;
      readonly credential: WebAuthnJson;
    };

export type Enrolled =
  | { readonly type: 'TOTP'; readonly recoveryCodes: readonly string[]; readonly notice: string | null }
  | { readonly type: 'PASSKEY'; readonly factor: ScaFactorView };

export interface PreparedEnrollment {
  readonly input: EnrollmentProof;
  /** The registered passkey, with the challenge of its registration; null for an authenticator app. */
  readonly passkey: { readonly registration: string; readonly passkey: Passkey } | null;
}

const NOT_BEGUN = domainError(
  'CONFLICT',
  'no enrollment waits for this confirmation: none was started, or it has expired, was confirmed or replaced; start one',
);

/**
 * Completes an enrollment with the first proof of the new factor: a code of the shared secret, or the registration of a
 * passkey. The ten recovery codes of an app are shown only here. 404 USER_NOT_FOUND; 400 INVALID_INPUT for a wrong
 * proof; 409 CONFLICT if no enrollment is waiting.
 */
export function confirmEnrollment(ports: EnrollPorts): PreparedUseCase<EnrollmentProof, PreparedEnrollment, Enrolled> {
  return {
    async prepare(ctx, input) {
      const waiting = await ports.units.read(ctx.tenant, async (reads) => {
        const found = await regulatedCustomer(reads, input.customerId);
        if (!found.ok) return found;
        return ok(await enrollmentOf(reads, found.value.id, input.type));
      });
      if (!waiting.ok) return waiting;
      if (!isWaiting(waiting.value, ctx)) return fail(NOT_BEGUN);
      if (input.type === 'TOTP') return ok({ input, passkey: null });
      const registered = await register(ports, input, waiting.value);
      return registered.ok ? ok({ input, passkey: registered.value }) : registered;
    },

    async finish(tx, ctx, { input, passkey }) {
      const found = await regulatedCustomer(tx, input.customerId);
      if (!found.ok) return found;
      const waiting = await enrollmentOf(tx, found.value.id, input.type);
      if (!isWaiting(waiting, ctx)) return fail(NOT_BEGUN);
      if (input.type === 'TOTP') return confirmTotp(ports, tx, ctx, found.value, waiting, input);
      if (passkey === null || passkey.registration !== waiting.registration) return fail(NOT_BEGUN);
      const patch = { registration: null, passkey: passkey.passkey };
      const confirmed = transition(tx, ctx, SCA_ENROLLMENT, SCA_ENROLLMENTS, waiting, 'confirm', patch);
      return confirmed.ok ? ok({ type: 'PASSKEY', factor: viewOf(confirmed.value.record) }) : confirmed;
    },

    asks: ({ type }) => type === 'PASSKEY',
  };
}

const isWaiting = (enrollment: ScaEnrollment | null, { now }: Pick<Context, 'now'>): enrollment is ScaEnrollment =>
  enrollment?.status === 'PENDING' && enrollment.confirmBefore > now;

const invalid = (field: string, message: string) => invalidFields([{ field, message }]);

async function register(
  { passkeys, place }: EnrollPorts,
  { origin, credential }: Extract<EnrollmentProof, { type: 'PASSKEY' }>,
  waiting: ScaEnrollment,
): Promise<Result<NonNullable<PreparedEnrollment['passkey']>>> {
  const attestation = readAttestation(credential);
  if (!attestation.ok) return attestation;
  if (!place.origins.includes(origin)) return invalid('origin', 'must be an origin that is configured for passkeys');
  const registration = waiting.registration!;
  const registered = await passkeys.register(attestation.value, registration);
  if (!registered.ok) {
    const [first] = (registered.error.details?.['errors'] ?? []) as readonly { readonly message?: string }[];
    return invalid(
      'credential',
      first?.message ?? 'is not a valid registration for the challenge; start the enrollment again',
    );
  }
  const passkey = registered.value;
  if (passkey.origin !== origin) return invalid('origin', 'must be the origin where the credential was registered');
  if (passkey.rpId !== place.relyingPartyId)
    return invalid(
      'credential',
      'was created for another domain; register it at an origin that is configured for passkeys',
    );
  if (!passkey.userVerified)
    return invalid('credential', 'was registered without user verification; register it with user verification');
  return ok({ registration, passkey });
}

async function confirmTotp(
  ports: EnrollPorts,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  waiting: ScaEnrollment,
  { secret, code }: Extract<EnrollmentProof, { type: 'TOTP' }>,
): Promise<Result<Enrolled>> {
  const shared = ports.sealer.open(waiting.sealedSecret!, secretOf(waiting.id));
  if (!isSameSecret(ports.totp, shared, secret)) return invalid('secret', 'is not the secret of this enrollment');
  const proven = provesTotp(ports, ctx, { ...waiting, usedStep: null, recoveryCodes: [] }, code);
  if (proven === null) return invalid('code', 'is not the current code of the secret');
  const recoveryCodes = makeRecoveryCodes(ports.random);
  const patch = {
    usedStep: proven.usedStep,
    recoveryCodes: recoveryCodes.map((recoveryCode) => recoveryDigest(ports.digest, waiting.id, recoveryCode)),
  };
  const confirmed = transition(tx, ctx, SCA_ENROLLMENT, SCA_ENROLLMENTS, waiting, 'confirm', patch);
  return confirmed.ok ? ok({ type: 'TOTP', recoveryCodes, notice: await noticeFor(tx, customer) }) : confirmed;
}

/** The secret may come back in hex or in base32. */
const isSameSecret = (totp: Totp, shared: string, given: string): boolean =>
  given.toLowerCase() === shared || given.replace(/=+$/, '').toUpperCase() === totp.base32Of(shared);

/**
 * Deletes an enrolled factor. 404 USER_NOT_FOUND, REFERENCE_NOT_FOUND; 409 CONFLICT for customers outside regulated
 * regions, SCA_SESSION_REQUIRED if the host requires a login first.
 */
export function deleteFactor({
  needsSession,
}: Pick<EnrollPorts, 'needsSession'>): UseCase<{ readonly customerId: string; readonly credentialId: string }, void> {
  return async (tx, ctx, { customerId, credentialId }) => {
    const found = await regulatedCustomer(tx, customerId);
    if (!found.ok) return found;
    const factor = isId('ScaFactor', credentialId) ? await tx.get(SCA_ENROLLMENTS, credentialId) : null;
    if (factor?.customerId !== found.value.id || factor.status !== 'ACTIVE') {
      return err('REFERENCE_NOT_FOUND', 'the customer has no enrolled factor with this id');
    }
    const session = await sessionFor(needsSession, tx, ctx, found.value);
    if (!session.ok) return session;
    return removeFactor(tx, ctx, factor);
  };
}
