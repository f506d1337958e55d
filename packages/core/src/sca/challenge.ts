import { type CodePolicy, type Codes, DIGITS } from '../codes/index.js';
import type { Customer } from '../customers/index.js';
import {
  awaitSecondCall,
  type CommandBinding,
  type Context,
  type Digest,
  err,
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

/** What a customer is asked to agree to. A proof of it says nothing for anything else. */
export interface ScaAction {
  readonly operation: 'payment' | 'trust' | 'untrust' | 'login';
  /** Id of the record that it is about. */
  readonly path: string;
  readonly customerId: Id<'Customer'>;
  /** All that the proof is bound to: of a payment its amounts and its payee. */
  readonly body: Readonly<Record<string, string>>;
  /** The same in words, for the customer. */
  readonly purpose: string;
}

/** A question to the customer (contract: ScaChallenge). */
export interface ScaChallenge {
  readonly id: Id<'Request'>;
  readonly expiresAt: Instant;
  readonly factor: ScaFactor;
  /** What it takes as an answer. */
  readonly availableFactors: readonly ScaFactor[];
  readonly purpose: string;
  /** Where a passkey can answer it. */
  readonly passkey: { readonly options: WebAuthnJson; readonly origins: readonly string[] } | null;
}

export interface ChallengePorts {
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly codes: Codes;
  readonly place: PasskeyPlace;
}

/** Codes over the phone: each for one challenge. */
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
 * Whether a code of an authenticator app answers it. That is of the time alone: it cannot carry the amount and the payee
 * of a payment (dynamic linking). A login names its factor, and needs no challenge for an app.
 */
export const takesTotp = ({ operation }: Pick<ScaAction, 'operation'>): boolean =>
  operation === 'trust' || operation === 'untrust';

/** In the order in which they are chosen where the caller names none. */
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

/** INVALID_INPUT naming `field` for a factor that cannot answer this, or that the customer has not got. */
function checkFactor(
  action: Pick<ScaAction, 'operation'>,
  available: readonly ScaFactor[],
  wanted: ScaFactor | null,
  field: string,
): Result<void> {
  if (wanted === null || available.includes(wanted)) return ok();
  const message =
    wanted === 'TOTP' && action.operation === 'payment'
      ? 'TOTP cannot carry the amount and the payee'
      : 'is no factor of the customer';
  return invalidFields([{ field, message }]);
}

/**
 * Asks the customer, by the factor that is wanted or the first there is; a code goes out where it is SMS_OTP.
 * 400 INVALID_INPUT naming `field`, 403 USER_NOT_READY for a customer without any factor that could answer; where the
 * code cannot be sent, 423 ACCOUNT_LOCKED and 429 RATE_LIMITED: then nothing was opened.
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
    return err('USER_NOT_READY', 'the customer has no factor to authorize with: verify a phone, or enroll a passkey');
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
    // Without a code that was sent there is none to answer with.
    availableFactors: choices.filter((choice) => choice !== 'SMS_OTP' || factor === 'SMS_OTP'),
    purpose,
    passkey:
      passkey === null
        ? null
        : { options: requestOptions(passkey, passkeyTextOf(digest, pending)), origins: place.origins },
  });
}

/** Sends a code for a challenge, or another one; how long the challenge is open does not change. The errors of `sendCode`. */
async function sendSms(
  codes: Codes,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  challengeId: string,
  purpose: string,
): Promise<Result<void>> {
  const address = verifiedPhone(customer);
  if (address === null) return err('CONFLICT', 'the customer no longer has a verified phone');
  const to = { channel: 'PHONE', address, customerId: customer.id } as const;
  const sent = await codes.send(tx, ctx, SMS_POLICY, challengeId, to, purpose);
  return sent.ok ? ok() : sent;
}

/** Whether a challenge is still open: neither answered nor at its end. */
export const isOpen = (challenge: ScaChallenge | null, now: Instant): challenge is ScaChallenge =>
  challenge !== null && challenge.expiresAt > now;

/**
 * Sends another code for an open challenge. 409 CONFLICT where it takes none, or is no longer open; 423 ACCOUNT_LOCKED;
 * 429 RATE_LIMITED.
 */
export async function resendCode(
  { codes }: Pick<ChallengePorts, 'codes'>,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  challenge: ScaChallenge,
): Promise<Result<void>> {
  if (!isOpen(challenge, ctx.now)) return err('CONFLICT', 'the challenge has expired');
  if (challenge.factor !== 'SMS_OTP') return err('CONFLICT', `a challenge by ${challenge.factor} has no code to send`);
  return sendSms(codes, tx, ctx, customer, challenge.id, challenge.purpose);
}
