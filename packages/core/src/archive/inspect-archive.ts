import { EVENTS } from '../events/index.js';
import type { Reads, Sealer } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { openArchiveKey, storedArchiveKey } from './archive-key.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment } from './segment.js';
import { agrees, type ArchivedEvent, readSegment, type SegmentFiles } from './segment-file.js';

export interface InspectArchivePorts extends SegmentFiles {
  /** Null without the master key: the files are then compared with their digests only. */
  readonly sealer: Sealer | null;
}

export interface InspectedArchive {
  /** One sentence for each contradiction. */
  readonly findings: readonly string[];
  readonly segments: number;
  readonly rows: number;
}

/**
 * Proves that every file of the archive is there and has not changed, that its segment says what is in it, that no
 * segment is missing between two others, and that no event is both in the archive and in the table, unless it was
 * delivered again. That the events themselves have not changed, and that no segment is missing at the end, follows from
 * the seals, which cover archived events as well. `reads`: those of the storage itself, which see the table only.
 */
export async function inspectArchive(
  reads: Reads,
  { sealer, ...files }: InspectArchivePorts,
): Promise<InspectedArchive> {
  const findings: string[] = [];
  const key = await keyOf(reads, sealer, findings);
  let last: ArchiveSegment | null = null;
  let [segments, rows] = [0, 0];
  for await (const segment of everyRecord(reads, ARCHIVE_SEGMENTS)) {
    if (segments === 0 && key === null)
      findings.push('the events of the archive count as missing, because it cannot be read without its key');
    findings.push(...linkFindings(segment, last));
    if (key !== null) findings.push(...(await contentFindings(reads, files, key, segment)));
    last = segment;
    segments += 1;
    rows += segment.rows;
  }
  return { findings, segments, rows };
}

/** The key of the archive; null without it or the master key, and with a finding if it cannot be opened. */
export async function keyOf(reads: Reads, sealer: Sealer | null, findings: string[]): Promise<Uint8Array | null> {
  const stored = await storedArchiveKey(reads);
  if (stored === null || sealer === null) return null;
  try {
    return openArchiveKey(sealer, stored);
  } catch (cause) {
    findings.push(`the key of the archive cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`);
    return null;
  }
}

function linkFindings({ number, after, upTo }: ArchiveSegment, last: ArchiveSegment | null): readonly string[] {
  const before = last?.number ?? 0;
  if (number !== before + 1)
    return [`archive segment ${number} follows segment ${before}: the segments between them are missing`];
  const begin = last?.upTo ?? 0;
  if (after !== begin) return [`archive segment ${number} begins after position ${after} instead of ${begin}`];
  return upTo > after ? [] : [`archive segment ${number} ends at position ${upTo}, before it begins`];
}

async function contentFindings(
  reads: Reads,
  files: SegmentFiles,
  key: Uint8Array,
  segment: ArchiveSegment,
): Promise<readonly string[]> {
  let events: readonly ArchivedEvent[];
  try {
    events = readSegment(files, key, segment);
  } catch (cause) {
    return [(cause as Error).message];
  }
  const { number, after, upTo } = segment;
  const findings = agrees(segment, events)
    ? []
    : [`archive segment ${number} was changed: it does not say what is in its file`];
  const outside = events.filter(({ position }, at) => {
    const begin = events[at - 1]?.position ?? after;
    return position <= begin || position > upTo;
  });
  if (outside.length > 0)
    findings.push(`archive segment ${number} covers positions ${after + 1} to ${upTo}, its file has others`);
  return [...findings, ...(await doubled(reads, segment, events))];
}

/** A redelivery brings an event back to the table, and queues it later than before. */
async function doubled(
  reads: Reads,
  { number }: ArchiveSegment,
  events: readonly ArchivedEvent[],
): Promise<readonly string[]> {
  const archived = new Map(events.map((event) => [event.record.id as string, event]));
  if (archived.size === 0) return [];
  const stored = await reads.getMany(EVENTS, [...archived.keys()]);
  const findings: string[] = [];
  for (const { id, queuedAt, version } of stored) {
    const { record, position } = archived.get(id)!;
    const isMoved = (await reads.positionOf(EVENTS, id)) !== position;
    if (queuedAt > record.queuedAt && version > record.version && !isMoved) continue;
    findings.push(`${id} is in archive segment ${number} and in the table, but was not delivered again since`);
  }
  return findings;
}
