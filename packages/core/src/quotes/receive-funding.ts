import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  err,
  type IdSource,
  invalidFields,
  newRecord,
  ok,
  type Result,
  splitTenant,
  transition,
  type Tx,
  update,
} from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { takeDailyVolume } from '../rates/index.js';
import {
  DEPOSIT,
  DEPOSITS,
  emitTransaction,
  type FailureReason,
  OUTGOING,
  startRefund,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { startPayment, transactionOf, waitingAccount } from './payment.js';
import { type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';
import { NEVER_SHORT } from './shortfall.js';

/**
 * Money that a payer sent with a quote's reference (behaviour, "Quotes"). The exact amount in time executes the quote;
 * another amount, money after expiry, or more than the corridor takes today becomes a FAILED transaction that is refunded; money for a quote that has its
 * transaction already goes to suspense and back. Answers the quote's transaction.
 */
export async function receiveFunding(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  quote: Quote,
  amount: bigint,
): Promise<Result<Transaction>> {
  if (quote.source.sourceType !== 'REALTIME_FUNDING') {
    return invalidFields([{ field: 'quoteId', message: 'the quote is not funded by a payment' }]);
  }
  if (quote.status === 'PENDING_AUTHORIZATION') return err('CONFLICT', 'the quote awaits its authorization');
  const existing = await tx.get(TRANSACTIONS, quote.transactionId);
  if (existing !== null) {
    receiveUnattributed(tx, ctx, ids, quote, amount);
    return ok(existing);
  }
  post(
    tx,
    ctx,
    ids,
    {
      kind: 'FUNDING',
      cause: quote.transactionId,
      lines: [
        { account: fundingClearing(ctx, quote), amount: -amount },
        { account: waitingAccount(quote), amount },
      ],
    },
    NEVER_SHORT,
  );
  if (quote.expiresAt <= ctx.now || quote.status === 'EXPIRED') {
    if (quote.status === 'EXPIRED') {
      // Changes nothing but the version: of two payments that come at once, the second finds the first's transaction.
      update(tx, ctx, QUOTES, quote, {});
    } else {
      const expired = transition(tx, ctx, QUOTE, QUOTES, quote, 'expire');
      if (!expired.ok) return expired;
    }
    return ok(misfunded(tx, ctx, ids, quote, amount, 'QUOTE_EXPIRED'));
  }
  if (amount !== quote.totalSendingAmount) {
    const failed = transition(tx, ctx, QUOTE, QUOTES, quote, 'misfund');
    return failed.ok ? ok(misfunded(tx, ctx, ids, quote, amount, 'FUNDING_AMOUNT_MISMATCH')) : failed;
  }
  const taken = await takeDailyVolume(tx, ctx, quote.dailyVolume, amount);
  if (!taken.ok) {
    const failed = transition(tx, ctx, QUOTE, QUOTES, quote, 'misfund');
    return failed.ok ? ok(misfunded(tx, ctx, ids, quote, amount, 'LIMIT_EXCEEDED')) : failed;
  }
  const funded = transition(tx, ctx, QUOTE, QUOTES, quote, 'fund');
  return funded.ok ? ok(startPayment(tx, ctx, ids, quote, taken.value)) : funded;
}

const fundingClearing = (ctx: Context, quote: Quote) =>
  chart.clearing(splitTenant(ctx.tenant).environment, quote.fundingRail!, quote.sendingCurrency);

function misfunded(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  quote: Quote,
  amount: bigint,
  failureReason: FailureReason,
): Transaction {
  const row = birth(OUTGOING, 'misfund');
  const failed: Transaction = {
    ...transactionOf(ctx, quote),
    status: row.to,
    sentAmount: amount,
    receivedAmount: null,
    receivedCurrency: null,
    exchangeRate: null,
    fees: null,
    platformFees: null,
    failureReason,
  };
  tx.add(TRANSACTIONS, failed);
  emitTransaction(tx, ctx, ids, row.emits, failed);
  return startRefund(tx, ctx, ids, failed, 'TRANSACTION_FAILED');
}

function receiveUnattributed(tx: Tx, ctx: Context, ids: IdSource, quote: Quote, amount: bigint): void {
  const currency = quote.sendingCurrency;
  const deposit = {
    status: birth(DEPOSIT, 'receive').to,
    rail: quote.fundingRail!,
    reference: quote.reference!,
    currency,
    amount,
    ...newRecord(ids.next('Deposit'), ctx),
  };
  tx.add(DEPOSITS, deposit);
  post(
    tx,
    ctx,
    ids,
    {
      kind: 'SUSPENSE_IN',
      cause: deposit.id,
      lines: [
        { account: fundingClearing(ctx, quote), amount: -amount },
        { account: chart.suspense(ctx.tenant, currency), amount },
      ],
    },
    NEVER_SHORT,
  );
  schedule(tx, ctx, ids, { kind: 'suspense.return', subject: deposit.id, dueAt: ctx.hostNow });
}
