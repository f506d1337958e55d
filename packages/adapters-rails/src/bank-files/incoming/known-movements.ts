import type { Instant } from '@corridor/core';
import type { SlicedReads } from '../in-turns.js';
import { coversDetails, type List, movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';
import type { Item } from './report.js';
import { NAMES } from './report-records.js';
import type { KnownMovements } from './sums.js';

/**
 * Reads the movements that share a name or a group with one of the report, and their sums. `covers`: core knows the sum, so
 * that its details move nothing.
 */
export async function readKnown(
  records: SlicedReads,
  items: readonly Item[],
  now: Instant,
): Promise<{ readonly known: KnownMovements; readonly covers: (key: string) => boolean }> {
  const hashes = items.flatMap(({ names, groups }) => [
    ...names.map(({ hash }) => hash),
    ...groups.entry,
    ...groups.batch,
  ]);
  const names = new Map(
    (await records.getMany(NAMES, [...new Set(hashes)])).map(({ key, value }) => [key, value as readonly string[]]),
  );
  const byKey = new Map<string, StoredMovement>();
  const lists = new Map<string, List | null>();
  const readAll = async (keys: readonly string[]): Promise<void> => {
    const left = [...new Set(keys)].filter((key) => !byKey.has(key));
    for (const record of await records.getMany(MOVEMENTS, left)) {
      byKey.set(record.key, movementIn(record));
      lists.set(record.key, record.status as List | null);
    }
  };
  await readAll([...names.values()].flat());
  await readAll([...byKey.values()].flatMap(({ sum }) => sum ?? []));
  return {
    known: { byKey, withName: (hash) => (names.get(hash) ?? []).flatMap((key) => byKey.get(key) ?? []) },
    covers: (key) => coversDetails(byKey.get(key)!, lists.get(key)!, now),
  };
}
