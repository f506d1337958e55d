import type { Refusals } from '../../kit/operation.js';
import { exampleId } from '../../kit/schemas.js';

export const AUTH = 'Embedded Wallet Auth';

export const SIGNED = ['Wallet-Signature', 'Request-Id'] as const;

/** How the owner of a wallet signs a request. */
export const TO_STAMP = `The client of the owner signs the UTF-8 bytes of \`payloadToSign\` with the key of an active session of the
wallet. Repeat the request within five minutes with the same body, the stamp in \`…-Wallet-Signature\`, and \`requestId\`
in \`Request-Id\`. A stamp is base64url of the JSON
\`{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}\`: ECDSA on P-256 with SHA-256, DER in hexadecimal.`;

export const TWO_CALLS = `**Two calls:** the first one answers 202 and changes nothing. ${TO_STAMP}`;

export const TO_SIGN =
  'First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.';

/** Refusals of the second call, without a body and with one. */
export const SIGNED_REFUSALS: Refusals = {
  WALLET_SIGNATURE_MISSING: 'The request has a `Request-Id`, but no stamp.',
  REQUEST_ID_MISSING: 'The request has a stamp, but no `Request-Id`.',
  WALLET_SIGNATURE_MALFORMED:
    'The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`.',
  INVALID_SIGNATURE: 'The scheme of the stamp is another one, or its key is not a P-256 key.',
  WALLET_SIGNATURE_INVALID:
    'No call with this `Request-Id` waits for a signature (it is unknown, older than five minutes, done, or for another operation), or no active session of the wallet has signed `payloadToSign`.',
};

export const SIGNED_BODY_REFUSALS: Refusals = {
  ...SIGNED_REFUSALS,
  WALLET_SIGNATURE_BODY_MISMATCH: 'The body differs from that of the first call.',
};

export const CLOSED = 'The customer of the wallet was deleted, so the account is closed.';

export const ofAccount = { accountId: exampleId('InternalAccount') } as const;
