import { expectedSettlement, type PaymentRail, type Rails } from '../accounts/index.js';
import type { Settings } from '../customers/index.js';
import { schedule } from '../events/index.js';
import {
  answerIdOf,
  birth,
  Bug,
  type Context,
  type CurrencyCode,
  type DomainError,
  type IdSource,
  type Instant,
  instant,
  isId,
  newRecord,
  ok,
  plusSeconds,
  splitTenant,
  transition,
  type Unit,
} from '../kernel/index.js';
import { chart, type Line } from '../ledger/index.js';
import type { Counted } from '../limits/index.js';
import {
  type Delivery,
  destinationKey,
  emitTransaction,
  OUTGOING,
  type Payment,
  type PaymentBooks,
  type PaymentsOf,
  SPENT_AT_ONCE,
  spending,
  type Transaction,
  TRANSACTIONS,
  UNSET,
} from '../transactions/index.js';
import { heldSource, type Quote, QUOTES, rateTermsOf, type UmaSettlement, type UmaTerms } from './quote.js';
import { QUOTE } from './quote-states.js';

/**
 * Institutions settle with each other in bitcoin, over Lightning, unless they agree on a token on a chain
 * (docs/decisions/0042-uma-settles-on-a-chain.md).
 */
export const SETTLEMENT_CURRENCY = 'BTC' as CurrencyCode;

/** What is paid to the other institution, and in which currency. */
export const settlementOf = ({ settlement, invoice }: UmaTerms): Pick<UmaSettlement, 'currency' | 'account'> =>
  settlement ?? { currency: SETTLEMENT_CURRENCY, account: { accountType: 'LIGHTNING', invoice } };

/**
 * The ledger accounts of a quote's payment: fees and conversion in one currency, delivery in the other
 * (docs/ledger.md).
 */
export function quotedBooks(quote: Quote): PaymentBooks {
  const { environment } = splitTenant(quote.tenant);
  const { sendingCurrency: sent, receivingCurrency: received } = quote;
  const held = heldSource(quote);
  const inTransit = chart.inTransit(quote.id, sent);
  const waiting = held === null ? inTransit : chart.held(held, sent);
  return {
    origin: held === null ? chart.clearing(environment, quote.fundingRail!, sent) : chart.available(held, sent),
    waiting,
    inTransit,
    settlement: (destination) => {
      const converted = quote.totalSendingAmount - quote.platformFee - quote.serviceFee;
      const paid: readonly Line[] = [
        { account: waiting, amount: -quote.totalSendingAmount },
        { account: chart.fees(quote.tenant, sent), amount: quote.platformFee },
        { account: chart.revenue(environment, sent), amount: quote.serviceFee },
        { account: chart.fx(environment, sent), amount: converted },
      ];
      // The other institution is paid in the settlement currency and converts it itself.
      if (quote.uma !== null) {
        const { settlementAmount } = quote.uma;
        const { currency } = settlementOf(quote.uma);
        return [
          ...paid,
          { account: chart.fx(environment, currency), amount: -settlementAmount },
          { account: chart.clearing(environment, quote.rail!, currency), amount: settlementAmount },
        ];
      }
      const delivered =
        destination === null
          ? chart.clearing(environment, quote.rail!, received)
          : chart.available(destination.id, received);
      return [
        ...paid,
        { account: chart.fx(environment, received), amount: -quote.totalReceivingAmount },
        { account: delivered, amount: quote.totalReceivingAmount },
      ];
    },
  };
}

/** A UMA address is paid as its institution requested for the quote. */
const deliveryOf = ({ uma }: Quote): Delivery | null =>
  uma === null ? null : { ...settlementOf(uma), amount: uma.settlementAmount };

/** The payments of quotes. */
export const quotedPayments =
  (ids: IdSource): PaymentsOf =>
  async (reads, transactions) => {
    const quoteIds = transactions.flatMap(({ quoteId }) => (quoteId === null ? [] : [quoteId]));
    const quotes = new Map<string | null, Quote>();
    for (const quote of await reads.getMany(QUOTES, quoteIds)) quotes.set(quote.id, quote);
    return transactions.map((transaction) => {
      const quote = quotes.get(transaction.quoteId);
      if (quote === undefined) throw new Bug(`${transaction.id} has no quote`);
      return quotedPayment(ids, transaction, quote);
    });
  };

/**
 * The payment of a quote. The quote ends when the payment ends. After the settlement, a job sweeps the platform fee,
 * and another one notifies the institution of a UMA address.
 */
const quotedPayment = (ids: IdSource, transaction: Transaction, quote: Quote): Payment => ({
  transaction,
  books: quotedBooks(quote),
  delivery: deliveryOf(quote),
  follow: (tx, ctx, event) => {
    const moved = transition(tx, ctx, QUOTE, QUOTES, quote, event);
    if (!moved.ok) return moved;
    if (event === 'fail') return ok();
    const unit = { tx, ctx, ids };
    if (quote.platformFee > 0n) scheduleSweep(unit, quote);
    if (quote.uma !== null && quote.uma.utxoCallback !== null) {
      schedule(unit, { kind: 'uma.notify', subject: transaction.id, dueAt: ctx.hostNow });
    }
    return ok();
  },
});

/**
 * Creates the transaction of a quote under its reserved id, its event, and the job that delivers it. The id is unique,
 * so a quote never becomes two payments. `conflicts`: the error of the unit if another payment of its invoice starts at
 * the same moment.
 */
export function startPayment(
  unit: PayingUnit,
  quote: Quote,
  reserved: Reserved,
  conflicts: SpentAtOnce = SPENT_AT_ONCE,
): Transaction {
  const { tx, ctx } = unit;
  const row = birth(OUTGOING, 'execute');
  const transaction: Transaction = {
    status: row.to,
    ...transactionOf(ctx, quote),
    expectedSettlementAt: settlesAt(unit, quote),
    ...reserved,
    answerId: answerIdOf(ctx),
    ...spending(quote.paymentRequest),
  };
  tx.add(TRANSACTIONS, transaction, { conflicts });
  emitTransaction(unit, row.emits, transaction);
  schedule(unit, { kind: 'payout.submit', subject: transaction.id, dueAt: ctx.hostNow });
  return transaction;
}

/** As `startPayment`, for a quote whose money must be collected first: the transaction is PENDING until then. */
export function startPull(unit: Unit, quote: Quote, reserved: Reserved): Transaction {
  const { tx, ctx } = unit;
  const row = birth(OUTGOING, 'await');
  const transaction: Transaction = {
    status: row.to,
    ...transactionOf(ctx, quote),
    ...reserved,
    answerId: answerIdOf(ctx),
    ...spending(quote.paymentRequest),
  };
  tx.add(TRANSACTIONS, transaction, { conflicts: SPENT_AT_ONCE });
  emitTransaction(unit, row.emits, transaction);
  schedule(unit, { kind: 'pull.submit', subject: transaction.id, dueAt: ctx.hostNow });
  return transaction;
}

export type SpentAtOnce = Readonly<Record<keyof typeof SPENT_AT_ONCE, DomainError>>;

/** A unit in which a payment may start. */
export interface PayingUnit extends Unit {
  readonly rails: Rails;
  readonly settings: Settings;
}

/** What a payment takes from the daily volume of its corridor and from the limits of its customer. */
export type Reserved = Pick<Transaction, 'dailyVolumeId' | 'limitUse'>;

type Amounted = Pick<Quote, 'customerId' | 'destination' | 'sendingCurrency' | 'totalSendingAmount'>;

/** The payment of a quote as the limits of its customer count it. */
export const countedFor = ({ customerId, destination, sendingCurrency, totalSendingAmount }: Amounted): Counted => ({
  customerId,
  kind:
    destination.destinationType === 'UMA_ADDRESS'
      ? 'UMA'
      : isId('InternalAccount', destination.accountId)
        ? 'CONVERSION'
        : 'PAYOUT',
  currency: sendingCurrency,
  amount: totalSendingAmount,
});

/** The rail knows its closing days; for another institution, the quote has its time. */
function settlesAt({ ctx, rails }: PayingUnit, quote: Quote): Instant | null {
  if (quote.settlementSeconds === null) return null;
  const rail = quote.uma === null && quote.rail !== null ? rails.byName(quote.rail) : null;
  return rail === null
    ? plusSeconds(ctx.now, quote.settlementSeconds)
    : expectedSettlement(rail, quote.paymentRail, ctx.now);
}

/** The transaction as the quote describes it, before anything has happened. */
export function transactionOf(ctx: Pick<Context, 'tenant' | 'now'>, quote: Quote): Omit<Transaction, 'status'> {
  const { source, destination } = quote;
  return {
    type: 'OUTGOING',
    direction: 'DEBIT',
    customerId: quote.customerId,
    platformCustomerId: quote.platformCustomerId,
    destination:
      destination.destinationType === 'ACCOUNT'
        ? {
            destinationType: 'ACCOUNT',
            accountId: destination.accountId,
            currency: quote.receivingCurrency,
            onChainTransaction: null,
          }
        : {
            destinationType: 'UMA_ADDRESS',
            umaAddress: destination.umaAddress,
            currency: quote.receivingCurrency,
          },
    ...newRecord(quote.transactionId, ctx),
    ...UNSET,
    source:
      source.sourceType === 'ACCOUNT'
        ? { sourceType: 'ACCOUNT', accountId: source.accountId, currency: quote.sendingCurrency }
        : { sourceType: 'REALTIME_FUNDING', customerId: quote.customerId, currency: quote.sendingCurrency },
    senderIdentifier: source.sourceType === 'ACCOUNT' ? source.accountId : null,
    receiverIdentifier: destinationKey(destination),
    sentAmount: quote.totalSendingAmount,
    sentCurrency: quote.sendingCurrency,
    receivedAmount: quote.totalReceivingAmount,
    receivedCurrency: quote.receivingCurrency,
    exchangeRate: quote.exchangeRate,
    rateTerms: rateTermsOf(quote),
    fees: quote.platformFee + quote.serviceFee,
    platformFees: quote.platformFee,
    quoteId: quote.id,
    description: quote.description,
    remittanceInformation: quote.remittanceInformation,
    purposeOfPayment: quote.purposeOfPayment,
    reference: quote.reference,
    paymentInstructions: quote.paymentInstructions,
    rail: quote.rail,
    fundingRail: quote.fundingRail,
    paymentRail: quote.paymentRail ?? chosenRail(quote),
    railSelectionMode: quote.rail === null ? null : chosenRail(quote) === null ? 'AUTO' : 'MANUAL',
    agentId: quote.agentId,
    counterparty: quote.uma === null ? null : { information: quote.uma.payeeData, requestedFields: [] },
  };
}

const chosenRail = ({ destination }: Quote): PaymentRail | null =>
  destination.destinationType === 'ACCOUNT' ? destination.paymentRail : null;

const SWEEP_EVERY_SECONDS = 2;

/**
 * Fees are swept in batches: one job for all payments of a platform and currency that settle within the same two
 * seconds. It is due two to four seconds later, when their units of work have committed.
 */
function scheduleSweep(unit: Unit, quote: Quote): void {
  const window = Math.floor(unit.ctx.hostNow / (SWEEP_EVERY_SECONDS * 1000));
  schedule(unit, {
    kind: 'fees.sweep',
    subject: quote.sendingCurrency,
    dueAt: instant((window + 2) * SWEEP_EVERY_SECONDS * 1000),
    dedupe: `fees.sweep/${quote.sendingCurrency}/${window}`,
  });
}
