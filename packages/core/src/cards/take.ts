import { bookEntry, type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  Bug,
  domainError,
  type DomainError,
  err,
  type EventOf,
  type Id,
  type Instant,
  isId,
  ok,
  type Reads,
  type Result,
  transition,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { lockBalance } from '../ledger/index.js';
import { recountLimits } from '../limits/index.js';
import {
  CARD_TRANSACTION,
  type CardMove,
  type CardSpend,
  costOf,
  emitTransaction,
  NEVER_SHORT,
  TRANSACTIONS,
} from '../transactions/index.js';
import { cardLines, type CardTransaction, isCardTransaction } from './card-books.js';
import { endOf } from './authorization-end.js';
import { CARD_DISPUTES, type CardDispute, disputesOf } from './card-dispute.js';
import { refundsOf } from './card-refund.js';
import { creditedOf } from './credited.js';
import type { Delegates } from './ports.js';

/** Movements of a card transaction. An amount of zero is not booked. */
export type Moves = readonly (readonly [move: CardMove, amount: bigint])[];

/** One step of a card transaction: the event of its state machine, the movements of money, and the changed fields. */
export interface Step {
  /** The event of the state machine; null if the state does not change and no webhook event is emitted. */
  readonly on: EventOf<typeof CARD_TRANSACTION> | null;
  readonly moves: Moves;
  readonly after: Partial<CardSpend>;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const CLOSED: DomainError = domainError('USER_NOT_READY', 'the account is closed');
const RACED: DomainError = domainError('CONFLICT', 'the account was closed at the same time; send the request again');

/** Adds movements to the totals of a spend. */
export function withMoves(spend: CardSpend, moves: Moves): CardSpend {
  const moved = { ...spend.moved };
  for (const [move, amount] of moves) {
    if (amount === 0n) continue;
    const before = moved[move] ?? { count: 0, total: 0n };
    moved[move] = { count: before.count + 1, total: before.total + amount };
  }
  return { ...spend, moved };
}

/** Posts each movement as an entry of its own. 403 USER_NOT_READY for a closed account. */
export async function bookMoves(
  unit: Unit,
  transaction: CardTransaction,
  account: InternalAccount,
  moves: Moves,
): Promise<Result<void>> {
  for (const [kind, amount] of moves) {
    if (amount === 0n) continue;
    const entry = { kind, cause: transaction.id, lines: cardLines(transaction, kind, amount) };
    const short = account.status === 'CLOSED' ? CLOSED : NEVER_SHORT;
    const booked = await bookEntry(unit, entry, [account], short);
    if (!booked.ok) return booked;
  }
  return ok();
}

/** The events that settle a transaction. */
const SETTLING: readonly Step['on'][] = ['clear', 'expire', 'reverse-rest'];

/** The state after an event, by the state before it. */
const STATES: ReadonlyMap<string, CardTransaction['status']> = new Map(
  CARD_TRANSACTION.transitions.map(({ from, on, to }) => [`${from} ${on}`, to]),
);

/** When the time ends an authorization: as long as it can be cleared, and in EXCEPTION as long as it has a reserve. */
export const holdEndOf = (status: CardTransaction['status'], card: CardSpend): Instant | null =>
  status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED' || (status === 'EXCEPTION' && card.reserved > 0n)
    ? endOf(card)
    : null;

/**
 * Whether the merchant may still clear a part of the authorization, once nothing is missing any more. A hold that an
 * operator has released ends no authorization.
 */
export const awaitsClearings = ({ reserved, released = 0n, settled, authorized }: CardSpend): boolean =>
  reserved > 0n || (released > 0n && settled > 0n && settled < authorized);

/**
 * What limits of the customer count of a use: what is authorized, and once the authorization has ended what was settled of
 * it. Returns of the merchant give nothing back; what was cleared at once and taken back because no merchant was paid does.
 */
export function countedOf(status: CardTransaction['status'], card: CardSpend): bigint {
  const { authorized, settled, takenBack = 0n, refunded } = card;
  const paid = settled - min(takenBack, refunded);
  return holdEndOf(status, card) !== null && authorized > paid ? authorized : paid;
}

/** Applies a step: state, entries and event in this unit of work. 409 INVALID_STATE_TRANSITION. */
export async function takeFromCard(
  unit: Unit,
  transaction: CardTransaction,
  { on, moves, after: changed }: Step,
): Promise<Result<CardTransaction>> {
  const { tx, ctx } = unit;
  const told = transaction.card.told + (on === null ? 0 : 1);
  const card = withMoves({ ...transaction.card, lastEventAt: ctx.now, ...changed, told }, moves);
  let after: CardTransaction;
  if (on === null) {
    const { status } = transaction;
    const limitUse = await recountLimits(tx, ctx, transaction.limitUse, countedOf(status, card));
    const patch = { card, holdEndsAt: holdEndOf(status, card), limitUse };
    after = update(tx, ctx, TRANSACTIONS, transaction, patch) as CardTransaction;
  } else {
    const to = STATES.get(`${transaction.status} ${on}`) ?? transaction.status;
    const settledAt = SETTLING.includes(on) && to === 'SETTLED' ? ctx.now : transaction.settledAt;
    const limitUse = await recountLimits(tx, ctx, transaction.limitUse, countedOf(to, card));
    const patch = { card, settledAt, holdEndsAt: holdEndOf(to, card), limitUse };
    const moved = transition(tx, ctx, CARD_TRANSACTION, TRANSACTIONS, transaction, on, patch);
    if (!moved.ok) return moved;
    after = moved.value.record as CardTransaction;
    emitTransaction(unit, moved.value.row.emits, after);
  }
  const account = await fundingAccount(tx, after.card.accountId);
  const booked = await bookMoves(unit, after, account, moves);
  if (!booked.ok) return booked;
  return (after.card.provisional ?? 0n) > 0n ? withdrawExcess(unit, after) : ok(after);
}

/**
 * Takes a part of a provisional credit back: what the balance has, also that of a frozen account; the rest the account
 * owes. A closed account can neither pay nor owe.
 */
export async function withdrawProvisional(
  unit: Unit,
  transaction: CardTransaction,
  dispute: CardDispute,
  amount: bigint,
): Promise<Result<CardTransaction>> {
  const { tx, ctx } = unit;
  const { card } = transaction;
  const there = min(amount, await lockSource(tx, await fundingAccount(tx, card.accountId)));
  update(tx, ctx, CARD_DISPUTES, dispute, { provisional: dispute.provisional - amount });
  return takeFromCard(unit, transaction, {
    on: null,
    moves: [
      ['CARD_PROVISIONAL_WITHDRAWAL', there],
      ['CARD_PROVISIONAL_OWED', amount - there],
    ],
    after: { provisional: card.provisional! - amount },
  });
}

/**
 * Keeps what the customer has of a use below what the use has cost: once the merchant or a loss of the service gives the
 * money back, provisional credits of it are withdrawn, those of the newest dispute first.
 */
async function withdrawExcess(unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> {
  const { tx, ctx } = unit;
  const { id, card } = transaction;
  const account = await fundingAccount(tx, card.accountId);
  if (account.status === 'CLOSED') return ok(transaction);
  const credited = await creditedOf(tx, ctx, transaction, await refundsOf(tx, id));
  const cost = costOf(card) - credited;
  const excess = card.provisional! - (cost > 0n ? cost : 0n);
  if (excess <= 0n) return ok(transaction);
  const dispute = (await disputesOf(tx, id)).find(({ provisional }) => provisional > 0n);
  if (dispute === undefined) return ok(transaction);
  // The step of the withdrawal comes here again, until nothing is in excess.
  return withdrawProvisional(unit, transaction, dispute, min(excess, dispute.provisional));
}

export async function fundingAccount(reads: Reads, id: Id<'InternalAccount'>): Promise<InternalAccount> {
  const account = await reads.get(INTERNAL_ACCOUNTS, id);
  if (account === null) throw new Bug(`internal account ${id} not found`);
  return account;
}

/**
 * The available balance, locked until the unit ends so that concurrent uses cannot spend it too. A closed account has no
 * balance to lock: zero. 409 CONFLICT for an account that was closed at the same time.
 */
export async function lockSource(tx: Tx, account: InternalAccount): Promise<bigint> {
  if (account.status === 'CLOSED') return 0n;
  return (await lockBalance(tx, account.id, RACED))?.available ?? 0n;
}

/** The balance that can be spent, locked until the unit ends. Zero if the account is not active. */
export async function available(tx: Tx, account: InternalAccount): Promise<bigint> {
  return account.status === 'ACTIVE' ? lockSource(tx, account) : 0n;
}

/**
 * The amount that can be taken from the funding source after the authorization. Zero for a wallet that has no active
 * key for the card.
 */
export async function pullable(tx: Tx, delegates: Delegates, { card }: CardTransaction): Promise<bigint> {
  const account = await fundingAccount(tx, card.accountId);
  if (account.type === 'EMBEDDED_WALLET') {
    const key = await delegates.active(tx, { cardId: card.cardId, fundingSourceId: account.id });
    if (key === null) return 0n;
  }
  return available(tx, account);
}

/** A transaction of this card. 404 TRANSACTION_NOT_FOUND. */
export async function transactionOfCard(
  reads: Reads,
  cardId: string,
  transactionId: string,
): Promise<Result<CardTransaction>> {
  const found = isId('Transaction', transactionId) ? await reads.get(TRANSACTIONS, transactionId) : null;
  if (found === null || !isCardTransaction(found) || found.card.cardId !== cardId) return err('TRANSACTION_NOT_FOUND');
  return ok(found);
}
