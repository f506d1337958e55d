import { EVENTS } from '../events/index.js';
import {
  type BaseRecord,
  Bug,
  canonicalText,
  type Digest,
  type Followed,
  type KindOf,
  type Reads,
} from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { SEAL_ERASURES } from './seal-erasure.js';
import { EVENT_LINES, type LineOf, LOG_LINES } from './sealed-lines.js';

/** The maximum number of rows that one seal covers, and one read loads. */
export const ROWS_OF_A_SEAL = 1000;

export interface Range {
  readonly after: number;
  readonly upTo: number;
  readonly form: number;
  readonly limit: number;
}

export interface Covered {
  readonly rows: number;
  readonly rowsDigest: string;
  /** Position of the last row; null if there are no rows. */
  readonly last: number | null;
}

/** Rows of a stream, as a seal digests them. */
export type Rows = readonly Followed<BaseRecord>[];

interface SealedStream {
  readonly forms: readonly number[];
  rows(reads: Reads, range: Omit<Range, 'form'>): Promise<Rows>;
  digestOf(digest: Digest, form: number, rows: Rows): string;
  horizon(reads: Reads): Promise<number>;
  first(reads: Reads, range: Pick<Range, 'after' | 'upTo'>): Promise<BaseRecord | null>;
}

/** `lines`: the text of a row by form. The last form is the current one. */
function streamOf<T extends BaseRecord>(kind: KindOf<T>, lines: Readonly<Record<number, LineOf<T>>>): SealedStream {
  return {
    forms: Object.keys(lines).map(Number),
    horizon: (reads) => reads.horizon(kind),
    first: async (reads, range) => (await reads.follow(kind, { ...range, order: 'asc', limit: 1 }))[0]?.record ?? null,
    rows: (reads, { after, upTo, limit }) => reads.follow(kind, { after, upTo, order: 'asc', limit }),
    digestOf(digest, form, rows) {
      const lineOf = lines[form];
      if (lineOf === undefined) throw new Bug(`unknown seal form ${form} of ${kind.name}`);
      return digest.sha256((rows as readonly Followed<T>[]).map(({ record }) => lineOf(record, digest)).join('\n'));
    },
  };
}

/**
 * The append-only records, by the names of their tables: postings record every movement, events the history of every
 * payment, the operator log what operators did and who has access, and erasures which seals they have changed.
 */
const SEALED = {
  postings: streamOf(POSTINGS, {
    1: ({ tenant, entryId, kind, cause, account, currency, amount, createdAt }) =>
      JSON.stringify([tenant, entryId, kind, cause, account, currency, `${amount}`, createdAt]),
  }),
  events: streamOf(EVENTS, EVENT_LINES),
  operator_log: streamOf(OPERATOR_LOG, LOG_LINES),
  seal_erasures: streamOf(SEAL_ERASURES, {
    1: ({ id, seal, number, erased, before, after, mac, createdAt }) =>
      canonicalText([id, seal, number, erased, before, after, mac, createdAt]),
  }),
} as const satisfies Readonly<Record<string, SealedStream>>;

export type Stream = keyof typeof SEALED;
export const STREAMS = Object.keys(SEALED) as readonly Stream[];

/** A later release can have sealed a stream that this one does not know. */
export const knowsStream = (stream: string): stream is Stream => Object.hasOwn(SEALED, stream);

export const knowsForm = (stream: Stream, form: number): boolean => SEALED[stream].forms.includes(form);

/** The form in which the rows of a stream are sealed now. */
export const formOf = (stream: Stream): number => SEALED[stream].forms.at(-1)!;

/** At most `limit` rows of a stream in a range of positions. */
export const rowsOf = (reads: Reads, stream: Stream, range: Omit<Range, 'form'>): Promise<Rows> =>
  SEALED[stream].rows(reads, range);

export const digestOfRows = (digest: Digest, stream: Stream, form: number, rows: Rows): string =>
  SEALED[stream].digestOf(digest, form, rows);

/** Digests at most `limit` rows of a stream in a range of positions, as a seal of this form does. */
export async function cover(reads: Reads, digest: Digest, stream: Stream, range: Range): Promise<Covered> {
  const rows = await rowsOf(reads, stream, range);
  const rowsDigest = digestOfRows(digest, stream, range.form, rows);
  return { rows: rows.length, rowsDigest, last: rows.at(-1)?.position ?? null };
}

export const horizonOf = (reads: Reads, stream: Stream): Promise<number> => SEALED[stream].horizon(reads);

/** The first row of a stream in a range of positions. */
export const firstOf = (
  reads: Reads,
  stream: Stream,
  range: Pick<Range, 'after' | 'upTo'>,
): Promise<BaseRecord | null> => SEALED[stream].first(reads, range);
