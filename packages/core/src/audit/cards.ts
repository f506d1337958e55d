import { type Card, CARDS, type CardTransaction, disputedBy, holdEndOf, isCardTransaction } from '../cards/index.js';
import type { EventType, JobKind } from '../events/index.js';
import type { Instant } from '../kernel/index.js';
import { amountOn, BALANCES, chart, type Check, type EntryKind, everyPage, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { CARD_MOVES, type CardMove, type CardMoved, takenFor, type Transaction } from '../transactions/index.js';
import { differences, type PaidBooks, type Pass, repeated, type ToldBooks } from './books.js';
import { DAY_MS, shown } from './work.js';

/** A card transaction and the sums of its journal entries. */
export interface Spent {
  readonly transaction: CardTransaction;
  readonly moved: ReadonlyMap<CardMove, CardMoved>;
  /** The latest time at which a host certainly was at work. */
  readonly lastWork: Instant;
}

/**
 * A card transaction with the sums of its journal entries; null if the transaction is a payment. Adds the reserved,
 * refunded and excess amounts to the audit's state.
 */
export function spentOf(
  {
    cardMoves,
    reserved,
    refunded,
    exceeded,
    cardCurrencies,
    disputed,
  }: Pick<PaidBooks, 'cardMoves' | 'reserved' | 'refunded' | 'exceeded' | 'cardCurrencies' | 'disputed'>,
  transaction: Transaction,
  lastWork: Instant,
): Spent | null {
  if (!isCardTransaction(transaction)) return null;
  const moved = cardMoves.get(transaction.id) ?? new Map<CardMove, CardMoved>();
  cardMoves.delete(transaction.id);
  const { name } = chart.cardReserve(transaction.tenant, transaction.card.currency);
  reserved.set(name, (reserved.get(name) ?? 0n) + transaction.card.reserved);
  if (transaction.card.refunded !== 0n) refunded.set(transaction.id, transaction.card.refunded);
  const booked = moved.get('CARD_EXCESS')?.total ?? 0n;
  const excess = transaction.card.excess ?? 0n;
  if (booked !== 0n || excess !== 0n) exceeded.set(transaction.id, { booked, excess });
  const { provisional = 0n, kept = 0n } = transaction.card;
  const waiting = disputedBy(transaction.card);
  if (provisional !== 0n || waiting !== 0n || kept !== 0n) {
    disputed.set(transaction.id, { waiting, provisional });
    cardCurrencies.set(transaction.id, transaction.card.currency);
  }
  if (refunded.has(transaction.id) || exceeded.has(transaction.id))
    cardCurrencies.set(transaction.id, transaction.card.currency);
  return { transaction, moved, lastWork };
}

type CardSubject = Spent & {
  readonly entries: readonly EntryKind[];
  readonly events: readonly EventType[];
  readonly jobs: readonly JobKind[];
};

const movesWhatItSays: Check<CardSubject> = ({ transaction: { id, card }, moved }) =>
  CARD_MOVES.flatMap((move) => {
    const { count, total } = card.moved[move] ?? { count: 0, total: 0n };
    const found = moved.get(move) ?? { count: 0, total: 0n };
    return unless(
      found.count === count && found.total === total,
      () =>
        `${move} of ${id}: the transaction has ${count} with a total of ${textOf(card, total)}, ` +
        `the journal has ${found.count} with a total of ${textOf(card, found.total)}`,
    );
  });

const hasNoOtherEntries: Check<CardSubject> = ({ transaction: { id }, entries }) =>
  differences(`entries of ${id}`, [], entries);

const textOf = ({ currency }: CardTransaction['card'], amount: bigint): string => amountText(amount, currency);

/**
 * The amount taken from the funding source equals reserve and settlements, less losses, refunds and what disputes gave. Of a credit, what was
 * taken back is not settled any more, and a loss until the account has paid it.
 */
const agreesWithItself: Check<CardSubject> = ({ transaction: { id, direction, card } }) => {
  const { reserved, settled, lost, refunded, provisional = 0n, kept = 0n } = card;
  const given = lost + refunded + provisional + kept;
  const expected = direction === 'CREDIT' ? -settled - lost : reserved + settled - given;
  return unless(
    takenFor(card) === expected,
    () =>
      `${id} has taken ${textOf(card, takenFor(card))}, which does not match ` +
      `${textOf(card, reserved)} reserved, ${textOf(card, settled)} settled, ` +
      `${textOf(card, lost)} lost, ${textOf(card, refunded)} refunded` +
      (provisional + kept === 0n ? '' : `, ${textOf(card, provisional + kept)} given in disputes`),
  );
};

/** A use that the network asked about is a loss of the service where the account cannot pay; the account owes none of it. */
const owesWhatTheNetworkDecided: Check<CardSubject> = ({ transaction: { id, card } }) =>
  unless(
    (card.moved.CARD_OWED === undefined && card.moved.CARD_REVERSAL_OWED === undefined) ||
      card.decidedByNetwork === true,
    () => `${id} is owed in part by its account, but the network did not decide it`,
  );

const IS_TRUE: Readonly<Record<string, (card: CardTransaction['card']) => boolean>> = {
  AUTHORIZED: ({ settled }) => settled === 0n,
  PARTIALLY_SETTLED: ({ settled, authorized }) => settled > 0n && settled < authorized,
  SETTLED: ({ reserved, lost }) => reserved === 0n && lost === 0n,
  REFUNDED: ({ reserved, settled, refunded }) => reserved === 0n && refunded === settled,
  EXCEPTION: ({ lost, settled, reserved }) => lost > 0n || settled > 0n || reserved === 0n,
};

const isWhatItsStatusSays: Check<CardSubject> = ({ transaction: { id, status, card } }) =>
  unless(
    IS_TRUE[status]?.(card) === true,
    () =>
      `${id} is ${status}, which does not match ` +
      `${textOf(card, card.reserved)} reserved, ${textOf(card, card.settled)} settled of ` +
      `${textOf(card, card.authorized)}, ${textOf(card, card.lost)} lost`,
  );

const toldEachStep: Check<CardSubject> = ({ transaction: { id, card }, events }) => [
  ...unless(events.length === card.told, () => `${id} has ${events.length} events, but changed ${card.told} times`),
  ...differences(
    `events of ${id}`,
    [],
    events.filter((type) => !type.startsWith('CARD_TRANSACTION.')),
  ),
];

/** Every authorization ends: it has a time, at which a host ends it within seconds. The check allows two days. */
const endsInTime: Check<CardSubject> = ({ transaction: { id, status, card, holdEndsAt }, lastWork }) => {
  const isWaiting = holdEndOf(status, card) !== null;
  if (!isWaiting) return unless(holdEndsAt === null, () => `${id} is ${status}, but its hold ends later`);
  if (holdEndsAt === null)
    return [`${id} is ${status} and has reserved ${textOf(card, card.reserved)}, but nothing ends its hold`];
  return unless(
    holdEndsAt >= lastWork - 2 * DAY_MS,
    () => `${id} is ${status}, although its authorization ended at ${shown(holdEndsAt)}`,
  );
};

const awaitsItsPulls: Check<CardSubject> = ({ transaction: { id, card }, jobs }) =>
  unless(
    jobs.filter((kind) => kind === 'card.pull').length === card.pendingPulls,
    () => `${id} has ${card.pendingPulls} pending pulls, but a different number of jobs`,
  );

export const CARD_TRANSACTION_CHECKS: readonly Check<CardSubject>[] = [
  movesWhatItSays,
  hasNoOtherEntries,
  agreesWithItself,
  owesWhatTheNetworkDecided,
  isWhatItsStatusSays,
  toldEachStep,
  endsInTime,
  awaitsItsPulls,
];

interface Issued {
  readonly card: Card;
  readonly events: readonly EventType[];
  readonly jobs: readonly JobKind[];
}

const tellsItsChanges: Check<Issued> = ({ card: { id, stateChanges, fundingChanges }, events }) =>
  differences(
    `events of ${id}`,
    [
      ...repeated(stateChanges, events, 'CARD.STATE_CHANGE'),
      ...repeated(fundingChanges, events, 'CARD.FUNDING_SOURCE_CHANGE'),
    ],
    events,
  );

const isBeingMade: Check<Issued> = ({ card: { id, state }, jobs }) =>
  unless(
    state !== 'PROCESSING' || jobs.includes('card.issue'),
    () => `${id} is PROCESSING, but no job asks its issuer`,
  );

const isMade: Check<Issued> = ({ card: { id, state, issuerRef, last4 } }) =>
  unless(
    (state !== 'ACTIVE' && state !== 'FROZEN') || (issuerRef !== null && last4 !== null),
    () => `${id} is ${state}, but has no issuer reference or no card number`,
  );

export const CARD_PASS: Pass<Card, Issued, ToldBooks> = {
  kind: CARDS,
  subjects: async ({ events, jobs }, page) =>
    page.map((card) => ({ card, events: events.take(card.id), jobs: jobs.take(card.id) })),
  checks: [tellsItsChanges, isBeingMade, isMade],
};

/** Compares the card reserves with the reserved amounts of the transactions. */
export async function inspectReserves({
  reads,
  reserved,
}: Pick<PaidBooks, 'reads' | 'reserved'>): Promise<readonly string[]> {
  const findings: string[] = [];
  for await (const page of everyPage(reads, BALANCES)) {
    for (const { id, available } of page) {
      if (!id.startsWith('card-reserve:')) continue;
      const expected = reserved.get(id) ?? 0n;
      reserved.delete(id);
      if (available !== expected)
        findings.push(`${id} is ${amountOn(id, available)}, transactions have reserved ${amountOn(id, expected)}`);
    }
  }
  for (const [name, amount] of reserved) {
    if (amount !== 0n)
      findings.push(`transactions have reserved ${amountOn(name, amount)} in ${name}, which does not exist`);
  }
  return findings;
}
