import { EVENTS, isErased, type OutboxEvent } from '../events/index.js';
import { type Followed, type Keyset, readAll, type Reads, type TenantKey } from '../kernel/index.js';
import {
  type ErasedRows,
  erasedEvent,
  ErasureRefused,
  erasureKey,
  erasureUnder,
  type EraseRowsPorts,
  eraseRows,
  type Erasing,
  sealOver,
  sealsOf,
  type SealErasure,
  spareSalt,
  untilWon,
} from '../seals/index.js';
import { openArchiveKey, storedArchiveKey } from './archive-key.js';
import { archivedReads } from './archived-reads.js';
import { openingIn } from './archived-units.js';
import { mayContainOne, soughtIn } from './fingerprints.js';
import type { ArchiveStore } from './ports.js';
import { removeReplacedFiles } from './removal.js';
import { replaceFile } from './replace-file.js';
import { ARCHIVE_SEGMENTS, EVENT_STREAM, segmentId } from './segment.js';
import { readSegment } from './segment-file.js';
import { createSegmentReader, type SegmentReader } from './segment-reader.js';

export interface ErasePorts extends EraseRowsPorts {
  /** The files of the archive; null if this host has none. */
  readonly archive: ArchiveStore | null;
}

/** An event that still waits for its delivery is erased when it was delivered or given up. */
const OF_EVENTS: Erasing<OutboxEvent> = {
  stream: 'events',
  kind: EVENTS,
  isErased,
  isReady: ({ status }) => status !== 'QUEUED',
  erased: erasedEvent,
};

const PAGE = 200;

/**
 * Erases the personal members of the snapshots of the events about these records, in the table and in the archive. Each
 * unit erases the rows of one seal, or those of one file with the file. A repetition continues after a crash. Throws an
 * `ErasureRefused` if sealed rows were altered, and `Unavailable` if the archive cannot be read or written.
 */
export async function eraseEvents(
  ports: ErasePorts,
  { tenant, resources }: { readonly tenant: TenantKey; readonly resources: readonly string[] },
): Promise<ErasedRows> {
  const { units, archive, digest, sealer, clock } = ports;
  const removals = archive === null ? null : { units, clock, store: archive };
  if (removals !== null) await removeReplacedFiles(removals);
  const segments = await units.read(null, (reads) => reads.get(ARCHIVE_SEGMENTS, segmentId(1)));
  if (segments !== null && archive === null)
    throw new ErasureRefused('events were archived, and this host has no archive: nothing was erased');
  const reader = archive === null ? null : createSegmentReader({ store: archive, digest, sealer, unreadable: 'throw' });
  let count = 0;
  for (;;) {
    const table = await eraseInTable(ports, reader, tenant, resources);
    const files =
      reader === null ? 0 : await eraseInArchive({ ...ports, archive: archive! }, reader, tenant, resources);
    if (removals !== null) await removeReplacedFiles(removals);
    count += table.erased + files;
    // Events move from the table to the archive, and back when they are delivered again.
    if (reader === null || table.erased + files === 0) return { erased: count, waiting: table.waiting };
  }
}

const wholeReads =
  (reader: SegmentReader | null) =>
  (reads: Reads): Reads =>
    reader === null ? reads : archivedReads(reads, null, openingIn(reader, reads));

async function eraseInTable(
  ports: ErasePorts,
  reader: SegmentReader | null,
  tenant: TenantKey,
  resources: readonly string[],
): Promise<ErasedRows> {
  const { units } = ports;
  const seals = await units.read(null, (reads) => sealsOf(reads, 'events'), 'long');
  const due = async function* (): AsyncGenerator<string> {
    for (const resource of resources) {
      let after: Keyset | undefined;
      for (let hasMore = true; hasMore;) {
        const query = { where: { resource }, order: 'asc', limit: PAGE, after, counted: false } as const;
        const page = await units.read(tenant, (reads) => reads.list(EVENTS, query));
        for (const event of page.rows) if (!isErased(event)) yield event.id;
        hasMore = page.hasMore;
        after = page.rows.at(-1);
      }
    }
  };
  return eraseRows(ports, OF_EVENTS, due(), seals, wholeReads(reader));
}

type ArchivePorts = ErasePorts & { readonly archive: ArchiveStore };

async function eraseInArchive(
  ports: ArchivePorts,
  reader: SegmentReader,
  tenant: TenantKey,
  resources: readonly string[],
): Promise<number> {
  const sought = soughtIn(resources);
  const wanted = new Set(resources);
  const isTarget = ({ record }: Followed<OutboxEvent>): boolean =>
    record.tenant === tenant && wanted.has(record.resource) && !isErased(record);
  const segments = (await ports.units.read(null, (reads) => readAll(reads, ARCHIVE_SEGMENTS), 'long')).filter(
    (segment) => segment.tenants.some(([each]) => each === tenant) && mayContainOne(segment.resources, sought),
  );
  let count = 0;
  for (const { number } of segments) count += await untilWon(() => eraseInFile(ports, reader, number, isTarget));
  return count;
}

/** Erases the events of one file that match, and replaces the file. */
async function eraseInFile(
  ports: ArchivePorts,
  reader: SegmentReader,
  number: number,
  isTarget: (event: Followed<OutboxEvent>) => boolean,
): Promise<number | 'raced'> {
  const { units, archive, digest, random, sealer } = ports;
  const files = { store: archive, digest };
  const found = await units.read(
    null,
    async (reads) => {
      const segment = await reads.get(ARCHIVE_SEGMENTS, segmentId(number));
      const stored = await storedArchiveKey(reads);
      if (segment === null || stored === null)
        throw new ErasureRefused(`archive segment ${number} or the key of the archive is missing; run the audit`);
      const key = openArchiveKey(sealer, stored);
      const events = readSegment(files, key, segment);
      const erased = new Map<string, OutboxEvent>();
      for (const event of events)
        if (isTarget(event))
          erased.set(event.record.id, {
            ...event.record,
            ...erasedEvent(digest, event.record, spareSalt(random)),
          });
      if (erased.size === 0) return null;
      const positions = events.filter(({ record }) => erased.has(record.id)).map(({ position }) => position);
      const erasures = await erasuresOf(ports, reads, reader, erased, positions);
      const records = events.map(({ position, record }) => ({ position, record: erased.get(record.id) ?? record }));
      return { key, segment, records, erasures, count: erased.size };
    },
    'long',
  );
  if (found === null) return 0;
  const { key, count, ...replacement } = found;
  const isDone = await replaceFile({ ...ports, ...files }, key, {
    kind: ARCHIVE_SEGMENTS,
    stream: EVENT_STREAM,
    ...replacement,
  });
  return isDone ? count : 'raced';
}

/** An event that was delivered again is in the table as well, and its seal covers that row. */
async function erasuresOf(
  ports: ArchivePorts,
  reads: Reads,
  reader: SegmentReader,
  erased: ReadonlyMap<string, OutboxEvent>,
  positions: readonly number[],
): Promise<readonly SealErasure[]> {
  const replaced = new Map(erased);
  for (const { id } of await reads.getMany(EVENTS, [...erased.keys()])) replaced.delete(id);
  const key = await erasureKey(reads, ports.sealer);
  const seals = await sealsOf(reads, 'events');
  const over = new Set(positions.map((position) => sealOver(seals, position)));
  const erasures: SealErasure[] = [];
  for (const seal of over) {
    if (seal === undefined) throw new ErasureRefused('archived events have no seal: nothing was erased; run the audit');
    const erasure = await erasureUnder(wholeReads(reader)(reads), ports, key, seal, replaced);
    if (erasure !== null) erasures.push(erasure);
  }
  return erasures;
}
