import { instant } from '@corridor/core';
import { describe, expect, it, test } from 'vitest';
import { createClockCheck, verdictOf } from './clock-watch.js';
import { createHostState, isFit } from './host-state.js';
import { createLog } from '../logging/logging.js';

const SERVER = 1_700_000_000_000;

/** A host whose clock is ahead by `skew.ms`, beside hosts on other machines. */
function play(others: readonly number[] = []) {
  const skew = { ms: 0 };
  const lines: string[] = [];
  const state = createHostState();
  const told: number[] = [];
  const check = createClockCheck({
    storage: {
      inspect: async () => ({ missing: [], unknown: [], now: instant(SERVER) }),
      exchangeSkew: async (_machine, ms) => {
        told.push(ms);
        return others;
      },
    },
    clock: { now: () => instant(SERVER + skew.ms) },
    machine: 'a',
    state,
    log: createLog('info', { write: (line) => lines.push(line) }),
  });
  return { skew, lines, state, check, told };
}

describe('a host on a server with a clock of its own', () => {
  it('says nothing below two seconds, and tells the other hosts what it has measured', async () => {
    const { skew, lines, state, check, told } = play();
    skew.ms = -1_900;
    for (let n = 0; n < 5; n++) await check();
    expect(lines).toEqual([]);
    expect(told).toEqual([-1_900, -1_900, -1_900, -1_900, -1_900]);
    expect(state).toMatchObject({ isKeyForeign: false, isClockWrong: false, clockSkew: -1.9 });
  });

  it('warns from two seconds on with each check, and stays ready up to five', async () => {
    const { skew, lines, state, check } = play();
    skew.ms = 4_900;
    for (let n = 0; n < 5; n++) await check();
    expect(lines).toHaveLength(5);
    expect(lines[0]).toContain('"level":"warn"');
    expect(lines[0]).toContain('"aheadSeconds":4.9');
    expect(isFit(state)).toBe(true);
  });

  it.each([90_000, -600_000])('is not ready after three checks in a row with %i ms, and ready again', async (ms) => {
    const { skew, lines, state, check } = play();
    skew.ms = ms;
    await check();
    await check();
    skew.ms = 0;
    await check();
    skew.ms = ms;
    await check();
    await check();
    expect(isFit(state)).toBe(true);
    await check();
    expect(isFit(state)).toBe(false);
    expect(lines.at(-1)).toContain('clocks differ too much: the host serves no requests until they agree');
    skew.ms = 0;
    await check();
    expect(isFit(state)).toBe(true);
    expect(lines.at(-1)).toContain('clocks agree again');
  });

  it('says which clock differs from those of the other machines', async () => {
    const { skew, lines, check } = play([0, 100]);
    skew.ms = 90_000;
    await check();
    expect(lines[0]).toContain(
      'the clock of this machine differs from those of the database server and 2 of 2 other machines',
    );
  });
});

test.each([
  [[], 'no other machine has a host of this database, so either clock can be wrong'],
  [[89_000], 'the clock of the database server differs from those of this machine and 1 of 1 other machine'],
  [[0, 89_000], 'the clocks of 2 other machines do not decide which clock is wrong'],
  [
    [-500, 89_000, 1_000],
    'the clock of this machine differs from those of the database server and 2 of 3 other machines',
  ],
])('beside machines that are ahead by %j ms', (others, verdict) => {
  expect(verdictOf(90_000, others)).toBe(verdict);
});
