import { type InternalAccount, INTERNAL_ACCOUNTS, PLATFORM_OWNER } from '../accounts/index.js';
import { BY_NETWORK } from '../cards/index.js';
import type { EventType } from '../events/index.js';
import { EXCEPTIONS, type ExceptionRecord, isPlatformTold, overdueOf } from '../exceptions/index.js';
import { type Id, isHouse, type Reads } from '../kernel/index.js';
import {
  chart,
  type Check,
  entriesCausedBy,
  type EntryKind,
  type LedgerAccount,
  type Line,
  type PostedEntry,
  unless,
} from '../ledger/index.js';
import { amountText } from '../money/index.js';
import {
  type Booking,
  BOOKING_ENTRY,
  BOOKINGS,
  couldBeRefused,
  differenceFrom,
  ENTRY_OF,
  isBooked,
  ruleOf,
  subjectStake,
} from '../treasury/index.js';
import { sideOf } from '../transactions/index.js';
import {
  type AuditedTenant,
  byId,
  type DecidedBooks,
  differences,
  type Inspected,
  type Pass,
  type PostedBooks,
  type ToldBooks,
  walk,
} from './books.js';
import { takenBack } from './receivables.js';
import { UndoableMap } from './undoable.js';

interface Decided {
  readonly exception: ExceptionRecord;
  readonly entries: readonly EntryKind[];
  readonly events: readonly EventType[];
  /** The amount that entries gave back to those who bore it. */
  readonly recovered: bigint;
  /** Whether its money did not wait any more when it was refused. */
  readonly isOver: boolean;
  /** What an open exception says otherwise than the record whose money waits; null if nothing. */
  readonly difference: string | null;
}

const namesItsMoney: Check<Decided> = ({ exception: { id, subject }, difference }) =>
  unless(difference === null, () => `${id} ${difference} at ${subject}`);

const hasItsResolution: Check<Decided> = ({ exception: e }) => {
  const decided = [e.resolution, e.resolvedBy, e.resolvedAt].filter((field) => field !== null).length;
  return unless(
    decided === (e.status === 'RESOLVED' ? 3 : 0) && (e.status === 'RESOLVED' || e.entryId === null),
    () => `${e.id} is ${e.status}, which does not match its resolution ${e.resolution ?? '(none)'}`,
  );
};

const isAllowed: Check<Decided> = ({ exception: e, isOver }) =>
  unless(
    e.resolution === null ||
      e.resolvedBy === BY_NETWORK ||
      (isOver && e.resolution === 'REFUSED') ||
      ruleOf(e.kind, e.reference, e.resolution) !== null,
    () => `${e.id} (${e.kind}) was resolved by ${e.resolution}, which this kind does not allow`,
  );

/** An operator must not approve their own request. */
const isApprovedByAnother: Check<Decided> = ({ exception: e }) =>
  unless(
    e.approvedBy === null || e.approvedBy !== e.resolvedBy,
    () => `${e.id} was approved by the operator who requested it`,
  );

const hasItsEntry: Check<Decided> = ({ exception: e, entries }) => {
  const rule = e.resolution === null ? null : ruleOf(e.kind, e.reference, e.resolution);
  const expected = rule?.does === 'entry' && isBooked(e.resolution!) ? [ENTRY_OF[e.resolution]] : [];
  const found = entries.filter((kind) => kind !== 'EXCEPTION_RECOVERED');
  return [
    ...differences(`entries of ${e.id}`, expected, found),
    ...unless(expected.length === 0 || e.moved !== null, () => `${e.id} does not say what its entry moved`),
  ];
};

/** What came back for a debt that was passed on is booked by the exception that made the debt. */
const hasRecovered: Check<Decided> = ({ exception: e, recovered }) => {
  const noted = e.recovered ?? 0n;
  return [
    ...unless(
      noted <= (e.moved?.amount ?? 0n),
      () =>
        `${e.id} moved ${amountText(e.moved?.amount ?? 0n, e.currency)}, but ${amountText(noted, e.currency)} came back`,
    ),
    ...unless(
      e.kind === 'RECEIVABLE_OVERDUE' || noted === recovered,
      () =>
        `${e.id} says that ${amountText(noted, e.currency)} came back, its entries say ${amountText(recovered, e.currency)}`,
    ),
  ];
};

/** Only money that a rail reports as sent can have gone out in addition to that of the payment. */
const wentOutAgain: Check<Decided> = ({ exception: e }) =>
  unless(
    e.moved?.again !== true ||
      (e.kind === 'RAIL_CONTRADICTION' &&
        e.direction === 'OUT' &&
        e.moved.to === 'outside' &&
        e.moved.amount <= e.amount),
    () =>
      `${e.id} booked ${amountText(e.moved!.amount, e.currency)} as sent again, but it does not say that money went out`,
  );

const isTold: Check<Decided> = ({ exception: e, events }) => {
  const expected: EventType[] = [
    'EXCEPTION.OPENED',
    ...(e.status === 'RESOLVED' ? (['EXCEPTION.RESOLVED'] as const) : []),
  ];
  return differences(`events of ${e.id}`, isPlatformTold(e) ? expected : [], events);
};

const EXCEPTION_PASS: Pass<ExceptionRecord, Decided, DecidedBooks> = {
  kind: EXCEPTIONS,
  subjects: async ({ reads, entries, events, retried, decided, settled, held }, page) => {
    const subjects: Decided[] = [];
    for (const exception of page) {
      const { id, kind, subject, resolution, moved } = exception;
      if (kind === 'PAYMENT_HELD' && resolution === null) held.set(subject, [...(held.get(subject) ?? []), exception]);
      if ((moved ?? null) !== null) decided.add(subject);
      if (kind === 'REFUND_FAILED' && (resolution === 'CREDITED' || resolution === 'PAID_ELSEWHERE'))
        settled.add(subject);
      if (kind === 'REFUND_FAILED' && resolution === 'RETRIED') retried.set(subject, (retried.get(subject) ?? 0) + 1);
      const posted = entries.take(id);
      const recovered = posted.includes('EXCEPTION_RECOVERED') ? await recoveredBy(reads, id, posted.length) : 0n;
      const isOver = resolution === 'REFUSED' && (await couldBeRefused(reads, exception));
      const stake = exception.status === 'OPEN' ? await subjectStake(reads, exception) : null;
      const difference = stake === null ? null : differenceFrom(exception, stake);
      subjects.push({ exception, entries: posted, events: events.take(id), recovered, isOver, difference });
    }
    return subjects;
  },
  checks: [
    namesItsMoney,
    hasItsResolution,
    isAllowed,
    isApprovedByAnother,
    hasItsEntry,
    hasRecovered,
    wentOutAgain,
    isTold,
  ],
};

async function recoveredBy(reads: Reads, id: string, count: number): Promise<bigint> {
  let sum = 0n;
  for (const { kind, postings } of await entriesCausedBy(reads, id, count)) {
    if (kind !== 'EXCEPTION_RECOVERED') continue;
    for (const { amount } of postings) if (amount > 0n) sum += amount;
  }
  return sum;
}

/** Inspects the exceptions, and notes what operators decided about each payment. */
export async function inspectExceptions(books: ToldBooks): Promise<Inspected<DecidedBooks>> {
  return walk(
    {
      ...{ ...books, retried: new UndoableMap<string, number>(), decided: new Set<string>() },
      ...{ settled: new Set<string>(), held: new UndoableMap<string, readonly ExceptionRecord[]>() },
    },
    EXCEPTION_PASS,
  );
}

interface Booked {
  readonly booking: Booking;
  readonly entries: readonly EntryKind[];
}

export const BOOKING_PASS: Pass<Booking, Booked, PostedBooks> = {
  kind: BOOKINGS,
  subjects: async ({ entries }, page) => page.map((booking) => ({ booking, entries: entries.take(booking.id) })),
  checks: [
    ({ booking: { id, kind }, entries }) => differences(`entries of ${id}`, [BOOKING_ENTRY[kind]], entries),
    ({ booking: { id, tenant } }) =>
      unless(isHouse(tenant), () => `${id} is a treasury booking of a platform: ${tenant}`),
  ],
};

/** The records behind an entry that an operator caused. */
export interface ByHand {
  readonly exception: ExceptionRecord | null;
  readonly booking: Booking | null;
  /**
   * The journal lines that the kind and the resolution of the exception require; null if the exception has no entry.
   */
  readonly resolved: readonly Line[] | null;
  /** The lines of an entry that gives money back to those who bore it; null if this entry is not one. */
  readonly recovered: readonly Line[] | null;
}

/** The exceptions and bookings that caused the entries of a page, by the id of the entry. */
export async function causesByHand(
  { reads }: Pick<AuditedTenant, 'reads'>,
  entries: readonly PostedEntry[],
): Promise<ReadonlyMap<string, ByHand>> {
  const byEntry = new Map<string, ByHand>();
  const exceptions = await byId(reads, EXCEPTIONS, idsOf(entries, 'Exception:'));
  const bookings = await byId(reads, BOOKINGS, idsOf(entries, 'Booking:'));
  for (const entry of entries) {
    const exception = exceptions.get(entry.cause) ?? null;
    const booking = bookings.get(entry.cause) ?? null;
    if (exception === null && booking === null) continue;
    const resolved = exception === null ? null : await resolvedLines(reads, exception, entry);
    const isRecovery = entry.kind === 'EXCEPTION_RECOVERED' && exception !== null;
    const recovered = isRecovery ? await recoveredLines(reads, exception, entry) : null;
    byEntry.set(entry.id, { exception, booking, resolved, recovered });
  }
  return byEntry;
}

const idsOf = (entries: readonly PostedEntry[], prefix: string): readonly string[] =>
  entries.map(({ cause }) => cause).filter((cause) => cause.startsWith(prefix));

const ACCOUNT = /^(?:available|receivables):(InternalAccount:.+)$/;

async function resolvedLines(
  reads: Reads,
  exception: ExceptionRecord,
  entry: PostedEntry,
): Promise<readonly Line[] | null> {
  const { kind, reference, resolution, entryId, subject, currency } = exception;
  const rule = resolution === null ? null : ruleOf(kind, reference, resolution);
  if (rule?.does !== 'entry' || !isBooked(resolution!) || entry.id !== entryId) return null;
  if (ENTRY_OF[resolution] !== entry.kind) return null;
  const sides = [rule.from, rule.to];
  const isParty = sides.includes('account') || sides.includes('platform');
  const account = isParty ? await accountIn(reads, entry, sides.includes('receivable') ? subject : null) : null;
  if (isParty && (account === null || account.currency !== currency)) return null;
  if (rule.from === 'platform' && account?.owner !== PLATFORM_OWNER) return null;
  const moved = entry.postings.reduce((sum, posting) => (posting.amount > 0n ? sum + posting.amount : sum), 0n);
  // A resolution may move less than the amount of the exception, because a part of it may have moved before.
  const isPart = moved < exception.amount && (sides.includes('receivable') || moved === exception.moved?.amount);
  const amount = isPart ? moved : exception.amount;
  const credit: Line = { account: await sideOf(reads, exception, rule.to, account), amount };
  if (rule.from === 'account' || rule.from === 'platform') return [...takenBack(entry, account!, amount), credit];
  return [{ account: await sideOf(reads, exception, rule.from, account), amount: -amount }, credit];
}

/** The lines from where the resolution put the money to one who may bear it; null if the entry has another form. */
async function recoveredLines(
  reads: Reads,
  exception: ExceptionRecord,
  { postings }: PostedEntry,
): Promise<readonly Line[] | null> {
  const credit = postings.find(({ amount }) => amount > 0n);
  if (exception.moved === null || credit === undefined) return null;
  const bearers = await everyBearerOf(reads, exception, exception);
  const account = [...bearers, chart.suspense(exception.tenant, exception.currency)].find(
    ({ name }) => name === credit.account,
  );
  if (account === undefined) return null;
  const from = await sideOf(reads, exception, exception.moved.to, null);
  return [
    { account: from, amount: -credit.amount },
    { account, amount: credit.amount },
  ];
}

/** The accounts of all who have borne the amount, also by way of a debt that was passed on. */
async function everyBearerOf(
  reads: Reads,
  about: ExceptionRecord,
  { moved, entryId }: ExceptionRecord,
): Promise<readonly LedgerAccount[]> {
  if (moved === null) return [];
  if (moved.account === null) return [await sideOf(reads, about, moved.from, null)];
  const own = chart.available(moved.account, about.currency);
  const debts = entryId === null ? [] : await overdueOf(reads, moved.account as Id<'InternalAccount'>, entryId);
  const others: LedgerAccount[] = [];
  for (const debt of debts) others.push(...(await everyBearerOf(reads, about, debt)));
  return [own, ...others];
}

/** The internal account of an entry, other than the account that owes. */
async function accountIn(
  reads: Reads,
  { postings }: PostedEntry,
  owing: string | null,
): Promise<InternalAccount | null> {
  const ids = postings.map(({ account }) => ACCOUNT.exec(account)?.[1]).filter((id) => id !== undefined);
  const id = ids.find((each) => each !== owing);
  return id === undefined ? null : reads.get(INTERNAL_ACCOUNTS, id);
}
