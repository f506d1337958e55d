import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import type { Reads } from '../kernel/index.js';

/**
 * What went back to the senders' banks already because operators answered recalls of this money, smallest units. Read
 * the subject first and write it in the same unit: an answer at the same moment then conflicts with this one.
 */
export async function answeredRecalls(reads: Reads, subject: string): Promise<bigint> {
  let sum = 0n;
  for (let after: ExceptionRecord | undefined; ;) {
    const page = await reads.list(EXCEPTIONS, { where: { subject }, order: 'asc', limit: 50, counted: false, after });
    for (const { kind, entryId, amount } of page.rows) if (kind === 'RECALL' && entryId !== null) sum += amount;
    after = page.rows.at(-1);
    if (!page.hasMore) return sum;
  }
}
