import { expect, test } from 'vitest';
import { remembered } from './remembered.js';

function asked() {
  const state = { now: 1_000, count: 0, fails: false };
  const read = remembered(
    60,
    () => state.now,
    async () => {
      state.count += 1;
      if (state.fails) throw new Error('no database');
      return state.count;
    },
  );
  return { state, read };
}

test('asks once for callers at the same time, and again when the answer is old', async () => {
  const { state, read } = asked();
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  state.now += 59;
  expect(await read()).toBe(1);
  state.now += 1;
  expect(await read()).toBe(2);
});

test('asks again after a failure, and when the clock was set back', async () => {
  const { state, read } = asked();
  state.fails = true;
  await expect(read()).rejects.toThrow('no database');
  state.fails = false;
  expect(await read()).toBe(2);
  state.now -= 1;
  expect(await read()).toBe(3);
});
