import { fail, ok, type Reads, Refused, type Result, type Unit } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import type { Card } from './card.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import type { AuthorizationMessage, CardMessage } from './card-message.js';
import { contradictNetwork } from './contradict-network.js';
import {
  contradictMessage,
  NETWORK_MESSAGES,
  type NetworkMessage,
  type NetworkMessageKind,
  USED_TWICE,
} from './network-message.js';
import { textOf, useOf as textOfUse } from './use-content.js';

/** A message about a use that the network has opened. */
export type UseMessage = Exclude<
  CardMessage,
  { readonly kind: 'authorization' | 'balance' | 'card' | 'dispute' | 'settlement' }
>;

/** An earlier message of the processor, and the use that it was about. */
export interface Earlier {
  readonly message: NetworkMessage;
  readonly use: CardTransaction;
}

type OfProcessor = Pick<Card, 'id' | 'processorRef'>;

/**
 * The token of a use or an inquiry that a message opens without an authorization. The prefix keeps it apart from the
 * authorizations of the network, whose ids are counted separately from those of messages.
 */
export const messageToken = (messageId: string): string => `message:${messageId}`;

/** The use of a card with this authorization; null if there is none. */
export async function useOf(reads: Reads, cardId: string, issuerToken: string): Promise<CardTransaction | null> {
  const found = await reads.find(TRANSACTIONS, 'issuer_token', [issuerToken]);
  return found !== null && isCardTransaction(found) && found.card.cardId === cardId ? found : null;
}

/**
 * The use that a message is about; null if there is none yet. Other content under the id of an earlier message is a
 * contradiction about the use of that message, unless the message names a use that we know: its own check finds it then.
 */
export async function heardUse(
  unit: Unit,
  card: OfProcessor,
  message: UseMessage,
): Promise<Result<CardTransaction | Refused | null>> {
  const { tx } = unit;
  const { authorizationId, messageId } = message;
  const named = authorizationId === null ? null : await useOf(tx, card.id, authorizationId);
  const earlier = await earlierMessage(tx, card, messageId);
  if (earlier === null) return ok((await originalUse(tx, card, message, named)) ?? named);
  const isOfCard = earlier.use.card.cardId === card.id;
  const original = await originalUse(tx, card, message, null);
  // The use that the message names can have come after its first copy.
  if (isOfCard && (isOpenedBy(earlier) || original?.id === earlier.use.id)) return ok(earlier.use);
  if (named !== null) return ok(named);
  // A repeat can leave out the authorization. It cannot name another one.
  if (isOfCard && authorizationId === null) return ok(earlier.use);
  return ok(await contradicted(unit, earlier, message));
}

/** Refuses a decision of the network that would open a use under the id of an earlier message; null if the id is new. */
export async function reusedId(unit: Unit, card: OfProcessor, message: AuthorizationMessage): Promise<Refused | null> {
  const earlier = await earlierMessage(unit.tx, card, message.messageId);
  return earlier === null ? null : contradicted(unit, earlier, message);
}

/** Refuses a decision of the network about the other direction than that of its use; null if the direction is the same. */
export async function otherDirection(
  unit: Unit,
  use: CardTransaction,
  { decision, direction, amount, isFinal, messageId, cardId }: AuthorizationMessage,
): Promise<Refused | null> {
  if (direction === use.direction) return null;
  const print = (what: bigint): string => amountText(what, use.card.currency);
  const told = { cardId, direction, amount, atOnce: isFinal };
  return contradictNetwork(unit, use, {
    messageId,
    first: textOfUse(use, print),
    second: `${decision} ${textOf(told, print)}`,
    content: `${decision} ${textOf(told, String)}`,
    amount,
  });
}

/**
 * Turns the refusal of a message into an error that rolls back the use that this unit has opened for it. Another unit has
 * used the id of the message at the same time; once the message is sent again, it finds the first one.
 */
export const withoutOpened = <T>(answer: Result<T | Refused>): Result<T | Refused> =>
  answer.ok && answer.value instanceof Refused ? fail(USED_TWICE) : answer;

export async function earlierMessage(
  reads: Reads,
  { processorRef }: OfProcessor,
  messageId: string,
): Promise<Earlier | null> {
  const message = await reads.find(NETWORK_MESSAGES, 'message', [processorRef, messageId]);
  const use = message === null ? null : await reads.get(TRANSACTIONS, message.transactionId);
  return message !== null && use !== null && isCardTransaction(use) ? { message, use } : null;
}

/** Whether the use has no authorization: the message about money opened it. */
const isOpenedBy = ({ message, use }: Earlier): boolean => use.issuerToken === messageToken(message.messageId);

/** The use of the message that this one undoes, where that counts more than the authorization; null if there is none. */
async function originalUse(
  reads: Reads,
  card: OfProcessor,
  message: UseMessage,
  named: CardTransaction | null,
): Promise<CardTransaction | null> {
  if (message.kind === 'return.reversal') {
    const returned = await earlierMessage(reads, card, message.returnId);
    if (returned === null || returned.use.card.cardId !== card.id) return null;
    return isOpenedBy(returned) || message.authorizationId === null ? returned.use : null;
  }
  if (message.kind !== 'return' || message.clearingId === null || named !== null) return null;
  const cleared = await earlierMessage(reads, card, message.clearingId);
  const isCleared = cleared !== null && CLEARED_BY.includes(cleared.message.kind);
  // A use that was cleared at once is named by its own id.
  const use = isCleared ? cleared.use : await useOf(reads, card.id, message.clearingId);
  return use !== null && use.card.cardId === card.id && use.direction === 'DEBIT' ? use : null;
}

const CLEARED_BY: readonly NetworkMessageKind[] = ['CLEARING', 'APPROVAL'];

const KINDS = {
  advice: 'ADVICE',
  clearing: 'CLEARING',
  increment: 'INCREMENT',
  return: 'RETURN',
  reversal: 'REVERSAL',
  'return.reversal': 'RETURN_REVERSAL',
} as const satisfies Readonly<Record<UseMessage['kind'], NetworkMessageKind>>;

function contradicted(
  unit: Unit,
  { message: first, use }: Earlier,
  message: UseMessage | AuthorizationMessage,
): Promise<Refused> {
  const kind: NetworkMessageKind = message.kind === 'authorization' ? 'APPROVAL' : KINDS[message.kind];
  const about = message.authorizationId ?? 'no authorization';
  const { amount, currency, cardId } = message;
  const second = { kind, transactionId: `${about} of ${cardId}`, amount: amount ?? 0n, originalId: null };
  return contradictMessage(unit, use, first, { ...second, currency });
}
