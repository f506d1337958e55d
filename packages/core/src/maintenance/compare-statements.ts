import type { OverdueMovement, RailConnection, StatedBalance } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import { houseTenant, type Instant, isId, readAll, type Reads, splitTenant, type UnitOfWork } from '../kernel/index.js';
import { readPositions } from '../ledger/index.js';
import { bookedToOf } from '../transactions/index.js';
import { directionOf, namedIn } from '../treasury/index.js';
import type { ComparedHolding } from './compared-holding.js';

type Stated = Pick<RailConnection, 'statements' | 'rails' | 'environment'>;

/** A comparison of a rail, and what its statements should contain by now. */
export interface ComparedStatement {
  readonly rail: string;
  /** Null if there is nothing to compare yet. */
  readonly compared: ComparedHolding | null;
  readonly overdue: readonly OverdueMovement[];
}

/**
 * Compares the closing balances of a connection's newest statements with the clearing accounts of its rails. What waits,
 * what came later, and what exceptions name is left out, so `difference` is what nothing explains.
 */
export async function compareStatements(
  units: UnitOfWork,
  { statements, rails, environment }: Stated,
  now: Instant,
): Promise<readonly ComparedStatement[]> {
  const found: ComparedStatement[] = [];
  for (const { name: rail } of rails) {
    const standing = (await statements?.standing?.(rail)) ?? null;
    if (standing === null) continue;
    const { balance, overdue } = standing;
    if (balance === null) {
      found.push({ rail, compared: null, overdue });
      continue;
    }
    const ledger = (await readPositions(units, now))
      .filter((position) => position.environment === environment && position.currency === balance.currency)
      .filter(({ account }) => account === `clearing:${rail}`)
      .reduce((sum, each) => sum - each.balance, 0n);
    const decided = await decidedAbout(units, { rail, environment, balance, overdue });
    const { currency, closing: amount, date: asOf } = balance;
    const untold = balance.waiting + decided.lacking;
    const later = balance.later + decided.booked;
    const left = amount - untold + later - ledger;
    const difference = canExplain(decided.open, left) ? 0n : left;
    found.push({ rail, compared: { rail, currency, amount, untold, later, asOf, ledger, difference }, overdue });
  }
  return found;
}

/** What exceptions say about the ledger of a rail. */
interface Decided {
  /** What the statements contain and the ledger lacks, because an exception about it is open or was refused. */
  readonly lacking: bigint;
  /** What resolutions have booked of movements that no statement contains. */
  readonly booked: bigint;
  /** For each open contradiction, what the statement may contain and the ledger lacks: one amount for each direction. */
  readonly open: readonly (readonly bigint[])[];
}

interface About {
  readonly rail: string;
  readonly environment: RailConnection['environment'];
  readonly balance: StatedBalance;
  readonly overdue: readonly OverdueMovement[];
}

async function decidedAbout(units: UnitOfWork, { rail, environment, balance, overdue }: About): Promise<Decided> {
  const { currency, differences } = balance;
  const unstated = new Set(differences);
  const exceptions = await units.read(houseTenant(environment), (reads) =>
    readAll(reads, EXCEPTIONS, { subject: rail }),
  );
  let [lacking, booked] = [0n, 0n];
  for (const exception of exceptions) {
    if (exception.kind !== 'STATEMENT_DIFFERENCE' || exception.currency !== currency || isOfBalance(exception))
      continue;
    const signed = directionOf(exception.reference) === 'IN' ? exception.amount : -exception.amount;
    const isInLedgerOnly =
      isOverdue(exception) || isId('JournalEntry', namedIn(exception)) || unstated.has(exception.id);
    if (isInLedgerOnly) booked += exception.entryId === null ? 0n : signed;
    else lacking += exception.entryId === null ? signed : 0n;
  }
  const about = await units.read(null, async (reads) => ({
    open: await openContradictions(reads, rail, currency, environment),
    overdue: await Promise.all(overdue.map((each) => contradictionAbout(reads, each))),
  }));
  for (const exception of about.overdue) {
    if (exception === null || exception.moved === null || exception.currency !== currency) continue;
    booked += exception.moved.to === 'outside' ? -exception.moved.amount : exception.moved.amount;
  }
  return { lacking, booked, open: about.open.map(stakes) };
}

const BALANCE = 'balance/';
const OVERDUE = 'overdue/';

/** What the reference of the exception about a balance has behind its direction; `time` from 1 on. */
export const balanceReference = (currency: string, time: number): string => `${BALANCE}${currency}/${time}`;
/** The reference of an exception about an overdue movement. */
export const overdueReference = ({ id }: Pick<OverdueMovement, 'id'>): string => `${OVERDUE}${id}`;

export const isOfBalance = (exception: ExceptionRecord): boolean => namedIn(exception).startsWith(BALANCE);
export const isOverdue = (exception: ExceptionRecord): boolean => namedIn(exception).startsWith(OVERDUE);

/** The exception with the payment as its subject; null if there is none. */
async function contradictionAbout(reads: Reads, overdue: OverdueMovement): Promise<ExceptionRecord | null> {
  const found = await readAll(reads, EXCEPTIONS, { subject: overdue.reference });
  return (
    found.find(({ kind, reference }) => kind === 'RAIL_CONTRADICTION' && reference === overdueReference(overdue)) ??
    null
  );
}

/** The open contradictions of a rail whose amounts the ledger does not contain. */
export async function openContradictions(
  reads: Reads,
  rail: string,
  currency: string,
  environment: RailConnection['environment'],
): Promise<readonly ExceptionRecord[]> {
  return (await readAll(reads, EXCEPTIONS, { status: 'OPEN' })).filter(
    (exception) =>
      exception.kind === 'RAIL_CONTRADICTION' &&
      exception.rail === rail &&
      exception.currency === currency &&
      splitTenant(exception.tenant).environment === environment &&
      bookedToOf(exception.reference) === null &&
      !isOverdue(exception),
  );
}

/** More contradictions than this explain nothing by chance. */
const MOST_CONTRADICTIONS = 8;

/** Contradictions of earlier versions have no direction: their money may have come or gone. */
const stakes = ({ direction, amount }: ExceptionRecord): readonly bigint[] =>
  direction === null ? [amount, -amount] : [direction === 'IN' ? amount : -amount];

/** Whether the amounts of some contradictions, one of each, sum to the difference. */
function canExplain(open: readonly (readonly bigint[])[], difference: bigint): boolean {
  if (difference === 0n) return true;
  if (open.length > MOST_CONTRADICTIONS) return false;
  const [first, ...rest] = open;
  if (first === undefined) return false;
  return [0n, ...first].some((part) => canExplain(rest, difference - part));
}
