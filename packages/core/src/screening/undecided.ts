import type { Reads } from '../kernel/index.js';
import { SCREENING_MATCHES } from './screening.js';
import { newestOf } from './store-question.js';

/**
 * What keeps the money of a subject where it is: a question without an answer, or a match that is not cleared. Null if
 * nothing does.
 */
export async function undecidedScreening(
  reads: Reads,
  subject: string,
): Promise<'ASKED' | 'OPEN' | 'CONFIRMED' | null> {
  const rows = await newestOf(reads, subject);
  const [newest] = rows;
  const ids = rows.flatMap(({ matches }) => matches);
  const matches = ids.length === 0 ? [] : await reads.getMany(SCREENING_MATCHES, [...new Set(ids)]);
  if (matches.some(({ status }) => status === 'CONFIRMED')) return 'CONFIRMED';
  if (matches.some(({ status }) => status === 'OPEN')) return 'OPEN';
  return newest?.status === 'ASKED' ? 'ASKED' : null;
}
