import { CARD_REFUNDS, type CardRefund, partsOf, standingOf } from '../cards/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import { isId } from '../kernel/index.js';
import { type Check, everyPage, inspect, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { type Deposit, DEPOSITS } from '../transactions/index.js';
import { byId, type PaidBooks } from './books.js';

/** A return with the deposits that it has put in suspense. */
interface Returned {
  readonly refund: CardRefund;
  readonly deposits: ReadonlyMap<string, Deposit>;
}

/** The parts of a return are its amount, each reversed at most as a whole. */
const hasItsParts: Check<Returned> = ({ refund }) => {
  const parts = partsOf(refund);
  const sum = parts.reduce((total, { amount }) => total + amount, 0n);
  const text = (amount: bigint) => amountText(amount, refund.currency);
  return [
    ...unless(
      sum === refund.amount,
      () => `the parts of ${refund.id} sum to ${text(sum)}, the return is ${text(refund.amount)}`,
    ),
    ...parts.flatMap(({ of, amount, reversed, reopened }) =>
      unless(
        0n <= reopened && reopened <= reversed && reversed <= amount,
        () =>
          `${refund.id} covers ${text(amount)} of ${of}, of which ${text(reversed)} are reversed and ${text(reopened)} open again`,
      ),
    ),
    ...unless(
      (refund.reversedAt !== null) === (standingOf(parts) === 0n),
      () =>
        `${refund.id} has ${text(standingOf(parts))} that are not reversed, which does not match the time of its reversal`,
    ),
  ];
};

/** A part is the money of its deposit; after a reversal in part, the rest is the money of the part that follows. */
const isInSuspense: Check<Returned> = ({ refund, deposits }) => {
  const { id, currency, transactionId } = refund;
  const parts = partsOf(refund).filter(({ of }) => isId('Deposit', of));
  return parts.flatMap(({ of, amount, reversed }, index) => {
    const deposit = deposits.get(of);
    const next = parts[index + 1];
    const rest = next === undefined ? 0n : deposits.get(next.of)?.amount;
    const isEnded = deposit?.status === 'REVERSED' && reversed === amount;
    return unless(
      rest !== undefined &&
        deposit?.amount === amount + rest &&
        deposit.currency === currency &&
        deposit.reference === transactionId &&
        (next === undefined || isEnded),
      () => `${id} put ${amountText(amount, currency)} in suspense, which does not match ${of}`,
    );
  });
};

/** What returns cover, by what they cover. */
interface Covered {
  /** By card transaction: what was returned of its settled amount and not taken back. */
  readonly settled: Map<string, bigint>;
  /** By card transaction: all that was returned of excesses. */
  readonly excess: Map<string, bigint>;
  /** By card transaction: what was taken back of that and has no exception of its own. */
  readonly reopened: Map<string, bigint>;
  /** By exception: what covers the excess. */
  readonly byException: Map<string, bigint>;
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
  if (amount !== 0n) sums.set(key, (sums.get(key) ?? 0n) + amount);
};

function count({ settled, excess, reopened, byException }: Covered, refund: CardRefund): void {
  const { transactionId: id } = refund;
  for (const part of partsOf(refund)) {
    if (part.of === 'SETTLED') add(settled, id, part.amount - part.reversed);
    else if (isId('Exception', part.of)) {
      add(excess, id, part.amount);
      add(reopened, id, part.reopened);
      add(byException, part.of, part.amount - part.reopened);
    }
  }
}

/** An excess is covered at most as a whole; then it is resolved. What a resolution moved was not covered. */
const isCovered =
  (byException: ReadonlyMap<string, bigint>): Check<ExceptionRecord> =>
  ({ id, currency, amount, status, moved, recovered }) => {
    const text = (minor: bigint) => amountText(minor, currency);
    const covered = byException.get(id) ?? 0n;
    const borne = moved === null ? 0n : moved.amount - (recovered ?? 0n);
    return [
      ...unless(
        covered + borne <= amount,
        () =>
          `${id} is about ${text(amount)}, but returns cover ${text(covered)} and ${text(borne)} are borne by its resolution`,
      ),
      ...unless(status !== 'OPEN' || covered < amount, () => `${id} is OPEN, but returns cover it`),
      ...unless(
        moved === null || covered + borne === amount,
        () =>
          `${id} is about ${text(amount)}, of which ${text(amount - covered - borne)} are neither returned nor borne`,
      ),
    ];
  };

/**
 * Compares the returns of merchants with what card transactions say of their settled amount and of what the network
 * settled in excess, and the exceptions with both.
 */
export async function inspectReturns({
  reads,
  refunded,
  exceeded,
  cardCurrencies,
}: Pick<PaidBooks, 'reads' | 'refunded' | 'exceeded' | 'cardCurrencies'>): Promise<readonly string[]> {
  const currencies = new Map(cardCurrencies);
  const textOf: TextOf = (id, amount) => amountText(amount, currencies.get(id) ?? '');
  const covered: Covered = { settled: new Map(), excess: new Map(), reopened: new Map(), byException: new Map() };
  const findings: string[] = [];
  for await (const page of everyPage(reads, CARD_REFUNDS)) {
    const kept = page.flatMap(partsOf).flatMap(({ of }) => (isId('Deposit', of) ? [of] : []));
    const deposits = await byId(reads, DEPOSITS, kept);
    for (const refund of page) {
      count(covered, refund);
      currencies.set(refund.transactionId, refund.currency);
    }
    findings.push(
      ...inspect(
        page.map((refund) => ({ refund, deposits })),
        [hasItsParts, isInSuspense],
      ),
    );
  }
  const opened = new Map<string, bigint>();
  for await (const page of everyPage(reads, EXCEPTIONS)) {
    const excesses = page.filter(({ kind }) => kind === 'CARD_EXCESS');
    for (const { subject, amount, currency } of excesses) {
      add(opened, subject, amount);
      currencies.set(subject, currency);
    }
    findings.push(...inspect(excesses, [isCovered(covered.byException)]));
  }
  return [
    ...findings,
    ...comparedWith(
      covered.settled,
      refunded,
      (id, given, expected) =>
        `the refunds of ${id} sum to ${textOf(id, given)}, the transaction has ${textOf(id, expected)}`,
    ),
    ...inspectExceeded(exceeded, opened, covered, textOf),
  ];
}

/** An amount of a card transaction in its currency. */
type TextOf = (transactionId: string, amount: bigint) => string;

function comparedWith(
  found: ReadonlyMap<string, bigint>,
  expected: ReadonlyMap<string, bigint>,
  differ: (id: string, found: bigint, expected: bigint) => string,
): readonly string[] {
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap((id) => {
    const [amount, wanted] = [found.get(id) ?? 0n, expected.get(id) ?? 0n];
    return unless(amount === wanted, () => differ(id, amount, wanted));
  });
}

function inspectExceeded(
  exceeded: PaidBooks['exceeded'],
  opened: Map<string, bigint>,
  { excess, reopened }: Covered,
  textOf: TextOf,
): readonly string[] {
  const accounted = new Map(opened);
  for (const [id, amount] of reopened) add(accounted, id, amount);
  const [booked, left, outstanding] = [new Map<string, bigint>(), new Map<string, bigint>(), new Map<string, bigint>()];
  for (const [id, sums] of exceeded) {
    add(booked, id, sums.booked);
    add(left, id, sums.booked - (excess.get(id) ?? 0n));
    add(outstanding, id, sums.excess);
  }
  return [
    ...comparedWith(
      accounted,
      booked,
      (id, found, expected) =>
        `the exceptions of ${id} account for an excess of ${textOf(id, found)}, its entries have ${textOf(id, expected)}`,
    ),
    ...comparedWith(
      left,
      outstanding,
      (id, found, expected) =>
        `clearings and returns of ${id} leave an excess of ${textOf(id, found)}, the transaction has ${textOf(id, expected)}`,
    ),
  ];
}
