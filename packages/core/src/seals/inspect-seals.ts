import type { Digest, Instant, Reads, Sealer } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import type { HostKey } from '../platforms/index.js';
import { readErasures } from './inspect-erasures.js';
import { chained, HEAD_ID, NO_DIGEST, type Seal, SEAL_HEADS, type SealHead, SEALS } from './seal.js';
import { openSealKey, type SealKey, storedSealKey } from './seal-key.js';
import { cover, knowsForm, knowsStream } from './streams.js';

export interface SealScope {
  readonly digest: Digest;
  /** Opens the seal key; null without the master key. */
  readonly sealer: Sealer | null;
  /** Digest of a seal that was kept outside the database and must still be part of the chain; null for none. */
  readonly keptHead: string | null;
  /** The finding about sealed rows whose inspection has thrown; default: what was thrown ends the inspection. */
  readonly uninspectable?: (what: string, thrown: unknown) => string;
}

/** A summary of the seal chain. */
export interface SealedSummary {
  readonly seals: number;
  readonly rows: number;
  /** Digest of the newest seal, to be kept outside the database; null if nothing is sealed yet. */
  readonly head: string | null;
  readonly sealedAt: Instant | null;
  /** False if the signatures could not be checked, because the seal key could not be opened. */
  readonly signaturesChecked: boolean;
}

/**
 * Proves that the rows of all streams have not changed since they were sealed, that no seal is missing between two others
 * or at the end, and (with the key) that the seals were signed with the seal key (docs/areas/seals.md). `findings` has what
 * was found also if the inspection throws.
 */
export async function inspectSeals(
  reads: Reads,
  { digest, sealer, keptHead, uninspectable = rethrow }: SealScope,
  findings: string[] = [],
): Promise<{ readonly findings: readonly string[]; readonly summary: SealedSummary }> {
  const head = await reads.get(SEAL_HEADS, HEAD_ID);
  const stored = await storedSealKey(reads);
  const key = keyOf(stored, sealer, head, findings);
  const sealedUpTo: Record<string, number> = {};
  const erasures = await readErasures(reads, key);
  let before = NO_DIGEST;
  let last: Seal | null = null;
  let [seals, rows] = [0, 0];
  let isKeptHeadFound = keptHead === null;
  for await (const seal of everyRecord(reads, SEALS)) {
    findings.push(...linkFindings(digest, seal, last, before, sealedUpTo[seal.stream] ?? 0));
    if (key !== null && key.seal(seal.digest) !== seal.mac) {
      findings.push(`seal ${seal.number} is not signed with the seal key`);
    }
    try {
      findings.push(...(await rowFindings(reads, digest, seal, erasures.expected(seal, findings))));
    } catch (thrown) {
      const { number, stream, after, upTo } = seal;
      findings.push(
        uninspectable(`a row of ${stream} at positions ${after + 1} to ${upTo}, which seal ${number} covers,`, thrown),
      );
    }
    sealedUpTo[seal.stream] = seal.upTo;
    before = seal.digest;
    last = seal;
    seals += 1;
    rows += seal.rows;
    isKeptHeadFound ||= seal.digest === keptHead;
  }
  if (stored !== null && head === null && last === null)
    findings.push('all seals are missing, but the seal key exists');
  findings.push(...erasures.unclaimed());
  findings.push(...headFindings(head, key, last, sealedUpTo));
  if (!isKeptHeadFound) findings.push(`the kept head ${keptHead} is not part of the seal chain`);
  const summary = { seals, rows, head: last?.digest ?? null, sealedAt: last?.createdAt ?? null };
  return { findings, summary: { ...summary, signaturesChecked: key !== null } };
}

function rethrow(_what: string, thrown: unknown): never {
  throw thrown;
}

function keyOf(
  stored: HostKey | null,
  sealer: Sealer | null,
  head: SealHead | null,
  findings: string[],
): SealKey | null {
  if (stored === null) {
    if (head !== null) findings.push('the seal key is missing');
    return null;
  }
  if (sealer === null) return null;
  try {
    return openSealKey(sealer, stored);
  } catch (cause) {
    findings.push(`the seal key cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`);
    return null;
  }
}

function linkFindings(
  digest: Digest,
  seal: Seal,
  last: Seal | null,
  before: string,
  sealedUpTo: number,
): readonly string[] {
  const { number, stream, after } = seal;
  const previous = last?.number ?? 0;
  if (number !== previous + 1) return [`seal ${number} follows seal ${previous}: the seals between them are missing`];
  if (chained(digest, before, seal) !== seal.digest) return [`seal ${number} or the seal before it was changed`];
  return after === sealedUpTo
    ? []
    : [`seal ${number} begins after position ${after} of ${stream} instead of ${sealedUpTo}`];
}

/** `expected`: the digest of the rows after their erasures. */
async function rowFindings(reads: Reads, digest: Digest, seal: Seal, expected: string): Promise<readonly string[]> {
  const { number, stream, after, upTo, form } = seal;
  if (!knowsStream(stream))
    return [`seal ${number} covers the stream ${stream}, which this version of Corridor does not know`];
  if (!knowsForm(stream, form))
    return [`seal ${number} has form ${form}, which this version of Corridor does not know`];
  // Reading one row more than the seal covers finds rows that were added between them.
  const found = await cover(reads, digest, stream, { after, upTo, form, limit: seal.rows + 1 });
  if (found.rows === seal.rows && found.rowsDigest === expected) return [];
  const sealed = `${stream} at positions ${after + 1} to ${upTo}: seal ${number} covers ${seal.rows} rows`;
  if (found.rows < seal.rows) return [`${sealed}, ${found.rows} remain`];
  return [found.rows > seal.rows ? `${sealed}, others were added` : `${sealed}, which were changed`];
}

function headFindings(
  head: SealHead | null,
  key: SealKey | null,
  last: Seal | null,
  sealedUpTo: Readonly<Record<string, number>>,
): readonly string[] {
  if (head === null) return last === null ? [] : ['the head of the seal chain is missing'];
  const mac = key?.head(head);
  if (mac === null)
    return [`the head of the seal chain has form ${head.form}, which this version of Corridor does not know`];
  if (mac !== undefined && mac !== head.mac) return ['the head of the seal chain is not signed with the seal key'];
  if (head.number !== (last?.number ?? 0)) {
    return [
      `the seal chain ends with seal ${last?.number ?? 0}, but its head names seal ${head.number}: the newest seals are missing`,
    ];
  }
  const streams = Object.keys({ ...head.ends, ...sealedUpTo });
  const agrees =
    head.digest === last?.digest && streams.every((stream) => (head.ends[stream] ?? 0) === (sealedUpTo[stream] ?? 0));
  return agrees ? [] : ['the head of the seal chain does not match its newest seal'];
}
