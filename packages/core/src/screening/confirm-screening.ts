import { ok, type Result, transition, type Unit } from '../kernel/index.js';
import { continuationOf, type ScreeningContinuations } from './continuations.js';
import { type Screening, SCREENINGS } from './screening.js';
import { SCREENING } from './screening-states.js';

/** Ends a held screening with a confirmed match: what waits for it stays stopped until an operator decides about it. */
export async function confirmScreening(
  unit: Unit,
  { continuations }: { readonly continuations: ScreeningContinuations },
  held: Screening,
): Promise<Result<Screening>> {
  const moved = transition(unit.tx, unit.ctx, SCREENING, SCREENINGS, held, 'confirm');
  if (!moved.ok) return moved;
  const { record } = moved.value;
  const stopped = await continuationOf(continuations, record.subject).confirmed?.(unit, record);
  return stopped === undefined || stopped.ok ? ok(record) : stopped;
}
