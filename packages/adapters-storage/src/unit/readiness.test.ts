import { performance } from 'node:perf_hooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createReadiness } from './readiness.js';

let now: number;
beforeEach(() => {
  now = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

/** Counts the writes, which fail while `state.full` is set. */
function probed() {
  const state = { full: false, writes: 0 };
  const readiness = createReadiness({
    isMigrated: async () => true,
    write: async () => {
      state.writes += 1;
      if (state.full) throw new Error('no space left');
    },
  });
  return { state, readiness };
}

test('tries one write per second at most', async () => {
  const { state, readiness } = probed();
  for (let i = 0; i < 50; i++) expect(await readiness.ready()).toBe(true);
  expect(state.writes).toBe(1);
  state.full = true;
  now += 1_000;
  expect(await Promise.all([readiness.ready(), readiness.ready()])).toEqual([false, false]);
  expect(state.writes).toBe(2);
  state.full = false;
  now += 1_000;
  expect(await readiness.ready()).toBe(true);
});

test('is not ready for a while after the disk refused a write, even if small writes succeed', async () => {
  const { readiness } = probed();
  readiness.refused();
  expect(await readiness.ready()).toBe(false);
  now += 4_999;
  expect(await readiness.ready()).toBe(false);
  now += 1;
  expect(await readiness.ready()).toBe(true);
});

test('is not ready before the migration, writes nothing, and checks again immediately', async () => {
  let migrated = false;
  let writes = 0;
  const readiness = createReadiness({ isMigrated: async () => migrated, write: async () => void writes++ });
  expect([await readiness.ready(), writes]).toEqual([false, 0]);
  migrated = true;
  expect([await readiness.ready(), writes]).toEqual([true, 1]);
});

test('does not wait for a slow write, and starts no second one beside it', async () => {
  let writes = 0;
  const readiness = createReadiness({
    isMigrated: async () => true,
    write: () => new Promise(() => void writes++),
  });
  const asked = [readiness.ready()];
  now += 1_500;
  asked.push(readiness.ready());
  expect(await Promise.all(asked)).toEqual([false, false]);
  expect(writes).toBe(1);
});
