import type { JobKind } from '../events/index.js';
import { isId } from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import { type Deposit, DEPOSITS } from '../transactions/index.js';
import { type DecidedBooks, differences, type Pass } from './books.js';
import { type DecidedSums, decidedSumsOfDeposit, movedOnce } from './decisions.js';

interface Unattributed {
  readonly deposit: Deposit;
  readonly entries: readonly EntryKind[];
  readonly jobs: readonly JobKind[];
  readonly sums: DecidedSums | null;
}

/** Money that came back to an account which cannot take it is put into suspense by the entry of its exception. */
const isRecovered = ({ reference }: Deposit): boolean => isId('Exception', reference);

const hasDepositEntries: Check<Unattributed> = ({ deposit, entries }) => {
  const { id, status, bounces } = deposit;
  const expected: EntryKind[] = isRecovered(deposit) ? [] : ['SUSPENSE_IN'];
  for (let bounced = 0; bounced < (bounces ?? 0); bounced++) expected.push('SUSPENSE_RETURN', 'REFUND_BOUNCED');
  if (status === 'RETURNED' || status === 'REVERSED') expected.push('SUSPENSE_RETURN');
  return differences(`entries of ${id}`, expected, entries);
};

const isBeingReturned: Check<Unattributed> = ({ deposit: { id, status }, jobs }) =>
  unless(
    status !== 'IN_SUSPENSE' || jobs.includes('suspense.return'),
    () => `${id} is IN_SUSPENSE, but no job returns it`,
  );

export const DEPOSIT_PASS: Pass<Deposit, Unattributed, DecidedBooks> = {
  kind: DEPOSITS,
  subjects: async ({ reads, entries, jobs, decided }, page) => {
    const found: Unattributed[] = [];
    for (const deposit of page) {
      const { id } = deposit;
      const sums = decided.has(id) ? await decidedSumsOfDeposit(reads, deposit) : null;
      found.push({ deposit, entries: entries.take(id), jobs: jobs.take(id), sums });
    }
    return found;
  },
  checks: [hasDepositEntries, isBeingReturned, ({ sums }) => (sums === null ? [] : movedOnce(sums))],
};
