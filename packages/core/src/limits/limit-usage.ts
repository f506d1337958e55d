import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type CurrencyCode,
  type Id,
  type Instant,
  instant,
  newRecord,
  recordKind,
  toIso,
} from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { LimitKind, PaymentLimit } from '../platforms/index.js';

/** What one customer has used of a limit in one day or month: UTC, by the clock of the tenant. */
export interface LimitUsage extends BaseRecord {
  readonly customerId: Id<'Customer'>;
  readonly kind: LimitKind;
  readonly currency: CurrencyCode;
  /** `YYYY-MM-DD` or `YYYY-MM` */
  readonly period: string;
  /** The largest amount of the period at the last payment, in smallest units. */
  readonly cap: bigint;
  /** Negative if the limit was lowered below what was used, or a card network has settled more than is left. */
  readonly remaining: bigint;
  /** The largest number of payments in the period, at the last payment. */
  readonly countCap: bigint;
  readonly countRemaining: bigint;
}

export const LIMIT_USAGES = recordKind<LimitUsage>()({
  name: 'limit_usages',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    kind: 'text',
    currency: 'text',
    period: 'text',
    cap: 'amount',
    remaining: 'amount',
    countCap: 'amount',
    countRemaining: 'amount',
  },
  states: [],
  unique: [],
  filters: ['customerId'],
  immutable: ['customerId', 'kind', 'currency', 'period'],
});

/** What a payment has used of limits. It gives it back if it fails before its money has left. */
export interface LimitUse {
  /** The usages in which it is counted. */
  readonly usageIds: readonly string[];
  /** What is counted now, in smallest units; zero: nothing, and no payment. */
  readonly amount: bigint;
}

/** The value of a maximum that is not set: no sum of payments reaches it. */
const UNLIMITED = MAX_AMOUNT;

export type PeriodKind = 'day' | 'month';

/** One maximum of an amount and one of a number, in one period. */
export interface Caps {
  readonly limit: PaymentLimit;
  readonly of: PeriodKind;
  readonly period: string;
  readonly endsAt: Instant;
  readonly cap: bigint;
  readonly countCap: bigint;
}

export const dayOf = (now: Instant): string => toIso(now).slice(0, 'YYYY-MM-DD'.length);
export const monthOf = (now: Instant): string => toIso(now).slice(0, 'YYYY-MM'.length);

const endOfDay = (now: Instant): Instant => {
  const at = new Date(now);
  return instant(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1));
};
const endOfMonth = (now: Instant): Instant => {
  const at = new Date(now);
  return instant(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
};

const count = (most: number | null): bigint => (most === null ? UNLIMITED : BigInt(most));

/** The maxima of a limit in the day and in the month of this time. */
export const capsOf = (limit: PaymentLimit, { now }: Pick<Context, 'now'>): readonly [day: Caps, month: Caps] => [
  {
    ...{ limit, of: 'day', period: dayOf(now), endsAt: endOfDay(now) },
    ...{ cap: limit.dailyAmount ?? UNLIMITED, countCap: count(limit.dailyCount) },
  },
  {
    ...{ limit, of: 'month', period: monthOf(now), endsAt: endOfMonth(now) },
    ...{ cap: limit.monthlyAmount ?? UNLIMITED, countCap: count(limit.monthlyCount) },
  },
];

export const usageIdOf = (
  customerId: string,
  { kind, currency }: Pick<PaymentLimit, 'kind' | 'currency'>,
  period: string,
): string => `${customerId}/${kind}/${currency}/${period}`;

/** Used so far: an amount, and a number of payments. */
export interface Used {
  readonly amount: bigint;
  readonly count: bigint;
}

export const NOTHING_USED: Used = { amount: 0n, count: 0n };

export const usedIn = (usage: LimitUsage | null | undefined): Used =>
  usage === null || usage === undefined
    ? NOTHING_USED
    : { amount: usage.cap - usage.remaining, count: usage.countCap - usage.countRemaining };

/** The usage of a period of which this is used. */
export const newUsage = (
  ctx: Context,
  customerId: Id<'Customer'>,
  { limit, period, cap, countCap }: Caps,
  { amount, count: number }: Used,
): LimitUsage => ({
  customerId,
  kind: limit.kind,
  currency: limit.currency,
  period,
  cap,
  remaining: cap - amount,
  countCap,
  countRemaining: countCap - number,
  ...newRecord(usageIdOf(customerId, limit, period), ctx),
});
