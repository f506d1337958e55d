import type { RailRecords, RailWrites } from '@corridor/core/ports';
import { listOf } from './write-chunk.js';
import { indirectClaims } from './identity.js';
import { contentOf, type List, movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';
import { nextTurn, unstated } from './report-records.js';
import { detailsOfDay, entryServicerOf } from './sums.js';

/** The payments that notifications have named after the statement with their sum. */
export const lateDetails = (
  records: RailRecords,
  { iban, movement, claims }: StoredMovement,
): Promise<readonly string[]> =>
  claims.statement === undefined
    ? Promise.resolve([])
    : detailsOfDay(
        () => unstated(records, iban),
        { stream: 'statement' },
        { movement, entryServicer: entryServicerOf(movement) },
        () => false,
      );

/** Connects a sum that waits with its details, which move the money in its place. */
export async function connectLate(records: RailWrites, sum: StoredMovement): Promise<boolean> {
  const keys = await lateDetails(records, sum);
  if (keys.length === 0) return false;
  const toDetails = indirectClaims(sum.claims, []);
  let { claims } = sum;
  for (const record of await records.getMany(MOVEMENTS, keys)) {
    const before = movementIn(record);
    claims = { ...indirectClaims(before.claims, entryServicerOf(before.movement)), ...claims };
    const after = { ...before, sum: sum.key, claims: { ...toDetails, ...before.claims }, onlyPayments: false };
    records.change(record, { ...contentOf(after), status: listOf(after, record.status as List | null) });
  }
  const record = (await records.get(MOVEMENTS, sum.key))!;
  const details = { entry: sum.entry ?? sum.key, keys };
  records.change(record, { ...contentOf({ ...sum, claims, details, waitsFor: null }), status: null });
  await nextTurn(records, sum.iban);
  return true;
}
