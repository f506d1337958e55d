import type { CreditTransferScheme } from '../iso20022/messages.js';

/** What decides which payments go into a file together. */
export interface Waiting {
  readonly reference: string;
  readonly scheme: CreditTransferScheme;
  /** Cents, positive. */
  readonly amount: bigint;
}

export interface FileLimits {
  readonly maxPayments: number;
  /** Cents; null for no limit. */
  readonly maxPerFile: bigint | null;
  /** What is left of the day's limit, in cents; null for no limit. */
  readonly leftToday: bigint | null;
}

/**
 * The payments of the next file, in the order in which they wait: those of one scheme, the scheme of the oldest payment
 * that fits. Later payments may go ahead of one that does not fit; it has the first chance in the next file.
 */
export function choosePayments<W extends Waiting>(
  waiting: readonly W[],
  { maxPayments, maxPerFile, leftToday }: FileLimits,
): readonly W[] {
  const limits = [maxPerFile, leftToday].filter((limit) => limit !== null);
  const chosen: W[] = [];
  let total = 0n;
  for (const payment of waiting) {
    if (chosen.length === maxPayments) break;
    const sum = total + payment.amount;
    if (limits.some((limit) => sum > limit)) continue;
    if (chosen.length > 0 && chosen[0]!.scheme !== payment.scheme) continue;
    chosen.push(payment);
    total = sum;
  }
  return chosen;
}
