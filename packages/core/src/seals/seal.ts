import {
  BASE_COLUMNS,
  type BaseRecord,
  type Digest,
  type Instant,
  recordKind,
  type TenantKey,
} from '../kernel/index.js';
import type { Stream } from './streams.js';

/** The chain of seals is of the host: it belongs to no platform, and does not go with one. */
export const HOST = 'host' as unknown as TenantKey;

/** A link of the chain: rows of one stream as they were when they were sealed. Append-only. */
export interface Seal extends BaseRecord {
  /** From 1, without a gap. */
  readonly number: number;
  /** Version of the form in which rows are digested, so that another one can follow. */
  readonly form: number;
  readonly stream: Stream;
  /** Positions above `after` and at most `upTo`. */
  readonly after: number;
  readonly upTo: number;
  /** How many rows there are between them, and their digest in the order of positions. */
  readonly rows: number;
  readonly rowsDigest: string;
  /** SHA-256 over all of this and the digest of the seal before. */
  readonly digest: string;
  /** Of the digest, under the key of the seals. */
  readonly mac: string;
}

export const SEALS = recordKind<Seal>()({
  name: 'seals',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    number: 'int',
    form: 'int',
    stream: 'text',
    after: 'int',
    upTo: 'int',
    rows: 'int',
    rowsDigest: 'text',
    digest: 'text',
    mac: 'text',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: ['number', 'form', 'stream', 'after', 'upTo', 'rows', 'rowsDigest', 'digest', 'mac'],
});

/** Where the chain ends: seals that are deleted are missed. One row; of two hosts that seal at once, one changes it. */
export interface SealHead extends BaseRecord {
  readonly number: number;
  readonly digest: string;
  /** Positions up to which each stream is sealed. */
  readonly postings: number;
  readonly events: number;
  readonly mac: string;
}

export const SEAL_HEADS = recordKind<SealHead>()({
  name: 'seal_heads',
  scope: 'host',
  columns: { ...BASE_COLUMNS, number: 'int', digest: 'text', postings: 'int', events: 'int', mac: 'text' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

export const HEAD_ID = 'journal';
/** Sorts as the number does. */
export const sealId = (number: number): string => `seal/${String(number).padStart(12, '0')}`;

/** What comes before the first seal. */
export const NO_DIGEST = '0'.repeat(64);

type Sealed = Pick<Seal, 'number' | 'form' | 'stream' | 'after' | 'upTo' | 'rows' | 'rowsDigest'> & {
  readonly createdAt: Instant;
};

export const chained = (digest: Digest, before: string, seal: Sealed): string =>
  digest.sha256(
    JSON.stringify([
      'corridor seal',
      before,
      seal.form,
      seal.number,
      seal.stream,
      seal.after,
      seal.upTo,
      seal.rows,
      seal.rowsDigest,
      seal.createdAt,
    ]),
  );
