import type { Id, Reads } from '../kernel/index.js';
import { type Screening, SCREENING_MATCHES } from './screening.js';
import { screeningsOf } from './store-question.js';

/** What keeps the money of a subject where it is: a question without an answer, or a match that is not cleared. */
export interface Undecided {
  readonly kind: 'ASKED' | 'OPEN' | 'CONFIRMED';
  /** The screening with the match, of which operators clear or confirm it; the question without an answer. */
  readonly screening: Id<'Screening'>;
}

/**
 * The screening that keeps the money of a subject where it is; null if none does. A screening that was dropped because its
 * subject ended counts until a newer answer about the subject.
 */
export async function whatIsUndecided(reads: Reads, subject: string): Promise<Undecided | null> {
  const rows = await screeningsOf(reads, subject);
  const answered = rows.findIndex(isAnswered);
  const counting = rows.filter(({ status }, i) => status !== 'DROPPED' || answered < 0 || i < answered);
  const ids = counting.flatMap(({ matches }) => matches);
  const matches = ids.length === 0 ? [] : await reads.getMany(SCREENING_MATCHES, [...new Set(ids)]);
  for (const kind of ['CONFIRMED', 'OPEN'] as const) {
    const found = matches.filter(({ status }) => status === kind).map(({ id }) => id);
    const screening = counting.find((each) => each.matches.some((id) => found.includes(id)));
    if (screening !== undefined) return { kind, screening: screening.id };
  }
  const asked = counting.find(({ status }) => status === 'ASKED');
  return asked === undefined ? null : { kind: 'ASKED', screening: asked.id };
}

/** As `whatIsUndecided`, without the screening. */
export const undecidedScreening = async (reads: Reads, subject: string): Promise<Undecided['kind'] | null> =>
  (await whatIsUndecided(reads, subject))?.kind ?? null;

/** Whether the answer is about the subject, and was not dropped with what waited for it. */
const isAnswered = ({ status, answeredAt }: Screening): boolean => status !== 'DROPPED' && answeredAt !== null;
