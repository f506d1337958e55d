import { generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { instant } from '@corridor/core';
import type { Clock, Digest, KeyPairs, Random } from '@corridor/core/ports';

/** The time of the operating system. */
export const systemClock: Clock = { now: () => instant(Date.now()) };

/** Randomness, digests and key pairs from Node's `crypto`. */
export const nodeCrypto = {
  random: { bytes: (length) => randomBytes(length) } satisfies Random,
  digest: { sha256: (data) => hash('sha256', data, 'hex') } satisfies Digest,
  keyPairs: {
    generateP256: () =>
      generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }),
  } satisfies KeyPairs,
} as const;
