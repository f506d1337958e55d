import { describe, expect, test } from 'vitest';
import { HashRefused, type HashTurn } from '@corridor/core/ports';
import { createPasswords } from './passwords.js';

/** Fast, for tests of everything but the costs. */
const CHEAP = { N: 2 ** 10, p: 1 };
const STRANGER = { isReserved: false };
const KNOWN = { isReserved: true };
const PASSWORD = 'plum tractor quietly 41';

describe('a stored password', () => {
  const passwords = createPasswords(CHEAP);

  test('is verified by its own text only', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(await passwords.verify(PASSWORD, hash, STRANGER)).toBe(true);
    expect(await passwords.verify(`${PASSWORD} `, hash, STRANGER)).toBe(false);
    expect(await passwords.verify('', hash, STRANGER)).toBe(false);
  });

  test('has another salt each time, and contains its costs but not the password', async () => {
    const [one, two] = [await passwords.hash(PASSWORD), await passwords.hash(PASSWORD)];
    expect(one).not.toBe(two);
    expect(one).toMatch(/^scrypt\$10\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toContain(PASSWORD);
  });

  test('is verified after the costs of new hashes were raised', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(await createPasswords({ N: 2 ** 11, p: 2 }).verify(PASSWORD, hash, STRANGER)).toBe(true);
  });

  test('that does not exist or cannot be read is wrong', async () => {
    for (const stored of [null, '', 'scrypt$10$1$$', 'plain text']) {
      expect(await passwords.verify(PASSWORD, stored, STRANGER)).toBe(false);
    }
  });

  test('takes as long to verify if it does not exist', async () => {
    const costly = createPasswords({ N: 2 ** 14, p: 1 });
    const hash = await costly.hash(PASSWORD);
    const secondsOf = async (stored: string | null): Promise<number> => {
      const begun = process.hrtime.bigint();
      await costly.verify('another password', stored, STRANGER);
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

test('the list of common passwords has the common ones, and no others', async () => {
  const { isListed } = createPasswords(CHEAP);
  for (const text of ['password', 'qwerty', 'sunshine', 'dragon', '123456789']) expect(await isListed(text)).toBe(true);
  for (const text of [PASSWORD, '', 'tractor quietly']) expect(await isListed(text)).toBe(false);
});

describe('the queue of hashes', () => {
  const settled = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'hashed',
      (cause: unknown) => (cause instanceof HashRefused ? 'refused' : 'failed'),
    );

  test('holds at most twenty hashes of strangers, and refuses others at once', async () => {
    const passwords = createPasswords(CHEAP);
    const outcomes: string[] = [];
    const all = Array.from({ length: 250 }, () =>
      settled(passwords.verify(PASSWORD, null, STRANGER)).then((outcome) => outcomes.push(outcome)),
    );
    await Promise.all(all);
    expect(outcomes.filter((outcome) => outcome === 'hashed')).toHaveLength(21);
    expect(outcomes.slice(0, 229)).toEqual(Array.from({ length: 229 }, () => 'refused'));
  });

  test('accepts the hash of a known browser while it refuses those of strangers', async () => {
    const passwords = createPasswords(CHEAP);
    const verified = (turn: HashTurn) => settled(passwords.verify(PASSWORD, null, turn));
    const strangers = Array.from({ length: 21 }, () => verified(STRANGER));
    expect(await Promise.all([verified(STRANGER), verified(KNOWN), settled(passwords.hash(PASSWORD))])).toEqual([
      'refused',
      'hashed',
      'hashed',
    ]);
    expect(new Set(await Promise.all(strangers))).toEqual(new Set(['hashed']));
  });

  test('drops the hash of a client that has gone before its turn, and of none that has its turn', async () => {
    const passwords = createPasswords(CHEAP);
    const gone = new AbortController();
    const turn = { isReserved: false, gone: gone.signal };
    const [first, second] = [passwords.verify(PASSWORD, null, turn), settled(passwords.verify(PASSWORD, null, turn))];
    const others = Array.from({ length: 19 }, () => settled(passwords.verify(PASSWORD, null, STRANGER)));
    gone.abort();
    expect(await second).toBe('refused');
    expect(await first).toBe(false);
    expect(new Set(await Promise.all(others))).toEqual(new Set(['hashed']));
    expect(await settled(passwords.verify(PASSWORD, null, turn))).toBe('refused');
    expect(await passwords.verify(PASSWORD, null, STRANGER)).toBe(false);
  });
});
