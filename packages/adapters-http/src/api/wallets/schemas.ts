import { CREDENTIAL_TYPES, type CredentialType, DELEGATED_KEY, type DelegatedKey } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { meanings, oneOf, recordId, text, timestamp } from '../../kit/schemas.js';
import { signedRequestChallenge } from '../../kit/signed-retry.js';

const TOKEN_LENGTH = 16_384;
const BUNDLE_LENGTH = 16_384;
const NAME_LENGTH = 256;
const WEBAUTHN_LENGTH = 65_536;

/** Characters of base64url, with or without padding. */
const base64url = (most: number) => text(most).regex(/^[A-Za-z0-9_-]+={0,2}$/);

const accountId = recordId('InternalAccount').describe('The Embedded Wallet, an internal account.');
const credentialType = z.enum(CREDENTIAL_TYPES).meta({
  id: 'AuthMethodType',
  description: meanings<CredentialType>({
    OAUTH: 'an identity token (OIDC) of an issuer that the host accepts.',
    EMAIL_OTP: "a one-time code that is sent to the customer's email address.",
    SMS_OTP: "a one-time code that is sent to the customer's phone number.",
    PASSKEY: 'a WebAuthn passkey.',
  }),
});

const clientPublicKey = z
  .string()
  .min(66)
  .max(130)
  .regex(/^(0[23][0-9a-fA-F]{64}|04[0-9a-fA-F]{128})$/)
  .describe(
    'P-256 key of the client in hexadecimal. Compressed (66 digits): this key signs for the session. Uncompressed (130 ' +
      'digits): the response contains a new session key, encrypted to this one.',
  );

const method = {
  id: z.string().describe('Name it to send a code, to sign in or to revoke the credential. Starts with `AuthMethod:`.'),
  accountId: z.string().describe('The Embedded Wallet, an internal account.'),
  credentialId: z
    .string()
    .optional()
    .describe('WebAuthn id of the passkey as base64url, for `allowCredentials`. Absent for other types.'),
  nickname: z
    .string()
    .describe(
      'A label for the owner: the email address or phone number of a code, the email address (or subject) in an identity token, or the name that was sent with a passkey.',
    ),
  createdAt: timestamp.describe('When the credential was added to the wallet.'),
  updatedAt: timestamp.describe('Last change; each sign-in and each new code is one.'),
};
const type = credentialType.describe('How the owner proves the identity.');

export const authMethod = z.object({ ...method, type }).meta({ id: 'AuthMethod' });

export const credentialList = z
  .object({
    data: z.array(authMethod).describe('All credentials that can sign in, oldest first; revoked ones are left out.'),
  })
  .meta({ id: 'AuthCredentialListResponse' });

const otpEncryptionTargetBundle = z
  .string()
  .optional()
  .describe(
    'Present if a code was sent: JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`. `data` is ' +
      'hexadecimal of a JSON whose `targetPublic` is the key to encrypt the code to. Verify `dataSignature` over it first.',
  );

export const authMethodResponse = z
  .object({ ...method, type, otpEncryptionTargetBundle })
  .meta({ id: 'AuthMethodResponse' });

export const accountQuery = z.object({
  accountId: accountId.describe('The Embedded Wallet, an internal account. An unknown account gives an empty list.'),
});

const emailOtpCreate = z
  .object({ type: z.literal('EMAIL_OTP'), accountId })
  .meta({ id: 'EmailOtpCredentialCreateRequest' });
const smsOtpCreate = z.object({ type: z.literal('SMS_OTP'), accountId }).meta({ id: 'SmsOtpCredentialCreateRequest' });
const oauthCreate = z
  .object({
    type: z.literal('OAUTH'),
    accountId,
    oidcToken: text(TOKEN_LENGTH).describe('Identity token (JWT) of the issuer, at most 60 seconds old. Any nonce.'),
  })
  .meta({ id: 'OauthCredentialCreateRequest' });
const passkeyCreate = z
  .object({
    type: z.literal('PASSKEY'),
    accountId,
    nickname: text(NAME_LENGTH).describe('A name by which the owner knows the passkey, such as that of the device.'),
    challenge: base64url(NAME_LENGTH).describe(
      'The random bytes that your page passed to `navigator.credentials.create`, as base64url. Use new ones each time.',
    ),
    attestation: z
      .object({
        credentialId: base64url(1400).describe('`id` of the new WebAuthn credential, as base64url.'),
        clientDataJson: base64url(WEBAUTHN_LENGTH).describe(
          '`response.clientDataJSON` as base64url. It contains the challenge and the origin of the page.',
        ),
        attestationObject: base64url(WEBAUTHN_LENGTH).describe(
          '`response.attestationObject` as base64url. It contains the public key.',
        ),
        transports: z
          .array(z.enum(['usb', 'nfc', 'ble', 'internal', 'hybrid']))
          .max(5)
          .optional()
          .describe('`response.getTransports()`: how browsers reach the authenticator.'),
      })
      .meta({ id: 'PasskeyAttestation' })
      .describe('The result of the registration, from the browser.'),
  })
  .meta({ id: 'PasskeyCredentialCreateRequest' });

export const credentialCreateRequest = oneOf('AuthCredentialCreateRequestOneOf', 'type', [
  emailOtpCreate,
  smsOtpCreate,
  oauthCreate,
  passkeyCreate,
]);

export const authSignedRequestChallenge = signedRequestChallenge
  .extend({ type: credentialType.describe('The credential that the call is about, or that opened the session.') })
  .meta({ id: 'AuthSignedRequestChallenge' });

const encryptedOtpBundle = text(BUNDLE_LENGTH).describe(
  'JSON text with `encappedPublic` and `ciphertext`: the JSON `{"otp_code", "public_key"}`, encrypted by HPKE to the key ' +
    'that came with the code. `public_key` is the key of the client, in the two forms of `clientPublicKey`.',
);

export const credentialVerifyRequest = oneOf('AuthCredentialVerifyRequestOneOf', 'type', [
  z.object({ type: z.literal('EMAIL_OTP'), encryptedOtpBundle }).meta({ id: 'EmailOtpCredentialVerifyRequest' }),
  z.object({ type: z.literal('SMS_OTP'), encryptedOtpBundle }).meta({ id: 'SmsOtpCredentialVerifyRequest' }),
  z
    .object({
      type: z.literal('OAUTH'),
      oidcToken: text(TOKEN_LENGTH).describe(
        'Identity token (JWT), at most 60 seconds old. Its `nonce` is the SHA-256 of `clientPublicKey` in hexadecimal.',
      ),
      clientPublicKey,
    })
    .meta({ id: 'OauthCredentialVerifyRequest' }),
  z
    .object({
      type: z.literal('PASSKEY'),
      assertion: z
        .object({
          credentialId: base64url(1400).describe('`id` of the WebAuthn credential that signed, as base64url.'),
          clientDataJson: base64url(WEBAUTHN_LENGTH).describe(
            '`response.clientDataJSON` as base64url. It contains the challenge and the origin of the page.',
          ),
          authenticatorData: base64url(WEBAUTHN_LENGTH).describe(
            '`response.authenticatorData` as base64url. It contains the signature counter.',
          ),
          signature: base64url(WEBAUTHN_LENGTH).describe('`response.signature` of the authenticator, as base64url.'),
          userHandle: base64url(WEBAUTHN_LENGTH)
            .optional()
            .describe('`response.userHandle` as base64url, if the browser gives one. It is not checked.'),
        })
        .meta({ id: 'PasskeyAssertion' })
        .describe('What `navigator.credentials.get` returned for the challenge.'),
    })
    .meta({ id: 'PasskeyCredentialVerifyRequest' }),
]);

export const credentialChallengeRequest = z
  .object({
    clientPublicKey: clientPublicKey
      .optional()
      .describe(
        'Required for a passkey, ignored for a code: the P-256 key for which the session opens, in hexadecimal. ' +
          'Compressed (66 digits) to sign with it; uncompressed (130 digits) to receive a new session key.',
      ),
  })
  .meta({ id: 'AuthCredentialChallengeRequest' });

const passkeyAuthChallenge = z
  .object({
    ...method,
    type: z.literal('PASSKEY'),
    credentialId: z.string().describe('WebAuthn id of the passkey as base64url, for `allowCredentials`.'),
    challenge: z
      .string()
      .describe('In hexadecimal. Pass the UTF-8 bytes of this text as the challenge to `navigator.credentials.get`.'),
    requestId: z.string().describe('Send it as the header `Request-Id` of `verifyAuthCredential`.'),
    expiresAt: timestamp.describe('Five minutes after the request. Verify the passkey before.'),
  })
  .meta({ id: 'PasskeyAuthChallenge' });

/** The response for a credential: a code was sent, or the challenge that a passkey signs. */
export const credentialChallenge = z
  .union([passkeyAuthChallenge, authMethodResponse])
  .meta({ id: 'AuthCredentialResponseOneOf' });

export const authSession = z
  .object({
    ...method,
    id: z.string().describe('Name it to refresh or to end the session. Starts with `Session:`.'),
    createdAt: timestamp.describe('When the owner signed in.'),
    updatedAt: timestamp.describe('When the session was opened or last refreshed.'),
    type: credentialType.describe('The kind of credential that opened the session.'),
    expiresAt: timestamp.describe('15 minutes after it was opened or refreshed. From then on its key no longer signs.'),
    encryptedSessionSigningKey: z
      .string()
      .meta({ deprecated: true })
      .optional()
      .describe(
        'The new session key, encrypted by HPKE to the uncompressed key of the client, in Base58Check. Shown once, by ' +
          'verify and refresh; absent if the client sent a compressed key.',
      ),
  })
  .meta({ id: 'AuthSession' });

export const sessionList = z
  .object({ data: z.array(authSession).describe('Sessions that can sign now, oldest first.') })
  .meta({ id: 'SessionListResponse' });

export const sessionRefreshRequest = z.object({ clientPublicKey }).meta({ id: 'AuthSessionRefreshRequest' });

export const accountUpdateRequest = z
  .object({
    privateEnabled: z
      .boolean()
      .optional()
      .describe(
        'Whether the owner wants the wallet to stay private on public explorers. Required; the service stores it and does not act on it.',
      ),
  })
  .meta({ id: 'InternalAccountUpdateRequest' });

export const accountExportRequest = z
  .object({
    clientPublicKey: clientPublicKey.describe(
      'P-256 key of the client to which the export is encrypted: uncompressed, 130 hexadecimal digits.',
    ),
  })
  .meta({ id: 'InternalAccountExportRequest' });

export const accountExport = z
  .object({
    id: z.string().describe('The exported wallet, an internal account.'),
    encryptedWalletCredentials: z
      .string()
      .describe(
        'JSON text with `version`, `data`, `dataSignature` and `enclaveQuorumPublic`. `data` is hexadecimal of a JSON with ' +
          '`encappedPublic`, `ciphertext` and the account as `organizationId`. The ciphertext contains the mnemonic, by HPKE.',
      ),
  })
  .meta({ id: 'InternalAccountExportResponse' });

const delegatedKeyStatus = z.enum(statesOf(DELEGATED_KEY)).meta({
  id: 'DelegatedKeyStatus',
  description: meanings<DelegatedKey['status']>({
    PENDING: 'the owner has signed the creation, but not yet the policy. `ACTIVE` or `REVOKED` follows.',
    ACTIVE: 'signs what the card spends. `REVOKED` can follow.',
    REVOKED: 'revoked by the platform, or the card or the account has ended. Final.',
  }),
});

export const delegatedKey = z
  .object({
    id: z.string().describe('Name it to read or to revoke the key. Starts with `DelegatedKey:`.'),
    cardId: z.string().describe('The one card whose spending the key signs.'),
    fundingSourceId: z.string().describe('The funding source of the card: the internal account that it spends from.'),
    accountId: z.string().describe('The Embedded Wallet whose owner created the key.'),
    publicKey: z.string().describe('P-256, compressed, in hexadecimal. The private key stays in custody.'),
    nickname: z.string().describe('The label that was sent with the creation.'),
    status: delegatedKeyStatus.describe('Whether the card can spend from the wallet. Only an `ACTIVE` key signs.'),
    createdAt: timestamp.describe('When the owner had signed the creation.'),
    updatedAt: timestamp.describe('When the status last changed.'),
  })
  .meta({ id: 'DelegatedKey' });

export const delegatedKeyList = z
  .object({ data: z.array(delegatedKey).describe('All keys that match, oldest first; revoked ones too.') })
  .meta({ id: 'DelegatedKeyListResponse' });

export const delegatedKeyFilter = z.object({
  accountId: accountId
    .optional()
    .describe('Only keys of this Embedded Wallet. At least one of the two parameters is required.'),
  fundingSourceId: accountId
    .optional()
    .describe('Only keys for this funding source of cards, an internal account. At least one parameter is required.'),
});

export const delegatedKeyCreateRequest = z
  .object({
    cardId: recordId('Card').describe('The card that the key lets spend. It must not be closed.'),
    internalAccountId: accountId.describe('The Embedded Wallet, which must be a funding source of the card.'),
    nickname: text(NAME_LENGTH).describe('A label of your choice, such as the name of the card.'),
  })
  .meta({ id: 'DelegatedKeyCreateRequest' });
