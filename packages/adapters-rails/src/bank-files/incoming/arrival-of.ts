import { ok } from '@corridor/core';
import type { Digest, RailStore } from '@corridor/core/ports';
import { stored } from '../stored.js';
import { NAMES } from './book-report.js';
import { namesOf } from './identity.js';
import { movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';

/** Which movement took each arrival back. */
const REVERSALS = 'in-reversals';

/** The arrival that a movement takes back. */
export type Reversed = { readonly paymentId: string } | 'unknown' | 'not-told';

/** Finds the credit with the ids and the amount of a reversal. Each credit is taken back by one movement only. */
export async function arrivalOf(
  { store, digest }: { readonly store: RailStore; readonly digest: Digest },
  reversal: StoredMovement,
): Promise<Reversed> {
  const credit = { ...reversal.movement, part: 'payment', direction: 'IN', isReversal: false } as const;
  const names = namesOf(credit, reversal.iban, digest).filter(({ identity }) => identity !== 'content');
  return stored(
    await store.run<Reversed>(async (records) => {
      const named = await records.getMany(
        NAMES,
        names.map(({ hash }) => hash),
      );
      const keys = [...new Set(named.flatMap(({ value }) => value as readonly string[]))];
      const credits = (await records.getMany(MOVEMENTS, keys)).map(movementIn);
      if (credits.length === 0) return ok('unknown');
      for (const { key } of credits.filter(({ told }) => told?.as === 'arrival')) {
        const taken = await records.get(REVERSALS, key);
        if (taken !== null && taken.value !== reversal.key) continue;
        if (taken === null) records.add({ collection: REVERSALS, key, value: reversal.key });
        return ok({ paymentId: key });
      }
      return ok('not-told');
    }),
  );
}
