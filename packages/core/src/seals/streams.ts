import { EVENTS } from '../events/index.js';
import { type BaseRecord, Bug, canonicalText, type Digest, type KindOf, type Reads } from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';
import { OPERATOR_LOG } from '../operators/index.js';

/** The current form in which rows are digested. */
export const FORM = 1;

/** The maximum number of rows that one seal covers, and one read loads. */
export const ROWS_OF_A_SEAL = 1000;

interface Range {
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

interface SealedStream {
  readonly forms: readonly number[];
  cover(reads: Reads, digest: Digest, range: Range): Promise<Covered>;
  horizon(reads: Reads): Promise<number>;
  first(reads: Reads, range: Pick<Range, 'after' | 'upTo'>): Promise<BaseRecord | null>;
}

/** `lines`: by form, the text of a row, made of logical values, so that a change of the schema keeps seals valid. */
function streamOf<T extends BaseRecord>(
  kind: KindOf<T>,
  lines: Readonly<Record<number, (record: T) => string>>,
): SealedStream {
  return {
    forms: Object.keys(lines).map(Number),
    horizon: (reads) => reads.horizon(kind),
    first: async (reads, range) => (await reads.follow(kind, { ...range, order: 'asc', limit: 1 }))[0]?.record ?? null,
    async cover(reads, digest, { after, upTo, form, limit }) {
      const lineOf = lines[form];
      if (lineOf === undefined) throw new Bug(`unknown seal form ${form} of ${kind.name}`);
      const rows = await reads.follow(kind, { after, upTo, order: 'asc', limit });
      const text = rows.map(({ record }) => lineOf(record)).join('\n');
      return { rows: rows.length, rowsDigest: digest.sha256(text), last: rows.at(-1)?.position ?? null };
    },
  };
}

/**
 * The append-only records, by the names of their tables: postings record every movement, events the history of every
 * payment, and the operator log what operators did and who has access.
 */
const SEALED = {
  postings: streamOf(POSTINGS, {
    1: ({ tenant, entryId, kind, cause, account, currency, amount, createdAt }) =>
      JSON.stringify([tenant, entryId, kind, cause, account, currency, `${amount}`, createdAt]),
  }),
  events: streamOf(EVENTS, {
    1: ({ tenant, id, type, resource, snapshot, available, held, createdAt }) =>
      canonicalText([tenant, id, type, resource, snapshot, available, held, createdAt]),
  }),
  operator_log: streamOf(OPERATOR_LOG, {
    1: ({ tenant, id, operatorId, operatorName, source, outcome, action, subject, createdAt, ...entry }) =>
      canonicalText([
        ...[tenant, id, operatorId, operatorName, source, outcome, action, subject, createdAt],
        ...[entry.input, entry.before, entry.after, entry.request, entry.requestedBy, entry.requestId],
      ]),
  }),
} as const satisfies Readonly<Record<string, SealedStream>>;

export type Stream = keyof typeof SEALED;
export const STREAMS = Object.keys(SEALED) as readonly Stream[];

/** A later release can have sealed a stream that this one does not know. */
export const knowsStream = (stream: string): stream is Stream => Object.hasOwn(SEALED, stream);

export const knowsForm = (stream: Stream, form: number): boolean => SEALED[stream].forms.includes(form);

/** Digests at most `limit` rows of a stream in a range of positions, as a seal of this form does. */
export const cover = (reads: Reads, digest: Digest, stream: Stream, range: Range): Promise<Covered> =>
  SEALED[stream].cover(reads, digest, range);

export const horizonOf = (reads: Reads, stream: Stream): Promise<number> => SEALED[stream].horizon(reads);

/** The first row of a stream in a range of positions. */
export const firstOf = (
  reads: Reads,
  stream: Stream,
  range: Pick<Range, 'after' | 'upTo'>,
): Promise<BaseRecord | null> => SEALED[stream].first(reads, range);
