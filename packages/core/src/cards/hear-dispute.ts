import { err, isId, ok, type Reads, type Refused, type Result, type Unit } from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import type { Card } from './card.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import { CARD_DISPUTES, type CardDispute, disputesOf, isUndecided } from './card-dispute.js';
import type { CardReply, DisputeMessage } from './card-message.js';
import type { HeardOperations } from './hear-told.js';
import { earlierMessage, useOf, withoutOpened } from './heard-use.js';
import { addDispute, disputableOf } from './open-dispute.js';

const UNKNOWN_USE = err(
  'TRANSACTION_NOT_FOUND',
  'the message names neither a dispute nor a use of the card that we know; send the message again later',
);
const UNKNOWN_DISPUTE = err(
  'REFERENCE_NOT_FOUND',
  'no dispute of the card has this disputeId; leave it out for a dispute that you have opened',
);
const OTHER_CASE = err(
  'CONFLICT',
  'the dispute with this disputeId has another networkCaseId; name the networkCaseId of its first message',
);

/** Books what the network says about a dispute. One that the processor has opened itself is added. */
export async function hearDispute(
  unit: Unit,
  { disputes }: HeardOperations,
  card: Card,
  message: DisputeMessage,
): Promise<Result<CardReply | Refused>> {
  const { tx, ctx } = unit;
  const { networkCaseId, networkReason, dueAt, messageId: networkMessageId, at, amount, event } = message;
  const earlier = await earlierMessage(tx, card, networkMessageId);
  const found = await disputeFor(unit, card, message);
  if (!found.ok) return found;
  // A message whose id is known is a repeat or a contradiction of the first one. It opens no dispute.
  const use = found.value === null ? (earlier?.use ?? null) : await useFor(unit, card, found.value);
  const opened = use === null ? await openHeard(unit, card, message) : ok({ use, dispute: found.value });
  if (!opened.ok) return opened;
  const { use: about, dispute } = opened.value;
  if (message.currency !== about.card.currency)
    return err('INVALID_CURRENCY', `currency must be that of the card, ${about.card.currency}`);
  const answer = await disputes[event](tx, ctx, {
    ...{ cardId: about.card.cardId, transactionId: about.id, networkMessageId, at, amount },
    originalNetworkMessageId: networkCaseId,
    details: message.details ?? undefined,
    ...(dispute !== null && { dispute: { disputeId: dispute.id, networkReason, dueAt } }),
  });
  const told = use === null ? withoutOpened(answer) : answer;
  if (!told.ok || !('transactionId' in told.value)) return told as Result<Refused>;
  return ok({ kind: 'booked', transactionId: told.value.transactionId });
}

/** The dispute that a message is about; null if we do not know it. */
async function disputeFor(
  { tx }: Unit,
  card: Card,
  { disputeId, networkCaseId }: DisputeMessage,
): Promise<Result<CardDispute | null>> {
  const byCase = await tx.find(CARD_DISPUTES, 'network_case', [card.processorRef, networkCaseId]);
  if (byCase !== null && byCase.cardId !== card.id) return OTHER_CASE;
  if (disputeId === null) return ok(byCase);
  const named = isId('CardDispute', disputeId) ? await tx.get(CARD_DISPUTES, disputeId) : null;
  if (named === null || named.cardId !== card.id) return UNKNOWN_DISPUTE;
  const isOther = byCase !== null ? byCase.id !== named.id : named.networkCaseId !== null;
  return isOther ? OTHER_CASE : ok(named);
}

async function useFor({ tx }: Unit, card: Card, { transactionId }: CardDispute): Promise<CardTransaction | null> {
  const use = await tx.get(TRANSACTIONS, transactionId);
  return use !== null && isCardTransaction(use) && use.card.cardId === card.id ? use : null;
}

interface Opened {
  readonly use: CardTransaction;
  readonly dispute: CardDispute;
}

/**
 * The one open dispute of a use that has no case at the network yet; null if there is none, or more than one. Until the
 * processor names our id, its case is the one that we have opened.
 */
async function awaitingCase(
  reads: Reads,
  { id }: CardTransaction,
  clearingId: string | null,
): Promise<CardDispute | null> {
  const waiting = (await disputesOf(reads, id)).filter(
    (dispute) =>
      isUndecided(dispute) &&
      dispute.networkCaseId === null &&
      (dispute.clearingId === null || clearingId === null || dispute.clearingId === clearingId),
  );
  return waiting.length === 1 ? waiting[0]! : null;
}

/** The dispute of a case that we do not know, about a use that we know: one that waits for its case, or a new one. */
async function openHeard(unit: Unit, card: Card, message: DisputeMessage): Promise<Result<Opened>> {
  const { tx } = unit;
  const { authorizationId, clearingId, networkCaseId, networkReason, reason, event, amount } = message;
  const cleared = clearingId === null ? null : await earlierMessage(tx, card, clearingId);
  const named = authorizationId === null ? null : await useOf(tx, card.id, authorizationId);
  const use = named ?? (cleared?.use.card.cardId === card.id ? cleared.use : null);
  if (use === null) return UNKNOWN_USE;
  const known = await awaitingCase(tx, use, clearingId);
  if (known !== null) return ok({ use, dispute: known });
  // Only a chargeback says how much is contested.
  const disputed = event === 'chargeback' && amount > 0n ? amount : await disputableOf(tx, use);
  const added = await addDispute(unit, use, 'hear', {
    ...{ networkCaseId, networkReason, clearingId, explanation: null, openedBy: 'PROCESSOR' },
    amount: disputed > 0n ? disputed : use.card.settled,
    reason: reason ?? 'OTHER',
  });
  if (!added.ok) return added;
  const written = await tx.get(TRANSACTIONS, use.id);
  return ok({ use: written as CardTransaction, dispute: added.value });
}
