import { isId, type Unit, update } from '../kernel/index.js';
import { DEPOSITS } from './deposit.js';

/**
 * What a report about arrived money is about now: the payment as which a deposit was credited, or the subject itself.
 * Writes a deposit that an answer of screening may credit, so that the credit at the same moment conflicts.
 */
export async function reportedSubject({ tx, ctx }: Pick<Unit, 'tx' | 'ctx'>, subject: string): Promise<string> {
  const deposit = isId('Deposit', subject) ? await tx.get(DEPOSITS, subject) : null;
  if (deposit?.status === 'KEPT') update(tx, ctx, DEPOSITS, deposit, {});
  return deposit?.creditedAs ?? subject;
}
