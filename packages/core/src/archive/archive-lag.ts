import { EVENTS } from '../events/index.js';
import { type Instant, instant, REMEMBERED_ANSWERS, type UnitOfWork } from '../kernel/index.js';
import { HEAD_ID, SEAL_HEADS } from '../seals/index.js';
import { lastAnswerSegment } from './answer-segment.js';
import { writtenAt } from './archive-events.js';
import { lastSegment } from './last-segment.js';
import type { Stream } from './segment.js';

/** What a host archives. */
export interface ArchivePlan {
  /** Null: no event is archived. */
  readonly afterDays: number | null;
  readonly answers: boolean;
}

export const NOT_ARCHIVED: ArchivePlan = { afterDays: null, answers: false };

export interface ArchiveLag {
  readonly content: Stream['name'];
  /** The number of files. */
  readonly segments: number;
  /** Milliseconds since the oldest record should have been archived, 0 if none is late; null if it is not archived. */
  readonly lagMs: number | null;
}

/** A host with few records writes one file a day. */
const DAY_MS = 86_400_000;

/** How many files the archive has, and how late its oldest record is. */
export async function readArchiveLag(
  units: UnitOfWork,
  now: Instant,
  { afterDays, answers }: ArchivePlan,
): Promise<readonly ArchiveLag[]> {
  return units.read(null, async (reads) => {
    const last = await lastSegment(reads);
    const sealedUpTo = (await reads.get(SEAL_HEADS, HEAD_ID))?.ends['events'] ?? 0;
    const range = { after: last?.upTo ?? 0, upTo: sealedUpTo, order: 'asc', limit: 1 } as const;
    const isKept = afterDays === null || sealedUpTo <= range.after;
    const [event] = isKept ? [] : await reads.follow(EVENTS, range);
    const [answer] = answers ? await reads.expired(REMEMBERED_ANSWERS, now, 1) : [];
    const late = (due: number | undefined): number => (due === undefined ? 0 : Math.max(0, now - due));
    const eventDue = event && writtenAt(event.record) + ((afterDays ?? 0) + 1) * DAY_MS;
    return [
      { content: 'events', segments: last?.number ?? 0, lagMs: afterDays === null ? null : late(eventDue) },
      {
        content: 'answers',
        segments: (await lastAnswerSegment(reads))?.number ?? 0,
        lagMs: answers ? late(answer && instant(answer.expiresAt + DAY_MS)) : null,
      },
    ] as const;
  });
}
