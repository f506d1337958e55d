import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Context, instant, ok, tenantKey } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { Agent } from './agent.js';
import { withPolicy } from './policy-fields.js';
import { AGENT_USAGES, readUsage, readUsages, reserveUsage } from './usage.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const contextAt = (time: string): Context => {
  const now = instant(Date.parse(time));
  return { tenant, actor: { kind: 'system' }, requestId: 'r', now, hostNow: now };
};
const EVENING = contextAt('2026-01-31T23:59:59.999Z');
const MORNING = contextAt('2026-02-01T00:00:00.000Z');
const MIDDAY = contextAt('2026-01-31T12:00:00Z');

const agentOf = (limits: object, id = 'Agent:1'): Agent => {
  const spendingLimits = { currency: 'USD', perTransactionLimit: 1_000n, ...limits };
  return { id, policy: withPolicy(null, { permissions: [], defaultExecutionMode: 'AUTO', spendingLimits }) } as never;
};

let units: ReturnType<typeof createMemoryStorage>['units'];
beforeEach(() => {
  units = createMemoryStorage().units;
});

const reserve = async (agent: Agent, amount: bigint, ctx = MIDDAY): Promise<string> => {
  const done = await units.run(tenant, async (tx) => ok(await reserveUsage(tx, ctx, agent, amount)));
  return done.ok ? 'ok' : `${done.error.code} ${String(done.error.details?.['reason'])}`;
};
const usage = (agent: Agent, ctx = MIDDAY) => units.read(tenant, (reads) => readUsage(reads, ctx, agent));
const row = (id: string) => units.read(tenant, (reads) => reads.get(AGENT_USAGES, id));
const NONE = { dailySpend: 0n, dailyCount: 0n, monthlySpend: 0n };

describe('the usage of an agent', () => {
  it('counts the amount and the payment in one row of the day and one of the month', async () => {
    const agent = agentOf({ dailyLimit: 500n, dailyTransactionLimit: 3, monthlyLimit: 800n });
    expect(await usage(agent)).toEqual(NONE);
    expect(await reserve(agent, 100n)).toBe('ok');
    const base = { tenant, version: 1, createdAt: MIDDAY.now, updatedAt: MIDDAY.now, agentId: 'Agent:1' };
    expect(await row('Agent:1/2026-01-31/USD')).toEqual({
      ...base,
      id: 'Agent:1/2026-01-31/USD',
      period: '2026-01-31',
      currency: 'USD',
      cap: 500n,
      remaining: 400n,
      countCap: 3n,
      countRemaining: 2n,
    });
    expect(await row('Agent:1/2026-01/USD')).toEqual({
      ...base,
      id: 'Agent:1/2026-01/USD',
      period: '2026-01',
      currency: 'USD',
      cap: 800n,
      remaining: 700n,
      countCap: MAX_AMOUNT,
      countRemaining: MAX_AMOUNT - 1n,
    });
    expect(await reserve(agent, 50n)).toBe('ok');
    expect(await usage(agent)).toEqual({ dailySpend: 150n, dailyCount: 2n, monthlySpend: 150n });
  });

  it('reaches a limit, but does not exceed it', async () => {
    const agent = agentOf({ dailyLimit: 500n, monthlyLimit: 600n });
    expect(await reserve(agent, 500n)).toBe('ok');
    expect(await reserve(agent, 1n)).toBe('FORBIDDEN DAILY_LIMIT_EXCEEDED');
    expect(await reserve(agent, 101n, contextAt('2026-01-30T00:00:00Z'))).toBe('FORBIDDEN MONTHLY_LIMIT_EXCEEDED');
    expect(await reserve(agent, 100n, contextAt('2026-01-30T00:00:00Z'))).toBe('ok');
    // The refused units counted nothing.
    expect(await usage(agent)).toEqual({ dailySpend: 500n, dailyCount: 1n, monthlySpend: 600n });
  });

  it('of payments has a limit of its own', async () => {
    const agent = agentOf({ dailyTransactionLimit: 2 });
    expect([await reserve(agent, 1n), await reserve(agent, 1n), await reserve(agent, 1n)]).toEqual([
      'ok',
      'ok',
      'FORBIDDEN DAILY_LIMIT_EXCEEDED',
    ]);
  });

  it('without limits is counted all the same', async () => {
    const agent = agentOf({});
    expect(await reserve(agent, 900n)).toBe('ok');
    expect(await row('Agent:1/2026-01-31/USD')).toMatchObject({ cap: MAX_AMOUNT, countCap: MAX_AMOUNT });
    expect(await usage(agent)).toEqual({ dailySpend: 900n, dailyCount: 1n, monthlySpend: 900n });
  });

  it('starts again with the day and the month, in UTC', async () => {
    const agent = agentOf({ dailyLimit: 100n, monthlyLimit: 100n });
    expect(await reserve(agent, 100n, EVENING)).toBe('ok');
    expect(await usage(agent, EVENING)).toEqual({ dailySpend: 100n, dailyCount: 1n, monthlySpend: 100n });
    expect(await usage(agent, MORNING)).toEqual(NONE);
    expect(await reserve(agent, 100n, MORNING)).toBe('ok');
  });

  it('keeps what was spent when a limit changes', async () => {
    expect(await reserve(agentOf({ dailyLimit: 500n, dailyTransactionLimit: 5 }), 300n)).toBe('ok');
    const lowered = agentOf({ dailyLimit: 200n, dailyTransactionLimit: 5 });
    expect(await reserve(lowered, 1n)).toBe('FORBIDDEN DAILY_LIMIT_EXCEEDED');
    const raised = agentOf({ dailyLimit: 400n, dailyTransactionLimit: 2, monthlyLimit: 1_000n });
    expect(await reserve(raised, 100n)).toBe('ok');
    expect(await row('Agent:1/2026-01-31/USD')).toMatchObject({
      cap: 400n,
      remaining: 0n,
      countCap: 2n,
      countRemaining: 0n,
    });
    expect(await row('Agent:1/2026-01/USD')).toMatchObject({ cap: 1_000n, remaining: 600n });
    expect(await usage(raised)).toEqual({ dailySpend: 400n, dailyCount: 2n, monthlySpend: 400n });
    // Only the count changes.
    expect(await reserve(agentOf({ dailyLimit: 400n, dailyTransactionLimit: 3, monthlyLimit: 1_000n }), 0n)).toBe('ok');
    expect(await row('Agent:1/2026-01-31/USD')).toMatchObject({ countCap: 3n, countRemaining: 0n });
  });

  it('is kept apart by agent and by currency', async () => {
    const [one, two, euros] = [agentOf({}), agentOf({}, 'Agent:2'), agentOf({ currency: 'EUR' })];
    await reserve(one, 10n);
    await reserve(two, 20n);
    const spends = await units.read(tenant, (reads) => readUsages(reads, MIDDAY, [two, euros, one]));
    expect(spends.map(({ dailySpend, monthlySpend }) => [dailySpend, monthlySpend])).toEqual([
      [20n, 20n],
      [0n, 0n],
      [10n, 10n],
    ]);
  });

  it('of concurrent payments never exceeds a limit', async () => {
    const agent = agentOf({ dailyLimit: 500n });
    const answers = await Promise.all(Array.from({ length: 10 }, () => reserve(agent, 100n)));
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(5);
    expect((await usage(agent)).dailySpend).toBe(500n);
  });
});
