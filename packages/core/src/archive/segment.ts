import { BASE_COLUMNS, type BaseRecord, type Instant, recordKind, type TenantKey } from '../kernel/index.js';

/** The archive belongs to the host and not to a platform, like the chain of seals. */
export const HOST = 'host' as unknown as TenantKey;

/**
 * A range of positions whose finished events are in a file of the archive instead of the table. Segments follow each
 * other without gaps. Every field but the digest and `rewrite` follows from the content of the file, so that the audit can
 * compare them. Only an erasure of personal data replaces a file.
 */
export interface ArchiveSegment extends BaseRecord {
  /** Counts from 1 without gaps. */
  readonly number: number;
  /** Version of the form of the file. */
  readonly form: number;
  /** The segment covers positions above `after` and at most `upTo`. */
  readonly after: number;
  readonly upTo: number;
  /** The number of events in the file. Events of the range that were not finished stay in the table. */
  readonly rows: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string;
  /** The lowest and the highest id of an event; null without events. */
  readonly firstId: string | null;
  readonly lastId: string | null;
  /** The earliest and the latest `createdAt` of an event, in the time of its tenant; 0 without events. */
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** The tenants of the events with their numbers of events, sorted by tenant. */
  readonly tenants: readonly (readonly [tenant: string, rows: number])[];
  /** Fingerprints of the resources of the events (`fingerprints.ts`). */
  readonly resources: string;
  /** A part of the name of a file that an erasure has written, so that no name is used twice; null for the first file. */
  readonly rewrite: string | null;
}

export const ARCHIVE_SEGMENTS = recordKind<ArchiveSegment>()({
  name: 'archive_segments',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    number: 'int',
    form: 'int',
    after: 'int',
    upTo: 'int',
    rows: 'int',
    digest: 'text',
    firstId: 'text?',
    lastId: 'text?',
    firstAt: 'instant',
    lastAt: 'instant',
    tenants: 'json',
    resources: 'text',
    rewrite: 'text?',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: [
    'number',
    'form',
    'after',
    'upTo',
    'rows',
    'firstId',
    'lastId',
    'firstAt',
    'lastAt',
    'tenants',
    'resources',
  ],
  erasable: ['digest', 'rewrite'],
});

/** The current form of files. */
export const FORM = 1;

/** The maximum number of positions with an event that one segment covers. */
export const ROWS_OF_A_SEGMENT = 1_000;

const padded = (number: number): string => String(number).padStart(12, '0');

/** One of the archives of the folder: its segments are numbered from 1, and its files bear its name. */
export interface Stream {
  readonly name: 'events' | 'answers';
  /** What its segments are called in messages. */
  readonly segment: string;
  readonly idPrefix: string;
}

export const EVENT_STREAM: Stream = { name: 'events', segment: 'archive segment', idPrefix: 'archive' };
export const ANSWER_STREAM: Stream = { name: 'answers', segment: 'answer segment', idPrefix: 'answers' };

/** Sorts in the order of the numbers. */
export const segmentId = (number: number, { idPrefix } = EVENT_STREAM): string => `${idPrefix}/${padded(number)}`;

/** What the name of a file is made of. */
export type Named = Pick<ArchiveSegment, 'number' | 'digest' | 'rewrite'>;

/** The name contains the digest, so that no other content is ever written under it. */
export const fileNameOf = ({ number, digest, rewrite }: Named, { name } = EVENT_STREAM): string =>
  `${name}-${padded(number)}-${digest.slice(0, 16)}${rewrite === null ? '' : `-${rewrite}`}.archive`;
