import {
  BASE_COLUMNS,
  type BaseRecord,
  type Digest,
  type Instant,
  recordKind,
  type TenantKey,
} from '../kernel/index.js';
/** The seal chain belongs to the host and not to a platform, so that it outlives the deletion of a platform. */
export const HOST = 'host' as unknown as TenantKey;

/** A link of the chain: the digest of rows of one stream at the time of sealing. Append-only. */
export interface Seal extends BaseRecord {
  /** Counts from 1 without gaps. */
  readonly number: number;
  /** Version of the form in which rows are digested. */
  readonly form: number;
  /** A stream of `streams.ts`, or of a later release. */
  readonly stream: string;
  /** The seal covers positions above `after` and at most `upTo`. */
  readonly after: number;
  readonly upTo: number;
  /** The number of rows in this range, and their digest in the order of positions. */
  readonly rows: number;
  readonly rowsDigest: string;
  /** SHA-256 over the fields above, the time, and the digest of the previous seal. */
  readonly digest: string;
  /** HMAC of the digest with the seal key. */
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

/** The end of the chain, so that deleted seals are noticed. One row, guarded against two hosts that seal at once. */
export interface SealHead extends BaseRecord {
  readonly number: number;
  readonly digest: string;
  /** Version of the form in which the head is signed. Form 1 had no other streams than postings and events. */
  readonly form: number;
  /** By stream: the position up to which it is sealed. A stream without a seal is absent. */
  readonly ends: Readonly<Record<string, number>>;
  readonly mac: string;
}

/** The current form in which heads are signed. */
export const HEAD_FORM = 2;

export const SEAL_HEADS = recordKind<SealHead>()({
  name: 'seal_heads',
  scope: 'host',
  columns: { ...BASE_COLUMNS, number: 'int', digest: 'text', form: 'int', ends: 'json', mac: 'text' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

export const HEAD_ID = 'journal';
/** Sorts in the order of the numbers. */
export const sealId = (number: number): string => `seal/${String(number).padStart(12, '0')}`;

/** The previous digest of the first seal. */
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
