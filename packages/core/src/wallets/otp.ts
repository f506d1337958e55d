import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type CodePolicy, type Codes, DIGITS, LETTERS_AND_DIGITS, type Recipient } from '../codes/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { Bug, type Context, err, type Id, ok, type Reads, Refused, type Result, type Tx } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import type { WalletCredential } from './credential.js';
import type { CredentialProof } from './credential-service.js';
import type { OtpType } from './ports.js';

export interface OtpPorts {
  readonly codes: Codes;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
}

/** The default policy of codes; the platform can override parts of it. */
export const POLICY: CodePolicy = {
  name: 'wallet.otp',
  length: 6,
  alphabet: DIGITS,
  validForSeconds: 600,
  tries: 5,
  sendsPerHour: 5,
  sandboxCode: '000000',
  sender: null,
};

const DELIVERY = {
  EMAIL_OTP: { channel: 'EMAIL', field: 'EMAIL', of: 'email' },
  SMS_OTP: { channel: 'PHONE', field: 'PHONE_NUMBER', of: 'phoneNumber' },
} as const;

/**
 * The customer's own address or number, as the proof of a credential. 400 MISSING_MANDATORY_USER_INFO if it is missing.
 */
export async function otpProof(
  reads: Reads,
  type: OtpType,
  customerId: Id<'Customer'> | null,
): Promise<Result<CredentialProof>> {
  const customer = customerId === null ? null : await reads.get(CUSTOMERS, customerId);
  const contact = customer?.[DELIVERY[type].of] ?? null;
  if (contact === null) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields: [DELIVERY[type].field] });
  return ok({ type, nickname: contact, contact, identity: null, passkey: null });
}

function recipientOf({ id, type, contact }: WalletCredential): Recipient {
  if ((type !== 'EMAIL_OTP' && type !== 'SMS_OTP') || contact === null)
    throw new Bug(`credential ${id} does not use codes`);
  return { channel: DELIVERY[type].channel, address: contact };
}

/**
 * Sends a code for a credential under the platform's policy. Previous codes become invalid. 423 ACCOUNT_LOCKED, 429
 * RATE_LIMITED.
 */
export async function issueOtp(
  { codes, settings }: OtpPorts,
  tx: Tx,
  ctx: Context,
  credential: WalletCredential,
): Promise<Result<void>> {
  const customerId = (await tx.get(INTERNAL_ACCOUNTS, credential.accountId))?.customerId ?? null;
  if (customerId === null) throw new Bug(`credential ${credential.id} belongs to an account without a customer`);
  const config = (await settings(tx, ctx)).embeddedWalletConfig ?? {};
  const { otpLength, expirationSeconds, alphanumeric, appName } = config as Readonly<Record<string, unknown>>;
  const policy: CodePolicy = {
    ...POLICY,
    length: wholeOr(otpLength, POLICY.length),
    alphabet: alphanumeric === true ? LETTERS_AND_DIGITS : DIGITS,
    validForSeconds: wholeOr(expirationSeconds, POLICY.validForSeconds),
    sender: typeof appName === 'string' ? appName : null,
  };
  const sent = await codes.send(tx, ctx, policy, credential.id, { ...recipientOf(credential), customerId });
  return sent.ok ? ok() : sent;
}

const wholeOr = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback);

/**
 * `void`: there is no valid code to compare with, because no code was sent, or the code was used, has expired, or has
 * no attempt left.
 */
export type Guess = 'right' | 'wrong' | 'void';

/**
 * Compares a guess with the code of a credential. A right guess uses the code up. A wrong one is counted, and the count
 * must be committed: the caller returns `ok` with the outcome from the unit of work, and refuses outside it.
 */
export async function guessOtp(
  { codes }: Pick<OtpPorts, 'codes'>,
  tx: Tx,
  ctx: Context,
  credential: WalletCredential,
  guess: string,
): Promise<Guess> {
  const tried = await codes.attempt(tx, ctx, POLICY, credential.id, recipientOf(credential), guess);
  if (!tried.ok) return 'void';
  return tried.value instanceof Refused ? 'wrong' : 'right';
}
