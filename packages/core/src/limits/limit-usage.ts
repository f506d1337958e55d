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

/** What one customer, or one card, has used of a limit in one day or month: UTC, by the clock of the tenant. */
export interface LimitUsage extends BaseRecord {
  /** For the spend limits of a card, its cardholder; the id begins with that of the card. */
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

/** An amount that is counted in usages. */
interface CountedPart {
  readonly usageIds: readonly string[];
  /** In smallest units. */
  readonly amount: bigint;
}

/** What a payment has used of limits. It gives it back if it fails before its money has left. */
export interface LimitUse {
  /** The usages in which it is counted. */
  readonly usageIds: readonly string[];
  /** What is counted now as a whole, in smallest units; zero: nothing, and no payment. */
  readonly amount: bigint;
  /** The parts of the amount that were added later, in the usages of their own time, oldest first; absent without any. */
  readonly added?: readonly CountedPart[];
}

/** The value of a maximum that is not set: no sum of payments reaches it. */
export const UNLIMITED = MAX_AMOUNT;

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

/** The id of a usage of a customer; `owner` is the card for the spend limits of a card. */
export const usageIdOf = (
  owner: string,
  { kind, currency }: Pick<PaymentLimit, 'kind' | 'currency'>,
  period: string,
): string => `${owner}/${kind}/${currency}/${period}`;

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

/** A usage with the maxima that apply to it now. */
export interface Counter {
  readonly id: string;
  readonly customerId: Id<'Customer'>;
  readonly kind: LimitKind;
  readonly currency: CurrencyCode;
  readonly period: string;
  readonly cap: bigint;
  readonly countCap: bigint;
}

/** The usage of a period of which this is used. */
export const newUsage = (
  ctx: Context,
  { id, customerId, kind, currency, period, cap, countCap }: Counter,
  { amount, count: number }: Used,
): LimitUsage => ({
  ...{ customerId, kind, currency, period },
  cap,
  remaining: cap - amount,
  countCap,
  countRemaining: countCap - number,
  ...newRecord(id, ctx),
});

/** What a payment has used of each of its usages. What was added to it later does not count as another payment. */
export function usedBy({ usageIds, amount, added = [] }: LimitUse): ReadonlyMap<string, Used> {
  const used = new Map<string, Used>();
  const note = (ids: readonly string[], part: Used): void => {
    for (const id of ids) {
      const before = used.get(id) ?? NOTHING_USED;
      used.set(id, { amount: before.amount + part.amount, count: before.count + part.count });
    }
  };
  const later = added.reduce((sum, part) => sum + part.amount, 0n);
  note(usageIds, { amount: amount - later, count: amount === 0n ? 0n : 1n });
  for (const part of added) note(part.usageIds, { amount: part.amount, count: 0n });
  return used;
}

/** A use of another amount. What it has less is taken from what was added last; what it has more counts with its start. */
export function resized({ usageIds, amount: before, added = [] }: LimitUse, amount: bigint): LimitUse {
  let less = before > amount ? before - amount : 0n;
  const kept: CountedPart[] = [];
  for (const part of added.toReversed()) {
    const taken = part.amount < less ? part.amount : less;
    less -= taken;
    if (part.amount > taken) kept.unshift({ ...part, amount: part.amount - taken });
  }
  return { usageIds, amount, ...(kept.length > 0 && { added: kept }) };
}

/** A use with an amount that is added now, and counted in these usages. */
export function grown(use: LimitUse, { usageIds, amount }: CountedPart): LimitUse {
  const isSame = usageIds.length === use.usageIds.length && usageIds.every((id) => use.usageIds.includes(id));
  const added = [...(use.added ?? []), ...(isSame ? [] : [{ usageIds, amount }])];
  return { usageIds: use.usageIds, amount: use.amount + amount, ...(added.length > 0 && { added }) };
}
