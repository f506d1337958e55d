import {
  BASE_COLUMNS,
  type BaseRecord,
  type Digest,
  type Environment,
  type Instant,
  recordKind,
} from '../kernel/index.js';
import type { ExchangedFile } from '../accounts/index.js';

/**
 * A file that was exchanged with a bank. Its content is in the blob store, encrypted with the key of its month. It belongs to
 * the house tenant of the connection's environment.
 */
export interface Voucher extends BaseRecord {
  /** Environment, connection, direction and digest, separated by slashes. */
  readonly id: string;
  readonly connection: string;
  readonly direction: ExchangedFile['direction'];
  readonly name: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string;
  /** The size of the content. */
  readonly bytes: number;
  /** When it was exchanged. */
  readonly at: Instant;
  /** The id of its month. */
  readonly month: string;
  /** False until its encrypted content was stored and read back. */
  readonly isKept: boolean;
}

export const VOUCHERS = recordKind<Voucher>()({
  name: 'vouchers',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    connection: 'text',
    direction: 'text',
    name: 'text',
    digest: 'text',
    bytes: 'int',
    at: 'instant',
    month: 'text',
    isKept: 'flag',
  },
  states: [],
  unique: [],
  filters: ['month'],
  immutable: ['connection', 'direction', 'name', 'digest', 'bytes', 'at', 'month'],
});

/** A month with the key of its vouchers. The record stays when the month is deleted, and says so. */
export interface VoucherMonth extends BaseRecord {
  /** Environment and month, separated by a slash, such as `PRODUCTION/2026-11`. */
  readonly id: string;
  /** The key that encrypts the vouchers of the month, sealed with the master key; null once the month is deleted. */
  readonly sealedKey: string | null;
  /** The number of vouchers that were kept. */
  readonly files: number;
  /** When the key was deleted, so that no voucher of the month can be read any more. */
  readonly keyDeletedAt: Instant | null;
  /** When the last file and the last record of its vouchers were deleted. */
  readonly emptiedAt: Instant | null;
}

export const VOUCHER_MONTHS = recordKind<VoucherMonth>()({
  name: 'voucher_months',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    sealedKey: 'text?',
    files: 'int',
    keyDeletedAt: 'instant?',
    emptiedAt: 'instant?',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
  sealed: ['sealedKey'],
});

export const monthId = (environment: Environment, month: string): string => `${environment}/${month}`;

/** The month of an id, as YYYY-MM. */
export const monthIn = (id: string): string => id.slice(id.indexOf('/') + 1);

/** The key of the content in the blob store. */
export const blobKeyOf = (digest: Digest, { id }: Pick<Voucher, 'id'>): string => `voucher.${digest.sha256(id)}`;
