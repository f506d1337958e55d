import { setTimeout as delay } from 'node:timers/promises';
import { type CurrencyCode, instant } from '@corridor/core';
import type { ComparedHolding } from '@corridor/core/internal';
import type { RailCondition, RailConnection } from '@corridor/core/ports';
import { describe, expect, test } from 'vitest';
import { type Compare, conditionOf, createRailConditions } from './rail-conditions.js';

const WELL: RailCondition = { isReachable: true, lastExchangeAt: instant(1), backlog: { payments: 2 }, problems: [] };

const connectionOf = (check: () => Promise<RailCondition>): RailConnection => ({
  name: 'acme-bank',
  environment: 'PRODUCTION',
  claims: [],
  rails: [],
  tasks: [],
  callback: null,
  check,
  releases: null,
});
const watching = (times: Parameters<typeof createRailConditions>[0], check: () => Promise<RailCondition>) => {
  const conditions = createRailConditions(times);
  conditions.watch([connectionOf(check)], async () => [], []);
  return conditions;
};

const never = (): Promise<never> => new Promise(() => undefined);

const held: ComparedHolding = {
  ...{ rail: 'acme-bank', currency: 'USDC' as CurrencyCode, asOf: 'block 7' },
  ...{ amount: 10n, untold: 0n, ledger: 10n, difference: 0n },
};

describe('the holdings of connections', () => {
  const TIMES = { ageMs: 50, patienceMs: 1_000, checkMs: 20 };
  const withHoldings = (compare: Compare, times = TIMES) => {
    const conditions = createRailConditions(times);
    conditions.watch([{ ...connectionOf(async () => WELL), holdings: async () => [] }], compare, []);
    return conditions;
  };

  test('are compared once for many readers, and again when they are old', async () => {
    let asked = 0;
    const conditions = withHoldings(async () => {
      asked += 1;
      return [held];
    });
    expect(await Promise.all([conditions.holdings(), conditions.holdings()])).toEqual([
      { compared: [held], isWhole: true },
      { compared: [held], isWhole: true },
    ]);
    await conditions.holdings();
    expect(asked).toBe(1);
    await delay(60);
    await conditions.holdings();
    expect(asked).toBe(2);
  });

  test('are left out if they cannot be read, so that no old balance looks like a present one', async () => {
    const answers: Compare[] = [async () => [held], () => Promise.reject(new Error('no quorum')), never];
    let asked = 0;
    const conditions = withHoldings((connection) => answers[asked++]!(connection), { ...TIMES, ageMs: 0 });
    expect(await conditions.holdings()).toEqual({ compared: [held], isWhole: true });
    expect(await conditions.holdings()).toEqual({ compared: [], isWhole: false });
    expect(await conditions.holdings()).toEqual({ compared: [], isWhole: false });
  });

  test('are not asked of a connection without holdings', async () => {
    const conditions = createRailConditions(TIMES);
    conditions.watch([connectionOf(async () => WELL)], () => Promise.reject(new Error('asked')), []);
    expect(await conditions.holdings()).toEqual({ compared: [], isWhole: true });
  });
});

describe('the conditions of connections', () => {
  test('are asked once for many readers, and again when they are old', async () => {
    let asked = 0;
    const conditions = watching({ ageMs: 50, patienceMs: 1_000, checkMs: 1_000 }, async () => {
      asked += 1;
      return WELL;
    });
    const [reports] = await Promise.all([conditions.read(), conditions.read()]);
    expect(reports).toEqual([{ name: 'acme-bank', environment: 'PRODUCTION', ...WELL }]);
    await conditions.read();
    expect(asked).toBe(1);
    await delay(60);
    await conditions.read();
    expect(asked).toBe(2);
  });

  test('are those from before while a connection is slow, so that a reader waits only briefly', async () => {
    const answers = [async () => WELL, never];
    let asked = 0;
    const conditions = watching({ ageMs: 0, patienceMs: 20, checkMs: 60_000 }, () => answers[asked++]!());
    await conditions.read();
    expect(await conditions.read()).toMatchObject([WELL]);
    expect(await conditions.read()).toMatchObject([WELL]);
    expect(asked).toBe(2);
  });

  test('say that a connection has not answered yet', async () => {
    const conditions = watching({ ageMs: 0, patienceMs: 10, checkMs: 60_000 }, never);
    expect(await conditions.read()).toMatchObject([
      { isReachable: false, problems: ['the connection has not answered yet'] },
    ]);
  });

  test('keep what was exchanged and what waits while a connection does not answer', async () => {
    const answers = [async () => WELL, never, () => Promise.reject(new Error('no route'))];
    const conditions = watching({ ageMs: 0, patienceMs: 1_000, checkMs: 20 }, () => answers.shift()!());
    await conditions.read();
    const { lastExchangeAt, backlog } = WELL;
    for (const problem of ['the check did not end within 0.02 seconds', 'the check failed: no route']) {
      expect(await conditions.read()).toEqual([
        {
          name: 'acme-bank',
          environment: 'PRODUCTION',
          isReachable: false,
          lastExchangeAt,
          backlog,
          problems: [problem],
        },
      ]);
    }
  });

  test('are a problem if the check throws or does not end, and the connection is asked again', async () => {
    const answers = [never, async () => WELL];
    const conditions = watching({ ageMs: 0, patienceMs: 1_000, checkMs: 20 }, () => answers.shift()!());
    expect(await conditions.read()).toMatchObject([
      { isReachable: false, problems: ['the check did not end within 0.02 seconds'] },
    ]);
    expect(await conditions.read()).toMatchObject([WELL]);
    const broken = connectionOf(() => {
      throw new Error('no route');
    });
    expect(await conditionOf(broken, 1_000)).toMatchObject({
      isReachable: false,
      problems: ['the check failed: no route'],
    });
  });
});
