import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { SealedPlace, Sealer } from '@corridor/core/ports';

export const MASTER_KEY_BYTES = 32;

const FORMAT = 'v2';
/**
 * The older format, which is bound to its key but to no place. Texts in this format can still be opened, until they are
 * renewed.
 */
const UNBOUND = 'v1';
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_LENGTH = 12;
const SEALED = /^(v[12])\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/;

/**
 * A sealed (encrypted) text that cannot be opened: it belongs to another master key or another place, its bytes were
 * changed, or it was never sealed. The error never contains the plaintext.
 */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** An id of a master key that reveals nothing about the key. */
export const keyIdOf = (masterKey: Uint8Array): string =>
  createHash('sha256').update('corridor master key id\n').update(masterKey).digest('hex').slice(0, KEY_ID_LENGTH);

/** The id of the master key with which a text was sealed; null if the text is not sealed. */
export const sealedWith = (sealed: string): string | null => SEALED.exec(sealed)?.[2] ?? null;

/**
 * Seals texts, that is, encrypts them with AES-256-GCM under a random nonce: `v2.<key id>.<base64url of nonce,
 * ciphertext and tag>`. Format, key id and place (the column and record that hold the text) are authenticated with the
 * text. `open` throws a `SealError`; it also opens the older format `v1`, which has no place.
 *
 * @example
 * ```ts
 * import { createSealer, nodeCrypto } from '@corridor/adapters-rails/custody';
 *
 * const sealer = createSealer(nodeCrypto.random.bytes(32));
 * const place = { table: 'customers', row: 'Customer:1', column: 'taxNumber' };
 * const sealed = sealer.seal('12-3456789', place);
 * sealer.open(sealed, place); // '12-3456789'
 * ```
 */
export function createSealer(masterKey: Uint8Array): Sealer {
  if (masterKey.length !== MASTER_KEY_BYTES) throw new SealError(`a master key has ${MASTER_KEY_BYTES} bytes`);
  const key = Uint8Array.from(masterKey);
  const keyId = keyIdOf(key);
  const header = `${FORMAT}.${keyId}`;

  function seal(plaintext: string, place: SealedPlace): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(header, place));
    const sealed = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${header}.${sealed.toString('base64url')}`;
  }

  function open(sealed: string, place: SealedPlace): string {
    const [, format, sealedBy, body] = SEALED.exec(sealed) ?? [];
    if (sealedBy === undefined || body === undefined)
      throw new SealError('the stored text is not encrypted with a master key');
    if (sealedBy !== keyId)
      throw new SealError(`the stored text is encrypted with the master key ${sealedBy}, but this host has ${keyId}`);
    const bytes = Buffer.from(body, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealError('the encrypted text is truncated');
    const tag = bytes.subarray(-TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(format === UNBOUND ? Buffer.from(`${UNBOUND}.${keyId}`) : boundTo(header, place))
      .setAuthTag(tag);
    try {
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch (cause) {
      throw new SealError('the encrypted text was changed or belongs to another table, row or column', { cause });
    }
  }

  return {
    seal,
    open,
    renew: (sealed, place) => (sealed.startsWith(`${header}.`) ? sealed : seal(open(sealed, place), place)),
  };
}

/** JSON keeps the three names apart, so that no two places have the same encoding. */
const boundTo = (header: string, { table, row, column }: SealedPlace): Buffer =>
  Buffer.from(`${header}\n${JSON.stringify([table, row, column])}`);
