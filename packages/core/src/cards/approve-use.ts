import { schedule } from '../events/index.js';
import { birth, newRecord, ok, plusSeconds, type Result, type Unit } from '../kernel/index.js';
import type { LimitUse } from '../limits/index.js';
import { CARD_TRANSACTION, type CardSpend, emitTransaction, TRANSACTIONS, UNSET } from '../transactions/index.js';
import { newEnd } from './authorization-end.js';
import type { CardTransaction } from './card-books.js';
import { ASKED_TWICE } from './card-log.js';
import type { Asked, CardUse } from './card-use.js';
import type { ApplyMessage } from './network-message.js';
import type { DelegatedSpending } from './ports.js';
import { decidedOn } from './reopen.js';
import { LATE_PULL_SECONDS, pullsOf } from './sandbox-merchants.js';
import { bookMoves, holdEndOf, type Moves, withMoves } from './take.js';

/** Creates the transaction of a use and reserves its amount; what is cleared at once is cleared. */
export async function approveUse(
  unit: Unit,
  { card, account, balance, holder, question }: Asked & { readonly question: bigint },
  { amount, direction, merchant, issuerToken, mode, expiresAt, decidedAt, isForced, details, isFinal = false }: CardUse,
  delegate: DelegatedSpending | null,
  limitUse: LimitUse | null,
  clear: ApplyMessage,
): Promise<Result<CardTransaction>> {
  const { tx, ctx, ids } = unit;
  const row = birth(CARD_TRANSACTION, 'authorize');
  const isAtOnce = mode === 'settle' || (mode === 'told' && isFinal);
  const isDebit = direction === 'DEBIT';
  // Of a use that the network has decided, the balance may cover a part. The rest is pulled at the clearing.
  const covered = balance < amount ? balance : amount;
  const reserved = isDebit ? covered : 0n;
  const moves: Moves = [['CARD_HOLD', reserved]];
  const pulls = isDebit ? pullsOf(ctx, merchant) : 'AT_ONCE';
  const spend: CardSpend = withMoves(
    {
      cardId: card.id,
      accountId: account.id,
      currency: card.currency,
      merchant,
      authorized: amount,
      asked: question,
      reserved,
      settled: 0n,
      refunded: 0n,
      lost: 0n,
      clearings: 0,
      returns: 0,
      pendingPulls: pulls === 'AT_ONCE' ? 0 : 1,
      moved: {},
      told: 1,
      pulls,
      delegate,
      authorizedAt: ctx.now,
      expiresAt: newEnd(ctx.now, isAtOnce ? undefined : expiresAt),
      lastEventAt: ctx.now,
      ...(isAtOnce && { atOnce: amount }),
      ...(question !== amount && { approved: amount }),
      ...(mode === 'told' && { decidedByNetwork: true as const }),
      ...decidedOn(unit, decidedAt),
      ...(details !== undefined && { details }),
      ...(isForced === true && { forced: true as const }),
    },
    moves,
  );
  const own = { accountId: account.id, currency: card.currency };
  const transaction: CardTransaction = {
    type: 'CARD',
    status: row.to,
    direction,
    customerId: holder.id,
    platformCustomerId: holder.platformCustomerId,
    destination: isDebit
      ? { destinationType: 'MERCHANT', descriptor: merchant.descriptor, currency: card.currency }
      : { destinationType: 'ACCOUNT', ...own, onChainTransaction: null },
    ...newRecord(ids.next('Transaction'), ctx),
    ...UNSET,
    source: isDebit ? { sourceType: 'ACCOUNT', ...own } : null,
    senderIdentifier: isDebit ? account.id : null,
    receiverIdentifier: isDebit ? null : account.id,
    rail: card.processorRef,
    card: spend,
    issuerToken,
    holdEndsAt: holdEndOf(row.to, spend),
    limitUse,
  };
  tx.add(TRANSACTIONS, transaction, { conflicts: { issuer_token: ASKED_TWICE } });
  emitTransaction(unit, row.emits, transaction);
  const booked = await bookMoves(unit, transaction, account, moves);
  if (!booked.ok) return booked;
  if (pulls !== 'AT_ONCE') {
    const dueAt = pulls === 'LATE' ? plusSeconds(ctx.hostNow, LATE_PULL_SECONDS) : ctx.hostNow;
    schedule(unit, { kind: 'card.pull', subject: transaction.id, dueAt });
  }
  return isAtOnce ? clear(tx, ctx, transaction, { amount, networkMessageId: issuerToken }) : ok(transaction);
}
