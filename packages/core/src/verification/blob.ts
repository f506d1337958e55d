import { BASE_COLUMNS, type BaseRecord, recordKind } from '../kernel/index.js';

/** Content that a blob store keeps in the database (its other home is a folder). The id is the key. */
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
