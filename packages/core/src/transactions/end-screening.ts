import { transition, type Unit } from '../kernel/index.js';
import { dropQuestions, endHit, SCREENING, type Screening, SCREENINGS } from '../screening/index.js';

/**
 * Ends the questions about what does not wait any more: no provider is asked, and their exceptions end. What they matched stays
 * undecided, and holds what is sent back because of it. `by` stands for the operator.
 */
export async function endScreening(unit: Unit, subject: string, by: string): Promise<void> {
  const { tx, ctx } = unit;
  await dropQuestions(tx, ctx, subject);
  const { rows } = await tx.list(SCREENINGS, { where: { subject }, order: 'desc', limit: 50, counted: false });
  for (const screening of rows.filter(isHeld)) {
    transition(tx, ctx, SCREENING, SCREENINGS, screening, 'drop');
    await endHit(unit, screening.id, subject, by);
  }
}

const isHeld = ({ status }: Screening): boolean => status === 'HELD';
