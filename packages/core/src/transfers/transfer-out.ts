import {
  bookEntry,
  checkPaymentRequest,
  expectedSettlement,
  isOwnershipVerified,
  notCovered,
  OWNER_UNVERIFIED,
  type PaymentRail,
  paymentRailOf,
  payableNow,
  paymentRequestOf,
  routePayout,
  termsOf,
} from '../accounts/index.js';
import { schedule } from '../events/index.js';
import {
  actingAgent,
  answerIdOf,
  birth,
  type CurrencyCode,
  err,
  fail,
  invalidFields,
  newRecord,
  ok,
  type PreparedUseCase,
  type Result,
  type UseCase,
} from '../kernel/index.js';
import { reserveLimits } from '../limits/index.js';
import { checkSendingAmount, reserveDailyVolume } from '../rates/index.js';
import { mustBeTrusted } from '../sca/index.js';
import {
  emitTransaction,
  mustBeUnspent,
  OUTGOING,
  SPENT_AT_ONCE,
  spending,
  type Transaction,
  TRANSACTIONS,
  UNSET,
} from '../transactions/index.js';
import { isWallet } from '../wallets/index.js';
import type { TransferPorts } from './ports.js';
import { transferBooks } from './transfer.js';
import { readEndpoints, type TransferRequest, withinLimits } from './transfer-request.js';
import { afterFee, askWithdrawalFee, type WithdrawalFee, withdrawalTo } from './withdrawal-fee.js';

export interface TransferOutRequest extends TransferRequest {
  /** Default: the choice of `paymentRailOf`. */
  readonly paymentRail?: PaymentRail | undefined;
  readonly remittanceInformation?: string | undefined;
  readonly purposeOfPayment?: string | undefined;
}

/** The request with its network fee, which is fixed when the transfer is created. */
export interface PricedTransferOut extends TransferOutRequest {
  readonly networkFee: WithdrawalFee;
}

/**
 * Sends money of an internal account to an external account of the same owner. Creates an OUTGOING transaction that is
 * PROCESSING; its amount is held until the rail has delivered. A transfer to a chain delivers the amount minus the
 * network fee. The rail is asked for the fee before the unit of work, and the fee does not change afterwards.
 * Errors: those of `readEndpoints`, `routePayout`, `payableNow`, `withinLimits` and of the corridor's terms (including
 * 429 DAILY_VOLUME_LIMIT_EXCEEDED); 403 VELOCITY_LIMIT_EXCEEDED; 403 USER_NOT_READY if the internal account is frozen or closed, or its regulated
 * customer does not trust the external account; 400 INVALID_INPUT if the internal account is an Embedded Wallet; 400
 * INVALID_AMOUNT if the balance of the internal account does not cover the amount, or the network fee uses up the
 * amount; 400 INVALID_BANK_ACCOUNT if its address is not one of the network; the errors of `checkPaymentRequest` and of `MustBeProven`; 409
 * CONFLICT if the rail or chain changed since the fee was asked, or if the invoice in the external account is paid; 503
 * SERVICE_UNAVAILABLE if the rail does not return a fee.
 */
export const transferOut = (
  ports: TransferPorts,
): PreparedUseCase<TransferOutRequest, PricedTransferOut, Transaction> => ({
  prepare: async (ctx, request) => ok({ ...request, networkFee: await askWithdrawalFee(ports, ctx, request) }),
  finish: createTransferOut(ports),
});

const createTransferOut =
  ({
    ids,
    rails,
    settings,
    corridors,
    accountChecks,
    mustBeProven,
  }: TransferPorts): UseCase<PricedTransferOut, Transaction> =>
  async (tx, ctx, request) => {
    const { sourceId, destinationId, networkFee } = request;
    const paymentRail = request.paymentRail ?? null;
    const platform = await settings(tx, ctx);
    const ends = await readEndpoints(tx, platform, { internal: sourceId, external: destinationId }, request.amount);
    if (!ends.ok) return ends;
    const { internal, external, payer, amount } = ends.value;
    if (isWallet(internal)) {
      const message = 'is a wallet, whose money leaves only by quotes that its owner signs';
      return invalidFields([{ field: 'source.accountId', message }]);
    }
    if (internal.status !== 'ACTIVE') return err('USER_NOT_READY', `the source account is ${internal.status}`);
    const trusted = mustBeTrusted(payer, external);
    if (!trusted.ok) return trusted;
    const rail = routePayout(rails, ctx, external, paymentRail);
    if (!rail.ok) return rail;
    const reachable = payableNow(rail.value, ctx, external, paymentRail);
    if (!reachable.ok) return reachable;
    const { currency } = internal;
    const limited = withinLimits(platform, 'OUTGOING', currency, amount);
    if (!limited.ok) return limited;
    const delivering = paymentRailOf(rail.value, external.accountInfo, paymentRail);
    const inForce = await corridors(tx, ctx);
    if (!inForce.ok) return inForce;
    const terms = inForce.value.terms(currency, currency, delivering);
    const taken = checkSendingAmount(terms, currency, amount);
    if (!taken.ok) return taken;
    if (terms.ownershipVerification && !isOwnershipVerified(external)) {
      return fail(OWNER_UNVERIFIED);
    }
    const delivered = deliveredOf(
      withdrawalTo(rails, rail.value.name, external.accountInfo, currency),
      networkFee,
      currency,
      amount,
    );
    if (!delivered.ok) return delivered;
    const paid = { rail: rail.value.name, account: external, currency, amount: delivered.value };
    const proven = mustBeProven(ctx, paid, 'destination.accountId');
    if (!proven.ok) return proven;
    const asked = paymentRequestOf({ accountChecks }, ctx, external);
    const payable = checkPaymentRequest(ctx, asked, { amount: delivered.value, currency, field: 'amount' });
    if (!payable.ok) return payable;
    const unspent = await mustBeUnspent(tx, asked);
    if (!unspent.ok) return unspent;
    const limitUse = await reserveLimits(tx, ctx, platform, {
      ...{ customerId: payer.customerId, kind: 'PAYOUT', currency, amount },
    });
    if (!limitUse.ok) return limitUse;
    const dailyVolumeId = await reserveDailyVolume(tx, ctx, terms.dailyVolume, amount);

    const row = birth(OUTGOING, 'execute');
    const transaction: Transaction = {
      type: 'OUTGOING',
      status: row.to,
      direction: 'DEBIT',
      customerId: payer.customerId,
      platformCustomerId: payer.platformCustomerId,
      destination: { destinationType: 'ACCOUNT', accountId: external.id, currency, onChainTransaction: null },
      ...newRecord(ids.next('Transaction'), ctx),
      ...UNSET,
      source: { sourceType: 'ACCOUNT', accountId: internal.id, currency },
      agentId: actingAgent(ctx),
      answerId: answerIdOf(ctx),
      senderIdentifier: internal.id,
      receiverIdentifier: external.id,
      sentAmount: amount,
      sentCurrency: currency,
      receivedAmount: delivered.value,
      fees: delivered.value === amount ? null : amount - delivered.value,
      receivedCurrency: currency,
      remittanceInformation: request.remittanceInformation ?? null,
      purposeOfPayment: request.purposeOfPayment ?? null,
      rail: rail.value.name,
      paymentRail: delivering,
      railSelectionMode: paymentRail === null ? 'AUTO' : 'MANUAL',
      dailyVolumeId,
      limitUse: limitUse.value,
      ...spending(termsOf(asked)),
      expectedSettlementAt: expectedSettlement(rail.value, delivering, ctx.now),
    };
    tx.add(TRANSACTIONS, transaction, { conflicts: SPENT_AT_ONCE });
    const { origin, waiting } = transferBooks(transaction);
    const unit = { tx, ctx, ids };
    const booked = await bookEntry(
      unit,
      {
        kind: 'HOLD',
        cause: transaction.id,
        lines: [
          { account: origin, amount: -amount },
          { account: waiting, amount },
        ],
      },
      [internal],
      notCovered(internal),
    );
    if (!booked.ok) return booked;
    emitTransaction(unit, row.emits, transaction);
    schedule(unit, { kind: 'payout.submit', subject: transaction.id, dueAt: ctx.hostNow });
    return ok(transaction);
  };

/** 409 CONFLICT if the account is now paid by another rail or on another chain than those of the returned network fee. */
function deliveredOf(
  withdrawal: WithdrawalFee['withdrawal'],
  asked: WithdrawalFee,
  currency: CurrencyCode,
  amount: bigint,
): Result<bigint> {
  if (withdrawal?.network !== asked.withdrawal?.network || withdrawal?.rail !== asked.withdrawal?.rail) {
    return err(
      'CONFLICT',
      'the accounts or their rail changed while the network fee was being determined; send the request again',
    );
  }
  return asked.fee.ok ? afterFee(amount, asked.fee.value, currency) : asked.fee;
}
