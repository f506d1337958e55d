import type { JobKind } from '../events/index.js';
import { isId } from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import { type Deposit, DEPOSITS, returnReference, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { type Attempt, attemptOn, misnamed } from './attempts.js';
import { byId, type DecidedBooks, differences, type Pass, repeated } from './books.js';
import { type DecidedSums, decidedSumsOfDeposit, movedOnce } from './decisions.js';
import { type Owner, ownersNamedBy } from './deposit-owners.js';

interface Unattributed {
  readonly deposit: Deposit;
  readonly entries: readonly EntryKind[];
  readonly jobs: readonly JobKind[];
  readonly sums: DecidedSums | null;
  /** The transaction that credited it; undefined for none. */
  readonly credit: Transaction | undefined;
  /** Who can be its owner; empty if nothing says it, or if it has left suspense. */
  readonly owners: readonly Owner[];
  /** Its return; null if it is not on its way back. */
  readonly attempt: Attempt | null;
}

/** Money that came back to an account which cannot take it is put into suspense by the entry of its exception. */
const isRecovered = ({ reference }: Deposit): boolean => isId('Exception', reference);

const hasDepositEntries: Check<Unattributed> = ({ deposit, entries }) => {
  const { id, status, bounces } = deposit;
  const expected: EntryKind[] = isRecovered(deposit) ? [] : ['SUSPENSE_IN'];
  expected.push(...repeated<EntryKind>(bounces ?? 0, entries, 'SUSPENSE_RETURN', 'REFUND_BOUNCED'));
  if (status === 'RETURNED' || status === 'REVERSED') expected.push('SUSPENSE_RETURN');
  return differences(`entries of ${id}`, expected, entries);
};

const isBeingReturned: Check<Unattributed> = ({ deposit: { id, status }, jobs }) =>
  unless(
    status !== 'IN_SUSPENSE' || jobs.includes('suspense.return'),
    () => `${id} is IN_SUSPENSE, but no job returns it`,
  );

/** Money that was kept for an answer is on an account once, by the transaction that the deposit names. */
const isCreditedOnce: Check<Unattributed> = ({ deposit: d, credit }) => {
  if (d.creditedAs === null) return [];
  const isThat =
    d.status === 'RESOLVED' &&
    credit?.type === 'INCOMING' &&
    credit.receivedAmount === d.amount &&
    credit.receivedCurrency === d.currency &&
    credit.reference === d.reference &&
    credit.fundingRail === d.rail;
  return unless(isThat, () => `${d.id} is ${d.status} and credited as ${d.creditedAs}, which does not match it`);
};

/** A block of the owner keeps the money in suspense, so only an owner that is known can be blocked. */
const belongsToWhomItNames: Check<Unattributed> = ({ deposit: { id, reference, ownerId }, owners }) => {
  const named = (each: Owner): string => each ?? 'no customer';
  return unless(
    owners.length === 0 || owners.includes(ownerId),
    () => `${id} belongs to ${named(ownerId)}, its reference ${reference} to ${owners.map(named).join(', ')}`,
  );
};

const isAskedAsItSays: Check<Unattributed> = ({ attempt }) => (attempt === null ? [] : misnamed(attempt));

/** The id of the deposit, followed by the version of a retry. */
function isReturnOf({ id, version }: Deposit, reference: string): boolean {
  const retry = reference.startsWith(`${id}/`) ? reference.slice(id.length + 1) : null;
  return retry === null ? reference === id : /^[1-9]\d*$/.test(retry) && Number(retry) > 1 && Number(retry) <= version;
}

const hasItsReferences: Check<Unattributed> = ({ deposit }) =>
  (['returnAs', 'returnedAs'] as const).flatMap((field) => {
    const reference = deposit[field];
    return unless(
      reference === null || isReturnOf(deposit, reference),
      () => `${field} of ${deposit.id} is ${reference}, which is not a reference of it`,
    );
  });

const isReturnedAsItWasSent: Check<Unattributed> = ({ deposit: { id, status, returnAs, returnedAs } }) =>
  unless(
    status !== 'RETURNED' || returnAs === null || returnAs === (returnedAs ?? id),
    () => `${id} was sent back as ${returnedAs}, its return has the reference ${returnAs}`,
  );

/** A reversal that is known has no effect again. */
const isReversedOnce: Check<Unattributed> = ({ deposit: { id, status, reversalId } }) =>
  unless(reversalId === null || status === 'REVERSED', () => `${id} is ${status}, but has the reversal ${reversalId}`);

export const DEPOSIT_PASS: Pass<Deposit, Unattributed, DecidedBooks> = {
  kind: DEPOSITS,
  subjects: async ({ reads, entries, jobs, attempts, decided }, page) => {
    const found: Unattributed[] = [];
    const credits = await byId(
      reads,
      TRANSACTIONS,
      page.map(({ creditedAs }) => creditedAs),
    );
    for (const deposit of page) {
      const { id, status } = deposit;
      const reference = returnReference(deposit);
      const isOpen = status === 'KEPT' || status === 'IN_SUSPENSE';
      const sums = decided.has(id) ? await decidedSumsOfDeposit(reads, deposit) : null;
      found.push({
        deposit,
        entries: entries.take(id),
        jobs: jobs.take(id),
        sums,
        credit: credits.get(deposit.creditedAs ?? ''),
        owners: isOpen ? await ownersNamedBy(reads, deposit) : [],
        attempt:
          status === 'IN_SUSPENSE'
            ? await attemptOn(reads, attempts, { subject: id, request: 'RETURN', reference })
            : null,
      });
    }
    return found;
  },
  checks: [
    ...[hasDepositEntries, isBeingReturned, isCreditedOnce, belongsToWhomItNames, isAskedAsItSays],
    ...[hasItsReferences, isReturnedAsItWasSent, isReversedOnce],
    ({ sums }) => (sums === null ? [] : movedOnce(sums)),
  ],
};
