import { setTimeout as delay } from 'node:timers/promises';
import { instant } from '@corridor/core';
import type { RailCondition, RailConnection } from '@corridor/core/ports';
import { describe, expect, test } from 'vitest';
import { conditionOf, createRailConditions } from './rail-conditions.js';

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
  conditions.watch([connectionOf(check)]);
  return conditions;
};

const never = (): Promise<never> => new Promise(() => undefined);

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
