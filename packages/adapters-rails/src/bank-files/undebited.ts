import { type Instant, ok } from '@corridor/core';
import type { RailRecord, RailStore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';
import { PAYMENTS, storedPayment, UNDEBITED } from './payment-records.js';

/** What is stored of a payment that the bank has reported as executed, and that it has not debited. */
export type StoredUndebited = {
  readonly amount: bigint;
  /** When the bank reported it; absent if the record was added then. */
  readonly settledAt?: Instant;
};

const UPGRADES = 'upgrades';
const PAGE = 500;

/**
 * Notes the payments without a debit that the bank had settled before this version, which notes them when they are
 * settled. Once; repeated after a crash, it notes none twice.
 */
export async function noteUndebited(store: RailStore): Promise<void> {
  if ((await store.read((records) => records.get(UPGRADES, UNDEBITED))) !== null) return;
  let after: RailRecord | undefined;
  do {
    const last = after;
    const page = await store.read((records) =>
      records.list(PAYMENTS, { status: 'DELIVERED', limit: PAGE, after: last }),
    );
    await note(
      store,
      page.filter(isUndebited).map(({ key }) => key),
    );
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after !== undefined);
  stored(
    await store.run(async (records) => {
      records.add({ collection: UPGRADES, key: UNDEBITED }, { unlessExists: true });
      return ok();
    }),
  );
}

const isUndebited = (record: RailRecord): boolean =>
  record.status === 'DELIVERED' && storedPayment(record).booking === null;

/** A payment that was debited meanwhile is not noted. */
async function note(store: RailStore, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  stored(
    await store.run(async (records) => {
      for (const record of (await records.getMany(PAYMENTS, references)).filter(isUndebited)) {
        const { iban, amount } = storedPayment(record);
        const value: StoredUndebited = { amount, settledAt: record.updatedAt };
        records.add({ collection: UNDEBITED, key: record.key, status: iban, value }, { unlessExists: true });
        // A debit at the same moment conflicts, so that it finds the note.
        records.change(record, { value: record.value });
      }
      return ok();
    }),
  );
}
