import type { JobKind } from '../events/index.js';
import { isId } from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import { type Deposit, DEPOSITS, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { byId, type DecidedBooks, differences, type Pass, repeated } from './books.js';
import { type DecidedSums, decidedSumsOfDeposit, movedOnce } from './decisions.js';

interface Unattributed {
  readonly deposit: Deposit;
  readonly entries: readonly EntryKind[];
  readonly jobs: readonly JobKind[];
  readonly sums: DecidedSums | null;
  /** The transaction that credited it; undefined for none. */
  readonly credit: Transaction | undefined;
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

export const DEPOSIT_PASS: Pass<Deposit, Unattributed, DecidedBooks> = {
  kind: DEPOSITS,
  subjects: async ({ reads, entries, jobs, decided }, page) => {
    const found: Unattributed[] = [];
    const credits = await byId(
      reads,
      TRANSACTIONS,
      page.map(({ creditedAs }) => creditedAs),
    );
    for (const deposit of page) {
      const { id } = deposit;
      const sums = decided.has(id) ? await decidedSumsOfDeposit(reads, deposit) : null;
      found.push({
        deposit,
        entries: entries.take(id),
        jobs: jobs.take(id),
        sums,
        credit: credits.get(deposit.creditedAs ?? ''),
      });
    }
    return found;
  },
  checks: [hasDepositEntries, isBeingReturned, isCreditedOnce, ({ sums }) => (sums === null ? [] : movedOnce(sums))],
};
