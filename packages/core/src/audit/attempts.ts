import { readAll, type Reads } from '../kernel/index.js';
import { RAIL_STEPS, type RailRequest } from '../transactions/index.js';

/** What goes back to its sender, and under which references its rail was asked for it. */
export interface Attempt {
  readonly what: string;
  /** The reference that its record has. */
  readonly reference: string;
  /** The references of the jobs that will ask the rail, which was not asked yet. */
  readonly waiting: readonly string[];
  /** The references under which the rail was asked; empty if it was asked before the service noted that. */
  readonly begun: readonly string[];
}

/** A refund or a return of money with the references of its attempts. Reads its steps unless it waits to begin. */
export async function attemptOn(
  reads: Reads,
  attempts: ReadonlyMap<string, readonly string[]>,
  {
    subject,
    request,
    reference,
  }: { readonly subject: string; readonly request: RailRequest; readonly reference: string },
): Promise<Attempt> {
  const what = `the ${request.toLowerCase()} of ${subject}`;
  const waiting = attempts.get(subject) ?? [];
  const steps = waiting.includes(reference) ? [] : await readAll(reads, RAIL_STEPS, { subject });
  const begun = steps.filter((each) => each.request === request && each.step === 'BEGUN');
  return { what, reference, waiting, begun: begun.map((each) => each.reference) };
}

/** Money must not be sent back under a reference for which no rail was asked, because the rail would send it twice. */
export function misnamed({ what, reference, waiting, begun }: Attempt): readonly string[] {
  if ([...waiting, ...begun].includes(reference)) return [];
  const of = `${what} has the reference ${reference}, but its rail`;
  if (waiting.length > 0) return [`${of} is to be asked under ${waiting.join(', ')}`];
  return begun.length > 0 ? [`${of} was asked under ${begun.join(', ')}`] : [];
}
