import { CREDENTIAL_TYPES, DELEGATED_KEY } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { oneOf, recordId, text, timestamp } from '../app/schemas.js';
import { signedRequestChallenge } from '../customers/schemas.js';

const TOKEN_LENGTH = 16_384;
const BUNDLE_LENGTH = 16_384;
const NAME_LENGTH = 256;
const WEBAUTHN_LENGTH = 65_536;

/** Characters of base64url, with or without padding. */
const base64url = (most: number) => text(most).regex(/^[A-Za-z0-9_-]+={0,2}$/);

const accountId = recordId('InternalAccount');
const credentialType = z.enum(CREDENTIAL_TYPES).meta({ id: 'AuthMethodType' });

const clientPublicKey = z
  .string()
  .min(66)
  .max(130)
  .regex(/^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/)
  .meta({ description: 'P-256 public key of the client in hexadecimal, compressed or uncompressed' });

const method = {
  id: z.string(),
  accountId: z.string(),
  credentialId: z.string().meta({ description: 'WebAuthn id of a passkey' }).optional(),
  nickname: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const authMethod = z.object({ ...method, type: credentialType }).meta({ id: 'AuthMethod' });

export const credentialList = z.object({ data: z.array(authMethod) }).meta({ id: 'AuthCredentialListResponse' });

const otpEncryptionTargetBundle = z
  .string()
  .meta({ description: 'The public key of the client to which the one-time code is encrypted' })
  .optional();

export const authMethodResponse = z
  .object({ ...method, type: credentialType, otpEncryptionTargetBundle })
  .meta({ id: 'AuthMethodResponse' });

export const accountQuery = z.object({ accountId });

const emailOtpCreate = z
  .object({ type: z.literal('EMAIL_OTP'), accountId })
  .meta({ id: 'EmailOtpCredentialCreateRequest' });
const smsOtpCreate = z.object({ type: z.literal('SMS_OTP'), accountId }).meta({ id: 'SmsOtpCredentialCreateRequest' });
const oauthCreate = z
  .object({ type: z.literal('OAUTH'), accountId, oidcToken: text(TOKEN_LENGTH) })
  .meta({ id: 'OauthCredentialCreateRequest' });
const passkeyCreate = z
  .object({
    type: z.literal('PASSKEY'),
    accountId,
    nickname: text(NAME_LENGTH),
    challenge: base64url(NAME_LENGTH).meta({ description: 'The challenge of the registration as base64url' }),
    attestation: z
      .object({
        credentialId: base64url(1400),
        clientDataJson: base64url(WEBAUTHN_LENGTH),
        attestationObject: base64url(WEBAUTHN_LENGTH),
        transports: z
          .array(z.enum(['usb', 'nfc', 'ble', 'internal', 'hybrid']))
          .max(5)
          .optional(),
      })
      .meta({ id: 'PasskeyAttestation' }),
  })
  .meta({ id: 'PasskeyCredentialCreateRequest' });

export const credentialCreateRequest = oneOf('AuthCredentialCreateRequestOneOf', 'type', [
  emailOtpCreate,
  smsOtpCreate,
  oauthCreate,
  passkeyCreate,
]);

export const authSignedRequestChallenge = signedRequestChallenge
  .extend({ type: credentialType })
  .meta({ id: 'AuthSignedRequestChallenge' });

const encryptedOtpBundle = text(BUNDLE_LENGTH).meta({
  description: 'JSON text with `encappedPublic` and `ciphertext`, which encrypts `otp_code` and `public_key`',
});

export const credentialVerifyRequest = oneOf('AuthCredentialVerifyRequestOneOf', 'type', [
  z.object({ type: z.literal('EMAIL_OTP'), encryptedOtpBundle }).meta({ id: 'EmailOtpCredentialVerifyRequest' }),
  z.object({ type: z.literal('SMS_OTP'), encryptedOtpBundle }).meta({ id: 'SmsOtpCredentialVerifyRequest' }),
  z
    .object({ type: z.literal('OAUTH'), oidcToken: text(TOKEN_LENGTH), clientPublicKey })
    .meta({ id: 'OauthCredentialVerifyRequest' }),
  z
    .object({
      type: z.literal('PASSKEY'),
      assertion: z
        .object({
          credentialId: base64url(1400),
          clientDataJson: base64url(WEBAUTHN_LENGTH),
          authenticatorData: base64url(WEBAUTHN_LENGTH),
          signature: base64url(WEBAUTHN_LENGTH),
          userHandle: base64url(WEBAUTHN_LENGTH).optional(),
        })
        .meta({ id: 'PasskeyAssertion' }),
    })
    .meta({ id: 'PasskeyCredentialVerifyRequest' }),
]);

export const credentialChallengeRequest = z
  .object({ clientPublicKey: clientPublicKey.optional() })
  .meta({ id: 'AuthCredentialChallengeRequest' });

const passkeyAuthChallenge = z
  .object({
    ...method,
    type: z.literal('PASSKEY'),
    credentialId: z.string(),
    challenge: z.string().meta({ description: 'In hexadecimal; the passkey signs the UTF-8 bytes of this text' }),
    requestId: z.string(),
    expiresAt: timestamp,
  })
  .meta({ id: 'PasskeyAuthChallenge' });

/** The response for a credential: a code was sent, or the challenge that a passkey signs. */
export const credentialChallenge = z
  .union([passkeyAuthChallenge, authMethodResponse])
  .meta({ id: 'AuthCredentialResponseOneOf' });

export const authSession = z
  .object({
    ...method,
    type: credentialType,
    expiresAt: timestamp,
    encryptedSessionSigningKey: z
      .string()
      .meta({ description: 'Base58Check; shown once, in the responses of verify and refresh', deprecated: true })
      .optional(),
  })
  .meta({ id: 'AuthSession' });

export const sessionList = z.object({ data: z.array(authSession) }).meta({ id: 'SessionListResponse' });

export const sessionRefreshRequest = z.object({ clientPublicKey }).meta({ id: 'AuthSessionRefreshRequest' });

export const accountUpdateRequest = z
  .object({ privateEnabled: z.boolean().optional() })
  .meta({ id: 'InternalAccountUpdateRequest' });

export const accountExportRequest = z
  .object({ clientPublicKey: clientPublicKey.meta({ description: 'Uncompressed P-256 public key in hexadecimal' }) })
  .meta({ id: 'InternalAccountExportRequest' });

export const accountExport = z
  .object({
    id: z.string(),
    encryptedWalletCredentials: z.string().meta({ description: 'JSON text of a signed bundle' }),
  })
  .meta({ id: 'InternalAccountExportResponse' });

export const delegatedKey = z
  .object({
    id: z.string(),
    cardId: z.string(),
    fundingSourceId: z.string(),
    accountId: z.string(),
    publicKey: z.string(),
    nickname: z.string(),
    status: z.enum(statesOf(DELEGATED_KEY)).meta({ id: 'DelegatedKeyStatus' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'DelegatedKey' });

export const delegatedKeyList = z.object({ data: z.array(delegatedKey) }).meta({ id: 'DelegatedKeyListResponse' });

export const delegatedKeyFilter = z.object({
  accountId: accountId.optional(),
  fundingSourceId: accountId.optional(),
});

export const delegatedKeyCreateRequest = z
  .object({ cardId: recordId('Card'), internalAccountId: accountId, nickname: text(NAME_LENGTH) })
  .meta({ id: 'DelegatedKeyCreateRequest' });
