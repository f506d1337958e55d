import type { Random } from '../kernel/index.js';

/** 24 digits and capitals without pairs that look alike (no 0/O, 1/I/L, 2/Z, 5/S, 8/B). */
const ALPHABET = '34679ACDEFGHJKMNPQRTUVWX';
const LENGTH = 12;

/** Bytes from this value on are skipped, because they would make the first characters more frequent. */
const FAIR = 256 - (256 % ALPHABET.length);

/**
 * A reference for payment instructions: 12 characters with 55 random bits, short enough to type into a memo or to read
 * out, and too random to guess.
 */
export function makeReference(random: Random): string {
  let reference = '';
  while (reference.length < LENGTH) {
    for (const byte of random.bytes(LENGTH * 2)) {
      if (byte < FAIR && reference.length < LENGTH) reference += ALPHABET[byte % ALPHABET.length]!;
    }
  }
  return reference;
}
