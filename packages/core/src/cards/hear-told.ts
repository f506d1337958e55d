import {
  type Context,
  err,
  ok,
  type Reads,
  type Refused,
  type Result,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import type { authorize } from './authorize.js';
import type { Card } from './card.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import type { CardMessage, CardReply, ClearingMessage, IncrementMessage, ReturnMessage } from './card-message.js';
import type { CardUse } from './card-use.js';
import { type CardAnswer, type CardTelling, NETWORK_MESSAGES } from './network-message.js';

type Tell = UseCase<CardTelling, CardAnswer | Refused>;

/** The operations that messages of a processor end in. */
export interface HeardOperations {
  readonly authorize: ReturnType<typeof authorize>;
  readonly approve: Tell;
  readonly decline: Tell;
  readonly askIncrement: Tell;
  readonly tellIncrement: Tell;
  readonly reverse: Tell;
  readonly clear: Tell;
  readonly advise: Tell;
  readonly return: Tell;
  readonly reverseReturn: Tell;
}

/** A message about a use that the network has opened. */
type UseMessage = Exclude<CardMessage, { readonly kind: 'authorization' | 'balance' | 'card' }>;

const UNKNOWN = err(
  'TRANSACTION_NOT_FOUND',
  'no use of the card has this authorizationId; send the message again later',
);

/** Books what the network says about a use. Money that the network has moved is booked without an authorization, too. */
export async function hearTold(
  tx: Tx,
  ctx: Context,
  network: HeardOperations,
  card: Card,
  message: UseMessage,
): Promise<Result<CardReply | Refused>> {
  const opened = await openedUse(tx, ctx, network, card, message);
  if (!opened.ok || !('card' in opened.value)) return opened as Result<Refused>;
  const use = opened.value;
  if (message.currency !== use.card.currency)
    return err('INVALID_CURRENCY', `currency must be that of the card, ${use.card.currency}`);
  const told = await tellUse(tx, ctx, network, use, message);
  if (!told.ok || !('transactionId' in told.value)) return told as Result<Refused>;
  const { transactionId, increment } = told.value;
  if (increment === undefined) return ok({ kind: 'booked', transactionId });
  const { approved, reason } = increment;
  if (reason !== null) return ok({ kind: 'declined', reason });
  return ok({ kind: 'approved', amount: approved, currency: message.currency, transactionId });
}

/** The use that a message names. A clearing or a refund without a known use opens one. */
async function openedUse(
  tx: Tx,
  ctx: Context,
  network: HeardOperations,
  card: Card,
  message: UseMessage,
): Promise<Result<CardTransaction | Refused>> {
  if (message.kind === 'return.reversal' && message.authorizationId === null) {
    const returned = await tx.find(NETWORK_MESSAGES, 'message', [card.processorRef, message.returnId]);
    const found = returned === null ? null : await tx.get(TRANSACTIONS, returned.transactionId);
    return found !== null && isCardTransaction(found) && found.card.cardId === card.id ? ok(found) : UNKNOWN;
  }
  // The message opens a use of its own if it names none.
  const token = message.authorizationId ?? message.messageId;
  const known = await useOf(tx, card.id, token);
  if (known !== null) return ok(known);
  const isMoney = message.kind === 'clearing' || message.kind === 'return';
  return isMoney && message.amount > 0n ? openForced(tx, ctx, network, token, message) : UNKNOWN;
}

/** Opens the use of money that has moved without an authorization that we know. */
async function openForced(
  tx: Tx,
  ctx: Context,
  { authorize }: HeardOperations,
  issuerToken: string,
  { cardId, kind, amount, currency, merchant }: ClearingMessage | ReturnMessage,
): Promise<Result<CardTransaction | Refused>> {
  const direction: CardUse['direction'] = kind === 'clearing' ? 'DEBIT' : 'CREDIT';
  const use = {
    ...{ cardId, amount, currency, merchant, issuerToken, direction },
    mode: 'told',
    isForced: true,
  } as const;
  const opened = await authorize.finish(tx, ctx, { use, delegate: null });
  if (!opened.ok || !('approved' in opened.value)) return opened as Result<Refused>;
  const { value: verdict } = opened;
  return verdict.approved && verdict.transaction !== null ? ok(verdict.transaction) : UNKNOWN;
}

function tellUse(
  tx: Tx,
  ctx: Context,
  network: HeardOperations,
  use: CardTransaction,
  message: UseMessage,
): Promise<Result<CardAnswer | Refused>> {
  const { at, messageId: networkMessageId } = message;
  const details = message.details ?? undefined;
  const amount = message.amount ?? 0n;
  const about = { cardId: use.card.cardId, transactionId: use.id, networkMessageId, at, amount, details };
  switch (message.kind) {
    case 'clearing': {
      const { isFinal } = message;
      return network.clear(tx, ctx, { ...about, isFinal, clearedAt: message.clearedAt ?? at });
    }
    case 'advice':
      return network.advise(tx, ctx, { ...about, expiresAt: message.expiresAt ?? undefined });
    case 'return':
      return network.return(tx, ctx, { ...about, originalNetworkMessageId: message.clearingId ?? undefined });
    case 'return.reversal':
      return network.reverseReturn(tx, ctx, { ...about, originalNetworkMessageId: message.returnId });
    case 'increment':
      return tellIncrement(tx, ctx, network, about, message);
    case 'reversal':
      return network.reverse(tx, ctx, about);
  }
}

function tellIncrement(
  tx: Tx,
  ctx: Context,
  network: HeardOperations,
  about: CardTelling,
  { decision, partialAllowed, expiresAt }: IncrementMessage,
): Promise<Result<CardAnswer | Refused>> {
  const telling = { ...about, partialAllowed, expiresAt: expiresAt ?? undefined };
  return decision === 'ASK' ? network.askIncrement(tx, ctx, telling) : network.tellIncrement(tx, ctx, telling);
}

export async function useOf(reads: Reads, cardId: string, issuerToken: string): Promise<CardTransaction | null> {
  const found = await reads.find(TRANSACTIONS, 'issuer_token', [issuerToken]);
  return found !== null && isCardTransaction(found) && found.card.cardId === cardId ? found : null;
}
