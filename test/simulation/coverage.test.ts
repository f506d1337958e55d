import { describe, expect, it } from 'vitest';
import { COMPLETE_MINUTES, coverageOf } from './coverage.js';
import { NOT_TAKEN } from './not-taken.js';
import { ALL_ROWS } from './transitions.js';

const all = new Map(ALL_ROWS.map((row) => [row, 1]));

describe('the rows that a run has taken', () => {
  it('are enough if each one was taken', () => {
    expect(coverageOf(all, COMPLETE_MINUTES)).toEqual({ missing: [], fails: false });
  });

  it('fail a long run in which a row is missing, and only name it after a short run', () => {
    const row = 'Quote: PENDING --expire--> EXPIRED';
    const most = new Map([...all].filter(([name]) => name !== row));
    expect(coverageOf(most, COMPLETE_MINUTES)).toEqual({ missing: [row], fails: true });
    expect(coverageOf(most, COMPLETE_MINUTES - 1)).toEqual({ missing: [row], fails: false });
  });

  it('may lack the rows that have a reason, all of which exist', () => {
    expect(ALL_ROWS).toEqual(expect.arrayContaining(Object.keys(NOT_TAKEN)));
    const [named, unnamed, ...others] = ALL_ROWS;
    const rows = new Map(others.map((row) => [row, 1]));
    expect(coverageOf(rows, COMPLETE_MINUTES, { [named!]: 'a reason' }).missing).toEqual([unnamed]);
  });
});
