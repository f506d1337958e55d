import { EVENTS } from '../events/index.js';
import { Bug, domainError, type KindOf, type Reads, type Tx, type UnitOfWork } from '../kernel/index.js';
import type { BaseRecord } from '../kernel/index.js';
import { type Archived, archivedReads } from './archived-reads.js';
import type { ArchiveSegment } from './segment.js';
import type { ArchivedEvent } from './segment-file.js';
import type { SegmentReader } from './segment-reader.js';

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
  const positions = new Map<string, number>();
  const onFound = ({ record, position }: ArchivedEvent): unknown => positions.set(record.id, position);
  const isArchived = (kind: { readonly name: string }, { id }: BaseRecord): boolean =>
    kind.name === EVENTS.name && positions.has(id);
  function refuse<T extends BaseRecord>(kind: KindOf<T>, record: T): void {
    if (isArchived(kind, record)) throw new Bug(`${record.id} is archived: it can only be changed`);
  }

  return {
    ...tx,
    ...archivedReads(tx, tenant, { ...archived, onFound }),
    change(kind, before, after, lost) {
      if (!isArchived(kind, before)) return tx.change(kind, before, after, lost);
      const position = positions.get(before.id)!;
      positions.delete(before.id);
      tx.add(kind, after, { position, conflicts: { id: lost ?? RESTORED } });
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
  async function untilOpened<T>(work: (events: Archived['events']) => Promise<T>): Promise<T> {
    const held = new Map<number, readonly ArchivedEvent[]>();
    const known = (segment: ArchiveSegment) => held.get(segment.number) ?? reader.known(segment);
    for (;;) {
      try {
        return await work(async (segment, following) => {
          const found = known(segment);
          if (found === null) throw new NeedsSegments([segment, ...following]);
          held.set(segment.number, found);
          return found;
        });
      } catch (cause) {
        if (!(cause instanceof NeedsSegments)) throw cause;
        // What follows may not be needed, so few are opened at first.
        const count = Math.min(Math.max(held.size, 1), OPENED_AT_ONCE);
        for (const segment of cause.segments.filter((each) => known(each) === null).slice(0, count))
          held.set(segment.number, await units.read(null, (reads) => reader.events(reads, segment)));
      }
    }
  }

  return {
    run: (tenant, work, traffic) =>
      untilOpened((events) =>
        units.run(
          tenant,
          (tx) => work(archivedTx(tx, { segments: () => reader.segments(tx), events }, tenant)),
          traffic,
        ),
      ),
    read: (tenant, work, extent) => {
      if (extent !== 'long')
        return untilOpened((events) =>
          units.read(tenant, (reads) =>
            work(archivedReads(reads, tenant, { segments: () => reader.segments(reads), events })),
          ),
        );
      const archivedIn = (reads: Reads): Archived => ({
        segments: () => reader.segments(reads),
        events: (segment) => reader.events(reads, segment),
      });
      return units.read(tenant, (reads) => work(archivedReads(reads, tenant, archivedIn(reads))), extent);
    },
    removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
  };
}
