import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Passwords } from '@corridor/core/ports';

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
/** Hashes that are computed at the same time: the others wait, so that sign-ins cannot use up memory and threads. */
const AT_ONCE = 2;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const FORM = /^scrypt\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9_-]+)\$([A-Za-z0-9_-]+)$/;

/** Passwords as scrypt hashes. Each hash contains its costs, so that they can be raised for new ones. */
export function createPasswords(cost: PasswordCost = COST): Passwords {
  const absent = randomBytes(SALT_BYTES);
  const next = limitTo(AT_ONCE);

  const hashOf = (password: string, salt: Buffer, { N, p }: PasswordCost): Promise<Buffer> =>
    // Node refuses more memory than `maxmem`; scrypt needs 128 bytes for each N and block, and a little more.
    next(() => derive(password, salt, HASH_BYTES, { N, r: BLOCK, p, maxmem: 2 * 128 * N * BLOCK }));

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await hashOf(password, salt, cost);
      return `scrypt$${Math.log2(cost.N)}$${cost.p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
    },

    async verify(password, stored) {
      const [, exponent, passes, salt, expected] = FORM.exec(stored ?? '') ?? [];
      if (expected === undefined) {
        await hashOf(password, absent, cost);
        return false;
      }
      const at = { N: 2 ** Number(exponent), p: Number(passes) };
      const hash = await hashOf(password, Buffer.from(salt!, 'base64url'), at);
      const wanted = Buffer.from(expected, 'base64url');
      return wanted.length === hash.length && timingSafeEqual(wanted, hash);
    },
  };
}

/** Runs at most `limit` of the tasks at a time, in the order in which they came. */
function limitTo(limit: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place passes on to the task that waits longest.
      const first = waiting.shift();
      if (first === undefined) running -= 1;
      else first();
    }
  };
}
