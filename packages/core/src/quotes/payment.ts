import type { InternalAccount, PaymentRail } from '../accounts/index.js';
import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  type CurrencyCode,
  type IdSource,
  type Instant,
  newRecord,
  plusSeconds,
  splitTenant,
  type Tx,
} from '../kernel/index.js';
import { chart, type LedgerAccount, type Line } from '../ledger/index.js';
import { emitTransaction, OUTGOING, type Transaction, TRANSACTIONS, UNSET } from '../transactions/index.js';
import { destinationKey, type Quote } from './quote.js';

/** A payment under way, with the quote that it follows. */
export interface Payment {
  readonly transaction: Transaction;
  readonly quote: Quote;
}

/** Where the sent money waits between execution and delivery: held on the source account, or in transit. */
export function waitingAccount(quote: Quote): LedgerAccount {
  return quote.source.sourceType === 'ACCOUNT'
    ? chart.held(quote.source.accountId, quote.sendingCurrency)
    : chart.inTransit(quote.id, quote.sendingCurrency);
}

/** Where the money came from and goes back to: the source account's available balance, or the payer outside. */
export function originAccount(ctx: Pick<Context, 'tenant'>, quote: Quote): LedgerAccount {
  return quote.source.sourceType === 'ACCOUNT'
    ? chart.available(quote.source.accountId, quote.sendingCurrency)
    : chart.clearing(splitTenant(ctx.tenant).environment, quote.fundingRail!, quote.sendingCurrency);
}

/** Institutions settle with each other in bitcoin, over Lightning. */
export const SETTLEMENT_CURRENCY = 'BTC' as CurrencyCode;

/** The lines that settle a payment (behaviour, "Ledger"): fees and conversion on one side, delivery on the other. */
export function settlementLines(
  ctx: Pick<Context, 'tenant'>,
  quote: Quote,
  destination: Pick<InternalAccount, 'id'> | null,
): readonly Line[] {
  const { environment } = splitTenant(ctx.tenant);
  const sent = quote.sendingCurrency;
  const received = quote.receivingCurrency;
  const converted = quote.totalSendingAmount - quote.platformFee - quote.serviceFee;
  const paid: readonly Line[] = [
    { account: waitingAccount(quote), amount: -quote.totalSendingAmount },
    { account: chart.fees(ctx.tenant, sent), amount: quote.platformFee },
    { account: chart.revenue(environment, sent), amount: quote.serviceFee },
    { account: chart.fx(environment, sent), amount: converted },
  ];
  // Another institution is paid in the settlement currency, and converts it on its own account.
  if (quote.uma !== null) {
    const { settlementAmount } = quote.uma;
    return [
      ...paid,
      { account: chart.fx(environment, SETTLEMENT_CURRENCY), amount: -settlementAmount },
      { account: chart.clearing(environment, quote.rail!, SETTLEMENT_CURRENCY), amount: settlementAmount },
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
}

/**
 * The transaction of a quote, with the id that was reserved for it, its event, and the work that delivers it.
 * Its id is unique, so that a quote never becomes two payments, whatever else fails.
 */
export function startPayment(tx: Tx, ctx: Context, ids: IdSource, quote: Quote): Transaction {
  const row = birth(OUTGOING, 'execute');
  const transaction: Transaction = {
    status: row.to,
    ...transactionOf(ctx, quote),
    expectedSettlementAt: expectedSettlement(ctx, quote),
  };
  tx.add(TRANSACTIONS, transaction);
  emitTransaction(tx, ctx, ids, row.emits, transaction);
  schedule(tx, ctx, ids, { kind: 'payout.submit', subject: transaction.id, dueAt: ctx.hostNow });
  return transaction;
}

function expectedSettlement(ctx: Context, quote: Quote): Instant | null {
  return quote.settlementSeconds === null ? null : plusSeconds(ctx.now, quote.settlementSeconds);
}

/** The transaction as the quote promises it, before anything has happened to it. */
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
    fees: quote.platformFee + quote.serviceFee,
    platformFees: quote.platformFee,
    quoteId: quote.id,
    description: quote.description,
    remittanceInformation: quote.remittanceInformation,
    reference: quote.reference,
    paymentInstructions: quote.paymentInstructions,
    rail: quote.rail,
    fundingRail: quote.fundingRail,
    paymentRail: chosenRail(quote),
    railSelectionMode: quote.rail === null ? null : chosenRail(quote) === null ? 'AUTO' : 'MANUAL',
    counterparty: quote.uma === null ? null : { information: quote.uma.payeeData, requestedFields: [] },
  };
}

const chosenRail = ({ destination }: Quote): PaymentRail | null =>
  destination.destinationType === 'ACCOUNT' ? destination.paymentRail : null;
