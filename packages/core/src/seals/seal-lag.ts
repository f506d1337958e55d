import type { Instant, UnitOfWork } from '../kernel/index.js';
import { HEAD_ID, SEAL_HEADS } from './seal.js';
import { firstOf, horizonOf, STREAMS } from './streams.js';

export interface SealLag {
  /** When the newest seal was added; null if there is none. */
  readonly sealedAt: Instant | null;
  /** Milliseconds since the newest seal while a row waits for one; 0 if all rows are sealed. */
  readonly lagMs: number;
}

/** How far the seal chain is behind. Rows that may still be in flight do not wait yet. */
export async function readSealLag(units: UnitOfWork, now: Instant): Promise<SealLag> {
  // The horizons are read first, in their own read: all rows below them are visible to the next one.
  const horizons = await units.read(null, async (reads) => {
    const found: number[] = [];
    for (const stream of STREAMS) found.push(await horizonOf(reads, stream));
    return found;
  });
  return units.read(null, async (reads) => {
    const head = await reads.get(SEAL_HEADS, HEAD_ID);
    const waiting: Instant[] = [];
    for (const [at, stream] of STREAMS.entries()) {
      const first = await firstOf(reads, stream, { after: head?.ends[stream] ?? 0, upTo: horizons[at]! });
      if (first !== null) waiting.push(first.createdAt);
    }
    const sealedAt = head?.updatedAt ?? null;
    if (waiting.length === 0) return { sealedAt, lagMs: 0 };
    // The time of a row is that of its tenant, whose test clock may be ahead: it only counts before the first seal.
    return { sealedAt, lagMs: Math.max(0, now - (sealedAt ?? Math.min(...waiting))) };
  });
}
