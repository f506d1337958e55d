import { EVENTS } from '../events/index.js';
import { Bug, domainError, erase, type KindOf, type Reads, type Tx, type UnitOfWork } from '../kernel/index.js';
import type { BaseRecord } from '../kernel/index.js';
import { type Archived, archivedReads } from './archived-reads.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment } from './segment.js';
import type { ArchivedEvent } from './segment-file.js';
import type { OpenSegment, SegmentReader } from './segment-reader.js';

/** Ends a unit of work or a read that needs files: neither opens one. It runs again when they are opened. */
class NeedsSegments extends Error {
  /** The first is needed now, the others probably next. */
  constructor(readonly segments: readonly ArchiveSegment[]) {
    super('segments of the archive are not in memory');
  }
}

/** The most files that are opened before what needs them runs again. */
const OPENED_AT_ONCE = 10;

const RESTORED = domainError('CONFLICT', 'the event is being changed by another request; try again', { retryAfter: 1 });

/**
 * A unit of work that finds the events of the archive. The first change of such an event adds it to the table again, at
 * its former position, so that it can be delivered again.
 */
function archivedTx(tx: Tx, archived: Omit<Archived, 'onFound'>, tenant: Parameters<typeof archivedReads>[1]): Tx {
  const found = new Map<string, { readonly position: number; readonly segment: ArchiveSegment }>();
  const touched = new Set<number>();
  const onFound = ({ record, position }: ArchivedEvent, segment: ArchiveSegment): unknown =>
    found.set(record.id, { position, segment });
  const isArchived = (kind: { readonly name: string }, { id }: BaseRecord): boolean =>
    kind.name === EVENTS.name && found.has(id);
  function refuse<T extends BaseRecord>(kind: KindOf<T>, record: T): void {
    if (isArchived(kind, record)) throw new Bug(`${record.id} is archived: it can only be changed`);
  }

  return {
    ...tx,
    ...archivedReads(tx, tenant, { ...archived, onFound }),
    change(kind, before, after, lost) {
      if (!isArchived(kind, before)) return tx.change(kind, before, after, lost);
      const { position, segment } = found.get(before.id)!;
      found.delete(before.id);
      tx.add(kind, after, { position, conflicts: { id: lost ?? RESTORED } });
      // An erasure that has read the segment before must not miss the event in the table, and the event must not be what
      // the file had before an erasure.
      if (!touched.has(segment.number)) erase(tx, ARCHIVE_SEGMENTS, segment, {});
      touched.add(segment.number);
    },
    overwrite(kind, before, after) {
      refuse(kind, before);
      tx.overwrite(kind, before, after);
    },
    pin(kind, record) {
      refuse(kind, record);
      tx.pin(kind, record);
    },
    remove(kind, record, lost) {
      refuse(kind, record);
      tx.remove(kind, record, lost);
    },
  };
}

/**
 * Units of work and reads that find the events of the archive as if they were in the table, so that no use case has to
 * know of it. None of them opens a file: it ends, the files are opened, and it runs again. Each file is opened in a read
 * of its own, and so in a turn of the event loop of its own: opening one takes tens of milliseconds. A `long` read opens
 * files itself, because it must see one state of the database.
 */
export function archivedUnits(units: UnitOfWork, reader: SegmentReader): UnitOfWork {
  /** Runs `work` until all segments that it needs are in memory. */
  async function untilOpened<T>(work: (archivedIn: (reads: Reads) => Archived) => Promise<T>): Promise<T> {
    const held = new Map<number, OpenSegment>();
    const archivedIn = (reads: Reads): Archived => ({
      segments: () => reader.segments(reads),
      async events(segment, following) {
        const found = await reader.known(reads, segment, held);
        if (found === null) throw new NeedsSegments([segment, ...following]);
        held.set(segment.number, found);
        return found;
      },
    });
    for (;;) {
      try {
        return await work(archivedIn);
      } catch (cause) {
        if (!(cause instanceof NeedsSegments)) throw cause;
        // What follows may not be needed, so few are opened at first.
        const count = Math.min(Math.max(held.size, 1), OPENED_AT_ONCE);
        const [first, ...following] = cause.segments;
        const others = following.filter((each) => !held.has(each.number) && !reader.isOpen(each));
        for (const segment of [first!, ...others.slice(0, count - 1)])
          held.set(segment.number, await units.read(null, (reads) => reader.events(reads, segment)));
      }
    }
  }

  return {
    run: (tenant, work, traffic) =>
      untilOpened((archivedIn) => units.run(tenant, (tx) => work(archivedTx(tx, archivedIn(tx), tenant)), traffic)),
    read: (tenant, work, extent) => {
      if (extent !== 'long')
        return untilOpened((archivedIn) =>
          units.read(tenant, (reads) => work(archivedReads(reads, tenant, archivedIn(reads)))),
        );
      return units.read(tenant, (reads) => work(archivedReads(reads, tenant, openingIn(reader, reads))), extent);
    },
    removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
  };
}

/** What a long read sees of the archive: it opens files itself. */
export const openingIn = (reader: SegmentReader, reads: Reads): Archived => ({
  segments: () => reader.segments(reads),
  events: (segment) => reader.events(reads, segment),
});
