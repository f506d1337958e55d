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
import { openException } from './open-exception.js';

export interface OverduePorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  /** After how many days what an account owes is somebody's to decide. */
  readonly receivableDays: number;
}

const DAY_SECONDS = 86_400;
/** No job waits longer than a month at a time: the audit takes what is due later for lost. */
const LONGEST_WAIT_SECONDS = 30 * DAY_SECONDS;
export const RECEIVABLES = 'receivables:';

/**
 * Looks at an entry that made an internal account owe, when it has grown old: what of it has not been settled becomes
 * an exception. Credits settle the oldest first. The job is written with the entry, so that nothing that is owed is
 * forgotten; until the time has come it waits.
 */
export function overdueReceivable({ units, ids, receivableDays }: OverduePorts): JobHandler {
  return (ctx, job) =>
    units.run(ctx.tenant, async (tx) => {
      const entryId = job.subject as Id<'JournalEntry'>;
      const line = await owedLine(tx, entryId);
      const waits = secondsUntil(ctx.now, plusSeconds(line.createdAt, receivableDays * DAY_SECONDS));
      if (waits > 0) {
        reschedule(tx, ctx, job, Math.min(waits, LONGEST_WAIT_SECONDS));
        return ok();
      }
      const unsettled = await unsettledOf(tx, line);
      if (unsettled > 0n) {
        const unit = { tx, ctx, ids };
        await openException(unit, {
          kind: 'RECEIVABLE_OVERDUE',
          subject: line.account.slice(RECEIVABLES.length),
          reference: entryId,
          rail: null,
          currency: line.currency,
          amount: unsettled,
          reason: `${line.account} has been owed for ${receivableDays} days: ${unsettled} ${line.currency} of ${line.cause}`,
        });
      }
      finish(tx, job);
      return ok();
    });
}

const secondsUntil = (now: Instant, then: Instant): number => (then - now) / 1000;

/** The line of an entry that makes an account owe. */
export async function owedLine(
  reads: Reads,
  entryId: Id<'JournalEntry'>,
): Promise<Posting & { readonly currency: CurrencyCode }> {
  for (let index = 0; ; index++) {
    const line = await reads.get(POSTINGS, lineId(entryId, index));
    if (line === null) throw new Bug(`${entryId} makes nobody owe`);
    if (line.account.startsWith(RECEIVABLES) && line.amount < 0n) return line;
  }
}

const PAGE = 200;

/** What of the entry is still owed: the debt now, less what was added to it since. */
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
