import { expect, test } from 'vitest';
import { createTurns } from './hash-turns.js';

/** Turns whose hashes end when the test says so, and the names of the hashes in the order of their beginnings. */
function controlled() {
  const next = createTurns();
  const begun: string[] = [];
  const running = new Map<string, () => void>();
  const queue = (isReserved: boolean, ...names: readonly string[]): Promise<unknown> => {
    for (const name of names) {
      void next({ isReserved }, () => {
        begun.push(name);
        return new Promise<void>((end) => running.set(name, end));
      });
    }
    return settle();
  };
  return {
    begun,
    strangers: (...names: readonly string[]) => queue(false, ...names),
    known: (...names: readonly string[]) => queue(true, ...names),
    end(name: string) {
      running.get(name)!();
      return settle();
    },
  };
}

/** Waits until each hash that has its turn has begun: promises settle before the next round of the event loop. */
const settle = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve));

test('a hash of a known browser begins at once in its own place, which strangers never take', async () => {
  const { begun, strangers, known, end } = controlled();
  await strangers('stranger 1', 'stranger 2', 'stranger 3');
  expect(begun).toEqual(['stranger 1']);
  await known('known 1');
  expect(begun).toEqual(['stranger 1', 'known 1']);
  await end('known 1');
  expect(begun).toEqual(['stranger 1', 'known 1']);
  await end('stranger 1');
  expect(begun).toEqual(['stranger 1', 'known 1', 'stranger 2']);
  await known('known 2');
  expect(begun).toEqual(['stranger 1', 'known 1', 'stranger 2', 'known 2']);
});

test('hashes of known browsers begin before those of strangers that wait longer, whichever place becomes free', async () => {
  const { begun, strangers, known, end } = controlled();
  await strangers('stranger 1');
  await known('known 1');
  await strangers('stranger 2', 'stranger 3');
  await known('known 2', 'known 3', 'known 4');
  expect(begun.splice(0)).toEqual(['stranger 1', 'known 1']);
  await end('stranger 1');
  expect(begun.splice(0)).toEqual(['known 2']);
  await end('known 1');
  expect(begun.splice(0)).toEqual(['known 3']);
  await end('known 2');
  expect(begun.splice(0)).toEqual(['known 4']);
  await end('known 3');
  expect(begun.splice(0)).toEqual(['stranger 2']);
  await end('stranger 2');
  expect(begun.splice(0)).toEqual(['stranger 3']);
});
