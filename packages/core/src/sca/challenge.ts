import { type CodePolicy, type Codes, DIGITS } from '../codes/index.js';
import type { Customer } from '../customers/index.js';
import {
  awaitSecondCall,
  type CommandBinding,
  type Context,
  type Digest,
  domainError,
  err,
  fail,
  type Id,
  type IdSource,
  type Instant,
  invalidFields,
  ok,
  type PendingCommand,
  type Result,
  type Tx,
} from '../kernel/index.js';
import type { ScaFactor } from './factor.js';
import { type CustomerFactors, factorsOf, verifiedPhone } from './factor-service.js';
import { guardOf } from './guard.js';
import type { PasskeyPlace } from './ports.js';
import { requestOptions, type WebAuthnJson } from './webauthn-json.js';

/** The action that a customer is asked to agree to. A proof of one action is not valid for another. */
export interface ScaAction {
  readonly operation: 'payment' | 'trust' | 'untrust' | 'login';
  /** Id of the record that the action is about. */
  readonly path: string;
  readonly customerId: Id<'Customer'>;
  /** Everything that the proof is bound to; for a payment, its amounts and payee. */
  readonly body: Readonly<Record<string, string>>;
  /** The action in words, for the message to the customer. */
  readonly purpose: string;
}

/** A challenge: the question to the customer. */
export interface ScaChallenge {
  readonly id: Id<'Request'>;
  readonly expiresAt: Instant;
  readonly factor: ScaFactor;
  /** The factors that can answer the challenge. */
  readonly availableFactors: readonly ScaFactor[];
  readonly purpose: string;
  /** Set if a passkey can answer the challenge. */
  readonly passkey: { readonly options: WebAuthnJson; readonly origins: readonly string[] } | null;
}

export interface ChallengePorts {
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly codes: Codes;
  readonly place: PasskeyPlace;
}

/** Codes to the phone. Each code is valid for one challenge. */
export const SMS_POLICY: CodePolicy = {
  name: 'sca.sms',
  length: 6,
  alphabet: DIGITS,
  validForSeconds: 300,
  tries: 5,
  sendsPerHour: 5,
  sandboxCode: '123456',
  sender: null,
};

/**
 * Whether a code of an authenticator app can answer a challenge. Such a code depends only on the time: it cannot carry
 * the amount and the payee of a payment (dynamic linking). A login with an app needs no challenge.
 */
export const takesTotp = ({ operation }: Pick<ScaAction, 'operation'>): boolean =>
  operation === 'trust' || operation === 'untrust';

/** In the order of preference if the caller names no factor. */
const usable = (action: ScaAction, { phone, totp, passkey }: CustomerFactors): readonly ScaFactor[] => [
  ...(phone === null ? [] : (['SMS_OTP'] as const)),
  ...(passkey === null ? [] : (['PASSKEY'] as const)),
  ...(totp === null || !takesTotp(action) ? [] : (['TOTP'] as const)),
];

export const bindingOf = (action: ScaAction): CommandBinding => ({
  operation: `sca.${action.operation}`,
  path: action.path,
  account: action.customerId,
  body: action.body,
});

/** The text that a passkey signs. */
export const passkeyTextOf = (digest: Digest, { payload }: Pick<PendingCommand, 'payload'>): string =>
  digest.sha256(payload);

/** INVALID_INPUT naming `field` for a factor that cannot answer this challenge, or that the customer does not have. */
function checkFactor(
  action: Pick<ScaAction, 'operation'>,
  available: readonly ScaFactor[],
  wanted: ScaFactor | null,
  field: string,
): Result<void> {
  if (wanted === null || available.includes(wanted)) return ok();
  const message =
    wanted === 'TOTP' && action.operation === 'payment'
      ? 'TOTP cannot authorize a payment, because its codes carry neither the amount nor the payee'
      : 'must be a factor that the customer has; SMS_OTP needs a verified phone';
  return invalidFields([{ field, message }]);
}

/**
 * Opens a challenge for the wanted factor, or for the first one that the customer has. If that is SMS_OTP, sends a
 * code. 400 INVALID_INPUT naming `field`; 403 USER_NOT_READY for a customer without a factor that could answer; 423
 * ACCOUNT_LOCKED and 429 RATE_LIMITED if the code cannot be sent: no challenge is opened then.
 */
export async function openChallenge(
  { ids, digest, codes, place }: ChallengePorts,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  action: ScaAction,
  asked: { readonly factor: ScaFactor | null; readonly field: string; readonly expiresAt: Instant },
): Promise<Result<ScaChallenge>> {
  const factors = await factorsOf(tx, customer);
  const choices = usable(action, factors);
  const chosen = checkFactor(action, choices, asked.factor, asked.field);
  if (!chosen.ok) return chosen;
  const factor = asked.factor ?? choices[0];
  if (factor === undefined) {
    return err(
      'USER_NOT_READY',
      'the customer has no factor that can authorize this action; verify a phone or enroll a passkey',
    );
  }
  await guardOf(tx, ctx, customer.id);
  const id = ids.next('Request');
  const { operation, body, purpose } = action;
  const pending = awaitSecondCall(tx, ctx, digest, {
    id,
    ...bindingOf(action),
    payload: JSON.stringify({ operation, ...body, requestId: id, timestampMs: ctx.now }),
    state: { factor },
    expiresAt: asked.expiresAt,
  });
  if (factor === 'SMS_OTP') {
    const sent = await sendSms(codes, tx, ctx, customer, id, purpose);
    if (!sent.ok) return sent;
  }
  const passkey = factors.passkey?.passkey ?? null;
  return ok({
    id,
    expiresAt: pending.expiresAt,
    factor,
    // SMS_OTP can answer only if a code was sent.
    availableFactors: choices.filter((choice) => choice !== 'SMS_OTP' || factor === 'SMS_OTP'),
    purpose,
    passkey:
      passkey === null
        ? null
        : { options: requestOptions(passkey, passkeyTextOf(digest, pending)), origins: place.origins },
  });
}

export const NO_PHONE = domainError(
  'CONFLICT',
  'the customer no longer has a verified phone; verify a phone, or start again with another factor',
);

/**
 * Sends the first or another code for a challenge. The expiry of the challenge does not change. The errors of
 * `sendCode`.
 */
async function sendSms(
  codes: Codes,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  challengeId: string,
  purpose: string,
): Promise<Result<void>> {
  const address = verifiedPhone(customer);
  if (address === null) return fail(NO_PHONE);
  const to = { channel: 'PHONE', address, customerId: customer.id } as const;
  const sent = await codes.send(tx, ctx, SMS_POLICY, challengeId, to, purpose);
  return sent.ok ? ok() : sent;
}

/**
 * Sends another code for a challenge, which the caller has found open. 409 CONFLICT if the challenge takes no code, or
 * if the phone of the customer is not verified now; 423 ACCOUNT_LOCKED; 429 RATE_LIMITED.
 */
export async function resendCode(
  { codes }: Pick<ChallengePorts, 'codes'>,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  challenge: ScaChallenge,
): Promise<Result<void>> {
  if (challenge.factor !== 'SMS_OTP')
    return err('CONFLICT', `the challenge is for ${challenge.factor}; only an SMS_OTP challenge has a code to send`);
  return sendSms(codes, tx, ctx, customer, challenge.id, challenge.purpose);
}
