import { describe, expect, it } from 'vitest';
import { treasuryParts } from '../../testing/treasury-parts.js';
import { setProblems, treasuryProblems } from './problems.js';

describe('the problems of a treasury', () => {
  it('are those that each task has found last', async () => {
    const { store, read } = treasuryParts();
    const problems = () => read(treasuryProblems);
    expect(await problems()).toEqual([]);
    await setProblems(store, 'sweeps', ['one', 'two']);
    await setProblems(store, 'rates', ['three']);
    expect(await problems()).toEqual(['one', 'two', 'three']);
    await setProblems(store, 'sweeps', ['two']);
    expect(await problems()).toEqual(['two', 'three']);
    await setProblems(store, 'rates', []);
    expect(await problems()).toEqual(['two']);
  });

  it('are written only if they differ', async () => {
    const { store, committed } = treasuryParts();
    await setProblems(store, 'sweeps', []);
    expect(committed.size).toBe(0);
    await setProblems(store, 'sweeps', ['one']);
    await setProblems(store, 'sweeps', ['one']);
    expect(committed.get('treasury-problems/sweeps')).toMatchObject({ version: 1, value: ['one'] });
    await setProblems(store, 'sweeps', ['one', 'two']);
    expect(committed.get('treasury-problems/sweeps')!.version).toBe(2);
  });

  it('can be found by two hosts at the same moment', async () => {
    // At step 4, both hosts have read that the record does not exist.
    for (const at of [1, 2, 3, 4, 5]) {
      let step = 0;
      const { database, store, read } = treasuryParts();
      const other = database.storeFor(async () => {
        step += 1;
        if (step === at) await setProblems(store, 'sweeps', ['one']);
      });
      await setProblems(other, 'sweeps', ['one']);
      expect(await read(treasuryProblems)).toEqual(['one']);
    }
  });
});
