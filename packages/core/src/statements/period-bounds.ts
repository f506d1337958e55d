import type { Instant, Reads } from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';

/**
 * Postings are read by position, and the times of neighbouring positions can be in another order by a short time: a
 * unit takes its time when it begins, and its positions when it writes. An entry is written at most so long after its
 * time.
 */
export const MOST_DISORDER_MS = 5 * 60 * 1000;
const BATCH = 200;

/**
 * The first position of a posting on one of the accounts whose time is not before `at`; the one after `upTo` if there is
 * none. Every position belongs to one side of it, so that the statement which ends here and the one which begins here
 * together have each entry once. A posting that was written after the first one of the period belongs to the period,
 * also if its time is a little before.
 */
export async function positionAt(
  reads: Reads,
  accounts: readonly string[],
  at: Instant,
  upTo: number,
): Promise<number> {
  let first = upTo + 1;
  for (const account of accounts) first = Math.min(first, await firstOn(reads, account, at, upTo));
  return first;
}

async function firstOn(reads: Reads, account: string, at: Instant, upTo: number): Promise<number> {
  const by = { column: 'account', value: account } as const;
  let first = upTo + 1;
  let low = 0;
  for (let high = first; low + 1 < high;) {
    const middle = Math.floor((low + high) / 2);
    const [found] = await reads.follow(POSTINGS, { by, after: middle - 1, upTo: high - 1, order: 'asc', limit: 1 });
    if (found !== undefined && found.record.createdAt < at) {
      low = found.position;
      continue;
    }
    if (found !== undefined) first = found.position;
    high = middle;
  }
  // The search has found one place where the time passes `at`. There may be others shortly before it.
  for (let before = first - 1; before > 0;) {
    const earlier = await reads.follow(POSTINGS, { by, after: 0, upTo: before, order: 'desc', limit: BATCH });
    for (const { position, record } of earlier) {
      if (record.createdAt < at - MOST_DISORDER_MS) return first;
      if (record.createdAt >= at) first = position;
    }
    if (earlier.length < BATCH) return first;
    before = earlier.at(-1)!.position - 1;
  }
  return first;
}
