import { type Instant, ok } from '@corridor/core';
import type { RailRecord, RailRecords, RailStore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';

/** By the digest of the content; by `unread/…` if it was not read. */
const RECEIVED = 'received';
/** Files that stay where the bank put them, by name, size and time. */
const SEEN = 'seen';
const LOOKS = 'looks';

export type ReceivedStatus = 'APPLIED' | 'SET_ASIDE' | 'DISMISSED';

/** What is stored about a file of the bank. */
export type ReceivedFile = {
  readonly name: string;
  /** The message with its version; null if it could not be read. */
  readonly version: string | null;
  /** Why it was set aside; null if it was applied. */
  readonly reason: string | null;
  /** The name under which it is kept; null until it was moved. */
  readonly keptAs: string | null;
};

export const isApplied = (record: RailRecord | null): boolean => record?.status === 'APPLIED';

export const readReceived = (store: RailStore, key: string): Promise<RailRecord | null> =>
  store.read((records) => records.get(RECEIVED, key));

export async function storeReceived(
  store: RailStore,
  key: string,
  { status, file }: { readonly status: ReceivedStatus; readonly file: ReceivedFile },
): Promise<void> {
  stored(
    await store.run(async (records) => {
      const record = await records.get(RECEIVED, key);
      if (record === null) records.add({ collection: RECEIVED, key, status, value: file }, { unlessExists: true });
      // What was applied stays applied, even if another host fails with the same file.
      else if (!isApplied(record)) records.change(record, { status, value: file });
      return ok();
    }),
  );
}

export interface SetAside {
  readonly key: string;
  readonly file: ReceivedFile;
}

export const listSetAside = async (records: RailRecords, limit: number): Promise<readonly SetAside[]> =>
  (await records.list(RECEIVED, { status: 'SET_ASIDE', limit })).map(({ key, value }) => ({
    key,
    file: value as ReceivedFile,
  }));

export const countSetAside = (records: RailRecords): Promise<number> => records.count(RECEIVED, 'SET_ASIDE');

/** Those of the keys that were seen. */
export function seenAmong(store: RailStore, keys: readonly string[]): Promise<ReadonlySet<string>> {
  return store.read(async (records) => new Set((await records.getMany(SEEN, keys)).map(({ key }) => key)));
}

export async function markSeen(store: RailStore, key: string): Promise<void> {
  stored(
    await store.run(async (records) => {
      records.add({ collection: SEEN, key }, { unlessExists: true });
      return ok();
    }),
  );
}

/** What the last listing showed of a file that was not complete yet, or that failed. */
export type Look = {
  readonly name: string;
  readonly size: number;
  readonly modifiedAt: Instant;
  /** Since when it looks like this. */
  readonly since: Instant;
  /** How often it could not be read or applied. */
  readonly failures: number;
};

export async function looksIn(records: RailRecords): Promise<readonly Look[]> {
  const record = await records.get(LOOKS, 'incoming');
  return (record?.value ?? []) as readonly Look[];
}

export async function storeLooks(store: RailStore, looks: readonly Look[]): Promise<void> {
  stored(
    await store.run(async (records) => {
      const record = await records.get(LOOKS, 'incoming');
      if (record === null) records.add({ collection: LOOKS, key: 'incoming', value: looks }, { unlessExists: true });
      else records.change(record, { value: looks });
      return ok();
    }),
  );
}
