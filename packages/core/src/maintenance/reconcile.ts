import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import {
  type CurrencyCode,
  type Environment,
  type Instant,
  isId,
  type Reads,
  type UnitOfWork,
} from '../kernel/index.js';
import { chart, type EntryKind, type Posting, POSTINGS } from '../ledger/index.js';
import { LEDGER_CURRENCIES } from '../money/index.js';
import { depositOf, DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { BOOKINGS, namedIn, OUTSIDE_PAYMENTS, provenBy, unconfirmedPayments } from '../treasury/index.js';

/** One line of a rail's statement. */
export interface StatementLine {
  /** The number of the line in the file, or of the movement in the statements. */
  readonly line: number;
  /** The day of the booking, YYYY-MM-DD or null if it is unknown; absent for a line of a file. */
  readonly date?: string | null | undefined;
  /** The id under which a payment was submitted, or the reference that the payer named. */
  readonly reference: string;
  readonly currency: string;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /** From the service's point of view: IN for money received, OUT for money sent. */
  readonly direction: 'IN' | 'OUT';
}

/** A posting on the rail's clearing account. */
export interface Booked extends Omit<StatementLine, 'line' | 'date'> {
  readonly entryId: string;
  readonly kind: EntryKind;
  readonly createdAt: Instant;
}

export interface Reconciliation {
  readonly matched: number;
  /** Lines of the statement without a posting. */
  readonly missingInLedger: readonly StatementLine[];
  /** Postings without a line in the statement. */
  readonly missingInStatement: readonly Booked[];
  /** The lines that prove payments outside the service that were not confirmed; absent if there are none. */
  readonly proves?: readonly StatementLine[];
}

export interface ReconciliationScope {
  readonly rail: string;
  readonly environment: Environment;
  /** The period of the statement, both ends inclusive; without them, all postings. */
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

const PAGE = 1_000;

/**
 * Compares a rail's statement with the postings of all platforms on its clearing accounts. A line and a posting match
 * if reference, currency, amount and direction are equal. Lines and postings of one payment also match if their sums are
 * equal, because a payment that came back with less is a return and a charge in the ledger. The statement is read as a stream and its lines are held in
 * memory; the ledger is read in pages.
 */
export async function reconcile(
  units: UnitOfWork,
  scope: ReconciliationScope,
  statement: AsyncIterable<StatementLine>,
): Promise<Reconciliation> {
  const open = new Map<string, StatementLine[]>();
  for await (const line of statement) {
    const key = keyOf(line, line.reference);
    const same = open.get(key);
    if (same === undefined) open.set(key, [line]);
    else same.push(line);
  }
  const proves = await provingLines(units, scope, open);
  let matched = 0;
  const missingInStatement: Found[] = [];
  for (const { code } of LEDGER_CURRENCIES) {
    for await (const each of bookedOn(units, scope, code)) {
      const { booked, references } = each;
      const key = references.map((reference) => keyOf(booked, reference)).find((each) => open.has(each));
      if (key === undefined) {
        missingInStatement.push(each);
        continue;
      }
      matched += 1;
      const [, ...rest] = open.get(key)!;
      if (rest.length === 0) open.delete(key);
      else open.set(key, rest);
    }
  }
  const corrected = new Set(missingInStatement.map(({ corrects }) => corrects));
  const stillMissing = missingInStatement
    .filter(({ booked, corrects }) => corrects === null && !corrected.has(booked.entryId))
    .map(({ booked }) => booked);
  const net = netted([...open.values()].flat(), missingInStatement);
  const missingInLedger = [...open.values()]
    .flat()
    .filter((line) => !net.lines.has(line))
    .sort((a, b) => a.line - b.line);
  return {
    matched: matched + net.lines.size,
    missingInLedger,
    missingInStatement: stillMissing.filter(({ entryId }) => !net.entries.has(entryId)),
    ...(proves.length > 0 && { proves }),
  };
}

/** The lines of a statement with the reference, the currency and the amount of an unconfirmed outside payment. */
async function provingLines(
  units: UnitOfWork,
  { rail, environment }: ReconciliationScope,
  lines: ReadonlyMap<string, readonly StatementLine[]>,
): Promise<readonly StatementLine[]> {
  const payments = await units.read(null, (reads) => unconfirmedPayments(reads, null));
  const ofRail = payments.filter((payment) => payment.environment === environment && (payment.rail ?? rail) === rail);
  const keys = new Set(ofRail.map((payment) => keyOf({ ...payment, direction: 'OUT' }, payment.reference)));
  const proving: StatementLine[] = [];
  for (const line of [...keys].flatMap((key) => lines.get(key)?.slice(0, 1) ?? [])) {
    const { reference, currency, amount } = line;
    const stated = { environment, rail, reference, currency: currency as CurrencyCode, amount };
    if ((await units.read(null, (reads) => provenBy(reads, stated))).length > 0) proving.push(line);
  }
  return proving;
}

/** What is left of one payment on both sides, if it has the same sum. */
function netted(
  left: readonly StatementLine[],
  postings: readonly Found[],
): { readonly lines: ReadonlySet<StatementLine>; readonly entries: ReadonlySet<string> } {
  const lines = new Set<StatementLine>();
  const entries = new Set<string>();
  // A deposit that was sent back several times has a reference for each attempt.
  const byReference = grouped(left, ({ currency, reference }) => `${currency}\n${depositOf(reference)}`);
  const byCause = grouped(postings, ({ booked }) => `${booked.currency}\n${booked.reference}`);
  for (const found of byCause.values()) {
    const { currency } = found[0]!.booked;
    const references = new Set(found.flatMap((posting) => posting.references.map(depositOf)));
    const same = [...references].flatMap((reference) => byReference.get(`${currency}\n${reference}`) ?? []);
    if (same.length === 0 || sumOf(same) !== sumOf(found.map(({ booked }) => booked))) continue;
    for (const line of same) lines.add(line);
    for (const { booked } of found) entries.add(booked.entryId);
  }
  return { lines, entries };
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return groups;
}

/** What the lines or postings move; negative for money that went out. */
export const sumOf = (all: readonly Pick<StatementLine, 'amount' | 'direction'>[]): bigint =>
  all.reduce((sum, { amount, direction }) => (direction === 'IN' ? sum + amount : sum - amount), 0n);

const keyOf = (of: Pick<StatementLine, 'currency' | 'amount' | 'direction'>, reference: string): string =>
  [of.direction, of.currency, of.amount, reference].join('\n');

interface Found {
  readonly booked: Booked;
  /** All references under which the rail may report the movement. */
  readonly references: readonly string[];
  /**
   * The journal entry that this posting corrects; null if it corrects none. Neither a correction nor the corrected
   * entry is in a statement.
   */
  readonly corrects: string | null;
}

async function* bookedOn(
  units: UnitOfWork,
  { rail, environment, from, to }: ReconciliationScope,
  currency: CurrencyCode,
): AsyncGenerator<Found, void> {
  const by = { column: 'account', value: chart.clearing(environment, rail, currency).name } as const;
  for (let after = 0; ;) {
    const page = await units.read(null, async (reads) => {
      const upTo = await reads.horizon(POSTINGS);
      const rows = await reads.follow(POSTINGS, { by, after, upTo, order: 'asc', limit: PAGE });
      const inTime = rows.filter(
        ({ record: { createdAt } }) =>
          (from === undefined || createdAt >= from) && (to === undefined || createdAt <= to),
      );
      return {
        rows,
        found: await found(
          reads,
          inTime.map(({ record }) => record),
        ),
      };
    });
    yield* page.found;
    if (page.rows.length < PAGE) return;
    after = page.rows.at(-1)!.position;
  }
}

/** The entry that the resolution of a statement difference corrects, because the statement lacks it. */
const entryIn = (exception: ExceptionRecord): string | null =>
  exception.kind === 'STATEMENT_DIFFERENCE' && isId('JournalEntry', namedIn(exception)) ? namedIn(exception) : null;

async function found(reads: Reads, postings: readonly Posting[]): Promise<readonly Found[]> {
  const causes = postings.map(({ cause }) => cause);
  const payments = await reads.getMany(TRANSACTIONS, causes);
  const deposits = await reads.getMany(DEPOSITS, causes);
  const bookings = await reads.getMany(BOOKINGS, causes);
  const exceptions = await reads.getMany(EXCEPTIONS, causes);
  const resolved = new Map(exceptions.map((exception) => [exception.id as string, exception]));
  const paidElsewhere = new Map<string, string>();
  for (const { id, resolution } of exceptions) {
    const payment = resolution === 'PAID_ELSEWHERE' ? await reads.find(OUTSIDE_PAYMENTS, 'cause', [id]) : null;
    if (payment !== null) paidElsewhere.set(id, payment.reference);
  }
  const named = new Map([...payments, ...deposits, ...bookings].map(({ id, reference }) => [id as string, reference]));
  const returns = new Map(deposits.map(({ id, returnedAs }) => [id as string, returnedAs]));
  const refunds = new Map(payments.map(({ id, refundReference }) => [id as string, refundReference]));
  return postings.map(({ entryId, kind, cause, currency, amount, createdAt }) => {
    // A refund is submitted under its own reference.
    const exception = resolved.get(cause);
    const byHand = exception === undefined ? [] : [exception.reference, exception.subject, namedIn(exception)];
    const known = [
      kind === 'FUNDING_REFUND' ? refunds.get(cause) : null,
      named.get(cause),
      returns.get(cause),
      paidElsewhere.get(cause),
      ...byHand,
    ];
    const booked = {
      entryId,
      kind,
      reference: cause,
      currency,
      amount: amount < 0n ? -amount : amount,
      // Money that the rail holds for Corridor is negative.
      direction: amount < 0n ? ('IN' as const) : ('OUT' as const),
      createdAt,
    };
    const references = [cause, ...known.filter((reference) => typeof reference === 'string')];
    return { booked, references, corrects: exception === undefined ? null : entryIn(exception) };
  });
}
