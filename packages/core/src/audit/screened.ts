import type { Reads } from '../kernel/index.js';
import { SCREENINGS } from '../screening/index.js';

/** Whether a record waits for an answer of screening, or for a decision about one, so that no job advances it. */
export async function waitsForScreening(reads: Reads, subject: string): Promise<boolean> {
  const { rows } = await reads.list(SCREENINGS, { where: { subject }, order: 'desc', limit: 50, counted: false });
  return rows.some(({ status }) => status === 'ASKED' || status === 'HELD');
}
