import type { RailRecords } from '@corridor/core/ports';
import { REFUND_KEY, refundIn, REFUNDS } from '../deposits/refunds.js';
import { deliveredId, payoutIn, payoutOf, PAYOUT_TELLINGS, PAYOUTS } from '../payouts/payout-records.js';

/** Whether core knows that the payout or refund of an intent was paid. */
export async function isPaymentTold(records: RailRecords, intent: string): Promise<boolean> {
  if (intent.startsWith(REFUND_KEY)) {
    const record = await records.get(REFUNDS, intent.slice(REFUND_KEY.length));
    const refund = record === null ? null : refundIn(record);
    return refund?.reported === 'completed' && refund.untold.length === 0;
  }
  const record = await records.get(PAYOUTS, payoutIn(intent).reference);
  const payout = record === null ? null : payoutOf(record);
  if (payout?.state !== 'DELIVERED') return false;
  return (await records.get(PAYOUT_TELLINGS, deliveredId(payout))) === null;
}
