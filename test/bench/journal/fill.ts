import { houseTenant } from '@corridor/core/internal';
import { currencyFrom, type Id, instant, type Instant, ok } from '@corridor/core';
import { type Posting, POSTINGS } from '@corridor/core/records';
import type { Storage } from '@corridor/adapters-storage';

const ENTRIES_OF_A_UNIT = 500;
const POSTINGS_OF_AN_ENTRY = 4;
/** Half of the postings are on accounts of so many customers. */
const CUSTOMERS = 10_000;

/** Writes so many postings, in entries of four, evenly over a period. */
export async function fillJournal(
  storage: Storage,
  { postings, from, to }: { readonly postings: number; readonly from: Instant; readonly to: Instant },
): Promise<void> {
  const tenant = houseTenant('PRODUCTION');
  const entries = postings / POSTINGS_OF_AN_ENTRY;
  for (let begin = 0; begin < entries; begin += ENTRIES_OF_A_UNIT) {
    await storage.units.run(tenant, async (tx) => {
      for (let n = begin; n < Math.min(begin + ENTRIES_OF_A_UNIT, entries); n++) {
        const createdAt = instant(from + Math.floor(((to - from) * n) / entries));
        for (const line of linesOf(n))
          tx.add(POSTINGS, { ...line, tenant, version: 1, createdAt, updatedAt: createdAt });
      }
      return ok();
    });
  }
}

function linesOf(n: number): readonly Omit<Posting, 'tenant' | 'version' | 'createdAt' | 'updatedAt'>[] {
  const suffix = n.toString(16).padStart(12, '0');
  const entryId = `JournalEntry:018bcfe5-6800-7000-8000-${suffix}` as Id<'JournalEntry'>;
  const cause = `Transaction:018bcfe5-6800-7000-8000-${suffix}`;
  const customer = (n % CUSTOMERS).toString(16).padStart(12, '0');
  const amount = BigInt((n % 9_973) + 100);
  const moves = [
    [`held:InternalAccount:018bcfe5-6800-7000-8000-${customer}`, -amount],
    [`available:InternalAccount:018bcfe5-6800-7000-8000-${customer}`, amount / 100n],
    ['revenue:PRODUCTION:USD', amount - amount / 100n - 50n],
    ['clearing:PRODUCTION:acme-bank:USD', 50n],
  ] as const;
  return moves.map(([account, moved], index) => ({
    id: `${entryId}/${index}`,
    entryId,
    kind: 'SETTLEMENT',
    cause,
    entryCause: index === 0 ? cause : null,
    account,
    currency: currencyFrom('USD'),
    amount: moved,
  }));
}
