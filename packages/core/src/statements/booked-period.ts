import {
  HOUSE_TENANTS,
  type Instant,
  instant,
  type Reads,
  type Result,
  type TenantKey,
  toIso,
  type UnitOfWork,
  invalidFields,
  ok,
} from '../kernel/index.js';
import { everyRecord, type Posting, POSTINGS } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { MOST_DISORDER_MS } from './period-bounds.js';

/** Whose postings are read: those of the tenants for which this is true. */
export type Within = (tenant: TenantKey) => boolean;

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** The period of a month in UTC, such as `2026-10`; null for another text. */
export function monthOf(text: string): { readonly from: Instant; readonly to: Instant } | null {
  const [, year, month] = MONTH.exec(text) ?? [];
  if (year === undefined) return null;
  const begin = (months: number): Instant => instant(Date.UTC(Number(year), Number(month) - 1 + months, 1));
  return { from: begin(0), to: begin(1) };
}

/** How far the clocks of a scope are ahead of the host: of test clocks in the sandbox, 0 for all others. */
export interface Leads {
  /** Milliseconds. */
  readonly least: number;
  readonly most: number;
}

export async function leadsOf(reads: Reads, within: Within): Promise<Leads> {
  const leads = HOUSE_TENANTS.some(within) ? [0] : [];
  for await (const { id, clockOffset } of everyRecord(reads, PLATFORMS)) if (within(id)) leads.push(clockOffset);
  return leads.length === 0 ? { least: 0, most: 0 } : { least: Math.min(...leads), most: Math.max(...leads) };
}

/**
 * Checks that nothing more can be booked before a time: a unit writes its entries at most five minutes after the time
 * that they have. 400 INVALID_INPUT for a later time, which the message names.
 */
export function checkSettled(field: string, at: Instant, now: Instant, { least }: Leads): Result<void> {
  const latest = instant(now + least - MOST_DISORDER_MS);
  if (at <= latest) return ok();
  const message = `must be at least five minutes ago, ${toIso(latest)} at the latest, because entries before it can still be booked`;
  return invalidFields([{ field, message }]);
}

/**
 * Clocks of hosts that were wrong by less than this lose no posting. The postings of such a time are read in addition to
 * those of the period.
 */
const MOST_WRONG_MS = 24 * 60 * 60 * 1000;
const BATCH = 1_000;

/** By how much the times of two postings can be in another order than their positions. */
const disorderOf = ({ most }: Leads): number => most + MOST_DISORDER_MS + MOST_WRONG_MS;

/**
 * A position such that no posting up to it was booked at or after a time; 0 if there is none. A posting whose time is
 * earlier by more than units and clocks can differ was written before all postings of the period, so any such posting is
 * such a position, and a search finds one of the last.
 */
export async function lastBefore(reads: Reads, at: Instant, upTo: number, leads: Leads): Promise<number> {
  const bound = at - disorderOf(leads);
  let low = 0;
  for (let high = upTo + 1; low + 1 < high;) {
    const middle = Math.floor((low + high) / 2);
    const query = { after: middle - 1, upTo: high - 1, order: 'asc', limit: 1 } as const;
    const [found] = await reads.follow(POSTINGS, query);
    if (found !== undefined && found.record.createdAt < bound) low = found.position;
    else high = middle;
  }
  return low;
}

/** Whether a posting of the scope was written after all postings of a period that ends at this time. */
export const isPast = ({ createdAt }: Posting, to: Instant, leads: Leads): boolean =>
  createdAt >= to + disorderOf(leads);

/**
 * The last position of the journal. Postings that were booked five minutes ago are visible up to it. The horizon can be far
 * below it: in Postgres, a transaction that anyone has left open holds it back.
 */
export const lastPosition = (units: UnitOfWork): Promise<number> =>
  units.read(null, (reads) => reads.lastPosition(POSTINGS));

/**
 * The postings of all tenants after one position and up to another one, in the order of their positions. Each page is a
 * read of its own, so no transaction lasts as long as the whole; all reads find the same postings of a settled period.
 */
export async function* pagesOfPostings(
  units: UnitOfWork,
  after: number,
  upTo: number,
): AsyncGenerator<readonly Posting[], void> {
  for (let from = after; from < upTo;) {
    const page = await units.read(null, (reads) =>
      reads.follow(POSTINGS, { after: from, upTo, order: 'asc', limit: BATCH }),
    );
    if (page.length > 0) yield page.map(({ record }) => record);
    if (page.length < BATCH) return;
    from = page.at(-1)!.position;
  }
}
