import { ok } from '@corridor/core';
import type { Digest, RailStore } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { NAMES } from './report-records.js';
import { contradict, differ, isId, namesOf } from './identity.js';
import { movementIn, MOVEMENTS, type StoredMovement } from './movement-records.js';

/** Which movement took each arrival back. */
const REVERSALS = 'in-reversals';

/** The arrival that a movement takes back. */
export type Reversed = { readonly paymentId: string } | 'unknown' | 'several' | 'not-told';

/**
 * Finds the credit with the ids and the amount of a reversal. Each credit is taken back by one movement only. An
 * EndToEndId is the payer's choice, so it names none of the credits of several payers.
 */
export async function arrivalOf(
  { store, digest }: { readonly store: RailStore; readonly digest: Digest },
  reversal: StoredMovement,
): Promise<Reversed> {
  const credit = { ...reversal.movement, part: 'payment', direction: 'IN', isReversal: false } as const;
  const names = namesOf(credit, reversal.iban, digest).filter(({ identity }) => isId(identity));
  return stored(
    await store.run<Reversed>(async (records) => {
      const named = new Map(
        (
          await records.getMany(
            NAMES,
            names.map(({ hash }) => hash),
          )
        ).map(({ key, value }) => [key, value as readonly string[]]),
      );
      const all = new Map(
        (await records.getMany(MOVEMENTS, [...new Set([...named.values()].flat())])).map((record) => [
          record.key,
          movementIn(record),
        ]),
      );
      const isPossible = ({ movement }: StoredMovement): boolean =>
        !contradict(movement.ids, reversal.movement.ids) && !differ(movement.counterparty.account, payerOn(reversal));
      // The surest id decides.
      const found = names.map(({ hash }) =>
        (named.get(hash) ?? []).flatMap((key) => all.get(key) ?? []).filter(isPossible),
      );
      const credits = found.find((some) => some.length > 0) ?? [];
      if (credits.length === 0) return ok('unknown');
      if (haveSeveralPayers(credits)) return ok('several');
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

/** Who gets the money back; null if the entry does not say, or has the parties of the original payment. */
const payerOn = ({ iban, movement }: StoredMovement): string | null =>
  movement.counterparty.account === iban ? null : movement.counterparty.account;

const haveSeveralPayers = (credits: readonly StoredMovement[]): boolean =>
  new Set(credits.map(({ movement }) => movement.counterparty.account)).size > 1;
