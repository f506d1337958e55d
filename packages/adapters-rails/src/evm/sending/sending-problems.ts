import { ok, toIso } from '@corridor/core';
import type { RailRecords, RailStore, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';

/** A problem that ends with its cause, which each pass looks for. */
const PASSING = 'PASSING';
/** A problem that stays until an operator or an event settles it. */
const LASTING = 'LASTING';
const MOST = 200;
/** Fees can be above the limit for days, so the operator has to know for how long. */
const TIMED = /^(?:fee|stuck)\//;

/** Problems of one part of the connection, in a collection of its own. */
export function problemsIn(collection: string) {
  return {
    /** Replaces the problems that a pass has found, by key. Writes only what differs. */
    async replace(store: RailStore, found: ReadonlyMap<string, string>): Promise<void> {
      const before = await store.read((records) => records.list(collection, { status: PASSING, limit: MOST }));
      const known = new Map(before.map(({ key, value }) => [key, value as string]));
      const isSame = known.size === found.size && [...found].every(([key, text]) => known.get(key) === text);
      if (isSame) return;
      stored(
        await store.run(async (records) => {
          const now = await records.list(collection, { status: PASSING, limit: MOST });
          for (const record of now) {
            const text = found.get(record.key);
            if (text === undefined) records.remove(record);
            else if (text !== record.value) records.change(record, { value: text });
          }
          const open = new Set(now.map(({ key }) => key));
          for (const [key, text] of found) {
            if (!open.has(key)) records.add({ collection, key, status: PASSING, value: text }, { unlessExists: true });
          }
          return ok();
        }),
      );
    },

    /** Opens a lasting problem; a repeated key changes nothing. */
    open(records: RailWrites, key: string, text: string): void {
      records.add({ collection, key, status: LASTING, value: text }, { unlessExists: true });
    },

    async close(records: RailWrites, key: string): Promise<boolean> {
      const record = await records.get(collection, key);
      if (record !== null) records.remove(record);
      return record !== null;
    },

    async list(records: RailRecords, limit: number): Promise<readonly string[]> {
      const lasting = await records.list(collection, { status: LASTING, limit });
      const passing = await records.list(collection, { status: PASSING, limit });
      return [
        ...lasting.map(({ key, value }) => `${value as string}; settle it under ${key}`),
        ...passing.map(({ key, value, createdAt }) =>
          TIMED.test(key) ? `${value as string}; since ${toIso(createdAt)}` : (value as string),
        ),
      ].slice(0, limit);
    },
  };
}

export type Problems = ReturnType<typeof problemsIn>;
