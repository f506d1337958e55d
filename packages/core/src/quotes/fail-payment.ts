import { bookEntry, INTERNAL_ACCOUNTS, type PayoutFailure } from '../accounts/index.js';
import { Bug, type Context, type IdSource, ok, type Reads, type Result, transition, type Tx } from '../kernel/index.js';
import { chart, type JournalEntry, post, postTogether } from '../ledger/index.js';
import { giveBackDailyVolume } from '../rates/index.js';
import {
  emitTransaction,
  endRefund,
  OUTGOING,
  type RefundReason,
  startRefund,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { type Payment, settlementLines, waitingAccount } from './payment.js';
import { type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';
import { NEVER_SHORT } from './shortfall.js';

/**
 * The rail could not deliver: the money goes back to its source, or stays in transit where it cannot. What it took of
 * a daily volume is given back; a payout that comes back after its delivery has used it up.
 */
export async function failPayment(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  { transaction, quote }: Payment,
  failureReason: PayoutFailure,
  refundReason: RefundReason,
  refundable: boolean,
): Promise<Result<void>> {
  await giveBackDailyVolume(tx, ctx, transaction.dailyVolumeId, quote.totalSendingAmount);
  const failed = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'fail', { failureReason });
  if (!failed.ok) return failed;
  const ended = transition(tx, ctx, QUOTE, QUOTES, quote, 'fail');
  if (!ended.ok) return ended;
  emitTransaction(tx, ctx, ids, failed.value.row.emits, failed.value.record);
  const refunding = startRefund(tx, ctx, ids, failed.value.record, refundReason);
  if (!refundable) keepInTransit(tx, ctx, ids, quote, refunding);
  return ok();
}

function keepInTransit(tx: Tx, ctx: Context, ids: IdSource, quote: Quote, refunding: Transaction): void {
  if (quote.source.sourceType === 'ACCOUNT') post(tx, ctx, ids, keepingEntry(quote), NEVER_SHORT);
  endRefund(tx, ctx, ids, refunding, 'fail');
}

/** Takes what a source account is not given back off it. Realtime funding is in transit already. */
const keepingEntry = (quote: Quote): JournalEntry => ({
  kind: 'REFUND_FAILED',
  cause: quote.transactionId,
  lines: [
    { account: waitingAccount(quote), amount: -quote.totalSendingAmount },
    { account: chart.inTransit(quote.id, quote.sendingCurrency), amount: quote.totalSendingAmount },
  ],
});

/**
 * A delivered payout came back: its settlement is reversed exactly, fees included, and refunded. What the rail keeps,
 * and what came from an account that was closed since, stays in transit until an operator resolves it.
 */
export async function returnPayment(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  { transaction, quote }: Payment,
  refundable: boolean,
): Promise<Result<void>> {
  const returned = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'return', {
    failureReason: 'PAYOUT_RETURNED',
  });
  if (!returned.ok) return returned;
  const goesBack = refundable && !(await isSourceClosed(tx, quote));
  const lines = settlementLines(ctx, quote, null).map((line) => ({ ...line, amount: -line.amount }));
  const reversal: JournalEntry = { kind: 'SETTLEMENT_REVERSAL', cause: transaction.id, lines };
  emitTransaction(tx, ctx, ids, returned.value.row.emits, returned.value.record);
  const refunding = startRefund(tx, ctx, ids, returned.value.record, 'TRANSACTION_FAILED');
  if (goesBack) return bookEntry(tx, ctx, ids, reversal, [], NEVER_SHORT);
  const fromAccount = quote.source.sourceType === 'ACCOUNT';
  postTogether(tx, ctx, ids, fromAccount ? [reversal, keepingEntry(quote)] : [reversal], NEVER_SHORT);
  endRefund(tx, ctx, ids, refunding, 'fail');
  return ok();
}

async function isSourceClosed(reads: Reads, { id, source }: Quote): Promise<boolean> {
  if (source.sourceType !== 'ACCOUNT') return false;
  const account = await reads.get(INTERNAL_ACCOUNTS, source.accountId);
  if (account === null) throw new Bug(`${id} has no source account`);
  return account.status === 'CLOSED';
}
