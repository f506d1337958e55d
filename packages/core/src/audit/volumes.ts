import { type Check, unless } from '../ledger/index.js';
import { amountOrUnits, amountText } from '../money/index.js';
import { DAILY_VOLUMES, type DailyVolume } from '../rates/index.js';
import type { Transaction } from '../transactions/index.js';
import type { PaidBooks, Pass } from './books.js';

/** Whether a payment counts against its daily volume. A payment that failed before its delivery does not count. */
const keeps = ({ status, failureReason }: Transaction): boolean =>
  status !== 'FAILED' || failureReason === 'PAYOUT_RETURNED';

/** Sums up the daily volumes that payments have used. */
export function noteVolumes(volumes: Map<string, bigint>, payments: readonly Transaction[]): void {
  for (const payment of payments) {
    const { dailyVolumeId: id, sentAmount } = payment;
    if (id !== null) volumes.set(id, (volumes.get(id) ?? 0n) + (keeps(payment) ? sentAmount! : 0n));
  }
}

/** Reports the daily volumes that payments have used, but which do not exist. */
export const inspectUsed = (volumes: ReadonlyMap<string, bigint>): readonly string[] =>
  [...volumes].map(([id, taken]) => {
    // The id has platform, environment and corridor, whose name begins with the currency that is sent.
    const [, , currency] = id.split('/');
    return `payments have used ${amountOrUnits(taken, currency)} of ${id}, which does not exist`;
  });

interface Used {
  readonly volume: DailyVolume;
  readonly taken: bigint;
}

const isTakenByPayments: Check<Used> = ({ volume: { id, corridor, cap, remaining }, taken }) => {
  // The name of a corridor begins with the currency that is sent.
  const [currency = ''] = corridor.split('/');
  return unless(
    cap - remaining === taken,
    () => `${id} has ${amountText(cap - remaining, currency)} used, its payments sum to ${amountText(taken, currency)}`,
  );
};

export const VOLUME_PASS: Pass<DailyVolume, Used, PaidBooks> = {
  kind: DAILY_VOLUMES,
  subjects: async ({ volumes }, page) =>
    page.map((volume) => {
      const taken = volumes.get(volume.id) ?? 0n;
      volumes.delete(volume.id);
      return { volume, taken };
    }),
  checks: [isTakenByPayments],
};
