import type { BaseRecord, KindOf, Tx } from '../../kernel/index.js';

/** Some fields of a record, for the log. */
export const partOf = <T extends object>(record: T, fields: readonly (keyof T & string)[]): object =>
  Object.fromEntries(fields.map((field) => [field, record[field]]));

/** Reads some fields of the record with an id; null if there is no such record. */
export const ofRecord =
  <T extends BaseRecord>(kind: KindOf<T>, fields: readonly (keyof T & string)[]) =>
  async (tx: Tx, id: string): Promise<object | null> => {
    const record = await tx.get(kind, id);
    return record === null ? null : partOf(record, fields);
  };
