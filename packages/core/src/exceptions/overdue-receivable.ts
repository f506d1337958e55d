import { finish, type JobHandler, reschedule } from '../events/index.js';
import {
  Bug,
  type CurrencyCode,
  type Id,
  type IdSource,
  type Instant,
  ok,
  plusSeconds,
  type Reads,
  type UnitOfWork,
} from '../kernel/index.js';
import { BALANCES, lineId, type Posting, POSTINGS } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { openException } from './open-exception.js';
import { overdueOf, overdueReference } from './overdue-exceptions.js';

export interface OverduePorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  /** Number of days after which a debt of an account becomes an exception. */
  readonly receivableDays: number;
}

const DAY_SECONDS = 86_400;
/** The job waits at most a month at a time, because the audit reports a job that is due later as lost. */
const LONGEST_WAIT_SECONDS = 30 * DAY_SECONDS;
export const RECEIVABLES = 'receivables:';

/**
 * Runs when the debt that a journal entry put on an internal account is overdue: the unsettled rest of the debt becomes
 * an exception. Credits settle the oldest debt first. The job is written in the unit of the entry, so no debt is
 * missed; it waits until the deadline. A resolution that leaves the debt as it is writes the job again, which opens the
 * next exception after the same time.
 */
export function overdueReceivable({ units, ids, receivableDays }: OverduePorts): JobHandler {
  return (ctx, job) =>
    units.run(ctx.tenant, async (tx) => {
      const entryId = job.subject as Id<'JournalEntry'>;
      const line = await owedLine(tx, entryId);
      const subject = line.account.slice(RECEIVABLES.length) as Id<'InternalAccount'>;
      const earlier = await overdueOf(tx, subject, entryId);
      const last = earlier.at(-1);
      if (last?.status === 'OPEN') {
        finish(tx, job);
        return ok();
      }
      const since = last?.resolvedAt ?? line.createdAt;
      const waits = secondsUntil(ctx.now, plusSeconds(since, receivableDays * DAY_SECONDS));
      if (waits > 0) {
        reschedule(tx, ctx, job, Math.min(waits, LONGEST_WAIT_SECONDS));
        return ok();
      }
      const unsettled = await unsettledOf(tx, line);
      if (unsettled > 0n) {
        const unit = { tx, ctx, ids };
        await openException(unit, {
          kind: 'RECEIVABLE_OVERDUE',
          subject,
          reference: overdueReference(entryId, earlier.length + 1),
          rail: null,
          currency: line.currency,
          amount: unsettled,
          reason: `${amountText(unsettled, line.currency)} of ${line.cause} have been owed on ${line.account} for ${receivableDays} days`,
        });
      }
      finish(tx, job);
      return ok();
    });
}

const secondsUntil = (now: Instant, then: Instant): number => (then - now) / 1000;

/** The line of an entry that increases a receivable. */
export async function owedLine(
  reads: Reads,
  entryId: Id<'JournalEntry'>,
): Promise<Posting & { readonly currency: CurrencyCode }> {
  for (let index = 0; ; index++) {
    const line = await reads.get(POSTINGS, lineId(entryId, index));
    if (line === null) throw new Bug(`${entryId} increases no receivable`);
    if (line.account.startsWith(RECEIVABLES) && line.amount < 0n) return line;
  }
}

const PAGE = 200;

/** The entry of the oldest debt of an internal account that is not settled; null if the account owes nothing. */
export async function oldestDebt(reads: Reads, account: Id<'InternalAccount'>): Promise<Posting | null> {
  const name = `${RECEIVABLES}${account}`;
  const owed = (await reads.get(BALANCES, name))?.available ?? 0n;
  const debts: Posting[] = [];
  const upTo = await reads.horizon(POSTINGS);
  const by = { column: 'account', value: name } as const;
  for (let after = 0; ;) {
    const page = await reads.follow(POSTINGS, { by, after, upTo, order: 'asc', limit: PAGE });
    for (const { record } of page) if (record.amount < 0n) debts.push(record);
    if (page.length < PAGE) break;
    after = page.at(-1)!.position;
  }
  let later = 0n;
  for (const debt of debts.toReversed()) {
    later -= debt.amount;
    if (later >= owed) return owed === 0n ? null : debt;
  }
  return null;
}

/** The unsettled part of an entry: the debt now, less what was added after the entry. */
export async function unsettledOf(reads: Reads, line: Posting): Promise<bigint> {
  const owed = (await reads.get(BALANCES, line.account))?.available ?? 0n;
  const later = owed === 0n ? 0n : await addedSince(reads, line);
  const left = owed - later;
  return left <= 0n ? 0n : left < -line.amount ? left : -line.amount;
}

async function addedSince(reads: Reads, line: Posting): Promise<bigint> {
  const upTo = await reads.horizon(POSTINGS);
  const by = { column: 'account', value: line.account } as const;
  let sum = 0n;
  for (let after = (await reads.positionOf(POSTINGS, line.id)) ?? upTo; ;) {
    const page = await reads.follow(POSTINGS, { by, after, upTo, order: 'asc', limit: PAGE });
    for (const { record } of page) if (record.amount < 0n) sum -= record.amount;
    if (page.length < PAGE) return sum;
    after = page.at(-1)!.position;
  }
}
