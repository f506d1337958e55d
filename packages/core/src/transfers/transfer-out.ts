import {
  bookEntry,
  isOwnershipVerified,
  notCovered,
  type PaymentRail,
  paymentRailOf,
  routePayout,
} from '../accounts/index.js';
import { schedule } from '../events/index.js';
import { actingAgent, birth, err, invalidFields, newRecord, ok, plusSeconds, type UseCase } from '../kernel/index.js';
import { checkSendingAmount, reserveDailyVolume } from '../rates/index.js';
import { emitTransaction, OUTGOING, type Transaction, TRANSACTIONS, UNSET } from '../transactions/index.js';
import { isWallet } from '../wallets/index.js';
import type { TransferPorts } from './ports.js';
import { transferBooks } from './transfer.js';
import { readEndpoints, type TransferRequest, withinLimits } from './transfer-request.js';

export interface TransferOutRequest extends TransferRequest {
  /** Null: as `paymentRailOf` chooses. */
  readonly paymentRail: PaymentRail | null;
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: string | null;
}

/**
 * Sends money of an internal account to an external one of the same owner (contract: createTransferOut): an OUTGOING
 * transaction that is PROCESSING, its amount held until the rail has delivered.
 * Errors: those of `readEndpoints`, of `routePayout` and of `withinLimits`; 403 USER_NOT_READY where the internal account
 * is frozen or closed, 400 INVALID_INPUT where it is a wallet; 400 INVALID_AMOUNT where its balance does not cover the amount; those of the corridor's terms,
 * 429 DAILY_VOLUME_LIMIT_EXCEEDED among them.
 */
export const transferOut =
  ({ ids, rails, settings, corridors }: TransferPorts): UseCase<TransferOutRequest, Transaction> =>
  async (tx, ctx, request) => {
    const { sourceId, destinationId, paymentRail, remittanceInformation, purposeOfPayment } = request;
    const platform = await settings(tx, ctx);
    const ends = await readEndpoints(tx, platform, { internal: sourceId, external: destinationId }, request.amount);
    if (!ends.ok) return ends;
    const { internal, external, payer, amount } = ends.value;
    if (isWallet(internal)) {
      const message = 'the owner of a wallet signs what leaves it: it pays by quotes';
      return invalidFields([{ field: 'source.accountId', message }]);
    }
    if (internal.status !== 'ACTIVE') return err('USER_NOT_READY', `the source account is ${internal.status}`);
    const rail = routePayout(rails, ctx, external, paymentRail);
    if (!rail.ok) return rail;
    const { currency } = internal;
    const limited = withinLimits(platform, 'OUTGOING', currency, amount);
    if (!limited.ok) return limited;
    const delivering = paymentRailOf(rail.value, external.accountInfo, paymentRail);
    const terms = corridors.terms(currency, currency, delivering);
    const taken = checkSendingAmount(terms, amount);
    if (!taken.ok) return taken;
    if (terms.ownershipVerification && !isOwnershipVerified(external)) {
      return err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
    }
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
      senderIdentifier: internal.id,
      receiverIdentifier: external.id,
      sentAmount: amount,
      sentCurrency: currency,
      receivedAmount: amount,
      receivedCurrency: currency,
      remittanceInformation,
      purposeOfPayment,
      rail: rail.value.name,
      paymentRail: delivering,
      railSelectionMode: paymentRail === null ? 'AUTO' : 'MANUAL',
      dailyVolumeId,
      expectedSettlementAt: plusSeconds(ctx.now, rail.value.capabilities.settlementSeconds),
    };
    tx.add(TRANSACTIONS, transaction);
    const { origin, waiting } = transferBooks(transaction);
    const booked = await bookEntry(
      tx,
      ctx,
      ids,
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
    emitTransaction(tx, ctx, ids, row.emits, transaction);
    schedule(tx, ctx, ids, { kind: 'payout.submit', subject: transaction.id, dueAt: ctx.hostNow });
    return ok(transaction);
  };
