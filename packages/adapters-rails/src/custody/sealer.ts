import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Sealer } from '@corridor/core';

export const MASTER_KEY_BYTES = 32;

const FORMAT = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 12;
const SEALED = /^v1\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/;

/** A sealed text that cannot be opened: of another master key, changed, or none at all. It never holds the plaintext. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** Names a master key without telling anything of it. */
export const keyIdOf = (masterKey: Uint8Array): string =>
  createHash('sha256').update('corridor master key id\n').update(masterKey).digest('hex').slice(0, KEY_ID_LENGTH);

/** The id of the master key that a text was sealed with; null when the text is not a sealed one. */
export const sealedWith = (sealed: string): string | null => SEALED.exec(sealed)?.[1] ?? null;

/**
 * Seals with AES-256-GCM under a random nonce: `v1.<key id>.<base64url of nonce, ciphertext and tag>`.
 * Format and key id are authenticated with the text. `open` throws a `SealError`.
 */
export function createSealer(masterKey: Uint8Array): Sealer {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new SealError(`a master key has ${MASTER_KEY_BYTES} bytes`);
  const key = Uint8Array.from(masterKey);
  const keyId = keyIdOf(key);
  const header = `${FORMAT}.${keyId}`;

  return {
    seal(plaintext) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(header));
      const sealed = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${header}.${sealed.toString('base64url')}`;
    },

    open(sealed) {
      const [, sealedBy, body] = SEALED.exec(sealed) ?? [];
      if (sealedBy === undefined || body === undefined) throw new SealError('this is not a sealed text');
      if (sealedBy !== keyId) throw new SealError(`sealed with the master key ${sealedBy}, this host has ${keyId}`);
      const bytes = Buffer.from(body, 'base64url');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('the sealed text is cut short');
      const tag = bytes.subarray(-TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(header))
        .setAuthTag(tag);
      try {
        return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new SealError('the sealed text has been changed', { cause });
      }
    },
  };
}
