import {
  type Context,
  err,
  invalidFields,
  ok,
  type Reads,
  Refused,
  type Result,
  type Tx,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import type { authorize } from './authorize.js';
import type { Card } from './card.js';
import type { CardTransaction } from './card-books.js';
import type { CardReply, ClearingMessage, DisputeEvent, IncrementMessage, ReturnMessage } from './card-message.js';
import type { CardUse } from './card-use.js';
import { earlierMessage, heardUse, messageToken, type UseMessage, withoutOpened } from './heard-use.js';
import type { CardAnswer, CardTelling } from './network-message.js';

export type Tell = UseCase<CardTelling, CardAnswer | Refused>;

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
  readonly disputes: Readonly<Record<DisputeEvent, Tell>>;
}

const UNKNOWN = err(
  'TRANSACTION_NOT_FOUND',
  'no use of the card has this authorizationId; send the message again later',
);

/** Books what the network says about a use. Money that the network has moved is booked without an authorization, too. */
export async function hearTold(
  unit: Unit,
  network: HeardOperations,
  card: Card,
  message: UseMessage,
): Promise<Result<CardReply | Refused>> {
  const { tx, ctx } = unit;
  const known = await heardUse(unit, card, message);
  if (!known.ok || known.value instanceof Refused) return known as Result<Refused>;
  const opened = known.value === null ? await openedUse(tx, ctx, network, message) : ok(known.value);
  if (!opened.ok || !('card' in opened.value)) return opened as Result<Refused>;
  const use = opened.value;
  if (message.currency !== use.card.currency)
    return err('INVALID_CURRENCY', `currency must be that of the card, ${use.card.currency}`);
  const named = await takesBackReturn(tx, card, message);
  if (!named.ok) return named;
  const answer = await tellUse(tx, ctx, network, use, message);
  const told = known.value === null ? withoutOpened(answer) : answer;
  if (!told.ok || !('transactionId' in told.value)) return told as Result<Refused>;
  const { transactionId, increment } = told.value;
  if (increment === undefined) return ok({ kind: 'booked', transactionId });
  const { approved, reason } = increment;
  if (reason !== null) return ok({ kind: 'declined', reason });
  return ok({ kind: 'approved', amount: approved, currency: message.currency, transactionId });
}

/**
 * A reversal of a return cannot name a message of another kind: it would take back another return than it says. A repeat
 * gets the first answer. 400 INVALID_INPUT.
 */
async function takesBackReturn(reads: Reads, card: Card, message: UseMessage): Promise<Result<void>> {
  if (message.kind !== 'return.reversal') return ok();
  const { returnId, messageId } = message;
  const named = await earlierMessage(reads, card, returnId);
  if (named === null || named.message.kind === 'RETURN') return ok();
  if ((await earlierMessage(reads, card, messageId)) !== null) return ok();
  const text = `names a message of the kind ${named.message.kind}; name the messageId of the return that is taken back`;
  return invalidFields([{ field: 'returnId', message: text }]);
}

/**
 * Opens the use of a clearing or a return of which we know none. A return never opens the use that it names: a clearing of
 * that use can still follow, and is a debit.
 */
function openedUse(
  tx: Tx,
  ctx: Context,
  network: HeardOperations,
  message: UseMessage,
): Promise<Result<CardTransaction | Refused>> {
  const isMoney = message.kind === 'clearing' || message.kind === 'return';
  if (!isMoney || message.amount === 0n) return Promise.resolve(UNKNOWN);
  const named = message.kind === 'clearing' ? message.authorizationId : null;
  return openForced(tx, ctx, network, named ?? messageToken(message.messageId), message);
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
