import { type BaseRecord, type Keyset, type KindOf, type Reads, SEARCH_TERMS } from '../kernel/index.js';
import { ERASING_PLACES, type ErasingTx, type Owned } from './places.js';

/** A record that erasing would still change. */
export interface LeftToErase {
  readonly id: string;
  /** The columns that it would overwrite; of a record that it would delete, none. */
  readonly columns: readonly string[];
}

/**
 * What erasing would still change, such as the sender of late money. Nothing is written. Only the places with a list by
 * customer are looked at: the others have the records of the whole platform.
 */
export async function leftToErase(reads: Reads, whose: Owned): Promise<readonly LeftToErase[]> {
  const left = new Map<string, Set<string>>();
  const tx = withoutWriting(reads, left);
  for (const place of ERASING_PLACES.filter(({ isListed }) => isListed))
    for (let after: Keyset | null = null, isAtEnd = false; !isAtEnd; isAtEnd = after === null)
      ({ next: after } = await place.page(tx, whose, after));
  return [...left].map(([id, columns]) => ({ id, columns: [...columns] }));
}

/** Notes what would be written: by record, because several places may look at the same one. */
function withoutWriting(reads: Reads, left: Map<string, Set<string>>): ErasingTx {
  const note = (id: string, columns: readonly string[]): void =>
    void left.set(id, new Set([...(left.get(id) ?? []), ...columns]));
  return Object.assign(Object.create(reads) as Reads, {
    overwrite<T extends BaseRecord>(_kind: KindOf<T>, before: T, after: T): void {
      const columns = Object.keys(after).filter(
        (name) => name !== 'version' && after[name as keyof T] !== before[name as keyof T],
      );
      note(before.id, columns);
    },
    remove<T extends BaseRecord>(kind: KindOf<T>, { id }: T): void {
      // The words by which operators find a record follow it: those of an erased one are `erased`.
      if (kind.name !== SEARCH_TERMS.name) note(id, []);
    },
  });
}
