import { routePull } from '../accounts/index.js';
import { schedule } from '../events/index.js';
import { actingAgent, answerIdOf, birth, err, newRecord, ok, type UseCase } from '../kernel/index.js';
import { reserveLimits } from '../limits/index.js';
import { emitTransaction, INCOMING, type Transaction, TRANSACTIONS, UNSET } from '../transactions/index.js';
import type { TransferPorts } from './ports.js';
import { readEndpoints, type TransferRequest, withinLimits } from './transfer-request.js';

/**
 * Collects money from an external account into an internal account of the same owner: an INCOMING transaction that is
 * PENDING until its rail has collected. Nothing is booked before that.
 * Errors: those of `readEndpoints`, of `routePull` (400 INVALID_INPUT if no rail collects from the account) and of
 * `withinLimits`; 403 VELOCITY_LIMIT_EXCEEDED; 403 USER_NOT_READY if the internal account is closed.
 */
export const transferIn =
  ({ ids, rails, settings }: TransferPorts): UseCase<TransferRequest, Transaction> =>
  async (tx, ctx, { sourceId, destinationId, amount: named }) => {
    const platform = await settings(tx, ctx);
    const ends = await readEndpoints(tx, platform, { internal: destinationId, external: sourceId }, named);
    if (!ends.ok) return ends;
    const { internal, external, payer, amount } = ends.value;
    if (internal.status === 'CLOSED') return err('USER_NOT_READY', 'the destination account is closed');
    const rail = routePull(rails, ctx, external);
    if (!rail.ok) return rail;
    const { currency } = internal;
    const limited = withinLimits(platform, 'INCOMING', currency, amount);
    if (!limited.ok) return limited;
    const limitUse = await reserveLimits(tx, ctx, platform, {
      ...{ customerId: payer.customerId, kind: 'COLLECTION', currency, amount },
    });
    if (!limitUse.ok) return limitUse;

    const row = birth(INCOMING, 'await');
    const transaction: Transaction = {
      type: 'INCOMING',
      status: row.to,
      direction: 'CREDIT',
      customerId: payer.customerId,
      platformCustomerId: payer.platformCustomerId,
      destination: { destinationType: 'ACCOUNT', accountId: internal.id, currency, onChainTransaction: null },
      ...newRecord(ids.next('Transaction'), ctx),
      ...UNSET,
      source: { sourceType: 'ACCOUNT', accountId: external.id, currency },
      agentId: actingAgent(ctx),
      answerId: answerIdOf(ctx),
      senderIdentifier: external.id,
      receiverIdentifier: internal.id,
      sentAmount: amount,
      sentCurrency: currency,
      receivedAmount: amount,
      receivedCurrency: currency,
      fundingRail: rail.value.name,
      limitUse: limitUse.value,
    };
    tx.add(TRANSACTIONS, transaction);
    const unit = { tx, ctx, ids };
    emitTransaction(unit, row.emits, transaction);
    schedule(unit, { kind: 'pull.submit', subject: transaction.id, dueAt: ctx.hostNow });
    return ok(transaction);
  };
