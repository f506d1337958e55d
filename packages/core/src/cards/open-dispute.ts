import { CUSTOMERS, mustNotBeBlocked } from '../customers/index.js';
import {
  birth,
  err,
  type IdSource,
  invalidFields,
  isId,
  newRecord,
  ok,
  type Reads,
  type Result,
  splitTenant,
  type Unit,
  update,
  type UseCase,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { CARDS } from './card.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import {
  CARD_DISPUTE,
  CARD_DISPUTES,
  type CardDispute,
  type DisputeReason,
  disputesOf,
  isUndecided,
} from './card-dispute.js';
import { NETWORK_MESSAGES } from './network-message.js';
import type { CardIssuer } from './ports.js';

export interface DisputePorts {
  readonly ids: IdSource;
  readonly issuers: readonly CardIssuer[];
}

export interface NewDispute {
  readonly transactionId: string;
  /** Default: all that can be disputed. */
  readonly amount?: bigint | undefined;
  readonly reason: DisputeReason;
  readonly explanation?: string | undefined;
  /** The network's id of the clearing; default: the use as a whole. */
  readonly clearingId?: string | undefined;
}

/**
 * Opens a dispute about a part of what a merchant has collected. 404 TRANSACTION_NOT_FOUND; 400 INVALID_INPUT for an
 * amount above what can be disputed, and for an unknown clearing; 403 USER_NOT_READY for a blocked customer; 409
 * INVALID_STATE_TRANSITION if nothing can be disputed; 501 NOT_IMPLEMENTED without an issuer.
 */
export const openDispute =
  ({ ids, issuers }: DisputePorts): UseCase<NewDispute, CardDispute> =>
  async (tx, ctx, input) => {
    const { environment } = splitTenant(ctx.tenant);
    if (!issuers.some(({ environments }) => environments.includes(environment)))
      return err('NOT_IMPLEMENTED', 'no card issuer is configured for this environment');
    const use = isId('Transaction', input.transactionId) ? await tx.get(TRANSACTIONS, input.transactionId) : null;
    if (use === null || !isCardTransaction(use)) return err('TRANSACTION_NOT_FOUND');
    const holder = await tx.get(CUSTOMERS, use.customerId);
    if (holder === null || holder.isDeleted) return err('USER_NOT_FOUND', 'the cardholder was deleted');
    const isOperator = ctx.actor.kind === 'system' && ctx.actor.by !== undefined;
    if (!isOperator) {
      const free = mustNotBeBlocked(holder);
      if (!free.ok) return free;
    }
    const room = await disputableOf(tx, use);
    const { currency } = use.card;
    if (room <= 0n) {
      const message = `the transaction is ${use.status}, and nothing of it can be disputed: what is settled is returned or disputed already`;
      return err('INVALID_STATE_TRANSITION', message);
    }
    const amount = input.amount ?? room;
    if (amount <= 0n || amount > room) {
      const message = `must be at least 1 and at most ${room} (${amountText(room, currency)}), what is settled and neither returned nor disputed`;
      return invalidFields([{ field: 'amount', message }]);
    }
    if (input.clearingId !== undefined) {
      const message = await tx.find(NETWORK_MESSAGES, 'message', [use.rail ?? 'cards', input.clearingId]);
      if (message === null || message.transactionId !== use.id || message.kind !== 'CLEARING')
        return invalidFields([{ field: 'clearingId', message: 'must name a clearing of the transaction' }]);
    }
    return addDispute({ tx, ctx, ids }, use, 'open', {
      ...{ amount, reason: input.reason, explanation: input.explanation ?? null },
      clearingId: input.clearingId ?? null,
      openedBy: isOperator ? 'OPERATOR' : 'PLATFORM',
      networkCaseId: null,
      networkReason: null,
    });
  };

/** What of a card transaction can be disputed: what is settled, neither returned nor kept, and in no open dispute. */
export async function disputableOf(reads: Reads, { id, direction, card }: CardTransaction): Promise<bigint> {
  if (direction === 'CREDIT') return 0n;
  const open = (await disputesOf(reads, id)).filter(isUndecided);
  const disputed = open.reduce((sum, { amount }) => sum + amount, 0n);
  const left = card.settled + (card.excess ?? 0n) - card.refunded - (card.kept ?? 0n) - disputed;
  return left > 0n ? left : 0n;
}

type Opening = Pick<
  CardDispute,
  'amount' | 'reason' | 'explanation' | 'clearingId' | 'openedBy' | 'networkCaseId' | 'networkReason'
>;

/**
 * Adds a dispute. The transaction is written too, so that of two units that dispute it at the same moment the second one
 * runs again.
 */
export async function addDispute(
  { tx, ctx, ids }: Unit,
  use: CardTransaction,
  on: 'open' | 'hear',
  opening: Opening,
): Promise<Result<CardDispute>> {
  const card = await tx.get(CARDS, use.card.cardId);
  if (card === null) return err('REFERENCE_NOT_FOUND', 'no such card');
  const dispute: CardDispute = {
    ...opening,
    transactionId: use.id,
    cardId: card.id,
    customerId: use.customerId as CardDispute['customerId'],
    processor: use.rail ?? 'cards',
    currency: use.card.currency,
    status: birth(CARD_DISPUTE, on).to,
    dueAt: null,
    decidedAt: null,
    endedAt: null,
    received: 0n,
    provisional: 0n,
    paid: 0n,
    writtenOff: 0n,
    fees: 0n,
    changes: 1,
    ...newRecord(ids.next('CardDispute'), ctx),
  };
  tx.add(CARD_DISPUTES, dispute);
  update(tx, ctx, TRANSACTIONS, use, {});
  return ok(dispute);
}
