import { EVENTS, type OutboxEvent } from '../events/index.js';
import { type BaseRecord, Bug, canonicalText, type Digest, type KindOf, type Reads } from '../kernel/index.js';
import { type Posting, POSTINGS } from '../ledger/index.js';

/** The append-only records: postings record every movement, events the history of every payment. */
export const STREAMS = ['postings', 'events'] as const;
export type Stream = (typeof STREAMS)[number];

/** The current form in which rows are digested. */
export const FORM = 1;

/** The maximum number of rows that one seal covers, and one read loads. */
export const ROWS_OF_A_SEAL = 1000;

interface StreamOf<T extends BaseRecord> {
  readonly kind: KindOf<T>;
  /** By form: the text of a row, made of logical values, so that a change of the database schema keeps seals valid. */
  readonly lines: Readonly<Record<number, (record: T) => string>>;
}

const KINDS: { readonly postings: StreamOf<Posting>; readonly events: StreamOf<OutboxEvent> } = {
  postings: {
    kind: POSTINGS,
    lines: {
      1: ({ tenant, entryId, kind, cause, account, currency, amount, createdAt }) =>
        JSON.stringify([tenant, entryId, kind, cause, account, currency, `${amount}`, createdAt]),
    },
  },
  events: {
    kind: EVENTS,
    lines: {
      1: ({ tenant, id, type, resource, snapshot, available, held, createdAt }) =>
        canonicalText([tenant, id, type, resource, snapshot, available, held, createdAt]),
    },
  },
};

export interface Covered {
  readonly rows: number;
  readonly rowsDigest: string;
  /** Position of the last row; null if there are no rows. */
  readonly last: number | null;
}

/** Digests at most `limit` rows of a stream in a range of positions, as a seal of this form does. */
export async function cover(
  reads: Reads,
  digest: Digest,
  stream: Stream,
  {
    after,
    upTo,
    form,
    limit,
  }: { readonly after: number; readonly upTo: number; readonly form: number; readonly limit: number },
): Promise<Covered> {
  return stream === 'postings' ? coverOf(KINDS.postings) : coverOf(KINDS.events);

  async function coverOf<T extends BaseRecord>({ kind, lines }: StreamOf<T>): Promise<Covered> {
    const lineOf = lines[form];
    if (lineOf === undefined) throw new Bug(`unknown seal form ${form} of ${stream}`);
    const rows = await reads.follow(kind, { after, upTo, order: 'asc', limit });
    const text = rows.map(({ record }) => lineOf(record)).join('\n');
    return { rows: rows.length, rowsDigest: digest.sha256(text), last: rows.at(-1)?.position ?? null };
  }
}

export const knowsForm = (form: number): boolean => form in KINDS.postings.lines && form in KINDS.events.lines;

export const horizonOf = (reads: Reads, stream: Stream): Promise<number> =>
  stream === 'postings' ? reads.horizon(POSTINGS as never) : reads.horizon(EVENTS as never);
