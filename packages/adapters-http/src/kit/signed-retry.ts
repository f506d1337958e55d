import { toIso } from '@corridor/core';
import type { Challenge, Signed } from '@corridor/core/internal';
import * as z from 'zod';
import { timestamp } from './schemas.js';
import type { Wire } from './wire.js';

/** The payload that the owner of a wallet signs for a signed retry. */
export const signedRequestChallenge = z
  .object({
    payloadToSign: z
      .string()
      .describe('Sign exactly these bytes with the key of a session, and send the stamp as `Wallet-Signature`.'),
    requestId: z.string().describe('Send it as the header `Request-Id` of the signed retry.'),
    expiresAt: timestamp.describe('Until then the same request can be repeated with the signature.'),
  })
  .meta({ id: 'SignedRequestChallenge', description: 'The request waits for the signature of the owner of a wallet.' });

/** The status of a signed operation: 202 while the owner's signature is missing, else this one. */
export const signedStatus =
  (status: number) =>
  (output: Signed<unknown>): number =>
    output.kind === 'challenge' ? 202 : status;

/** The response of a signed operation: a challenge for the owner to sign, or the result in its own form. */
export const serializeSigned =
  <T, W>(done: (value: T) => W) =>
  (output: Signed<T>): W | Wire<typeof signedRequestChallenge> =>
    output.kind === 'challenge' ? serializeChallenge(output) : done(output.value);

export const serializeChallenge = ({
  payloadToSign,
  requestId,
  expiresAt,
}: Challenge): Wire<typeof signedRequestChallenge> => ({ payloadToSign, requestId, expiresAt: toIso(expiresAt) });
