import type { AnyKind, BaseRecord, KindOf, Tx } from '../kernel/index.js';
import { erasedFields, erasingOf } from '../personal-data/index.js';

/**
 * Erases a record as the table of personal data decides, and says whether it had anything to erase. `updatedAt` stays,
 * because it is a time of the payment or the decision. This is the only place that overwrites columns that never change.
 */
export function eraseRecord<T extends BaseRecord>(
  tx: Pick<Tx, 'overwrite' | 'remove'>,
  kind: KindOf<T>,
  record: T,
): boolean {
  if (erasingOf(kind)?.how === 'REMOVED') {
    tx.remove(kind, record);
    return true;
  }
  const fields = erasedFields(kind as unknown as AnyKind, record);
  if (Object.keys(fields).length === 0) return false;
  tx.overwrite(kind, record, { ...record, ...fields, version: record.version + 1 });
  return true;
}
