import { BASE_COLUMNS, type BaseRecord, type Instant, recordKind, type Reads } from '../kernel/index.js';
import type { ArchiveSegment } from './segment.js';

/**
 * A file of the archive of answers. Segments follow each other without gaps. Every field but the digest and `rewrite` follows from the
 * content of the file, so that the audit can compare them. Only an erasure of personal data replaces a file.
 */
export interface AnswerSegment extends BaseRecord {
  /** Counts from 1 without gaps. */
  readonly number: number;
  /** Version of the form of the file. */
  readonly form: number;
  /** The number of answers in the file. */
  readonly rows: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
  /** The earliest and the latest time at which an answer was given. */
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** The tenants of the answers with their numbers of answers, sorted by tenant. */
  readonly tenants: ArchiveSegment['tenants'];
  /** Fingerprints (`fingerprints.ts`) of the digests of keys and of the request ids of the answers. */
  readonly foundBy: string;
  readonly rewrite: ArchiveSegment['rewrite'];
}

export const ANSWER_SEGMENTS = recordKind<AnswerSegment>()({
  name: 'answer_segments',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    number: 'int',
    form: 'int',
    rows: 'int',
    digest: 'text',
    firstAt: 'instant',
    lastAt: 'instant',
    tenants: 'json',
    foundBy: 'text',
    rewrite: 'text?',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: ['number', 'form', 'rows', 'firstAt', 'lastAt', 'tenants', 'foundBy'],
  erasable: ['digest', 'rewrite'],
});

/** The maximum number of answers in one file. */
export const ANSWERS_OF_A_SEGMENT = 1_000;

/** The newest segment; null if no answer is archived. */
export async function lastAnswerSegment(reads: Reads): Promise<AnswerSegment | null> {
  const { rows } = await reads.list(ANSWER_SEGMENTS, { order: 'desc', limit: 1, counted: false });
  return rows[0] ?? null;
}
