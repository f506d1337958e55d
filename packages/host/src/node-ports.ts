import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Clock, type Digest, instant, type KeyPairs, type Random } from '@corridor/core';

export const systemClock: Clock = { now: () => instant(Date.now()) };

export const secureRandom: Random = { bytes: (length) => randomBytes(length) };

export const sha256: Digest = { sha256: (data) => createHash('sha256').update(data).digest('hex') };

export const p256KeyPairs: KeyPairs = {
  generateP256: () =>
    generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }),
};
