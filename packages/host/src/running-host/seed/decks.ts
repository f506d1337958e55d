import type { ApprovalOutcome, CardOutcome, CollectionOutcome, IncomingOutcome, PaymentOutcome } from './act.js';
import { type Chance, deckOf } from './chance.js';

/** Each card as often as its count says. */
export const repeated = <const T>(counts: readonly (readonly [T, number])[]): readonly T[] =>
  counts.flatMap(([card, count]) => Array.from({ length: count }, () => card));

/** How often each outcome comes up. */
interface Frequencies {
  readonly payments: readonly PaymentOutcome[];
  readonly collections: readonly CollectionOutcome[];
  readonly cards: readonly CardOutcome[];
  readonly incoming: readonly IncomingOutcome[];
}

/** For the customers who come first: every outcome within two weeks. */
export const LIVELY: Frequencies = {
  payments: repeated([
    ['completed', 20],
    ['failed', 3],
    ['returned', 3],
    ['expired', 3],
    ['cancelled', 2],
    ['returnedShort', 1],
    ['unrefunded', 1],
    ['contradicted', 1],
  ]),
  collections: repeated([
    ['collected', 6],
    ['failed', 1],
    ['returned', 1],
  ]),
  cards: repeated([
    ['settled', 9],
    ['refunded', 1],
    ['declined', 1],
    ['unpaid', 1],
  ]),
  incoming: repeated([
    ['received', 9],
    ['underpaid', 1],
  ]),
};

/** For all others: most of what they do succeeds. */
export const USUAL: Frequencies = {
  payments: repeated([
    ['completed', 45],
    ['expired', 3],
    ['failed', 1],
    ['returned', 1],
    ['cancelled', 1],
  ]),
  collections: repeated([
    ['collected', 12],
    ['failed', 1],
  ]),
  cards: repeated([
    ['settled', 24],
    ['declined', 2],
    ['refunded', 1],
  ]),
  incoming: repeated([
    ['received', 24],
    ['underpaid', 1],
  ]),
};

const APPROVALS: readonly ApprovalOutcome[] = ['approved', 'approved', 'rejected'];

export type Decks = ReturnType<typeof decksOf>;

export const decksOf = ({ payments, collections, cards, incoming }: Frequencies, chance: Chance) => ({
  payment: deckOf(chance.part('payments'), payments),
  collection: deckOf(chance.part('collections'), collections),
  card: deckOf(chance.part('cards'), cards),
  incoming: deckOf(chance.part('incoming'), incoming),
  approval: deckOf(chance.part('approvals'), APPROVALS),
});
