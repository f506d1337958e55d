import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import {
  Bug,
  type Context,
  type IdSource,
  type Instant,
  instant,
  ok,
  readAll,
  type Result,
  type Slice,
  splitTenant,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { post } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { NEVER_SHORT, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { isCardTransaction } from './card-books.js';
import { partsOf } from './hear-settlement.js';
import { NETWORK_MESSAGES, type NetworkMessage } from './network-message.js';
import {
  type Settled,
  settledAmounts,
  settledAtOnce,
  settledBy,
  tenantsWithMessages,
  usesOf,
} from './settled-amounts.js';
import {
  feesOf,
  type Matter,
  matterName,
  matterNamed,
  matterOf,
  SETTLEMENT_LINES,
  SETTLEMENT_PARTS,
  settlementEntries,
  startOfReport,
  type SettlementLine,
  type SettlementPart,
} from './settlement.js';
import { examineMatter, followDifference, nameIn } from './settlement-differences.js';

export interface ReconcilePorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A message can come so long after the report that has it, before that is a difference. */
const EARLY_MS = HOUR_MS;
/** A part of a report can come so long after another one. */
const PARTS_MS = DAY_MS;
/** A message of a day is missing once a report of this many days later is there. */
const MISSING_AFTER_DAYS = 2;
const AT_ONCE = 100;
/** The first report can be about a day so long before it came. An older one would keep the search busy for days. */
const FIRST_REPORT_MS = 92 * DAY_MS;
/** How many hours of messages one run of the job looks through. */
const HOURS_AT_ONCE = 6;
const EARLY_RECHECK_SECONDS = 600;
const RECHECK_SECONDS = 3_600;

/**
 * Compares a part of a report with the ledger, until nothing is left to decide: books the totals once all parts are there,
 * compares the lines, and looks for messages that no report has. It runs after each part, and then again while a part, a
 * message or a decision is missing.
 */
export const reconcileSettlement =
  (ports: ReconcilePorts): JobHandler =>
  async (ctx, job) => {
    const { units } = ports;
    const part = await units.read(ctx.tenant, (reads) => reads.get(SETTLEMENT_PARTS, job.subject));
    if (part === null) throw new Bug(`${job.subject} is not a part of a settlement report`);
    const isEarly = ctx.now < part.createdAt + EARLY_MS;
    const parts = await followParts(ports, ctx, part);
    if (!parts.ok) return parts;
    const isEven = await compareLines(ports, ctx, part, isEarly);
    if (!isEven.ok) return isEven;
    const looks = parts.value === 'complete' && part.totals !== null;
    const isExamined = looks ? await lookForMissing(ports, ctx, part) : ok(true);
    if (!isExamined.ok) return isExamined;
    const later = isEarly ? EARLY_RECHECK_SECONDS : RECHECK_SECONDS;
    const isDone = isEven.value && parts.value !== 'waiting';
    return ended(units, ctx, job, isExamined.value ? (isDone ? null : later) : 1);
  };

/** `decided`: an operator has decided that the missing parts do not come. If one comes, its own job goes on. */
type Parts = 'complete' | 'waiting' | 'decided';

const ended = (units: UnitOfWork, ctx: Context, job: Job, inSeconds: number | null): Promise<Result<void>> =>
  units.run(ctx.tenant, async (tx) => {
    if (inSeconds === null) finish(tx, job);
    else reschedule(tx, ctx, job, inSeconds);
    return ok();
  });

/** Books the totals of a report once all of its parts are there. A part that does not come is an exception. */
function followParts(
  { units, ids }: ReconcilePorts,
  ctx: Context,
  { processor, reportId }: SettlementPart,
): Promise<Result<Parts>> {
  return units.run<Parts>(ctx.tenant, async (tx) => {
    const parts = await partsOf(tx, processor, reportId);
    const [first] = parts;
    const missing = first!.parts - parts.length;
    const last = parts.find(({ totals }) => totals !== null);
    const oldest = Math.min(...parts.map(({ createdAt }) => createdAt));
    const unit = { tx, ctx, ids };
    const { currency, day } = first!;
    if (missing > 0 && ctx.now < oldest + PARTS_MS) return ok('waiting');
    const about = { processor, currency, isEarly: false };
    // The amount of a part that is missing is unknown: the exception has the smallest one.
    const isDecided = await followDifference(unit, {
      ...{ ...about, name: `parts/${reportId}`, difference: missing > 0 ? 1n : 0n },
      reason: `${missing} of ${first!.parts} parts of the report ${reportId} of ${day} of ${processor} have not come.`,
    });
    if (missing > 0) return ok(isDecided ? 'decided' : 'waiting');
    if (last?.bookedAt === null) await bookTotals(unit, parts, last);
    return ok('complete');
  });
}

async function bookTotals(
  unit: Parameters<typeof followDifference>[0],
  parts: readonly SettlementPart[],
  last: SettlementPart,
): Promise<void> {
  const { tx, ctx } = unit;
  const { processor, currency, reportId, day } = last;
  const totals = last.totals!;
  for (const [kind, lines] of settlementEntries(splitTenant(ctx.tenant).environment, last))
    post(unit, { kind, cause: last.id, lines }, NEVER_SHORT);
  update(tx, ctx, SETTLEMENT_PARTS, last, { bookedAt: ctx.now });
  const sum = parts.reduce((total, { lineSum }) => total + lineSum, 0n) + totals.interchange - feesOf(totals);
  const print = (amount: bigint): string => amountText(amount, currency);
  await followDifference(unit, {
    ...{ processor, currency, isEarly: false, name: `net/${reportId}`, difference: totals.net - sum },
    reason: `The report ${reportId} of ${day} of ${processor} says ${print(totals.net)} net, and its lines, interchange and fees add up to ${print(sum)}.`,
  });
}

/** Compares the lines of a part that differed so far. True if none differs any more. */
async function compareLines(
  { units, ids }: ReconcilePorts,
  ctx: Context,
  part: SettlementPart,
  isEarly: boolean,
): Promise<Result<boolean>> {
  const { processor, currency } = part;
  const environment = splitTenant(ctx.tenant).environment;
  const lines = await units.read(ctx.tenant, (reads) => readAll(reads, SETTLEMENT_LINES, { settlementId: part.id }));
  const left = lines.filter((line) => !line.isEven);
  let isEven = true;
  for (let at = 0; at < left.length; at += AT_ONCE) {
    const chunk = left.slice(at, at + AT_ONCE);
    const amounts = await settledAmounts(units, { processor, environment }, chunk.map(matterOf));
    const compared = await units.run(ctx.tenant, async (tx) => {
      let all = true;
      const known = new Map<string, boolean>();
      for (const line of chunk) {
        const matter = matterOf(line);
        const settled = amounts.get(matterName(matter)) ?? null;
        const decided =
          known.get(line.matter) ??
          (await examineMatter({ tx, ctx, ids }, { processor, currency, matter, settled, isEarly }));
        known.set(line.matter, decided);
        if (decided) await markEven(tx, ctx, line);
        else all = false;
      }
      return ok(all);
    });
    if (!compared.ok) return compared;
    isEven &&= compared.value;
  }
  return ok(isEven);
}

async function markEven(tx: Tx, ctx: Context, { id }: SettlementLine): Promise<void> {
  const line = await tx.get(SETTLEMENT_LINES, id);
  if (line !== null && !line.isEven) update(tx, ctx, SETTLEMENT_LINES, line, { isEven: true });
}

/**
 * Looks for messages and final uses of two days before the report and earlier that no report has, and examines the open
 * differences again. Resumes where the last report, or the last run, ended. True at the end.
 */
async function lookForMissing(ports: ReconcilePorts, ctx: Context, part: SettlementPart): Promise<Result<boolean>> {
  const { units } = ports;
  const { processor, currency } = part;
  const reports = await units.read(ctx.tenant, (reads) => readAll(reads, SETTLEMENT_PARTS, { processor }));
  const ofCurrency = reports.filter((report) => report.currency === currency && report.totals !== null);
  // Before the first report of a processor, there was none that could have its messages.
  const begin = Math.min(
    ...ofCurrency.map((report) => Math.max(startOfReport(report), report.createdAt - FIRST_REPORT_MS)),
  );
  const from = Math.max(begin, ...ofCurrency.map(examinedBy));
  const end = startOfReport(part) - (MISSING_AFTER_DAYS - 1) * DAY_MS;
  const to = Math.min(end, from + HOURS_AT_ONCE * HOUR_MS);
  for (let at = from; at < to; at += HOUR_MS) {
    const examined = await examineHour(ports, ctx, part, instant(at), instant(Math.min(at + HOUR_MS, to)));
    if (!examined.ok) return examined;
  }
  const isDone = to >= end || from >= end;
  if (isDone) {
    const again = await examineOpen(ports, ctx, part);
    if (!again.ok) return again;
  }
  if (from >= end) return ok(true);
  return units.run(ctx.tenant, async (tx) => {
    const now = (await tx.get(SETTLEMENT_PARTS, part.id))!;
    if ((now.examinedTo ?? 0) < to) update(tx, ctx, SETTLEMENT_PARTS, now, { examinedTo: instant(to) });
    return ok(isDone);
  });
}

/** How far a report was searched for. A time after the search itself is of a release that took days of the future. */
const examinedBy = ({ examinedTo, updatedAt }: SettlementPart): Instant =>
  instant(Math.min(examinedTo ?? 0, updatedAt));

/** Compares what came in an hour with the lines of all reports. */
async function examineHour(
  ports: ReconcilePorts,
  ctx: Context,
  { processor, currency }: SettlementPart,
  from: Instant,
  before: Instant,
): Promise<Result<void>> {
  const { units } = ports;
  const { environment } = splitTenant(ctx.tenant);
  const to = instant(before - 1);
  const between = [{ column: 'createdAt' as const, from, to }];
  const tenants = await units.read(null, async (reads) => [
    ...new Set([
      ...(await tenantsWithMessages(reads, environment)),
      ...(await reads.tenants(TRANSACTIONS)).filter((tenant) => splitTenant(tenant).environment === environment),
    ]),
  ]);
  for (const tenant of tenants) {
    const found = new Map<string, { readonly matter: Matter; readonly settled: Settled }>();
    const note = (matter: Matter, settled: Settled | null): void => {
      if (settled !== null && settled.amount !== 0n) found.set(matterName(matter), { matter, settled });
    };
    await units.read(tenant, async (reads) => {
      const page = { order: 'asc', limit: AT_ONCE, counted: false, between } as const;
      for (let after: NetworkMessage | undefined; ;) {
        const { rows, hasMore }: Slice<NetworkMessage> = await reads.list(NETWORK_MESSAGES, { ...page, after });
        const messages = rows.filter(({ issuer }) => issuer === processor);
        const uses = await usesOf(reads, messages);
        for (const message of messages) {
          const use = uses.get(message.transactionId);
          if (use?.card.currency === currency)
            note({ of: 'message', name: message.messageId }, await settledBy(reads, message, use));
        }
        if (!hasMore) break;
        after = rows.at(-1);
      }
      const where = { type: 'CARD' } as const;
      for (let after: Transaction | undefined; ;) {
        const { rows, hasMore }: Slice<Transaction> = await reads.list(TRANSACTIONS, { ...page, where, after });
        for (const use of rows.filter(isCardTransaction))
          if (use.rail === processor && use.card.currency === currency)
            note({ of: 'use', name: use.issuerToken! }, settledAtOnce(use));
        if (!hasMore) break;
        after = rows.at(-1);
      }
    });
    const examined = await examineAll(ports, ctx, { processor, currency }, [...found.values()]);
    if (!examined.ok) return examined;
  }
  return ok();
}

/** Compares these matters with the lines of all reports. */
async function examineAll(
  { units, ids }: ReconcilePorts,
  ctx: Context,
  of: Pick<SettlementPart, 'processor' | 'currency'>,
  found: readonly { readonly matter: Matter; readonly settled: Settled | null }[],
): Promise<Result<void>> {
  for (let at = 0; at < found.length; at += AT_ONCE) {
    const chunk = found.slice(at, at + AT_ONCE);
    const examined = await units.run(ctx.tenant, async (tx) => {
      for (const each of chunk) await examineMatter({ tx, ctx, ids }, { ...of, ...each, isEarly: false });
      return ok();
    });
    if (!examined.ok) return examined;
  }
  return ok();
}

/** Compares the matters of open exceptions again: a report or a message may have come at the same moment. */
async function examineOpen(ports: ReconcilePorts, ctx: Context, part: SettlementPart): Promise<Result<void>> {
  const { processor, currency } = part;
  const { environment } = splitTenant(ctx.tenant);
  const open = (await ports.units.read(ctx.tenant, (reads) => readAll(reads, EXCEPTIONS, { status: 'OPEN' })))
    .filter((exception) => exception.subject === processor && exception.currency === currency)
    .flatMap((exception) => matterNamed(nameIn(exception) ?? '') ?? []);
  const amounts = await settledAmounts(ports.units, { processor, environment }, open);
  // The amount and the kind of a matter can each have an exception.
  const matters = new Map(open.map((matter) => [matterName(matter), matter]));
  const found = [...matters].map(([name, matter]) => ({ matter, settled: amounts.get(name) ?? null }));
  return examineAll(ports, ctx, part, found);
}
