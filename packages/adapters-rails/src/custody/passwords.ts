import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { HashTurn, Passwords } from '@corridor/core/ports';
import { createTurns } from './hash-turns.js';

export interface PasswordCost {
  /** Power of two. The memory of a hash is `N` KiB. */
  readonly N: number;
  readonly p: number;
}

/** 32 MiB and three passes, which OWASP rates equal to 128 MiB and one pass. */
const COST: PasswordCost = { N: 2 ** 15, p: 3 };
const BLOCK = 8;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** New passwords are set with a link or in a session. */
const NEW_PASSWORD: HashTurn = { isReserved: true };

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const FORM = /^scrypt\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Passwords as scrypt hashes. Each hash contains its costs, so that they can be raised for new ones. */
export function createPasswords(cost: PasswordCost = COST): Passwords {
  const absent = randomBytes(SALT_BYTES);
  const next = createTurns();
  let listed: Promise<ReadonlySet<string>> | null = null;

  const hashOf = (password: string, salt: Buffer, { N, p }: PasswordCost, turn: HashTurn): Promise<Buffer> =>
    // Node refuses more memory than `maxmem`; scrypt needs 128 bytes for each N and block, and a little more.
    next(turn, () => derive(password, salt, HASH_BYTES, { N, r: BLOCK, p, maxmem: 2 * 128 * N * BLOCK }));

  return {
    async isListed(text) {
      // The list has 50,000 passwords; it is loaded when a password is chosen.
      listed ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
      return (await listed).has(text);
    },

    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await hashOf(password, salt, cost, NEW_PASSWORD);
      return `scrypt$${Math.log2(cost.N)}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    },

    async verify(password, stored, turn) {
      const [, exponent, passes, salt, expected] = FORM.exec(stored ?? '') ?? [];
      if (expected === undefined) {
        await hashOf(password, absent, cost, turn);
        return false;
      }
      const at = { N: 2 ** Number(exponent), p: Number(passes) };
      const hash = await hashOf(password, Buffer.from(salt!, 'base64url'), at, turn);
      const wanted = Buffer.from(expected, 'base64url');
      return wanted.length === hash.length && timingSafeEqual(wanted, hash);
    },
  };
}
