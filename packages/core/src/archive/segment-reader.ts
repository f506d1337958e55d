import { type Reads, type Sealer, Unavailable } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { openArchiveKey, storedArchiveKey } from './archive-key.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment, segmentId } from './segment.js';
import { type ArchivedEvent, readSegment, type SegmentFiles, UnreadableSegment } from './segment-file.js';

/** The segments of which a host keeps the events in memory. */
const KEPT = 16;

export interface SegmentReaderPorts extends SegmentFiles {
  /** Null without the master key: no segment can be read then. */
  readonly sealer: Sealer | null;
  /**
   * What reads get if a file cannot be read: `throw` refuses the read as unavailable, so that no answer is incomplete;
   * `skip` leaves its events out, for the audit, which reports the file.
   */
  readonly unreadable: 'throw' | 'skip';
  /** Called with each segment that cannot be read. */
  readonly onUnreadable?: (segment: ArchiveSegment) => void;
}

/** A segment as a read finds it, with its events. */
export interface OpenSegment {
  readonly segment: ArchiveSegment;
  readonly events: readonly ArchivedEvent[];
}

/** The segments of a database, with the events of those that were read last. */
export interface SegmentReader {
  /**
   * All segments that the read can see, in their order; possibly also newer ones. Their digests can be out of date, because
   * an erasure replaces a file.
   */
  segments(reads: Reads): Promise<readonly ArchiveSegment[]>;
  /** The events of a segment, from memory or from its file. Throws `Unavailable`. */
  events(reads: Reads, segment: ArchiveSegment): Promise<OpenSegment>;
  /** The same if they are in memory, or among `held`; null otherwise. */
  known(reads: Reads, segment: ArchiveSegment, held?: ReadonlyMap<number, OpenSegment>): Promise<OpenSegment | null>;
  /** Whether the events of a segment are in memory, possibly those of a former file. */
  isOpen(segment: ArchiveSegment): boolean;
}

export function createSegmentReader({ sealer, unreadable, onUnreadable, ...files }: SegmentReaderPorts): SegmentReader {
  // What the catalogue says of the events of a segment never changes, so segments that were read once stay valid.
  const catalogue: ArchiveSegment[] = [];
  const opened = new Map<number, OpenSegment>();

  function keep(found: OpenSegment): void {
    opened.delete(found.segment.number);
    opened.set(found.segment.number, found);
    for (const oldest of opened.keys()) {
      if (opened.size <= KEPT) break;
      opened.delete(oldest);
    }
  }

  async function open(reads: Reads, segment: ArchiveSegment): Promise<readonly ArchivedEvent[]> {
    const stored = await storedArchiveKey(reads);
    if (stored === null) throw new UnreadableSegment('the key of the archive is missing');
    if (sealer === null) throw new UnreadableSegment('the archive cannot be read without the master key');
    return readSegment(files, openArchiveKey(sealer, stored), segment);
  }

  /** The segment as the read sees it. The row of an altered database can be missing. */
  const current = async (reads: Reads, segment: ArchiveSegment): Promise<ArchiveSegment> =>
    (await reads.get(ARCHIVE_SEGMENTS, segmentId(segment.number))) ?? segment;

  const nextNumber = (): number => (catalogue.at(-1)?.number ?? 0) + 1;

  function note(segment: ArchiveSegment): void {
    // Another read may have added it meanwhile.
    if (segment.number === nextNumber()) catalogue.push(segment);
  }

  function knownAs(segment: ArchiveSegment, held?: ReadonlyMap<number, OpenSegment>): OpenSegment | null {
    for (const found of [held?.get(segment.number), opened.get(segment.number)]) {
      if (found?.segment.digest !== segment.digest) continue;
      keep(found);
      // Units change the row as they have read it.
      return { segment, events: found.events };
    }
    return null;
  }

  return {
    async segments(reads) {
      if (catalogue.length === 0) {
        if ((await reads.get(ARCHIVE_SEGMENTS, segmentId(1))) === null) return catalogue;
        for await (const segment of everyRecord(reads, ARCHIVE_SEGMENTS)) note(segment);
      }
      for (;;) {
        const wanted = nextNumber();
        const next = await reads.get(ARCHIVE_SEGMENTS, segmentId(wanted));
        // The number of an altered row can differ from its id.
        if (next?.number !== wanted) return catalogue;
        note(next);
      }
    },

    known: async (reads, segment, held) => knownAs(await current(reads, segment), held),

    isOpen: ({ number }) => opened.has(number),

    async events(reads, segment) {
      const now = await current(reads, segment);
      const before = knownAs(now);
      if (before !== null) return before;
      try {
        const found = { segment: now, events: await open(reads, now) };
        keep(found);
        return found;
      } catch (cause) {
        onUnreadable?.(now);
        if (unreadable === 'skip') return { segment: now, events: [] };
        throw new Unavailable((cause as Error).message, { cause });
      }
    },
  };
}
