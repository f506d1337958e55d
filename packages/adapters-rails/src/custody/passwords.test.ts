import { describe, expect, test } from 'vitest';
import { createPasswords } from './passwords.js';

/** Fast, for tests of everything but the costs. */
const CHEAP = { N: 2 ** 10, p: 1 };
const PASSWORD = 'plum tractor quietly 41';

describe('a stored password', () => {
  const passwords = createPasswords(CHEAP);

  test('is verified by its own text only', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(await passwords.verify(PASSWORD, hash)).toBe(true);
    expect(await passwords.verify(`${PASSWORD} `, hash)).toBe(false);
    expect(await passwords.verify('', hash)).toBe(false);
  });

  test('has another salt each time, and contains its costs but not the password', async () => {
    const [one, two] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^scrypt\$10\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toContain(PASSWORD);
  });

  test('is verified after the costs of new hashes were raised', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(await createPasswords({ N: 2 ** 11, p: 2 }).verify(PASSWORD, hash)).toBe(true);
  });

  test('that does not exist or cannot be read is wrong', async () => {
    for (const stored of [null, '', 'scrypt$10$1$$', 'plain text']) {
      expect(await passwords.verify(PASSWORD, stored)).toBe(false);
    }
  });

  test('takes as long to verify if it does not exist', async () => {
    const costly = createPasswords({ N: 2 ** 14, p: 1 });
    const hash = await costly.hash(PASSWORD);
    const secondsOf = async (stored: string | null): Promise<number> => {
      const begun = process.hrtime.bigint();
      await costly.verify('another password', stored);
      return Number(process.hrtime.bigint() - begun);
    };
    // Both take turns, so that a busy machine slows both, and the fastest round of each is compared.
    let [known, unknown] = [Infinity, Infinity];
    for (let round = 0; round < 15; round += 1) {
      known = Math.min(known, await secondsOf(hash));
      unknown = Math.min(unknown, await secondsOf(null));
    }
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  test('is hashed for all of many requests at once', async () => {
    const hashes = await Promise.all(Array.from({ length: 9 }, () => passwords.hash(PASSWORD)));
    expect(new Set(hashes).size).toBe(9);
  });
});
