import { EVENTS, type OutboxEvent } from '../events/index.js';
import {
  Bug,
  type Clock,
  type Followed,
  instant,
  newRecord,
  type Random,
  type Reads,
  type Sealer,
  type UnitOfWork,
} from '../kernel/index.js';
import { HEAD_ID, SEAL_HEADS } from '../seals/index.js';
import { committed, createdKey, openArchiveKey, RACED, storedArchiveKey } from './archive-key.js';
import { dropUnnamed } from './drop-unnamed.js';
import { lastSegment } from './last-segment.js';
import {
  ARCHIVE_SEGMENTS,
  type ArchiveSegment,
  EVENT_STREAM,
  fileNameOf,
  HOST,
  ROWS_OF_A_SEGMENT,
  segmentId,
} from './segment.js';
import { type ArchivedEvent, readSegment, type SegmentFiles, summaryOf, writeSegmentFile } from './segment-file.js';

export interface ArchiveEventsPorts extends SegmentFiles {
  /** The units of the storage itself, which see the table only. */
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly random: Random;
  readonly sealer: Sealer;
  /** Events are archived when they are older than this many days, in host time. Null: no event is archived. */
  readonly afterDays: number | null;
  /**
   * The position that a reader of the table has reached, which does not read the archive; nothing above it is archived.
   * Null: there is no such reader.
   */
  readonly readUpTo?: (reads: Reads) => Promise<number | null>;
}

/** The result of one run. `isBehind`: there is more to archive, because one run adds at most one segment. */
export interface ArchivedEvents {
  /** The number of events that were moved to the archive. */
  readonly rows: number;
  /** The file that was written; null if none was. */
  readonly file: string | null;
  readonly isBehind: boolean;
}

const DAY_MS = 86_400_000;
/** The result of a run that had nothing to archive. */
export const NOTHING_ARCHIVED: ArchivedEvents = { rows: 0, file: null, isBehind: false };

/** Host time at which an event was written: its id is a version 7 UUID, which begins with it. */
export function writtenAt({ id }: OutboxEvent): number {
  const [high, low] = id.slice(id.indexOf(':') + 1).split('-');
  return Number.parseInt(`${high}${low}`, 16);
}

/** An event that was accepted, or that had no endpoint. It changes only if it is delivered again. */
const isFinished = ({ status }: OutboxEvent): boolean => status === 'DELIVERED' || status === 'STORED';

/**
 * Moves the oldest sealed events that are older than the period to a file. The file is written, read again and compared
 * before the unit of work that adds the segment and deletes the rows. If this host dies before that unit, the file is
 * an orphan, and the rows are all there; if it dies after it, the segment is complete. If several hosts archive at the
 * same time, one of them adds the segment.
 *
 * Throws if the newest file of the archive cannot be read: this host then has another folder than the one that archived
 * before.
 */
export function createArchiver(ports: ArchiveEventsPorts) {
  const { units, clock, random, sealer, afterDays, readUpTo = async () => null, ...files } = ports;

  async function nextRange(cutoff: number) {
    return units.read(null, async (reads) => {
      const last = await lastSegment(reads);
      const sealedUpTo = (await reads.get(SEAL_HEADS, HEAD_ID))?.ends['events'] ?? 0;
      const upTo = Math.min(sealedUpTo, (await readUpTo(reads)) ?? sealedUpTo);
      const range = { after: last?.upTo ?? 0, upTo, order: 'asc', limit: ROWS_OF_A_SEGMENT } as const;
      const found = range.upTo > range.after ? await reads.follow(EVENTS, range) : [];
      const young = found.findIndex(({ record }) => writtenAt(record) > cutoff);
      return { last, key: await storedArchiveKey(reads), taken: young < 0 ? found : found.slice(0, young) };
    });
  }

  return async (): Promise<ArchivedEvents> => {
    if (afterDays === null) return NOTHING_ARCHIVED;
    const cutoff = clock.now() - afterDays * DAY_MS;
    const { last, key, taken } = await nextRange(cutoff);
    const [first] = taken;
    // Few events wait for more, so that a quiet host writes one file a day.
    const isFull = taken.length === ROWS_OF_A_SEGMENT;
    if (first === undefined || (!isFull && writtenAt(first.record) > cutoff - DAY_MS)) return NOTHING_ARCHIVED;
    if (last !== null && key === null) throw new Bug('the key of the archive is missing; run the audit');
    const opened = openArchiveKey(sealer, key ?? (await createdKey(units, { random, sealer, clock })));
    if (last !== null) readSegment(files, opened, last);

    const events = taken.filter(({ record }) => isFinished(record)).map(copyOf);
    const written = await writeSegmentFile(files, opened, (last?.number ?? 0) + 1, events, EVENT_STREAM);
    // Segments are read in the order of their times, and the clock of another host may have been ahead.
    const now = instant(Math.max(clock.now(), last?.createdAt ?? 0));
    const range = { after: last?.upTo ?? 0, upTo: taken.at(-1)!.position };
    const base = newRecord(segmentId(written.number), { tenant: HOST, now });
    const segment: ArchiveSegment = { ...written, ...range, ...summaryOf(events), ...base };
    const isMoved = await committed(units, (tx) => {
      tx.add(ARCHIVE_SEGMENTS, segment, { conflicts: { id: RACED } });
      for (const { record } of events) tx.remove(EVENTS, record, RACED);
    });
    if (!isMoved) {
      await dropUnnamed({ units, ...files }, ARCHIVE_SEGMENTS, written, EVENT_STREAM);
      return NOTHING_ARCHIVED;
    }
    return { rows: events.length, file: fileNameOf(written), isBehind: isFull };
  };
}

const copyOf = ({ position, record }: Followed<OutboxEvent>): ArchivedEvent => ({ position, record });
