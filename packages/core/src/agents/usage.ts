import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type CurrencyCode,
  type DomainError,
  domainError,
  type Id,
  newRecord,
  type Reads,
  recordKind,
  dayOf,
  toIso,
  type Tx,
  update,
} from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { Agent } from './agent.js';
import type { Refusal, Usage } from './policy.js';

/**
 * The remaining limits of an agent in one day or month (UTC, by the clock of the tenant), in smallest units of the
 * currency of the limits. If the currency changes, new counts start.
 */
export interface AgentUsage extends BaseRecord {
  readonly agentId: Id<'Agent'>;
  /** `YYYY-MM-DD` or `YYYY-MM` */
  readonly period: string;
  readonly currency: CurrencyCode;
  /** The spending limit of the period, at the last payment. */
  readonly cap: bigint;
  /** Negative if the limit was lowered below the amount already spent. */
  readonly remaining: bigint;
  /** The maximum number of payments in the period, at the last payment. */
  readonly countCap: bigint;
  readonly countRemaining: bigint;
}

export const AGENT_USAGES = recordKind<AgentUsage>()({
  name: 'agent_usages',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    agentId: 'text',
    period: 'text',
    currency: 'text',
    cap: 'amount',
    remaining: 'amount',
    countCap: 'amount',
    countRemaining: 'amount',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: ['agentId', 'period', 'currency'],
});

/** The value of an unlimited cap: the largest amount that the API can represent. */
const UNLIMITED = MAX_AMOUNT;

export const dayOfUsage = (ctx: Pick<Context, 'now'>): string => dayOf(ctx.now);
export const monthOfUsage = (ctx: Pick<Context, 'now'>): string => toIso(ctx.now).slice(0, 'YYYY-MM'.length);

export const usageId = (agentId: string, period: string, currency: string): string =>
  `${agentId}/${period}/${currency}`;

interface Caps {
  readonly period: string;
  readonly cap: bigint;
  readonly countCap: bigint;
  readonly exceeded: Refusal;
}

function capsOf(ctx: Context, { policy: { spendingLimits } }: Agent): readonly Caps[] {
  const { dailyLimit, dailyTransactionLimit, monthlyLimit } = spendingLimits;
  const most = dailyTransactionLimit === null ? UNLIMITED : BigInt(dailyTransactionLimit);
  return [
    { period: dayOfUsage(ctx), cap: dailyLimit ?? UNLIMITED, countCap: most, exceeded: 'DAILY_LIMIT_EXCEEDED' },
    {
      period: monthOfUsage(ctx),
      cap: monthlyLimit ?? UNLIMITED,
      countCap: UNLIMITED,
      exceeded: 'MONTHLY_LIMIT_EXCEEDED',
    },
  ];
}

/** The usage of an agent today and this month. */
export async function readUsage(reads: Reads, ctx: Pick<Context, 'now'>, agent: Agent): Promise<Usage> {
  return (await readUsages(reads, ctx, [agent]))[0]!;
}

/** The usage of several agents, in their order. */
export async function readUsages(
  reads: Reads,
  ctx: Pick<Context, 'now'>,
  agents: readonly Agent[],
): Promise<readonly Usage[]> {
  const keys = agents.map(({ id, policy }) => {
    const { currency } = policy.spendingLimits;
    return { day: usageId(id, dayOfUsage(ctx), currency), month: usageId(id, monthOfUsage(ctx), currency) };
  });
  const rows = await reads.getMany(
    AGENT_USAGES,
    keys.flatMap(({ day, month }) => [day, month]),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return keys.map(({ day, month }) => {
    const [today, thisMonth] = [byId.get(day), byId.get(month)];
    return {
      dailySpend: today === undefined ? 0n : today.cap - today.remaining,
      dailyCount: today === undefined ? 0n : today.countCap - today.countRemaining,
      monthlySpend: thisMonth === undefined ? 0n : thisMonth.cap - thisMonth.remaining,
    };
  });
}

/**
 * Reserves an amount from the limits, in the unit of work that moves the money. The rows are guarded like balances, so
 * concurrent payments on any number of hosts cannot exceed a limit: the unit fails with 403 FORBIDDEN if too little is
 * left. A reservation is never released, even if the payment fails, because limits bound what an agent starts.
 */
export async function reserveUsage(tx: Tx, ctx: Context, agent: Agent, amount: bigint): Promise<void> {
  const { currency } = agent.policy.spendingLimits;
  const caps = capsOf(ctx, agent);
  const rows = await tx.getMany(
    AGENT_USAGES,
    caps.map(({ period }) => usageId(agent.id, period, currency)),
  );
  for (const { period, cap, countCap, exceeded } of caps) {
    const id = usageId(agent.id, period, currency);
    const row = rows.find((known) => known.id === id) ?? null;
    if (row !== null && (row.cap !== cap || row.countCap !== countCap)) {
      update(tx, ctx, AGENT_USAGES, row, {
        cap,
        remaining: row.remaining + cap - row.cap,
        countCap,
        countRemaining: row.countRemaining + countCap - row.countCap,
      });
    }
    const taken = { id, by: { remaining: -amount, countRemaining: -1n } };
    // If two payments are the first of a day, the second one finds the inserted row and takes from it.
    const initial: AgentUsage = {
      agentId: agent.id,
      period,
      currency,
      cap,
      remaining: cap - amount,
      countCap,
      countRemaining: countCap - 1n,
      ...newRecord(id, ctx),
    };
    tx.increase(AGENT_USAGES, row === null ? { ...taken, initial } : taken, beyond(exceeded));
  }
}

/** 403 FORBIDDEN with the violated rule in `details.reason`. */
export const beyond = (reason: string): DomainError =>
  domainError('FORBIDDEN', `the agent's policy does not allow this: ${reason}`, { reason });
