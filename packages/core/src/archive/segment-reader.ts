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
}

/** The segments of a database, with the events of those that were read last. */
export interface SegmentReader {
  /** All segments that the read can see, in their order; possibly also newer ones. */
  segments(reads: Reads): Promise<readonly ArchiveSegment[]>;
  /** The events of a segment, from memory or from its file. Throws `Unavailable`. */
  events(reads: Reads, segment: ArchiveSegment): Promise<readonly ArchivedEvent[]>;
  /** The events of a segment if they are in memory. */
  known(segment: ArchiveSegment): readonly ArchivedEvent[] | null;
}

export function createSegmentReader({ sealer, unreadable, ...files }: SegmentReaderPorts): SegmentReader {
  // Segments never change, so those that were read once stay valid.
  const catalogue: ArchiveSegment[] = [];
  const opened = new Map<number, readonly ArchivedEvent[]>();

  function keep(number: number, events: readonly ArchivedEvent[]): void {
    opened.delete(number);
    opened.set(number, events);
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

  const nextNumber = (): number => (catalogue.at(-1)?.number ?? 0) + 1;

  function note(segment: ArchiveSegment): void {
    // Another read may have added it meanwhile.
    if (segment.number === nextNumber()) catalogue.push(segment);
  }

  function known({ number }: ArchiveSegment): readonly ArchivedEvent[] | null {
    const events = opened.get(number);
    if (events !== undefined) keep(number, events);
    return events ?? null;
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

    known,

    async events(reads, segment) {
      const before = known(segment);
      if (before !== null) return before;
      try {
        const events = await open(reads, segment);
        keep(segment.number, events);
        return events;
      } catch (cause) {
        if (unreadable === 'skip') return [];
        throw new Unavailable((cause as Error).message, { cause });
      }
    },
  };
}
