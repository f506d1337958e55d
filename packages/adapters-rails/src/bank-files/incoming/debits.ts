import type { TellCore } from '@corridor/core/ports';
import { inParallel } from '../../connections/in-parallel.js';
import { euros } from '../euros.js';
import type { OutgoingPayment, OutgoingStatus } from '../payment.js';
import type { OutgoingBatch } from '../payments.js';
import { describe } from './describe.js';
import { movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';
import { differs, type Outcome, type TellingPorts, toldOutcome, waiting } from './outcomes.js';

/** The bank has not debited such a payment. */
const REFUSED: readonly OutgoingStatus[] = ['WAITING', 'HELD', 'REJECTED', 'CANCELLED'];
/**
 * The payments that a debit of a batch may leave out, the surest first. What waits for a release may have been released
 * at the bank, and the bank may debit what it keeps.
 */
const LEFT_OUT: readonly (readonly OutgoingStatus[])[] = [
  [...REFUSED, 'UNRELEASED', 'BLOCKED'],
  [...REFUSED, 'BLOCKED'],
  [...REFUSED, 'UNRELEASED'],
  REFUSED,
];

/** Among more refused payments than this, some may have a sum by chance. */
const MOST_REFUSED = 8;

const AT_ONCE = 32;

const sumOf = (paid: readonly OutgoingPayment[]): bigint => paid.reduce((sum, { amount }) => sum + amount, 0n);

/** The payments of a batch that a debit of this amount contains; null if none fit, or if it is not clear which. */
function paidWith(
  debited: bigint,
  inBatch: readonly OutgoingPayment[],
  all: readonly OutgoingPayment[],
): readonly OutgoingPayment[] | null {
  const bases = LEFT_OUT.map((statuses) => inBatch.filter(({ status }) => !statuses.includes(status)));
  // The bank has refused some before the debit, and others after it.
  const refused = inBatch.filter(({ status }) => status === 'REJECTED' || status === 'HELD');
  const chosen = refused.length > MOST_REFUSED ? [] : refused;
  const found = [
    ...bases.flatMap((base) => choicesOf(chosen, debited - sumOf(base)).map((some) => [...base, ...some])),
    ...(sumOf(all) === debited ? [all] : []),
  ];
  const [first = null] = found;
  // Different payments can have one sum.
  const isOnly = found.every(
    (other) => other.length === first?.length && other.every((payment) => first.includes(payment)),
  );
  return isOnly ? first : null;
}

/** All choices of these payments that have this sum. */
function choicesOf([first, ...rest]: readonly OutgoingPayment[], sum: bigint): readonly (readonly OutgoingPayment[])[] {
  if (first === undefined) return sum === 0n ? [[]] : [];
  return [...choicesOf(rest, sum - first.amount).map((some) => [first, ...some]), ...choicesOf(rest, sum)];
}

/** The debits of payments that Corridor sent, one by one or as the sum of a batch. */
export interface Debits {
  debit(stored: StoredMovement, payment: OutgoingPayment): Promise<Outcome>;
  batchDebit(stored: StoredMovement, batches: readonly OutgoingBatch[]): Promise<Outcome>;
}

export function debitsOf({ payments, store }: Pick<TellingPorts, 'payments' | 'store'>, tell: TellCore): Debits {
  async function debit(stored: StoredMovement, { reference, amount }: OutgoingPayment): Promise<Outcome> {
    const { key, movement } = stored;
    if (amount !== movement.amount)
      return differs(`the bank debited it for ${reference}, which was sent with ${euros(amount)}`);
    const before = await payments.booked(reference, { entryId: key, date: movement.date }, tell);
    return (await debitedBefore(stored, reference, before)) ?? toldOutcome('payments', [{ reference, amount }]);
  }

  /**
   * The outcome of a debit if another entry has debited the payment; null if none has. Two notifications may describe one
   * debit with different ids, so that a statement decides, or the time for one is over.
   */
  async function debitedBefore(
    stored: StoredMovement,
    reference: string,
    payment: OutgoingPayment | null,
  ): Promise<Outcome | null> {
    const first = payment?.booking?.entryId ?? stored.key;
    const other = first === stored.key ? null : await movementOf(first);
    if (other === null) return null;
    const why = `the bank debited it for ${reference}, which it had debited before (${describe(other)})`;
    if (stored.claims.statement !== undefined) return other.claims.statement === undefined ? null : differs(why);
    // A sum and its payments are one debit.
    if (other.movement.part !== stored.movement.part || other.isUndetailed !== stored.isUndetailed) return null;
    return waiting('a statement that shows whether the payment was debited twice', why);
  }

  const movementOf = async (key: string): Promise<StoredMovement | null> => {
    const record = await store.read((records) => records.get(MOVEMENTS, key));
    return record === null ? null : movementIn(record);
  };

  async function batchDebit(stored: StoredMovement, batches: readonly OutgoingBatch[]): Promise<Outcome> {
    const { key, movement } = stored;
    const all = (await Promise.all(batches.map(({ references }) => payments.getMany(references)))).flat();
    const names = new Set(batches.map(({ paymentInformationId }) => paymentInformationId));
    const inBatch = all.filter(
      ({ paymentInformationId }) => paymentInformationId !== null && names.has(paymentInformationId),
    );
    const accepted = inBatch.filter(({ status }) => !REFUSED.includes(status));
    const booked = paidWith(movement.amount, inBatch, all);
    if (booked === null) {
      const reason = `the bank debited it for ${[...names].join(', ')}, whose payments sum to ${euros(sumOf(all))}, of which ${euros(sumOf(accepted))} were not refused`;
      return waiting('rejections that explain the sum of a batch', reason);
    }
    const before = booked.filter(({ booking }) => (booking?.entryId ?? key) !== key);
    // Only a part of the debit is new: the bank has debited the other part twice.
    if (before.length > 0 && before.length < booked.length) {
      const again = await debitedBefore(stored, [...names].join(', '), before[0]!);
      if (again !== null) return again;
    }
    const after: (OutgoingPayment | null)[] = [];
    await inParallel(AT_ONCE, booked, async ({ reference }) => {
      after.push(await payments.booked(reference, { entryId: key, date: movement.date }, tell));
    });
    const others = after.filter((payment) => (payment?.booking?.entryId ?? key) !== key);
    const [other] = others;
    const twice =
      others.length < booked.length ? null : await debitedBefore(stored, [...names].join(', '), other ?? null);
    return (
      twice ??
      toldOutcome(
        'payments',
        booked.map(({ reference, amount }) => ({ reference, amount })),
      )
    );
  }

  return { debit, batchDebit };
}
