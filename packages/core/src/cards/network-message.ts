import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type CurrencyCode,
  domainError,
  type Id,
  type IdSource,
  type Instant,
  newRecord,
  ok,
  type Refused,
  recordKind,
  type Result,
  type Tx,
  type Unit,
  update,
  type UseCase,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { type CardDetails, type CardTransactionStatus, TRANSACTIONS } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import type { DeclineReason } from './card-log.js';
import { contradictNetwork } from './contradict-network.js';
import { transactionOfCard } from './take.js';

export const NETWORK_MESSAGE_KINDS = [
  'CLEARING',
  'ADVICE',
  'RETURN',
  'RETURN_REVERSAL',
  'APPROVAL',
  'DECLINE',
  'INCREMENT',
  'REVERSAL',
  'CHARGEBACK',
  'REPRESENTMENT',
  'PRE_ARBITRATION',
  'ARBITRATION',
  'DISPUTE_WON',
  'DISPUTE_LOST',
  'FEE_COLLECTION',
  'FUNDS_DISBURSEMENT',
] as const;
export type NetworkMessageKind = (typeof NETWORK_MESSAGE_KINDS)[number];

/** A message of the network about a card transaction. Amounts in smallest units of the card currency. */
export interface CardTelling {
  readonly cardId: string;
  readonly transactionId: string;
  readonly amount: bigint;
  /** The id of the message at the network, unique per issuer. A repeated message has no effect. */
  readonly networkMessageId: string;
  /**
   * The network's id of the message that this one undoes: a return names its clearing, a reversal its return. The id of
   * the authorization stands for the clearing of a use that was cleared at once. A message about a dispute names the
   * network's id of the dispute.
   */
  readonly originalNetworkMessageId?: string | undefined;
  /** The date of a clearing, by which it is judged; without it, that of its arrival. */
  readonly clearedAt?: Instant | undefined;
  /** When the authorization expires, as an advice names it. */
  readonly expiresAt?: Instant | undefined;
  /** The network's date of the message. */
  readonly at?: Instant | undefined;
  /** No clearing of the use follows. */
  readonly isFinal?: boolean | undefined;
  /** Of a question about an increment: the merchant takes a part. */
  readonly partialAllowed?: boolean | undefined;
  readonly details?: CardDetails | undefined;
  /** Of a message about a dispute of the transaction: the dispute and what is said about it. */
  readonly dispute?: ToldDispute | undefined;
}

/** What a message says about a dispute. */
export interface ToldDispute {
  readonly disputeId: Id<'CardDispute'>;
  readonly networkReason: string | null;
  readonly dueAt: Instant | null;
}

/** What a message changes in the transaction that it names. */
export type ApplyMessage = (
  tx: Tx,
  ctx: Context,
  transaction: CardTransaction,
  telling: Omit<CardTelling, 'cardId' | 'transactionId'>,
) => Promise<Result<CardTransaction>>;

/** The answer to a question about an increment. */
export interface IncrementAnswer {
  /** What is added to the authorized amount; 0 is a decline. */
  readonly approved: bigint;
  readonly reason: DeclineReason | null;
}

/** What a question about a transaction changes in it, and its answer. */
export type AnswerMessage = (
  ...of: Parameters<ApplyMessage>
) => Promise<Result<{ readonly transaction: CardTransaction; readonly increment: IncrementAnswer }>>;

/** The transaction after a message. */
export interface CardAnswer {
  readonly transactionId: Id<'Transaction'>;
  readonly issuerToken: string;
  readonly status: CardTransactionStatus;
  readonly settled: bigint;
  readonly refunded: bigint;
  /** Of a question about an increment. */
  readonly increment?: IncrementAnswer;
}

/** A message of a card network that had an effect. Append-only. */
export interface NetworkMessage extends BaseRecord {
  readonly id: Id<'NetworkMessage'>;
  /** The issuer that passed on the message. */
  readonly issuer: string;
  readonly messageId: string;
  readonly kind: NetworkMessageKind;
  readonly transactionId: Id<'Transaction'>;
  readonly amount: bigint;
  /** The message that this one undoes; null if it named none. */
  readonly originalId: string | null;
  /** The date that the network gave the message; null if it gave none. */
  readonly datedAt: Instant | null;
  /** What the processor said besides; null if nothing. */
  readonly details: CardDetails | null;
  /** The answer to the message; a repeated message gets the same answer. */
  readonly answer: CardAnswer;
}

export const NETWORK_MESSAGES = recordKind<NetworkMessage>()({
  name: 'card_messages',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    issuer: 'text',
    messageId: 'text',
    kind: 'text',
    transactionId: 'text',
    amount: 'amount',
    originalId: 'text?',
    datedAt: 'instant?',
    details: 'json?',
    answer: 'json',
  },
  states: [],
  unique: [{ name: 'message', columns: ['issuer', 'messageId'] }],
  filters: [],
  immutable: ['issuer', 'messageId', 'kind', 'transactionId', 'amount', 'originalId', 'datedAt', 'details', 'answer'],
});

/** The error of a unit whose id another unit used at the same time for a message about another transaction. */
export const USED_TWICE = domainError(
  'CONFLICT',
  'another request is processing a message with this networkMessageId; send the message again',
  { retryAfter: 1 },
);

type Content = Pick<NetworkMessage, 'kind' | 'transactionId' | 'amount' | 'originalId'>;

/** What a message says, which may be about a use that has no transaction. */
interface Said extends Omit<Content, 'transactionId'> {
  readonly transactionId: string;
  readonly currency: CurrencyCode;
}

const contentOf = ({ kind, transactionId, originalId }: Omit<Said, 'currency'>, amount: string): string =>
  `${kind} of ${[amount, 'about', transactionId].join(' ')}${originalId === null ? '' : ` for ${originalId}`}`;

/** The transaction as its next change stores it: with what this message says, and what earlier ones said of the rest. */
const withDetails = (use: CardTransaction, details: CardDetails | undefined): CardTransaction =>
  details === undefined ? use : { ...use, card: { ...use.card, details: { ...use.card.details, ...details } } };

/** Messages of earlier releases were stored without the message that they undo; their repetition may name it. */
const isRepeatOf = (earlier: Content, sent: Content): boolean =>
  earlier.kind === sent.kind &&
  earlier.transactionId === sent.transactionId &&
  earlier.amount === sent.amount &&
  (earlier.originalId === null || earlier.originalId === sent.originalId);

/** Stores that the network has used the id of a message about this use for other content, and returns the refusal. */
export function contradictMessage(
  unit: Unit,
  use: CardTransaction,
  first: NetworkMessage,
  { currency, ...second }: Said,
): Promise<Refused> {
  const { amount } = second;
  return contradictNetwork(unit, use, {
    messageId: first.messageId,
    first: contentOf(first, amountText(first.amount, use.card.currency)),
    second: contentOf(second, amountText(amount, currency)),
    content: contentOf(second, String(amount)),
    // The exception is in the currency of the use. An amount in another one is in the text only.
    amount: currency === use.card.currency ? amount : 0n,
  });
}

/**
 * Applies a message of the network once. Message and effect are written in one unit of work, and a repeated message
 * gets the first answer. A refused message is not stored, so the network can send it again. 404 TRANSACTION_NOT_FOUND;
 * 409 CONFLICT if the id was used for other content, which is stored as a contradiction; the errors of `apply`.
 */
export const onceByMessage =
  (
    ids: IdSource,
    kind: NetworkMessageKind,
    apply: ApplyMessage | AnswerMessage,
  ): UseCase<CardTelling, CardAnswer | Refused> =>
  async (tx, ctx, telling) => {
    const { cardId, transactionId, amount, networkMessageId: messageId } = telling;
    const originalId = telling.originalNetworkMessageId ?? null;
    const found = await transactionOfCard(tx, cardId, transactionId);
    if (!found.ok) return found;
    const { id, rail } = found.value;
    const issuer = rail ?? 'cards';
    const sent = () => tx.find(NETWORK_MESSAGES, 'message', [issuer, messageId]);
    const earlier = await sent();
    if (earlier !== null) {
      const content = { kind, transactionId: id, amount, originalId };
      if (isRepeatOf(earlier, content)) return ok(earlier.answer);
      const { currency } = found.value.card;
      return ok(await contradictMessage({ tx, ctx, ids }, found.value, earlier, { ...content, currency }));
    }
    const applied = await apply(tx, ctx, withDetails(found.value, telling.details), telling);
    if (!applied.ok) {
      // A copy can be refused because of what the first message has changed meanwhile. The change of the outdated
      // transaction, which the next read sends, then fails, so the unit runs again and finds the first message. An answer
      // from here would commit what `apply` wrote before it refused.
      if ((await sent())?.transactionId === id) {
        update(tx, ctx, TRANSACTIONS, found.value, {});
        await sent();
      }
      return applied;
    }
    const increment = 'increment' in applied.value ? applied.value.increment : null;
    const { status, card, issuerToken } = 'increment' in applied.value ? applied.value.transaction : applied.value;
    const answer: CardAnswer = {
      transactionId: id,
      issuerToken: issuerToken!,
      status: status as CardTransactionStatus,
      settled: card.settled,
      refunded: card.refunded,
      ...(increment !== null && { increment }),
    };
    const datedAt = telling.clearedAt ?? telling.at ?? null;
    const details = telling.details ?? null;
    const message = { issuer, messageId, kind, transactionId: id, amount, originalId, datedAt, details, answer };
    // Of two concurrent copies, the second unit loses the transaction to the first, runs again and finds the first
    // message. If a concurrent message with this id is about another transaction, this one has no effect; once it is
    // sent again, it is a contradiction.
    const record = { ...message, ...newRecord(ids.next('NetworkMessage'), ctx) };
    tx.add(NETWORK_MESSAGES, record, { conflicts: { message: USED_TWICE } });
    return ok(answer);
  };
