import {
  BASE_COLUMNS,
  type BaseRecord,
  type DomainError,
  type Id,
  type Instant,
  machine,
  openSealed,
  recordKind,
  sealedPlace,
  type SealedPlace,
  type Sealer,
  type StateOf,
} from '../kernel/index.js';

/**
 * An import of customers from a file. It is visible from `PENDING` on:
 * docs/areas/customers.md#import-customers-from-a-file.
 */
export const BULK_IMPORT = machine('Bulk import', 'status', ['COMPLETED', 'FAILED'], [
  { from: null, on: 'receive', to: 'RECEIVING', emits: null, why: 'the upload of a file begins' },
  { from: 'RECEIVING', on: 'accept', to: 'PENDING', emits: null, why: 'the whole file is stored' },
  { from: 'PENDING', on: 'start', to: 'PROCESSING', emits: null, why: 'the first rows are imported' },
  { from: 'PROCESSING', on: 'complete', to: 'COMPLETED', emits: 'BULK_UPLOAD.COMPLETED', why: 'every row was tried' },
  { from: 'PROCESSING', on: 'fail', to: 'FAILED', emits: 'BULK_UPLOAD.FAILED', why: 'not one row could be imported' },
] as const);

export type BulkImportState = StateOf<typeof BULK_IMPORT>;

export interface BulkImport extends BaseRecord {
  readonly id: Id<'BulkImport'>;
  readonly status: BulkImportState;
  /** The column names in the header of the file, in their order. */
  readonly columns: readonly string[];
  /** Number of chunks of the file, and the number of the first one that is not imported yet. */
  readonly chunks: number;
  readonly nextChunk: number;
  /** Number of rows of the file, and of those that succeeded or failed so far. */
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
  readonly completedAt: Instant | null;
}

export const BULK_IMPORTS = recordKind<BulkImport>()({
  name: 'bulk_imports',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    columns: 'json',
    chunks: 'int',
    nextChunk: 'int',
    total: 'int',
    successful: 'int',
    failed: 'int',
    completedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: [],
  immutable: ['columns'],
});

/** Rows of a file that one unit of work imports together. The same unit removes the chunk. */
export interface ImportChunk extends BaseRecord {
  readonly id: Id<'ImportChunk'>;
  readonly importId: Id<'BulkImport'>;
  /** Number of the chunk within its file, from 0. */
  readonly place: string;
  /** Number of the first row of the chunk within the file; the first row after the header is 1. */
  readonly firstRow: number;
  /** JSON of the values of each row. Sealed, because they contain tax numbers. */
  readonly sealedRows: string;
}

export const IMPORT_CHUNKS = recordKind<ImportChunk>()({
  name: 'import_chunks',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, importId: 'text', place: 'text', firstRow: 'int', sealedRows: 'text' },
  states: [],
  unique: [{ name: 'place', columns: ['importId', 'place'] }],
  filters: ['importId'],
  immutable: ['importId', 'place', 'firstRow'],
  sealed: ['sealedRows'],
});

const rowsOf = (id: string): SealedPlace => sealedPlace(IMPORT_CHUNKS, id, 'sealedRows');

export const sealRows = (sealer: Sealer, id: string, rows: readonly (readonly string[])[]): string =>
  sealer.seal(JSON.stringify(rows), rowsOf(id));

export const openRows = (sealer: Sealer, { id, sealedRows }: ImportChunk): readonly (readonly string[])[] =>
  JSON.parse(openSealed(sealer, sealedRows, rowsOf(id))) as readonly (readonly string[])[];

/** Why a row was not imported. `field` of its errors is the name of a column. */
export interface RowError {
  readonly row: number;
  readonly error: DomainError;
}

/** The errors of the failed rows of one chunk. */
export interface ImportErrors extends BaseRecord {
  readonly id: Id<'ImportErrors'>;
  readonly importId: Id<'BulkImport'>;
  readonly errors: readonly RowError[];
}

export const IMPORT_ERRORS = recordKind<ImportErrors>()({
  name: 'import_errors',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, importId: 'text', errors: 'json' },
  states: [],
  unique: [],
  filters: ['importId'],
  immutable: ['importId', 'errors'],
});
