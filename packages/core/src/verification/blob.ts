import { BASE_COLUMNS, type BaseRecord, recordKind } from '../kernel/index.js';

/** Content of a blob store that uses the database instead of a folder. The id is the blob's key. */
export interface StoredBlob extends BaseRecord {
  /** In base64. */
  readonly content: string;
}

export const STORED_BLOBS = recordKind<StoredBlob>()({
  name: 'stored_blobs',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, content: 'text' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['content'],
});
