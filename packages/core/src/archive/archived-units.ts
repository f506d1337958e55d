import { EVENTS } from '../events/index.js';
import { Bug, domainError, type KindOf, type Result, type Tx, type UnitOfWork } from '../kernel/index.js';
import type { BaseRecord } from '../kernel/index.js';
import { type Archived, archivedReads } from './archived-reads.js';
import type { ArchiveSegment } from './segment.js';
import type { ArchivedEvent } from './segment-file.js';
import type { SegmentReader } from './segment-reader.js';

/** Ends a unit of work that needs a file: no unit reads one. The unit runs again when the file is read. */
class NeedsSegment extends Error {
  constructor(readonly segment: ArchiveSegment) {
    super(`archive segment ${segment.number} is not in memory`);
  }
}

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
 * know of it. A read opens files itself. A unit of work never does: it ends, the file is read, and it runs again.
 */
export function archivedUnits(units: UnitOfWork, reader: SegmentReader): UnitOfWork {
  async function run<T>(
    tenant: Parameters<UnitOfWork['run']>[0],
    work: (tx: Tx) => Promise<Result<T>>,
    traffic: Parameters<UnitOfWork['run']>[2],
  ): Promise<Result<T>> {
    const held = new Map<number, readonly ArchivedEvent[]>();
    for (;;) {
      try {
        return await units.run(
          tenant,
          (tx) => {
            const segments = () => reader.segments(tx);
            const events = async (segment: ArchiveSegment): Promise<readonly ArchivedEvent[]> => {
              const found = held.get(segment.number) ?? reader.known(segment);
              if (found === null) throw new NeedsSegment(segment);
              return found;
            };
            return work(archivedTx(tx, { segments, events }, tenant));
          },
          traffic,
        );
      } catch (cause) {
        if (!(cause instanceof NeedsSegment) || held.has(cause.segment.number)) throw cause;
        const { segment } = cause;
        held.set(segment.number, await units.read(null, (reads) => reader.events(reads, segment)));
      }
    }
  }

  return {
    run,
    read: (tenant, work, extent) =>
      units.read(
        tenant,
        (reads) =>
          work(
            archivedReads(reads, tenant, {
              segments: () => reader.segments(reads),
              events: (segment) => reader.events(reads, segment),
            }),
          ),
        extent,
      ),
    removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
  };
}
