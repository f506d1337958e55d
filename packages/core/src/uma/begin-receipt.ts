import { creditObstacle, makeReference } from '../accounts/index.js';
import { emit, EVENTS, QUESTION_LEASE_SECONDS, queuedEvent, schedule } from '../events/index.js';
import {
  birth,
  type Context,
  err,
  type IdSource,
  type Instant,
  newRecord,
  ok,
  plusSeconds,
  type Random,
  type Result,
  sealedPlace,
  type Tx,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { INCOMING, type ScreenPorts, type Transaction, TRANSACTIONS, UNSET } from '../transactions/index.js';
import { ASK_AGAIN_SECONDS, ASK_SECONDS, awaitMoney } from './approval.js';
import type { AskedField } from './payer-data.js';
import type { Settlement } from './ports.js';
import type { Payee, Receivable } from './receiver.js';
import { UMA_RECEIPTS, type UmaReceipt } from './records.js';
import { refusedCredit, SEND_LESS } from './refused-credit.js';
import { clearanceOfReceipt } from './screen-receipt.js';
import { RECEIPT } from './uma-states.js';

export interface ArrivingPayment {
  readonly payee: Payee;
  readonly payer: string;
  readonly vasp: string;
  readonly into: Receivable;
  /** The amount for the customer, in smallest units. */
  readonly amount: bigint;
  /** By which the payer's institution pays. */
  readonly settlement: Settlement;
  /** What it pays, in smallest units of the settlement's currency. */
  readonly settlementAmount: bigint;
  readonly payerData: Readonly<Record<string, unknown>>;
  readonly requestedFields: readonly AskedField[];
  /** Plain text; null if none was sent. */
  readonly travelRule: string | null;
  readonly isSimulated: boolean;
}

/**
 * Creates the PENDING transaction of a payment that another institution wants to make, and the approval question. The
 * event of the question is leased to this host from the start, because only the code that asked can interpret the
 * answer. A platform without a webhook endpoint cannot be asked; its payments are approved. 400 AMOUNT_OUT_OF_RANGE
 * outside the limits of the receiver, and for an amount that the account cannot hold; 400 INVALID_RECEIVER if the
 * account is closed: money that cannot be credited must not be asked for.
 */
export async function beginReceipt(
  tx: Tx,
  ctx: Context,
  ports: ScreenPorts & { readonly ids: IdSource; readonly random: Random },
  arriving: ArrivingPayment,
  expiresAt: Instant,
): Promise<Result<{ readonly receipt: UmaReceipt; readonly transaction: Transaction }>> {
  const { ids, sealer, random } = ports;
  const { payee, into, amount, settlement, settlementAmount } = arriving;
  if (amount < into.currency.min || amount > into.currency.max) {
    return err(
      'AMOUNT_OUT_OF_RANGE',
      `the amount must be from ${amountText(into.currency.min, into.currency.code)} to ${amountText(into.currency.max, into.currency.code)} (limits of the receiver)`,
    );
  }
  const obstacle = await creditObstacle(tx, into.account.id, amount);
  if (obstacle !== null) return refusedCredit(obstacle, SEND_LESS);
  const { customer, platform } = payee;
  const row = birth(INCOMING, 'await');
  const transaction: Transaction = {
    type: 'INCOMING',
    status: row.to,
    direction: 'CREDIT',
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    destination: {
      destinationType: 'ACCOUNT',
      accountId: into.account.id,
      currency: into.account.currency,
      onChainTransaction: null,
    },
    ...newRecord(ids.next('Transaction'), ctx),
    ...UNSET,
    source: { sourceType: 'UMA_ADDRESS', umaAddress: arriving.payer, currency: null },
    senderIdentifier: arriving.payer,
    receiverIdentifier: payee.address,
    receivedAmount: amount,
    receivedCurrency: into.account.currency,
    counterparty: {
      information: { UMA_ADDRESS: arriving.payer, ...arriving.payerData },
      requestedFields: arriving.requestedFields,
    },
  };
  tx.add(TRANSACTIONS, transaction);

  const isAsked = platform.webhookEndpoint !== null;
  const question = { type: 'INCOMING_PAYMENT.PENDING', resource: transaction.id, snapshot: transaction } as const;
  const event = isAsked
    ? {
        ...queuedEvent(ctx, ids, question),
        attempts: 1,
        leaseUntil: plusSeconds(ctx.hostNow, QUESTION_LEASE_SECONDS),
      }
    : null;
  const unit = { tx, ctx, ids };
  if (event === null) emit(unit, question);
  else tx.add(EVENTS, event);
  const receipt: UmaReceipt = {
    status: birth(RECEIPT, isAsked ? 'ask' : 'take').to,
    vasp: arriving.vasp,
    accountId: into.account.id,
    currency: into.account.currency,
    amount,
    layer: settlement.layer,
    asset: settlement.asset,
    settlementCurrency: settlement.currency,
    settlementAmount,
    rail: settlement.receives?.rail.name ?? null,
    reference: settlement.receives === null ? null : makeReference(random),
    eventId: event?.id ?? null,
    askUntil: plusSeconds(ctx.hostNow, ASK_SECONDS),
    paymentHash: null,
    invoice: null,
    expiresAt,
    payeeData: {},
    requiredFields: [],
    travelRule:
      arriving.travelRule === null
        ? null
        : sealer.seal(arriving.travelRule, sealedPlace(UMA_RECEIPTS, transaction.id, 'travelRule')),
    isSimulated: arriving.isSimulated,
    notifiedAt: null,
    ...newRecord(transaction.id, ctx),
  };
  tx.add(UMA_RECEIPTS, receipt);
  // The answer is usually known when the money comes.
  await clearanceOfReceipt(unit, ports, receipt);
  if (isAsked) {
    const wait = arriving.isSimulated ? 0 : ASK_AGAIN_SECONDS;
    schedule(unit, { kind: 'uma.question', subject: receipt.id, dueAt: plusSeconds(ctx.hostNow, wait) });
  } else {
    awaitMoney(unit, receipt.id);
  }
  return ok({ receipt, transaction });
}
