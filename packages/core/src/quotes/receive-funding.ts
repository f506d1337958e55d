import {
  birth,
  domainError,
  err,
  invalidFields,
  ok,
  type Result,
  transition,
  type Unit,
  update,
} from '../kernel/index.js';
import { post } from '../ledger/index.js';
import { giveBackLimits, takeLimits } from '../limits/index.js';
import { takeDailyVolume } from '../rates/index.js';
import {
  type Deposit,
  emitTransaction,
  type FailureReason,
  isSpent,
  NEVER_SHORT,
  OUTGOING,
  receiveUnattributed,
  startRefund,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { expireQuote } from './end-quote.js';
import { countedFor, type PayingUnit, quotedBooks, type Reserved, startPayment, transactionOf } from './payment.js';
import { type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';

/** Another unit of work has stored the arrival, or started a payment of the same invoice, at the same moment. */
export const TWIN_ARRIVAL = domainError(
  'CONFLICT',
  'another request is processing this payment; send the message again',
);

/** The quote's transaction; and the deposit, if the money is not part of that transaction. */
export interface Funded {
  readonly transaction: Transaction;
  readonly deposit: Deposit | null;
}

/**
 * Books money that arrived with the reference of a quote (docs/areas/quotes.md#real-time-funding). The exact amount in
 * time executes the quote. Another amount, money after expiry, more than the limits of the customer or the daily volume of the corridor leave, or money for an
 * invoice that another payment pays, becomes a FAILED transaction that is refunded. Money for a quote that already has a transaction goes to suspense and back, as a
 * deposit of its own. INVALID_INPUT for a quote that is paid from an account; CONFLICT for one that awaits authorization.
 */
export async function receiveFunding(
  unit: PayingUnit,
  quote: Quote,
  amount: bigint,
  /** How long money waits that the quote cannot use, see `ArrivedMoney`. */
  returnAfterSeconds?: number,
): Promise<Result<Funded>> {
  const { tx, ctx } = unit;
  if (quote.source.sourceType !== 'REALTIME_FUNDING') {
    return invalidFields([
      {
        field: 'quoteId',
        message: 'names a quote that is paid from an account; only a quote with real-time funding can be paid',
      },
    ]);
  }
  if (quote.status === 'PENDING_AUTHORIZATION')
    return err('CONFLICT', 'the quote awaits authorization; authorize it before paying');
  const existing = await tx.get(TRANSACTIONS, quote.transactionId);
  if (existing !== null) {
    const { sendingCurrency: currency, fundingRail, reference, customerId: ownerId } = quote;
    const money = { rail: fundingRail!, reference: reference!, currency, amount, ownerId, returnAfterSeconds };
    return ok({ transaction: existing, deposit: await receiveUnattributed(unit, money) });
  }
  const { origin, waiting } = quotedBooks(quote);
  post(
    unit,
    {
      kind: 'FUNDING',
      cause: quote.transactionId,
      lines: [
        { account: origin, amount: -amount },
        { account: waiting, amount },
      ],
    },
    NEVER_SHORT,
  );
  if (quote.expiresAt <= ctx.now || quote.status === 'EXPIRED') {
    if (quote.status === 'EXPIRED') {
      // Changes only the version: of two payments that arrive at once, the second unit of work then runs again and
      // finds the transaction.
      update(tx, ctx, QUOTES, quote, {});
    } else {
      const expired = expireQuote(unit, quote);
      if (!expired.ok) return expired;
    }
    return ok({ transaction: misfunded(unit, quote, amount, 'QUOTE_EXPIRED'), deposit: null });
  }
  if (amount !== quote.totalSendingAmount) {
    const failed = transition(tx, ctx, QUOTE, QUOTES, quote, 'misfund');
    if (!failed.ok) return failed;
    return ok({ transaction: misfunded(unit, quote, amount, 'FUNDING_AMOUNT_MISMATCH'), deposit: null });
  }
  if (await isSpent(tx, quote.paymentRequest)) {
    const failed = transition(tx, ctx, QUOTE, QUOTES, quote, 'misfund');
    if (!failed.ok) return failed;
    return ok({ transaction: misfunded(unit, quote, amount, 'ACCOUNT_CANNOT_RECEIVE'), deposit: null });
  }
  const reserved = await reserveArrived(unit, quote);
  if (!reserved.ok) {
    const failed = transition(tx, ctx, QUOTE, QUOTES, quote, 'misfund');
    if (!failed.ok) return failed;
    return ok({ transaction: misfunded(unit, quote, amount, 'LIMIT_EXCEEDED'), deposit: null });
  }
  const funded = transition(tx, ctx, QUOTE, QUOTES, quote, 'fund');
  if (!funded.ok) return funded;
  // The message is booked again, and then finds the other payment.
  const conflicts = { spent_request: TWIN_ARRIVAL };
  return ok({ transaction: startPayment(unit, quote, reserved.value, conflicts), deposit: null });
}

/** What the payment takes from the limits of its customer and from the daily volume; the error if too little is left. */
async function reserveArrived({ tx, ctx, settings }: PayingUnit, quote: Quote): Promise<Result<Reserved>> {
  const taken = await takeLimits(tx, ctx, await settings(tx, ctx), countedFor(quote));
  if (!taken.ok) return taken;
  const volume = await takeDailyVolume(tx, ctx, quote.dailyVolume, quote.totalSendingAmount);
  if (volume.ok) return ok({ dailyVolumeId: volume.value, limitUse: taken.value });
  await giveBackLimits(tx, ctx, taken.value);
  return volume;
}

function misfunded(unit: Unit, quote: Quote, amount: bigint, failureReason: FailureReason): Transaction {
  const { tx, ctx } = unit;
  const row = birth(OUTGOING, 'misfund');
  const failed: Transaction = {
    ...transactionOf(ctx, quote),
    status: row.to,
    sentAmount: amount,
    receivedAmount: null,
    receivedCurrency: null,
    exchangeRate: null,
    rateTerms: null,
    fees: null,
    platformFees: null,
    failureReason,
  };
  tx.add(TRANSACTIONS, failed);
  emitTransaction(unit, row.emits, failed);
  return startRefund(unit, failed, 'TRANSACTION_FAILED');
}
