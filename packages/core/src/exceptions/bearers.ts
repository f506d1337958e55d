import { Bug, type CurrencyCode, type Id, type Reads, type Unit, update } from '../kernel/index.js';
import { unitsText } from '../money/index.js';
import { type ExceptionRecord, EXCEPTIONS } from './exception.js';
import type { Moved, Side } from './movement.js';
import { overdueOf } from './overdue-exceptions.js';

/** A resolution that moved money, and the part of its amount that has not come back since. */
export interface Movement {
  readonly exception: ExceptionRecord;
  readonly moved: Moved;
  /** Smallest units; 0 if everything came back. */
  readonly open: bigint;
}

/** Who bears a part of an amount now. */
export interface Bearer {
  /** The exception about the subject, whose resolution decided who bears the amount. */
  readonly exception: ExceptionRecord;
  /**
   * The exceptions whose records count the amount: the one about the subject, followed by the overdue receivables by
   * which the amount was passed on.
   */
  readonly by: readonly ExceptionRecord[];
  readonly side: Side;
  /** The internal account that bears the amount; null if the service does. A part of it may be its receivable. */
  readonly account: Id<'InternalAccount'> | null;
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
}

const PAGE = 50;

/**
 * What resolutions have moved for a subject, the oldest resolution first. Write the subject in the same unit of work:
 * each resolution that moves money writes it too, so that one of the two units conflicts and is run again.
 */
export async function movementsOf(reads: Reads, subject: string): Promise<readonly Movement[]> {
  const found: Movement[] = [];
  for (let after: ExceptionRecord | undefined; ;) {
    const query = { where: { subject }, order: 'asc', limit: PAGE, counted: false, after } as const;
    const page = await reads.list(EXCEPTIONS, query);
    for (const exception of page.rows) {
      const { moved, recovered } = exception;
      if (moved !== null) found.push({ exception, moved, open: moved.amount - (recovered ?? 0n) });
    }
    after = page.rows.at(-1);
    if (!page.hasMore) return found.sort(({ exception: a }, { exception: b }) => compareTimes(a, b));
  }
}

const compareTimes = (a: ExceptionRecord, b: ExceptionRecord): number =>
  a.resolvedAt! - b.resolvedAt! || (a.id < b.id ? -1 : 1);

/**
 * Who bears these movements now, the latest bearer first: money comes back in this order. A debt that an account took
 * over may have been charged to the platform or written off since; the share of the account is then the rest.
 */
export async function bearersOf(reads: Reads, movements: readonly Movement[]): Promise<readonly Bearer[]> {
  const bearers: Bearer[] = [];
  for (const { exception } of movements) bearers.push(...(await sharesOf(reads, exception, [exception])));
  return bearers.sort(({ by: a }, { by: b }) => compareTimes(b.at(-1)!, a.at(-1)!));
}

/** The shares of one resolution. */
async function sharesOf(
  reads: Reads,
  last: ExceptionRecord,
  by: readonly ExceptionRecord[],
): Promise<readonly Bearer[]> {
  const { moved, recovered, currency, entryId } = last;
  if (moved === null) return [];
  const passedOn: Bearer[] = [];
  let passed = 0n;
  const owes = moved.from === 'account' || moved.from === 'platform' ? moved.account : null;
  for (const overdue of owes === null || entryId === null ? [] : await overdueOf(reads, owes, entryId)) {
    passed += (overdue.moved?.amount ?? 0n) - (overdue.recovered ?? 0n);
    passedOn.push(...(await sharesOf(reads, overdue, [...by, overdue])));
  }
  const amount = moved.amount - (recovered ?? 0n) - passed;
  const own: Bearer = { exception: by[0]!, by, side: moved.from, account: moved.account, currency, amount };
  return amount > 0n ? [own, ...passedOn] : passedOn;
}

/**
 * Notes on the exceptions of a bearer that an amount came back to it, and writes the open exceptions about its debt, so
 * that a resolution of one of them at the same moment conflicts. The caller books the entry.
 */
export async function noteRecovered(unit: Unit, { by, account }: Bearer, amount: bigint): Promise<void> {
  const { tx, ctx } = unit;
  for (const { id } of by) {
    const exception = (await tx.get(EXCEPTIONS, id))!;
    const recovered = (exception.recovered ?? 0n) + amount;
    if (recovered > exception.moved!.amount)
      throw new Bug(`${id} moved ${unitsText(exception.moved!.amount)}, not ${unitsText(recovered)}`);
    update(tx, ctx, EXCEPTIONS, exception, { recovered });
  }
  const { entryId } = by.at(-1)!;
  if (account === null || entryId === null) return;
  for (const overdue of await overdueOf(tx, account, entryId))
    if (overdue.status === 'OPEN') update(tx, ctx, EXCEPTIONS, overdue, {});
}
