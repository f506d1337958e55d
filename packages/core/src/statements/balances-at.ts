import { type Instant, ok, type Result, type UnitOfWork } from '../kernel/index.js';
import { addPosting, listedPositions, type Position, positionSums } from '../ledger/index.js';
import { checkSettled, lastBefore, lastPosition, leadsOf, pagesOfPostings, type Within } from './booked-period.js';

/** The moment and the tenants of a trial balance. */
export interface BalancesRequest {
  /** The trial balance has the entries that were booked before this time, and none of exactly this time. */
  readonly at: Instant;
  readonly within: Within;
}

/**
 * The trial balance of a moment: the sums of the postings that were booked before it, by tenant, class of ledger accounts
 * and currency; sums of zero are left out. It takes the stored sums of the journal and subtracts what was booked since,
 * so it reads the postings since that moment and not the whole journal. Stores nothing. 400 INVALID_INPUT for a time
 * before which entries can still be booked.
 */
export async function balancesAt(
  units: UnitOfWork,
  now: Instant,
  { at, within }: BalancesRequest,
): Promise<Result<readonly Position[]>> {
  const leads = await units.read(null, (reads) => leadsOf(reads, within));
  const settled = checkSettled('at', at, now, leads);
  if (!settled.ok) return settled;
  const { upTo, balances: all } = await positionSums(units);
  const balances = new Map([...all].filter(([, { tenant }]) => within(tenant)));
  const after = await units.read(null, (reads) => lastBefore(reads, at, upTo, leads));
  for await (const page of pagesOfPostings(units, after, upTo)) {
    for (const posting of page) {
      if (posting.createdAt >= at && within(posting.tenant)) addPosting(balances, posting, -1n);
    }
  }
  // The sums lack what is above the horizon.
  for await (const page of pagesOfPostings(units, upTo, await lastPosition(units))) {
    for (const posting of page) {
      if (posting.createdAt < at && within(posting.tenant)) addPosting(balances, posting);
    }
  }
  return ok(listedPositions(balances));
}
