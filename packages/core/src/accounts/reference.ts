import type { Random } from '../kernel/index.js';

/** Digits and capitals that no one mistakes for each other (no 0/O, 1/I/L, 2/Z, 5/S, 8/B): 24 of them. */
const ALPHABET = '34679ACDEFGHJKMNPQRTUVWX';
const LENGTH = 12;

/** Bytes above this would favour the first characters. */
const FAIR = 256 - (256 % ALPHABET.length);

/**
 * A reference for payment instructions, such as `7HQ4-…` without the dash: 12 characters, 55 random bits, so that
 * it can be typed into a memo, read over the phone, and not be guessed.
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
