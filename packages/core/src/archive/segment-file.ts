import type { OutboxEvent } from '../events/index.js';
import { canonicalText, type Digest, type Followed, instant } from '../kernel/index.js';
import { fingerprintsOf } from './fingerprints.js';
import type { ArchiveStore } from './ports.js';
import { type ArchiveSegment, fileNameOf, FORM, segmentId } from './segment.js';

/** An event of the archive with its position. */
export type ArchivedEvent = Followed<OutboxEvent>;

/** The fields of a segment that follow from its events. */
export type Summary = Pick<
  ArchiveSegment,
  'rows' | 'firstId' | 'lastId' | 'firstAt' | 'lastAt' | 'tenants' | 'resources'
>;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export function summaryOf(events: readonly ArchivedEvent[]): Summary {
  const ids = events.map(({ record }) => record.id).sort(byText);
  const times = events.map(({ record }) => record.createdAt).sort((a, b) => a - b);
  const tenants = new Map<string, number>();
  for (const { record } of events) tenants.set(record.tenant, (tenants.get(record.tenant) ?? 0) + 1);
  return {
    rows: events.length,
    firstId: ids[0] ?? null,
    lastId: ids.at(-1) ?? null,
    firstAt: times[0] ?? instant(0),
    lastAt: times.at(-1) ?? instant(0),
    tenants: [...tenants].sort(([a], [b]) => byText(a, b)),
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

/** The events of a segment in the order of their positions. Throws an `UnreadableSegment`. */
export function readSegment(
  { store, digest }: SegmentFiles,
  key: Uint8Array,
  segment: Pick<ArchiveSegment, 'number' | 'form' | 'digest'>,
): readonly ArchivedEvent[] {
  const name = fileNameOf(segment);
  if (segment.form !== FORM)
    throw new UnreadableSegment(
      `archive segment ${segment.number} has form ${segment.form}, which this version of Corridor does not know`,
    );
  const content = store.read(name);
  if (content === null) throw new UnreadableSegment(`the archive file ${name} is missing`);
  if (digest.sha256(content) !== segment.digest)
    throw new UnreadableSegment(`the archive file ${name} was changed: its digest is not that of its segment`);
  try {
    return store.unpack(content, key, segmentId(segment.number)) as readonly ArchivedEvent[];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UnreadableSegment(`the archive file ${name} cannot be opened: ${reason}`, { cause });
  }
}
