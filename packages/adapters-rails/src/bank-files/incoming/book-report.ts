import { type Instant, ok, plusSeconds, toIso } from '@corridor/core';
import type { Digest, RailRecord, RailStore, RailValue, RailWrites } from '@corridor/core/ports';
import { stored } from '../../connections/stored.js';
import { contentOf, MOVEMENTS, ownMovement } from './movement-records.js';
import { openingAfter } from './opening.js';
import { planFor } from './plan-report.js';
import { CHUNK, chunksOf, type Plan, type Report } from './report.js';
import {
  accountIn,
  ACCOUNTS,
  type AccountState,
  ALIASES,
  chunkKey,
  dividedName,
  ENTRIES,
  type ReportRecord,
  REPORTS,
  statementsOf,
  unstated,
} from './report-records.js';
import { type StatementNames, statementNames } from './statement-names.js';
import { type Contradiction, withPage, withStatement } from './statement-chain.js';
import { changedBy, writeChunk, type WritingPorts } from './write-chunk.js';

export interface BookingPorts extends WritingPorts {
  readonly store: RailStore;
  readonly digest: Digest;
}

/**
 * Stores the movements of a report that are not known yet, and notes of the known ones that this report names them. It
 * may stop after any unit: repeated, it continues. A report that is booked has no further effect.
 */
export async function bookReport(ports: BookingPorts, report: Report): Promise<void> {
  for (;;) {
    const plan = await planFor(ports, report);
    if (plan === null || (await carryOut(ports, plan))) return;
  }
}

/** False if another host has changed the account: plan again. */
async function carryOut(ports: BookingPorts, plan: Plan): Promise<boolean> {
  const { report, turn, steps, firstChunk } = plan;
  const last = firstChunk + Math.max(chunksOf(steps.length), 1) - 1;
  for (let chunk = firstChunk; chunk <= last; chunk += 1) {
    const at = (chunk - firstChunk) * CHUNK;
    const part = steps.slice(at, at + CHUNK);
    const isMine = stored(
      await ports.store.run(async (records) => {
        const account = await records.get(ACCOUNTS, report.iban);
        const state = accountIn(account);
        if (state.turn !== turn + chunk - firstChunk) return ok(false);
        if (part.length > 0) {
          const positions = await writeChunk(ports, records, report, part);
          records.add({ collection: ENTRIES, key: chunkKey(report, chunk), value: positions });
        }
        const after = chunk === last ? await finished(ports, records, state, plan) : state;
        keepAccount(records, report.iban, account, after);
        return ok(true);
      }),
    );
    if (!isMine) return false;
  }
  return true;
}

/** Records the report as booked, and returns the account after it. */
async function finished(
  { digest, clock }: Pick<BookingPorts, 'digest' | 'clock'>,
  records: RailWrites,
  state: AccountState,
  { report, isAgain, isDivided, steps, firstChunk }: Plan,
): Promise<AccountState> {
  const { iban, stream, id, key, aliases, change, start, page, summary, report: name } = report;
  const chunks = firstChunk + chunksOf(steps.length);
  const value: ReportRecord = { iban, stream, id, report: name, from: summary.from, to: summary.to, chunks };
  const isStatement = stream === 'statement';
  const status = isStatement ? statementsOf(iban) : null;
  records.add({ collection: REPORTS, key, status, value: value as unknown as RailValue });
  addNames(records, { aliases, change, start: page === null ? start : null });
  if (page !== null && isDivided) addNames(records, { aliases: [dividedName(page.report)], change: null, start: null });
  // What this statement names now is left out by its key, whether or not the reads of this unit show its writes.
  const named = new Set(isStatement ? steps.flatMap(changedBy) : []);
  // Pages of a statement and of the one that the bank makes again may come mixed: each may be complete first.
  const isChained = isStatement && (!isAgain || page !== null);
  const after = isChained ? await withReport({ digest, clock }, records, state, { report, isAgain }, named) : state;
  return withEarlierDays(records, after, report, named);
}

function addNames(records: RailWrites, { aliases, change, start }: StatementNames): void {
  for (const alias of [...aliases, change, start].filter((name) => name !== null))
    records.add({ collection: ALIASES, key: alias }, { unlessExists: true });
}

function keepAccount(records: RailWrites, iban: string, before: RailRecord | null, state: AccountState): void {
  const value = { ...state, turn: state.turn + 1 } as unknown as RailValue;
  if (before === null) records.add({ collection: ACCOUNTS, key: iban, value });
  else records.change(before, { value });
}

/** Of a bank that closes the days of a long weekend before them. A later day is a mistake, and ends with the next statement. */
const MOST_AHEAD_DAYS = 7;
const SECONDS_PER_DAY = 86_400;
const dayOf = (at: Instant): string => toIso(at).slice(0, 10);

/** The account after a statement: its chain of balances, and its opening entry. */
async function withReport(
  { digest, clock }: Pick<BookingPorts, 'digest' | 'clock'>,
  records: RailWrites,
  before: AccountState,
  { report, isAgain }: Pick<Plan, 'report' | 'isAgain'>,
  named: ReadonlySet<string>,
): Promise<AccountState> {
  const { summary, page } = report;
  const paged =
    page === null
      ? { chain: before, statement: summary }
      : withPage(before, isAgain ? { ...page, isAgain: true } : page);
  if (paged.statement === null) return { ...before, ...paged.chain };
  const { statement } = paged;
  if (page !== null) {
    const names = statementNames(digest, report.iban, statement, null);
    const own = [...names.aliases, ...(names.change === null ? [] : [names.change])];
    const isKnown = (await records.getMany(ALIASES, own)).length > 0;
    addNames(records, names);
    if (isKnown) return { ...before, ...paged.chain };
  }
  const { chain, contradictions, isFirst } = withStatement(paged.chain, statement, report.isCopy && !isAgain);
  for (const contradiction of contradictions) addContradiction(records, report.iban, contradiction);
  const opening =
    isFirst && statement.opening !== null
      ? openingAfter(records, before.opening, {
          iban: report.iban,
          from: statement.from,
          balance: statement.opening,
          unstated: (await unstated(records, report.iban)).filter(({ key }) => !named.has(key)),
        })
      : before.opening;
  const { newest } = before;
  const furthest = dayOf(plusSeconds(clock.now(), MOST_AHEAD_DAYS * SECONDS_PER_DAY));
  const isNewest =
    statement.closing !== null && (newest === null || newest.date > furthest || statement.to >= newest.date);
  return {
    ...before,
    ...chain,
    opening,
    newest: isNewest ? { date: statement.to, closing: statement.closing! } : newest,
  };
}

/**
 * The account after a notification of a day before its first statement, whose opening balance has that money; or after a
 * statement that has such money itself.
 */
async function withEarlierDays(
  records: RailWrites,
  state: AccountState,
  { stream, iban, entries }: Report,
  named: ReadonlySet<string>,
): Promise<AccountState> {
  const { opening } = state;
  if (opening === null) return state;
  const isEarlier = entries.some(({ movements }) => movements.some(({ date }) => date !== null && date < opening.from));
  const isCounted = stream === 'statement' && opening.booked !== opening.balance;
  if (!isEarlier && !isCounted) return state;
  const { from, balance } = opening;
  const unstatedNow = (await unstated(records, iban)).filter(({ key }) => !named.has(key));
  return { ...state, opening: openingAfter(records, opening, { iban, from, balance, unstated: unstatedNow }) };
}

function addContradiction(records: RailWrites, iban: string, { id, missing, reason }: Contradiction): void {
  const content = contentOf(ownMovement('check', iban, missing, reason));
  records.add({ collection: MOVEMENTS, key: id, status: 'TO_TELL', ...content }, { unlessExists: true });
}
