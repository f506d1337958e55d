import { Bug, RailEntryError } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { once, problemOf } from './compared-entry.js';

describe('the comparison of an entry with its chain', () => {
  it('succeeds once, also for those that ask at the same time, and is repeated after a failure', async () => {
    const results = [new Error('no quorum'), null];
    let runs = 0;
    const compare = once(async () => {
      const result = results[runs]!;
      runs += 1;
      if (result !== null) throw result;
    });
    await Promise.all([expect(compare()).rejects.toThrow('no quorum'), expect(compare()).rejects.toThrow('no quorum')]);
    expect(runs).toBe(1);
    await Promise.all([compare(), compare()]);
    await compare();
    expect(runs).toBe(2);
  });

  it('is a problem with its reason', async () => {
    expect(await problemOf(async () => {})).toEqual([]);
    expect(await problemOf(() => Promise.reject(new RailEntryError('chainId', 'is another')))).toEqual([
      'the entry does not fit the chain: chainId: is another',
    ]);
    expect(await problemOf(() => Promise.reject(new Error('no quorum')))).toEqual([
      'the entry is not compared with the chain yet: no quorum',
    ]);
    // Some libraries throw other values than errors.
    expect(await problemOf(() => Promise.reject('silence'))).toEqual([
      'the entry is not compared with the chain yet: silence',
    ]);
    await expect(problemOf(() => Promise.reject(new Bug('a mistake')))).rejects.toThrow('a mistake');
  });
});
