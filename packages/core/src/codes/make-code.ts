import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Random } from '../kernel/index.js';
import type { CodePolicy } from './policy.js';

const BYTE = 256;

/** Generates a code of the policy. Bytes that would make some characters more likely than others are discarded. */
export function makeCode({ alphabet, length }: Pick<CodePolicy, 'alphabet' | 'length'>, random: Random): string {
  const fair = BYTE - (BYTE % alphabet.length);
  let code = '';
  while (code.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < fair && code.length < length) code += alphabet[byte % alphabet.length]!;
    }
  }
  return code;
}

/**
 * The code that a person entered, without the blanks and dashes that messages and apps show between groups of digits.
 * They include characters that a person does not see, such as non-breaking and zero-width spaces.
 */
export const enteredCode = (text: string): string => text.replace(/[\s\p{Pd}\p{Cf}\u2212]/gu, '');

/** The digest of a code under the host's key, bound to its row and its recipient. */
export type CodeDigest = (id: string, address: string, code: string) => string;

export function createCodeDigest(hostKey: Uint8Array): CodeDigest {
  const key = hmac(sha256, hostKey, utf8ToBytes('one-time codes'));
  return (id, address, code) => bytesToHex(hmac(sha256, key, utf8ToBytes([id, address, code].join('\n'))));
}
