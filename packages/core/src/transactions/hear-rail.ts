import type {
  CollectionMessage,
  Effect,
  PayoutMessage,
  RecallMessage,
  RefundMessage,
  ReversalMessage,
  StatusMessage,
} from '../accounts/index.js';
import { openException } from '../exceptions/index.js';
import {
  type Context,
  domainError,
  err,
  isId,
  newRecord,
  ok,
  type Reads,
  type Result,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { type Arrival, ARRIVALS } from './arrival.js';
import { concludePayout } from './conclude-payout.js';
import { concludePull, refuseCollected } from './conclude-pull.js';
import { contradicted } from './contradiction.js';
import { reportedSubject } from './credited-deposit.js';
import { type Deposit, depositOf, DEPOSITS } from './deposit.js';
import { reverseFunding } from './lose-funding.js';
import { refundedBy } from './former-refund.js';
import { endScreening } from './end-screening.js';
import { REVERSED } from './hold-deposit.js';
import { endReported } from './hold-payment.js';
import { contentOf } from './message-content.js';
import { type PaymentPorts, readPayment } from './payment.js';
import { RAIL_MESSAGES, type RailMessage } from './rail-message.js';
import { concludeDeposit, readDeposit, reverseDeposit } from './return-deposit.js';
import { screens } from './screen-payment.js';
import { concludeRefund } from './refund-payment.js';
import { pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

/** The effect of a message, and the transaction or deposit that it is about. */
export interface Heard {
  readonly effect: Effect;
  /** Id of the transaction or deposit. */
  readonly subject: string;
}

/**
 * Applies a message. `isRefused` is true if an earlier unit of work has found that the account cannot take the
 * collected money.
 */
export type Hear = (tx: Tx, ctx: Context, message: StatusMessage, isRefused: boolean) => Promise<Result<Heard>>;

/** Another unit of work has stored the message at the same moment. */
export const TWIN_MESSAGE = domainError(
  'CONFLICT',
  'another request is processing this message; send the message again',
);

/**
 * Applies a message of a rail about a payment or a deposit of this tenant, through the functions that also book the
 * answers of status checks, and stores the message under the rail's id.
 * Errors: 404 TRANSACTION_NOT_FOUND; 404 REFERENCE_NOT_FOUND for an unknown arrival or refund; 403 FORBIDDEN for a
 * payment without such a movement through this rail; 409 CONFLICT for a payment that was not submitted, and for a
 * concurrent repeat of the message.
 */
export function hearRail(ports: PaymentPorts): Hear {
  return async (tx, ctx, message, isRefused) => {
    const { rail, messageId, kind } = message;
    const heard = await concludeInstruction(tx, ctx, ports, message, isRefused);
    if (!heard.ok) return heard;
    const kept: RailMessage = {
      rail,
      messageId,
      kind,
      content: contentOf(message),
      ...heard.value,
      ...newRecord(ports.ids.next('RailMessage'), ctx),
    };
    tx.add(RAIL_MESSAGES, kept, { conflicts: { message: TWIN_MESSAGE } });
    return heard;
  };
}

function concludeInstruction(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  message: StatusMessage,
  isRefused: boolean,
): Promise<Result<Heard>> {
  switch (message.kind) {
    case 'payout':
      return hearPayout(ports)(tx, ctx, message);
    case 'collection':
      return hearCollection(ports, isRefused)(tx, ctx, message);
    case 'refund':
      return hearRefund(ports)(tx, ctx, message);
    case 'reversal':
      return hearReversal(ports)(tx, ctx, message);
    case 'recall':
      return hearRecall(ports)(tx, ctx, message);
  }
}

const about = (subject: string, effect: Result<Effect>): Result<Heard> =>
  effect.ok ? ok({ subject, effect: effect.value }) : effect;

const notYours = (rail: string, { id }: Transaction | Deposit, movement: 'payout' | 'collection' | 'refund') =>
  err('FORBIDDEN', `${id} has no ${movement} through ${rail}`);

async function findTransaction(reads: Reads, reference: string): Promise<Result<Transaction>> {
  const found = isId('Transaction', reference) ? await reads.get(TRANSACTIONS, reference) : null;
  return found === null ? err('TRANSACTION_NOT_FOUND') : ok(found);
}

const hearPayout =
  (ports: PaymentPorts): UseCase<PayoutMessage, Heard> =>
  async (tx, ctx, { rail, messageId, reference, status }) => {
    const found = await findTransaction(tx, reference);
    if (!found.ok) return found;
    const { id, rail: delivers, submittedAt } = found.value;
    if (delivers !== rail) return notYours(rail, found.value, 'payout');
    if (submittedAt === null)
      return err('CONFLICT', `${id} was not submitted to ${rail}; if it has not ended, send the message again later`);
    const concluded = await concludePayout(tx, ctx, ports, await readPayment(tx, ports, id), status, messageId);
    if (concluded.ok) await endReported({ tx, ctx, ids: ports.ids }, id, 'DELIVERY');
    return about(id, concluded);
  };

const hearCollection =
  (ports: PaymentPorts, isRefused: boolean): UseCase<CollectionMessage, Heard> =>
  async (tx, ctx, { rail, reference, status }) => {
    const found = await findTransaction(tx, reference);
    if (!found.ok) return found;
    const { id, fundingRail, pullSubmittedAt } = found.value;
    if (fundingRail !== rail || pulledFrom(found.value) === null) return notYours(rail, found.value, 'collection');
    if (pullSubmittedAt === null)
      return err('CONFLICT', `${id} was not submitted to ${rail}; if it has not ended, send the message again later`);
    const payment = await readPayment(tx, ports, id);
    const unit = { tx, ctx, ids: ports.ids };
    const concluded = isRefused
      ? await refuseCollected(unit, payment)
      : await concludePull(tx, ctx, ports, payment, status);
    if (concluded.ok) await endReported(unit, id, 'FUNDING');
    return about(id, concluded);
  };

const hearRefund =
  (ports: PaymentPorts): UseCase<RefundMessage, Heard> =>
  async (tx, ctx, { rail, reference, status }) => {
    const depositId = depositOf(reference);
    const deposit = isId('Deposit', depositId) ? await tx.get(DEPOSITS, depositId) : null;
    if (deposit !== null) {
      if (deposit.rail !== rail) return notYours(rail, deposit, 'refund');
      return about(deposit.id, await concludeDeposit({ tx, ctx, ids: ports.ids }, deposit, reference, status));
    }
    const refunded = await refundedBy(tx, reference);
    if (refunded === null) return err('REFERENCE_NOT_FOUND', 'no refund of a payment or deposit has this reference');
    if (refunded.fundingRail !== rail) return notYours(rail, refunded, 'refund');
    const payment = await readPayment(tx, ports, refunded.id);
    return about(refunded.id, await concludeRefund({ tx, ctx, ids: ports.ids }, payment, status, reference));
  };

async function findArrival(
  reads: Reads,
  { rail, paymentId }: Pick<Arrival, 'rail' | 'paymentId'>,
): Promise<Result<Arrival & { readonly subject: string }>> {
  const arrival = await reads.find(ARRIVALS, 'payment', [rail, paymentId]);
  if (arrival === null) return err('REFERENCE_NOT_FOUND', `${rail} has reported no arrival ${paymentId}`);
  return ok({ ...arrival, subject: arrival.depositId ?? arrival.transactionId ?? arrival.id });
}

const hearReversal =
  (ports: PaymentPorts): UseCase<ReversalMessage, Heard> =>
  async (tx, ctx, message) => {
    const { messageId, amount, reason } = message;
    const found = await findArrival(tx, message);
    if (!found.ok) return found;
    const { depositId, transactionId, rail, currency, paymentId } = found.value;
    const unit = { tx, ctx, ids: ports.ids };
    const subject = await reportedSubject(unit, found.value.subject);
    if (amount !== found.value.amount) {
      return about(
        subject,
        await contradicted(unit, {
          rail,
          subject,
          reference: messageId,
          leg: 'FUNDING',
          direction: 'OUT',
          currency,
          amount,
          reason: `${rail} reversed ${amountText(amount, currency)} of ${paymentId}, but ${amountText(found.value.amount, currency)} arrived`,
        }),
      );
    }
    const reversal = { returnId: messageId, reason };
    const deposit = depositId === null ? null : await readDeposit(tx, depositId);
    const creditedAs = deposit?.creditedAs ?? null;
    if (deposit !== null && creditedAs === null) {
      const reversed = await reverseDeposit(unit, deposit, reversal);
      const isOver = screens(ports, ctx.tenant) && (await readDeposit(tx, deposit.id)).status === 'REVERSED';
      if (isOver) await endScreening(unit, deposit.id, REVERSED);
      return about(subject, reversed);
    }
    const payment = await readPayment(tx, ports, creditedAs ?? transactionId!);
    if (payment.transaction.source?.sourceType === 'UMA_ADDRESS') {
      const reason = `${rail} reversed ${paymentId}, by which another institution paid; the customer has been credited`;
      const of = { reference: messageId, leg: 'FUNDING', direction: 'OUT' } as const;
      const matter = { rail, subject, ...of, currency, amount, reason };
      return about(subject, await contradicted(unit, matter));
    }
    return about(subject, await reverseFunding(unit, payment, reversal));
  };

const hearRecall =
  (ports: PaymentPorts): UseCase<RecallMessage, Heard> =>
  async (tx, ctx, message) => {
    const { messageId, amount, reason } = message;
    const found = await findArrival(tx, message);
    if (!found.ok) return found;
    const { rail, currency, paymentId } = found.value;
    const unit = { tx, ctx, ids: ports.ids };
    const subject = await reportedSubject(unit, found.value.subject);
    if (amount > found.value.amount) {
      const reason = `${rail} recalls ${amountText(amount, currency)} of ${paymentId}, but ${amountText(found.value.amount, currency)} arrived`;
      const of = { reference: messageId, leg: 'FUNDING', direction: 'OUT' } as const;
      const matter = { rail, subject, ...of, currency, amount, reason };
      return about(subject, await contradicted(unit, matter));
    }
    await openException(unit, {
      kind: 'RECALL',
      subject,
      reference: messageId,
      rail,
      leg: 'FUNDING',
      currency,
      amount,
      reason: `the sender's bank recalls ${amountText(amount, currency)} of ${paymentId}: ${reason ?? 'no reason given'}`,
    });
    return ok({ subject, effect: 'APPLIED' });
  };
