import { EVENTS, type OutboxEvent } from '../events/index.js';
import { type BaseRecord, Bug, canonicalText, type Digest, type KindOf, type Reads } from '../kernel/index.js';
import { type Posting, POSTINGS } from '../ledger/index.js';

/** The records that are only ever added: postings say what was moved, events what every payment was and became. */
export const STREAMS = ['postings', 'events'] as const;
export type Stream = (typeof STREAMS)[number];

/** The form in which rows are digested now. */
export const FORM = 1;

/** Rows that one seal covers at most: what a read, and a digest, takes at once. */
export const ROWS_OF_A_SEAL = 1000;

interface StreamOf<T extends BaseRecord> {
  readonly kind: KindOf<T>;
  /** By form, the line of a row: logical names and values, whatever the database makes of them. */
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
  /** Position of the last row; null where there is none. */
  readonly last: number | null;
}

/** The rows of a stream in an interval of positions, at most so many, as a seal of this form covers them. */
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
    if (lineOf === undefined) throw new Bug(`no form ${form} of ${stream}`);
    const rows = await reads.follow(kind, { after, upTo, order: 'asc', limit });
    const text = rows.map(({ record }) => lineOf(record)).join('\n');
    return { rows: rows.length, rowsDigest: digest.sha256(text), last: rows.at(-1)?.position ?? null };
  }
}

export const knowsForm = (form: number): boolean => form in KINDS.postings.lines && form in KINDS.events.lines;

export const horizonOf = (reads: Reads, stream: Stream): Promise<number> =>
  stream === 'postings' ? reads.horizon(POSTINGS as never) : reads.horizon(EVENTS as never);
