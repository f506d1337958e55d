import { Bug, instant, type Instant, invalidFields, ok, type Result, type UnitOfWork } from '../kernel/index.js';
import {
  addPosting,
  listedPositions,
  type Position,
  positionKey,
  positionSums,
  type Posting,
} from '../ledger/index.js';
import { balancesAt } from './balances-at.js';
import {
  checkSettled,
  isPast,
  lastBefore,
  lastPosition,
  leadsOf,
  pagesOfPostings,
  type Within,
} from './booked-period.js';

/** The period and the tenants of an export of the journal. */
export interface JournalRequest {
  /** The first instant of the period; absent: the beginning of the journal. */
  readonly from?: Instant | undefined;
  /** The first instant after the period. */
  readonly to: Instant;
  readonly within: Within;
  /** Whether the export has the balances of the trial balance before the first posting and after the last one. */
  readonly balances?: boolean | undefined;
}

/** A line of an export: a posting, or a balance of the trial balance at one end of the period. */
export type JournalLine =
  | { readonly kind: 'POSTING'; readonly posting: Posting }
  | { readonly kind: 'OPENING_BALANCE' | 'CLOSING_BALANCE'; readonly at: Instant; readonly position: Position };

/** What names a line of the trial balance, whether it has a balance or not. */
export type LedgerClass = Pick<Position, 'tenant' | 'account' | 'currency'>;

/** The journal of a period. */
export interface ExportedJournal {
  /** Everything to which postings of the scope were ever made, so each posting of the export belongs to one of them. */
  readonly classes: readonly LedgerClass[];
  /** The lines in the order of the journal, as many at once as a read takes; reading them again reads the journal again. */
  readonly lines: () => AsyncIterable<readonly JournalLine[]>;
}

/**
 * The postings that were booked from `from` until before `to`, in the order of the journal. Hosts may book meanwhile: each
 * posting of the period is read once, and consecutive periods have each posting once. Stores nothing, and keeps nothing in
 * memory but one page of postings and the sums of the trial balance. 400 INVALID_INPUT for an empty period, and for a `to`
 * before which entries can still be booked.
 */
export async function exportJournal(
  units: UnitOfWork,
  now: Instant,
  { from, to, within, balances = false }: JournalRequest,
): Promise<Result<ExportedJournal>> {
  if (from !== undefined && from >= to) return invalidFields([{ field: 'to', message: 'must be after from' }]);
  const leads = await units.read(null, (reads) => leadsOf(reads, within));
  const settled = checkSettled('to', to, now, leads);
  if (!settled.ok) return settled;
  const upTo = await lastPosition(units);
  const classes = await classesOf(units, upTo, within);

  async function* postings(): AsyncGenerator<readonly Posting[], void> {
    const begin = from ?? instant(Number.MIN_SAFE_INTEGER);
    const after = from === undefined ? 0 : await units.read(null, (reads) => lastBefore(reads, begin, upTo, leads));
    for await (const page of pagesOfPostings(units, after, upTo)) {
      const own = page.filter(({ tenant, createdAt }) => createdAt >= begin && createdAt < to && within(tenant));
      if (own.length > 0) yield own;
      if (page.some((posting) => within(posting.tenant) && isPast(posting, to, leads))) return;
    }
  }

  async function* lines(): AsyncGenerator<readonly JournalLine[], void> {
    const closing = new Map<string, Position>();
    if (balances && from !== undefined) {
      const opening = await balancesAt(units, now, { at: from, within });
      // `from` is before `to`, which was checked.
      if (!opening.ok) throw new Bug(opening.error.message);
      for (const position of opening.value) closing.set(positionKey(position), position);
      yield opening.value.map((position) => ({ kind: 'OPENING_BALANCE', at: from, position }));
    }
    for await (const page of postings()) {
      yield page.map((posting) => ({ kind: 'POSTING', posting }));
      if (balances) page.forEach((posting) => addPosting(closing, posting));
    }
    if (balances) yield listedPositions(closing).map((position) => ({ kind: 'CLOSING_BALANCE', at: to, position }));
  }

  return ok({ classes, lines });
}

async function classesOf(units: UnitOfWork, upTo: number, within: Within): Promise<readonly LedgerClass[]> {
  const sums = await positionSums(units);
  const all = new Map(sums.balances);
  for await (const page of pagesOfPostings(units, sums.upTo, upTo)) page.forEach((posting) => addPosting(all, posting));
  return [...all.values()].filter(({ tenant }) => within(tenant));
}
