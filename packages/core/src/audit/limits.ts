import { countedOf, isCardTransaction } from '../cards/index.js';
import { type Check, unless } from '../ledger/index.js';
import {
  LIMIT_USAGES,
  type LimitUsage,
  type LimitUse,
  NOTHING_USED,
  type Used,
  usedBy,
  usedIn,
} from '../limits/index.js';
import { amountText } from '../money/index.js';
import { isOpenOperation, type StablecoinOperation } from '../stablecoins/index.js';
import type { Transaction } from '../transactions/index.js';
import type { PaidBooks, Pass } from './books.js';
import { noteVolumes } from './volumes.js';

export type UsedLimits = Map<string, Used>;

/** Sums up what payments have used of daily volumes and of limits. */
export function noteUses(
  { volumes, limits }: Pick<PaidBooks, 'volumes' | 'limits'>,
  page: readonly Transaction[],
): void {
  noteVolumes(volumes, page);
  noteLimits(limits, page);
}

/** Sums up what payments have used of limits. */
export function noteLimits(limits: UsedLimits, payments: readonly { readonly limitUse: LimitUse | null }[]): void {
  for (const { limitUse } of payments) {
    if (limitUse === null) continue;
    for (const [id, used] of usedBy(limitUse)) {
      const { amount, count } = limits.get(id) ?? NOTHING_USED;
      limits.set(id, { amount: amount + used.amount, count: count + used.count });
    }
  }
}

/** What limits must count of a payment in its state: nothing of one that failed before its money had left. */
function countedNow(payment: Transaction): bigint {
  if (isCardTransaction(payment)) return countedOf(payment.status, payment.card);
  const { type, status, failureReason, settledAt, sentAmount } = payment;
  const failedBefore =
    type === 'INCOMING'
      ? settledAt === null && (status === 'FAILED' || status === 'REFUNDED')
      : status === 'FAILED' && failureReason !== 'PAYOUT_RETURNED';
  return failedBefore ? 0n : sentAmount!;
}

const counts = (id: string, { amount }: LimitUse, expected: bigint): readonly string[] =>
  unless(amount === expected, () => `limits count another amount of ${id} than its state says`);

export const isCountedByLimits: Check<{ readonly transaction: Transaction }> = ({
  transaction: { id, limitUse },
  transaction,
}) => (limitUse === null ? [] : counts(id, limitUse, countedNow(transaction)));

export const isOrderCountedByLimits = (operation: StablecoinOperation): readonly string[] => {
  const { id, limitUse, status, heldAmount } = operation;
  if (limitUse === null) return [];
  const goesOn = isOpenOperation(operation) || status === 'COMPLETED';
  return counts(id, limitUse, goesOn ? (heldAmount ?? 0n) : 0n);
};

interface Taken {
  readonly usage: LimitUsage;
  readonly taken: Used;
}

const isTakenByPayments: Check<Taken> = ({ usage, taken }) => {
  const { amount, count } = usedIn(usage);
  return unless(
    amount === taken.amount && count === taken.count,
    () =>
      `${usage.id} has ${amountText(amount, usage.currency)} used in ${count} payments, its payments sum to ${amountText(taken.amount, usage.currency)} in ${taken.count}`,
  );
};

export const LIMIT_USAGE_PASS: Pass<LimitUsage, Taken, PaidBooks> = {
  kind: LIMIT_USAGES,
  subjects: async ({ limits }, page) =>
    page.map((usage) => {
      const taken = limits.get(usage.id) ?? NOTHING_USED;
      limits.delete(usage.id);
      return { usage, taken };
    }),
  checks: [isTakenByPayments],
};
