import type { Buffer } from 'node:buffer';

/** A value of a row: in SQLite a text or bytes, in Postgres the text of any value; null is never encoded. */
export type Encode = (cells: readonly (string | null)[]) => bigint | Buffer | string;

/** How one column is encoded. */
export interface ColumnRewrite {
  readonly type: 'number' | 'key' | 'text';
  /** The columns whose former values `encode` takes, the column itself first. */
  readonly from: readonly string[];
  readonly encode: Encode;
}

/** How one table is copied. */
export interface Rewrite {
  readonly table: string;
  /** Null: the column stays as it is. */
  column(name: string): ColumnRewrite | null;
}

/** Called with the number of copied rows when a table has been copied, and when its indexes have been built. */
export type OnRewritten = (step: 'table' | 'indexes', table: string, rows: number) => void;
