import { type BaseRecord, type KindOf, readAll, SEARCH_TERMS, type Tx, type UnitOfWork } from '../kernel/index.js';
import { hasWords, termRow, termsOf } from './terms.js';

/** Records whose words this unit has changed, by id. */
type Changed = Map<string, KindOf<BaseRecord>>;

const sameTerms = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((term) => other.has(term));

/** A unit of work that adds the words of new records, and notes the records whose words change. */
function wordedTx(tx: Tx, changed: Changed): Tx {
  const erased = <T extends BaseRecord>(kind: KindOf<T>) => kind as unknown as KindOf<BaseRecord>;
  return {
    ...tx,
    add(kind, record, options) {
      tx.add(kind, record, options);
      if (!hasWords(kind)) return;
      for (const term of termsOf(kind, record)) tx.add(SEARCH_TERMS, termRow(record, term), { unlessExists: true });
    },
    change(kind, before, after, lost) {
      tx.change(kind, before, after, lost);
      if (hasWords(kind) && !sameTerms(termsOf(kind, before), termsOf(kind, after)))
        changed.set(before.id, erased(kind));
    },
    overwrite(kind, before, after) {
      tx.overwrite(kind, before, after);
      if (hasWords(kind)) changed.set(before.id, erased(kind));
    },
    remove(kind, record, lost) {
      tx.remove(kind, record, lost);
      if (hasWords(kind)) changed.set(record.id, erased(kind));
    },
  };
}

/**
 * Makes the words of a record those that it has. The record is read first, which locks a row that the unit has changed:
 * the job that writes the words of earlier records then waits, and reads the new record.
 */
export async function writeWords(tx: Tx, kind: KindOf<BaseRecord>, id: string): Promise<void> {
  const record = await tx.get(kind, id);
  const terms = record === null ? new Set<string>() : new Set(termsOf(kind, record));
  for (const row of await readAll(tx, SEARCH_TERMS, { subject: id }))
    if (!terms.delete(row.term)) tx.remove(SEARCH_TERMS, row);
  if (record !== null) for (const term of terms) tx.add(SEARCH_TERMS, termRow(record, term), { unlessExists: true });
}

/** Units of work that keep the words of the records that they write, so that no use case has to. */
export const wordedUnits = (units: UnitOfWork): UnitOfWork => ({
  read: (tenant, work, extent) => units.read(tenant, work, extent),
  removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
  run: (tenant, work, traffic) =>
    units.run(
      tenant,
      async (tx) => {
        const changed: Changed = new Map();
        const result = await work(wordedTx(tx, changed));
        if (result.ok) for (const [id, kind] of changed) await writeWords(tx, kind, id);
        return result;
      },
      traffic,
    ),
});
