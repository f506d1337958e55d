import type { OutboxEvent } from '../events/index.js';
import { type BaseRecord, canonicalText, type Digest, type Followed, instant } from '../kernel/index.js';
import { fingerprintsOf } from './fingerprints.js';
import type { ArchiveStore } from './ports.js';
import { type ArchiveSegment, EVENT_STREAM, fileNameOf, FORM, segmentId, type Stream } from './segment.js';

/** An event of the archive with its position. */
export type ArchivedEvent = Followed<OutboxEvent>;

/** The fields of a segment that follow from its events. */
export type Summary = Pick<
  ArchiveSegment,
  'rows' | 'firstId' | 'lastId' | 'firstAt' | 'lastAt' | 'tenants' | 'resources'
>;

export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The tenants of records with their numbers of records, sorted by tenant. */
export function rowsByTenant(records: readonly BaseRecord[]): ArchiveSegment['tenants'] {
  const tenants = new Map<string, number>();
  for (const { tenant } of records) tenants.set(tenant, (tenants.get(tenant) ?? 0) + 1);
  return [...tenants].sort(([a], [b]) => byText(a, b));
}

export function summaryOf(events: readonly ArchivedEvent[]): Summary {
  const ids = events.map(({ record }) => record.id).sort(byText);
  const times = events.map(({ record }) => record.createdAt).sort((a, b) => a - b);
  return {
    rows: events.length,
    firstId: ids[0] ?? null,
    lastId: ids.at(-1) ?? null,
    firstAt: times[0] ?? instant(0),
    lastAt: times.at(-1) ?? instant(0),
    tenants: rowsByTenant(events.map(({ record }) => record)),
    resources: fingerprintsOf(events.map(({ record }) => record.resource)),
  };
}

/** Whether the fields of a segment agree with its events. */
export function agrees(segment: ArchiveSegment, events: readonly ArchivedEvent[]): boolean {
  const { rows, firstId, lastId, firstAt, lastAt, tenants, resources } = segment;
  const kept: Summary = { rows, firstId, lastId, firstAt, lastAt, tenants, resources };
  return canonicalText(kept) === canonicalText(summaryOf(events));
}

/** Why the events of a segment cannot be read. */
export class UnreadableSegment extends Error {
  override readonly name = 'UnreadableSegment';
}

export interface SegmentFiles {
  readonly store: ArchiveStore;
  readonly digest: Digest;
}

/** What a segment says of its file. */
export type SegmentOfFile = Pick<ArchiveSegment, 'number' | 'form' | 'digest' | 'rewrite'>;

/** The records in the file of a segment. Throws an `UnreadableSegment`. */
export function readSegmentFile(
  { store, digest }: SegmentFiles,
  key: Uint8Array,
  segment: SegmentOfFile,
  stream: Stream,
): readonly object[] {
  const name = fileNameOf(segment, stream);
  if (segment.form !== FORM)
    throw new UnreadableSegment(
      `${stream.segment} ${segment.number} has form ${segment.form}, which this version of Corridor does not know`,
    );
  const content = store.read(name);
  if (content === null) throw new UnreadableSegment(`the archive file ${name} is missing`);
  if (digest.sha256(content) !== segment.digest)
    throw new UnreadableSegment(`the archive file ${name} was changed: its digest is not that of its segment`);
  try {
    return store.unpack(content, key, segmentId(segment.number, stream));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableSegment(`the archive file ${name} cannot be opened: ${reason}`, { cause });
  }
}

/** A file in memory. */
export interface PackedFile {
  readonly segment: SegmentOfFile;
  readonly name: string;
  readonly content: Uint8Array;
}

/** Packs the records of a segment. `rewrite`: makes the name of a file that replaces another one. */
export function packSegmentFile(
  { store, digest }: SegmentFiles,
  key: Uint8Array,
  number: number,
  records: readonly object[],
  stream: Stream,
  rewrite: string | null = null,
): PackedFile {
  const content = store.pack(records, key, segmentId(number, stream));
  const segment = { number, form: FORM, digest: digest.sha256(content), rewrite };
  return { segment, name: fileNameOf(segment, stream), content };
}

/** Writes a packed file, and proves that it can be read. */
export async function storeSegmentFile(
  files: SegmentFiles,
  key: Uint8Array,
  { segment, name, content }: PackedFile,
  records: readonly object[],
  stream: Stream,
): Promise<void> {
  await files.store.write(name, content);
  if (canonicalText(readSegmentFile(files, key, segment, stream)) !== canonicalText(records))
    throw new Error(`the archive file ${name} does not have the ${stream.name} that were written to it`);
}

/** Writes the file of a segment, and proves that it can be read. */
export async function writeSegmentFile(
  files: SegmentFiles,
  key: Uint8Array,
  number: number,
  records: readonly object[],
  stream: Stream,
): Promise<SegmentOfFile> {
  const packed = packSegmentFile(files, key, number, records, stream);
  await storeSegmentFile(files, key, packed, records, stream);
  return packed.segment;
}

type FormerEvent = Omit<OutboxEvent, 'salt' | 'erasedDigest'> & Partial<OutboxEvent>;

/** Files of former releases have events without the columns for erasures. */
const withErasure = ({ position, record }: Followed<FormerEvent>): ArchivedEvent => ({
  position,
  record: { ...record, salt: record.salt ?? null, erasedDigest: record.erasedDigest ?? null },
});

/** The events of a segment in the order of their positions. Throws an `UnreadableSegment`. */
export const readSegment = (files: SegmentFiles, key: Uint8Array, segment: SegmentOfFile): readonly ArchivedEvent[] =>
  (readSegmentFile(files, key, segment, EVENT_STREAM) as readonly Followed<FormerEvent>[]).map(withErasure);
