import { LETTERS_AND_DIGITS, makeCode } from '../codes/index.js';
import type { Digest, Random } from '../kernel/index.js';

const COUNT = 10;
const GROUP = 4;
/** 79 bits: nobody finds one by trying all there are, even with its digest in hand. */
const FORM = { length: 4 * GROUP, alphabet: LETTERS_AND_DIGITS } as const;

/** Ten codes, each good once in place of one of the authenticator app: `2345-6789-ABCD-EFGH`. */
export const makeRecoveryCodes = (random: Random): readonly string[] =>
  Array.from({ length: COUNT }, () => makeCode(FORM, random).replace(/(.{4})(?=.)/g, '$1-'));

/** What is kept of a recovery code: letters may be typed small, and without the dashes. */
export const recoveryDigest = (digest: Digest, factorId: string, code: string): string =>
  digest.sha256(`${factorId}\n${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`);
