import type { RailStatements } from '../accounts/index.js';
import { type Instant, plusSeconds, type UnitOfWork, dayOf } from '../kernel/index.js';
import { readPositions } from '../ledger/index.js';
import {
  type Booked,
  reconcile,
  type Reconciliation,
  type ReconciliationScope,
  type StatementLine,
  sumOf,
} from './reconcile.js';

/** The bank's balance and the ledger's. */
export interface RailBalances {
  /** The newest closing balance and its day. */
  readonly date: string;
  readonly currency: string;
  readonly closing: bigint;
  /** What clearing says that the rail holds. */
  readonly ledger: bigint;
  /** What neither the differences nor the movements in flight explain of `ledger - closing`. */
  readonly unexplained: bigint;
}

export interface RailReconciliation extends Reconciliation {
  /** Postings after the newest statement: the next ones will contain them. */
  readonly inFlight: readonly Booked[];
  /** Null for a part of the time, and before the first statement. */
  readonly balances: RailBalances | null;
}

const DAY = 86_400;
/** How many days the ledger and the bank may book a movement apart from each other. */
const MARGIN_DAYS = 10;

/**
 * Compares the statements that a connection keeps with the postings of its rail. Without a period it compares everything,
 * the balances included. Movements near the ends of a period are matched with those outside of it.
 */
export async function reconcileRail(
  units: UnitOfWork,
  { rail, environment, from, to }: ReconciliationScope,
  statements: RailStatements,
  now: Instant,
): Promise<RailReconciliation> {
  const closing = await statements.closing(rail);
  const since = from && plusSeconds(from, -MARGIN_DAYS * DAY);
  const until = to && plusSeconds(to, MARGIN_DAYS * DAY);
  const found = await reconcile(
    units,
    { rail, environment, from: since, to: until },
    linesOf(statements, rail, since, until),
  );
  const isInPeriod = (day: string | null | undefined): boolean =>
    day === null ||
    day === undefined ||
    ((from === undefined || day >= dayOf(from)) && (to === undefined || day <= dayOf(to)));
  const posted = found.missingInStatement.filter(
    ({ createdAt }) => (from === undefined || createdAt >= from) && (to === undefined || createdAt <= to),
  );
  const isStated = ({ createdAt }: Booked): boolean => closing !== null && dayOf(createdAt) <= closing.date;
  const compared = {
    matched: found.matched,
    missingInLedger: found.missingInLedger.filter(({ date }) => isInPeriod(date)),
    missingInStatement: posted.filter(isStated),
    inFlight: posted.filter((booked) => !isStated(booked)),
    ...(found.proves !== undefined && { proves: found.proves }),
  };
  if (closing === null || from !== undefined || to !== undefined) return { ...compared, balances: null };
  const { currency, amount } = closing;
  const ledger = (await readPositions(units, now))
    .filter(
      (position) =>
        position.environment === environment &&
        position.currency === currency &&
        position.account === `clearing:${rail}`,
    )
    .reduce((sum, { balance }) => sum - balance, 0n);
  const inCurrency = (line: { readonly currency: string }): boolean => line.currency === currency;
  const explained = sumOf(posted.filter(inCurrency)) - sumOf(compared.missingInLedger.filter(inCurrency));
  return {
    ...compared,
    balances: { date: closing.date, currency, closing: amount, ledger, unexplained: ledger - amount - explained },
  };
}

async function* linesOf(
  statements: RailStatements,
  rail: string,
  from: Instant | undefined,
  to: Instant | undefined,
): AsyncGenerator<StatementLine, void> {
  const period = { from: from === undefined ? null : dayOf(from), to: to === undefined ? null : dayOf(to) };
  let line = 0;
  for await (const movement of statements.movements(rail, period)) {
    line += 1;
    yield { line, ...movement };
  }
}
