import { LETTERS_AND_DIGITS, makeCode } from '../codes/index.js';
import type { Digest, Random } from '../kernel/index.js';

const COUNT = 10;
const GROUP = 4;
/** 79 bits: too many to find one by trying all codes, even against the stored digest. */
const FORM = { length: 4 * GROUP, alphabet: LETTERS_AND_DIGITS } as const;

/** Ten codes. Each one is valid once, in place of a code of the authenticator app: `2345-6789-ABCD-EFGH`. */
export const makeRecoveryCodes = (random: Random): readonly string[] =>
  Array.from({ length: COUNT }, () => makeCode(FORM, random).replace(/(.{4})(?=.)/g, '$1-'));

/** The stored digest of a recovery code. Lower case and missing dashes are accepted. */
export const recoveryDigest = (digest: Digest, factorId: string, code: string): string =>
  digest.sha256(`${factorId}\n${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`);
