import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** `format`: the first line of the result. `key`: 32 bytes. `place`: where the result belongs; elsewhere it cannot be opened. */
export interface EncryptedFor {
  readonly format: string;
  readonly key: Uint8Array;
  readonly place: string;
}

/**
 * Encrypts content with AES-256-GCM, bound to format and place. The result is the format, followed by nonce, ciphertext and
 * tag.
 */
export function encrypt(content: Uint8Array, { format, key, place }: EncryptedFor): Uint8Array {
  // Derived from the content, so that equal content gives an equal file, and other content another nonce.
  const nonce = createHmac('sha256', key)
    .update(`nonce\n${JSON.stringify(place)}\n`)
    .update(content)
    .digest()
    .subarray(0, NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(format + place));
  return Buffer.concat([Buffer.from(format), nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if the bytes were changed, or encrypted for something else. */
export function decrypt(encrypted: Uint8Array, { format, key, place }: EncryptedFor): Buffer {
  const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
  const begin = format.length;
  if (bytes.length < begin + NONCE_BYTES + TAG_BYTES || bytes.toString('latin1', 0, begin) !== format)
    throw new Error(`it does not begin with "${format.trim()}", the format of this version`);
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(begin, begin + NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(format + place))
    .setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(begin + NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
}
