import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import { CHALLENGE_EXAMPLE } from '../quotes/examples.js';
import type { enrollStart, loginStart, scaAuthorization, trustStart } from './schemas.js';

const ORIGIN = 'https://app.example.com';
const DOMAIN = 'example.com';
const CREDENTIAL = 'mVZbZ8fGJk1vYwJm0cKp4iVxJ5vQ9cQ0s6yJQm1Z3uE';

export const END_USER_ADDRESS_EXAMPLE = '203.0.113.7';

/** The code that the sandbox sends to every phone. */
export const CODE_EXAMPLE = '123456';

export const TOTP_SECRET_EXAMPLE = '10609934c9b6ce3cec1552dafbaa1fb8930f7798';

export const TOTP_START_EXAMPLE: Wire<typeof enrollStart> = {
  type: 'TOTP',
  secret: TOTP_SECRET_EXAMPLE,
  secretBase32Encoded: 'CBQJSNGJW3HDZ3AVKLNPXKQ7XCJQ654Y',
  totpUri:
    'otpauth://totp/Sandbox:Ada%20Lovelace?issuer=Sandbox&secret=CBQJSNGJW3HDZ3AVKLNPXKQ7XCJQ654Y&algorithm=SHA1&digits=6&period=30',
};

export const PASSKEY_START_EXAMPLE: Wire<typeof enrollStart> = {
  type: 'PASSKEY',
  options: {
    challenge: 'lb2FsF6sPpPNUKM4_244Cm8qaNtFHbRV4Wm63PwQ5iU',
    rp: { id: DOMAIN, name: 'Sandbox' },
    user: {
      id: 'Q3VzdG9tZXI6MDE5NzdjNWUtNmYyYS03YjNjLTlkNGUtNWY2YTdiOGM5ZDAx',
      name: 'Ada Lovelace',
      displayName: 'Ada Lovelace',
    },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    timeout: 300_000,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  },
  allowedOrigins: [ORIGIN],
  relyingPartyId: DOMAIN,
};

/** What a browser returns for a new passkey. */
export const PASSKEY_CREATED_EXAMPLE = {
  type: 'PASSKEY',
  origin: ORIGIN,
  credential: {
    id: CREDENTIAL,
    rawId: CREDENTIAL,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoibGIyRnNGNnNQcFBO',
      attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4',
      transports: ['internal'],
    },
  },
} as const;

/** What a browser returns for the use of a passkey. */
export const PASSKEY_PROOF_EXAMPLE = {
  passkeyAssertion: {
    id: CREDENTIAL,
    rawId: CREDENTIAL,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiTVRJek5EVTJOemc1',
      authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
      signature: 'MEUCIQDTGVvDGrBVn4Z5kSPfSA2kR8mVJ8m2H0xqvQp2lZq0QwIgQy7QkVx5c3vQ0zqI',
      userHandle: null,
    },
  },
  origin: ORIGIN,
} as const;

export const CODE_PROOF_EXAMPLE: Wire<typeof scaAuthorization> = {
  challengeId: exampleId('Request'),
  code: CODE_EXAMPLE,
  endUserIpAddress: END_USER_ADDRESS_EXAMPLE,
};

export const PHONE_LOGIN_EXAMPLE: Wire<typeof loginStart> = {
  factor: 'SMS_OTP',
  challengeId: exampleId('Request'),
  expiresAt: '2026-01-05T10:05:00.000Z',
  passkeyOptions: null,
  allowedOrigins: null,
  relyingPartyId: null,
};

export const PASSKEY_LOGIN_EXAMPLE: Wire<typeof loginStart> = {
  factor: 'PASSKEY',
  challengeId: exampleId('Request'),
  expiresAt: '2026-01-05T10:05:00.000Z',
  passkeyOptions: {
    challenge: 'MTIzNDU2Nzg5MGFiY2RlZjEyMzQ1Njc4OTBhYmNkZWY',
    rpId: DOMAIN,
    allowCredentials: [{ type: 'public-key', id: CREDENTIAL, transports: ['internal'] }],
    userVerification: 'required',
    timeout: 300_000,
  },
  allowedOrigins: [ORIGIN],
  relyingPartyId: DOMAIN,
};

/** The question whether a beneficiary becomes trusted, or is no longer. */
export const trustChallenge = (purpose: string): Wire<typeof trustStart> => ({
  scaChallenge: { ...CHALLENGE_EXAMPLE, purpose },
});
