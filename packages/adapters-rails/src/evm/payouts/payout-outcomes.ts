import type { PayoutStatus, RailTelling, RailValue, RailWrites } from '@corridor/core/ports';
import type { OutcomeHandler } from '../sender.js';
import {
  changePayout,
  deliveredId,
  end,
  giveAgain,
  PAYOUT_TELLINGS,
  PAYOUTS,
  type Payout,
  payoutIn,
  payoutOf,
  times,
} from './payout-records.js';

/** The task tells core; the question of core is a safety net for a message that was lost. */
const CHECK_AFTER_SECONDS = 3600;

export function payoutStatusOf({ state, failure, transactionHash, arrived }: Payout, network: string): PayoutStatus {
  switch (state) {
    case 'WAITING':
    case 'HELD':
    case 'SENDING':
      return { state: 'pending', checkAfterSeconds: CHECK_AFTER_SECONDS };
    case 'DELIVERED':
      return {
        state: 'delivered',
        onChainTransaction: { transactionHash: transactionHash!, network },
        checkAfterSeconds: null,
        ...(typeof arrived === 'bigint' && { arrived }),
      };
    case 'FAILED':
      return {
        state: 'failed',
        reason: failure ?? 'QUOTE_EXECUTION_FAILED',
        refundReason: 'TRANSACTION_FAILED',
        refundable: true,
      };
    case 'CANCELLED':
      return {
        state: 'failed',
        reason: 'QUOTE_EXECUTION_FAILED',
        refundReason: 'USER_CANCELLATION',
        refundable: true,
      };
  }
}

/** Stores a message in the unit that records what it says. The task tells it as often as core needs. */
export function leaveMessage(
  records: RailWrites,
  { rail, network }: { readonly rail: string; readonly network: string },
  payout: Payout,
  messageId: string,
  status: PayoutStatus = payoutStatusOf(payout, network),
): void {
  const { reference } = payout;
  const message: RailTelling = { kind: 'payout', rail, messageId, reference, status };
  records.add(
    { collection: PAYOUT_TELLINGS, key: messageId, status: 'UNTOLD', value: message as unknown as RailValue },
    { unlessExists: true },
  );
}

/** What the outcome of its intent means for a payout. */
export function payoutOutcomes(about: { readonly rail: string; readonly network: string }): OutcomeHandler {
  const find = async (records: RailWrites, key: string) => {
    const { reference, attempt } = payoutIn(key);
    const record = await records.get(PAYOUTS, reference);
    return record === null || payoutOf(record).attempt !== attempt ? null : record;
  };

  return {
    async concluded(records, { key }, { state, transactionHash, moved }) {
      const record = await find(records, key);
      if (record === null) return;
      const payout = payoutOf(record);
      switch (state) {
        case 'mined': {
          const differs = moved !== undefined && moved.arrived !== payout.amount;
          const delivered = changePayout(records, record, 'deliver', {
            ...{ transactionHash, failure: null },
            arrived: differs ? moved.arrived : null,
          });
          if (delivered === null) return;
          await end(records, payout, true);
          leaveMessage(records, about, delivered, deliveredId(delivered));
          return;
        }
        case 'reverted': {
          const failure = 'QUOTE_EXECUTION_FAILED';
          const failed = changePayout(records, record, 'revert', { transactionHash, failure, countedOn: null });
          if (failed === null) return;
          await end(records, payout, false);
          leaveMessage(
            records,
            about,
            failed,
            `${failed.reference}/reverted/${transactionHash}${times(failed.undone)}`,
          );
          return;
        }
        case 'refused': {
          // Nothing was signed. Whether the payee or the treasury is the cause is found out before the next intent.
          const attempt = payout.attempt + 1;
          if (changePayout(records, record, 'retry', { attempt, countedOn: null }) !== null)
            await end(records, payout, false);
        }
      }
    },

    async undone(records, { key }, { transactionHash, blockNumber }) {
      const record = await find(records, key);
      if (record === null) return;
      const before = payoutOf(record);
      const { undone: already = 0 } = before;
      const isDelivered = before.state === 'DELIVERED';
      const changes = { transactionHash: null, failure: null, undone: isDelivered ? already + 1 : already };
      const undone = changePayout(records, record, 'undo', changes);
      if (undone === null) return;
      await giveAgain(records, before);
      if (!isDelivered) return;
      const messageId = `${undone.reference}/undone/${transactionHash}/${blockNumber}${times(already)}`;
      leaveMessage(records, about, undone, messageId, {
        state: 'pending',
        checkAfterSeconds: CHECK_AFTER_SECONDS,
        undone: `a reorganisation has removed the transaction ${transactionHash} after its confirmation`,
      });
    },
  };
}
