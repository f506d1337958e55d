import { exampleId } from '../../kit/schemas.js';
import type { signedRequestChallenge } from '../../kit/signed-retry.js';
import type { Wire } from '../../kit/wire.js';
import type { authMethod, authMethodResponse, authSession, credentialChallenge, delegatedKey } from './schemas.js';

/** A P-256 key of a client: it signs for its session. */
export const CLIENT_KEY = '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296';
/** The same key in the form that receives encrypted data. */
export const UNCOMPRESSED_CLIENT_KEY =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5';

const DIGEST = '7ef9478c0e8c11fbfe3e551152a28dbec8a5b0a16d102d18cbcf4dbc6a787da2';
const SIGNATURE =
  '3044022024c4a19a76742094157a793d5154c98104cf40144f395ef46ca8392c6fe25db002201105a84535e890dc1b6aa67d95a026763dda9622c8e318e6e57b442608afd454';
const CUSTODY_KEY =
  '044190b5bbdeabda6155f5b0d78b93601cde2b1fb92b2434014531dc92110f24997d8ab84e291a65535943f3436899cdd00c7ebab7d1fe7c53727ce26e0eeffc1a';
const CREATED = { createdAt: '2026-01-05T10:00:00.000Z', updatedAt: '2026-01-05T10:00:00.000Z' } as const;

/** A signed bundle with this data, as JSON text. */
const bundleOf = (data: string): string =>
  JSON.stringify({ version: 'v1.0.0', data, dataSignature: SIGNATURE, enclaveQuorumPublic: CUSTODY_KEY });

/** The response of the first call: what the owner signs. `binds` are further values that the signature covers. */
export const challengeOf = (
  operation: string,
  resource: string | null = null,
  binds: Readonly<Record<string, string>> = {},
): Wire<typeof signedRequestChallenge> => ({
  payloadToSign: JSON.stringify({
    operation,
    accountId: exampleId('InternalAccount'),
    ...(resource !== null && { resource }),
    bodyDigest: DIGEST,
    requestId: exampleId('Request'),
    timestampMs: 1_767_607_200_000,
    ...binds,
  }),
  requestId: exampleId('Request'),
  expiresAt: '2026-01-05T10:05:00.000Z',
});

export const EMAIL: Wire<typeof authMethod> = {
  id: exampleId('AuthMethod'),
  accountId: exampleId('InternalAccount'),
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  ...CREATED,
};

const TARGET =
  '7b227461726765745075626c6963223a2230343366616338356464373664363237336237346131646637383837383361666661643336626465663366663432353331623131633265646233653335343835393031646661306363366437663062353564633034303262323266393161386563623863663930656261633035353435386330353562393136623936363137316234227d';

/** The same credential after a code was sent. */
export const EMAIL_WITH_TARGET: Wire<typeof authMethodResponse> = {
  ...EMAIL,
  otpEncryptionTargetBundle: bundleOf(TARGET),
};

export const PHONE_WITH_TARGET: Wire<typeof authMethodResponse> = {
  ...EMAIL_WITH_TARGET,
  id: exampleId('AuthMethod', 2),
  type: 'SMS_OTP',
  nickname: '+15555550123',
};

export const OAUTH: Wire<typeof authMethodResponse> = { ...EMAIL, id: exampleId('AuthMethod', 2), type: 'OAUTH' };

const PASSKEY_ID = 'ygKyifjew5QKW_KHsX5vzqJ5iQJHjVYZJx9NA0hoFiw';

export const PASSKEY = {
  ...EMAIL,
  id: exampleId('AuthMethod', 2),
  type: 'PASSKEY',
  credentialId: PASSKEY_ID,
  nickname: "Ada's phone",
} as const satisfies Wire<typeof authMethodResponse>;

export const PASSKEY_CHALLENGE: Wire<typeof credentialChallenge> = {
  ...PASSKEY,
  challenge: 'd33b92b0d8c027118be856a2c6b61afecf1115859d151b4a4ab140bffbf82360',
  requestId: exampleId('Request'),
  expiresAt: '2026-01-05T10:05:00.000Z',
};

/** What a browser returns for a new passkey. */
export const ATTESTATION = {
  credentialId: PASSKEY_ID,
  clientDataJson:
    'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiWVNCamFHRnNiR1Z1WjJVZ2IyWWdkR2hsSUhCc1lYUm1iM0p0Iiwib3JpZ2luIjoiaHR0cHM6Ly9hcHAuZXhhbXBsZS5jb20iLCJjcm9zc09yaWdpbiI6ZmFsc2V9',
  attestationObject:
    'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViko3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUdFAAAAAAAAAAAAAAAAAAAAAAAAAAAAIMoCson43sOUClvyh7F-b86ieYkCR41WGScfTQNIaBYspQECAyYgASFYIBSvLXHglEj2tj-xtvGv16y-BkJGu5neGYDWFMr78qCZIlggSnh9rPYraq1sCwLt_YXIPZSKo7DkSQ1Jwd5TWIVbjk0',
  transports: ['internal'],
} as const;

/** What a browser returns when the owner signs in with a passkey. */
export const ASSERTION = {
  credentialId: PASSKEY_ID,
  clientDataJson:
    'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiWkRNellqa3lZakJrT0dNd01qY3hNVGhpWlRnMU5tRXlZelppTmpGaFptVmpaakV4TVRVNE5UbGtNVFV4WWpSaE5HRmlNVFF3WW1abVltWTRNak0yTUEiLCJvcmlnaW4iOiJodHRwczovL2FwcC5leGFtcGxlLmNvbSIsImNyb3NzT3JpZ2luIjpmYWxzZX0',
  authenticatorData: 'o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUcFAAAAAQ',
  signature: 'MEQCIC8D7oZzY_MP9JjXd62v2EfwgwJIAVyAjnRDwvb-46CDAiB94A7lk4QLkA6QDKDrpQCXspC_mLHgi-kw3Y_P30mfpA',
} as const;

/** `{"otp_code", "public_key"}`, encrypted to the target of the last code. */
export const ENCRYPTED_CODE = JSON.stringify({
  encappedPublic:
    '040aaeb7a33261b6aefddb013f21344d5b81457fdaed4bf015d8788fdc9228f16ba46c1561c2fabd76a704772fe5b58bd65df88c6c095936066b27d37f665bc9b9',
  ciphertext: 'c45b91606aae833ffb358de734e0a5de1808974c4620f27ccf81004bb7a3cb86a142da1b81a6dab8cf9485061cc244dc',
});

/** An identity token without its full length. */
export const IDENTITY_TOKEN =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6ImtleS0xIn0.eyJpc3MiOiJodHRwczovL2FjY291bnRzLmV4YW1wbGUuY29tIiwic3ViIjoib3duZXItMSJ9.c2lnbmF0dXJl';

/** The token that a client signs after a right code. */
export const VERIFICATION_TOKEN =
  'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJ2ZXJpZmljYXRpb25fdHlwZSI6Ik9UUF9UWVBFX0VNQUlMIn0.cxtty7j_hiVM6LEed9VxuACLtVIlfNkT7lX5QUUaCdUFYm6yi_oSS0dWnM76peLgaR4wpTVdIJyep0pwvGMrWw';

export const SESSION: Wire<typeof authSession> = {
  id: exampleId('Session'),
  accountId: exampleId('InternalAccount'),
  type: 'EMAIL_OTP',
  nickname: 'ada@example.com',
  ...CREATED,
  expiresAt: '2026-01-05T10:15:00.000Z',
};

/** A session for an uncompressed client key: it has a key of its own, which is shown once. */
export const SESSION_WITH_KEY: Wire<typeof authSession> = {
  ...SESSION,
  encryptedSessionSigningKey:
    '25FNDt7QJQwbotHsXxcUsHKW2ewn2UG8mX2hZ9ChieZJEECLyooen9Kc9oehN46kZbXfo1mxvrLYZH5bL3ozrK49rjCpzfV6JasbT6zbAXnqFkoF8Gxk',
};

export const EXPORT_BUNDLE = bundleOf(
  '7b22656e6361707065645075626c6963223a223034636431633135353132656161363163323137373735346632353431313961336639633036623462376632316233313763383837653361306232383862363930613133663562363431326131653035623631613537326334626533313238336239396232373363656564353864333232646665623937356430346531376135383222227d',
);

export const DELEGATED_KEY_EXAMPLE: Wire<typeof delegatedKey> = {
  id: exampleId('DelegatedKey'),
  cardId: exampleId('Card'),
  fundingSourceId: exampleId('InternalAccount'),
  accountId: exampleId('InternalAccount'),
  publicKey: '034e5d3c9e23147decd817fcb8456eef709ae42e2e3d92746d64f44475a335267c',
  nickname: 'Everyday card',
  status: 'ACTIVE',
  ...CREATED,
};
