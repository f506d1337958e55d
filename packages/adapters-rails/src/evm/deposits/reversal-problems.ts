import { amountText } from '@corridor/core/internal';
import type { RailRecords, RailWrites } from '@corridor/core/ports';
import { problemsIn } from '../sending/sending-problems.js';
import { type Deposit, paymentIdOf } from './deposit.js';

const problems = problemsIn('deposit-problems');

const keyOf = ({ key }: Pick<Deposit, 'key'>): string => `reversed/${key}`;

/**
 * Deposits that a reorganisation has removed after their confirmation, which operators have to look at. A problem stays
 * until its deposit is credited again, or an operator settles it.
 */
export const reversalProblems = {
  open(records: RailWrites, deposit: Deposit): void {
    const { amount, currency, to, block } = deposit;
    problems.open(
      records,
      keyOf(deposit),
      `a reorganisation deeper than \`confirmations\` has removed the deposit ${paymentIdOf(deposit)} of ${amountText(amount, currency)} to ${to} in block ${block.number}; the money was taken back; compare the payment with the chain, and raise \`confirmations\``,
    );
  },

  /** Only a deposit that was reversed before has a problem. */
  async close(records: RailWrites, deposit: Deposit): Promise<void> {
    if (deposit.attempt > 1) await problems.close(records, keyOf(deposit));
  },

  settle: (records: RailWrites, key: string): Promise<boolean> => problems.close(records, key),
  list: (records: RailRecords, limit: number): Promise<readonly string[]> => problems.list(records, limit),
};
