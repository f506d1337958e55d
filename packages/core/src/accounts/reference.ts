import type { Random } from '../kernel/index.js';

/** 24 digits and capitals without pairs that look alike (no 0/O, 1/I/L, 2/Z, 5/S, 8/B). */
export const REFERENCE_ALPHABET = '34679ACDEFGHJKMNPQRTUVWX';
export const REFERENCE_LENGTH = 12;

/** Bytes from this value on are skipped, because they would make the first characters more frequent. */
const FAIR = 256 - (256 % REFERENCE_ALPHABET.length);

/**
 * A reference for payment instructions: 12 characters with 55 random bits, short enough to type into a memo or to read
 * out, and too random to guess.
 */
export function makeReference(random: Random): string {
  let reference = '';
  while (reference.length < REFERENCE_LENGTH) {
    for (const byte of random.bytes(REFERENCE_LENGTH * 2)) {
      if (byte < FAIR && reference.length < REFERENCE_LENGTH)
        reference += REFERENCE_ALPHABET[byte % REFERENCE_ALPHABET.length]!;
    }
  }
  return reference;
}
