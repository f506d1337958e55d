import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import type { Reads } from '../kernel/index.js';

/**
 * The amount, in smallest units, that already went back to senders' banks because operators answered recalls of this
 * money. Read the subject first and write it in the same unit of work: a concurrent answer of a recall then conflicts
 * with that unit.
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
