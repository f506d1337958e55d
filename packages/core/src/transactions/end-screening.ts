import { readAll, transition, type Unit } from '../kernel/index.js';
import { dropQuestions, endHit, SCREENING, SCREENINGS } from '../screening/index.js';

/**
 * Ends the questions about what does not wait any more: no provider is asked, and their exceptions end. What they matched stays
 * undecided, and holds what is sent back because of it, until operators decide about it or a newer answer has no such match.
 * `by` stands for the operator.
 */
export async function endScreening(unit: Unit, subject: string, by: string): Promise<void> {
  const { tx, ctx } = unit;
  await dropQuestions(tx, ctx, subject);
  for (const screening of await readAll(tx, SCREENINGS, { subject, status: 'HELD' })) {
    transition(tx, ctx, SCREENING, SCREENINGS, screening, 'drop');
    await endHit(unit, screening.id, subject, by);
  }
}
