import { setImmediate as otherWork } from 'node:timers/promises';
import type { Digest, RailStatements } from '@corridor/core/ports';
import type { AccountReport, AccountStatement, StatementEntry } from '../../iso20022/messages.js';
import { euros } from '../euros.js';
import type { IncomingReports, IncomingReportsPorts } from '../incoming-port.js';
import { bookReport } from './book-report.js';
import type { Report, ReportEntry } from './report.js';
import { accountIn, ACCOUNTS } from './report-records.js';
import type { Stream } from './identity.js';
import { type List, LISTS, movementIn, MOVEMENTS } from './movement-records.js';
import { movementsOf } from './movements-of.js';
import { gapsIn, pageOf, summaryOf } from './statement-chain.js';
import { hashOf, pageName, startOfPage, statementNames, withoutReferences } from './statement-names.js';
import { createStanding } from './standing.js';
import { createStatements } from './statements.js';
import { tellMovements } from './tell-movements.js';

/** What the bank reports about the accounts, and the statements for the comparison with the ledger. */
export interface AccountReports extends IncomingReports {
  readonly statements: RailStatements;
}

const SECONDS = 60;
const SECONDS_IF_OPEN = 5;
const SHOWN = 20;

const BACKLOG: Readonly<Record<List, string>> = {
  TO_TELL: 'bank entries to book',
  WAITING: 'bank entries that wait for more',
  NOTED: 'bank entries that wait for a statement',
  IN_FLIGHT: 'booked entries that are on no statement yet',
};

/** Books what notifications and statements contain: docs/rails/bank-files-reconciliation.md. */
export function createIncomingReports(ports: IncomingReportsPorts): AccountReports {
  const { entry, railOf, store, digest, clock } = ports;
  const { overdueAfterBankingDays } = entry;
  const standing = createStanding({ store, clock, overdueAfterBankingDays });
  const booking = { store, digest, clock, statementsOnly: entry.credit === 'statement' };

  const ibanOf = ({ account }: AccountStatement): string | null => {
    if (account.iban !== null) return railOf.has(account.iban) ? account.iban : null;
    // Some banks name an account by the part of its IBAN behind the check digits.
    const same = [...railOf.keys()].filter((iban) => iban.slice(4) === account.other?.replace(/\s/g, ''));
    return same[0] ?? null;
  };

  return {
    apply: async (report, source, tell) => {
      const refused: string[] = [];
      for (const statement of report.statements) {
        const iban = ibanOf(statement);
        const reason = iban === null ? 'its account is not configured' : otherCurrency(statement);
        if (iban === null || reason !== null) refused.push(`${statement.id}: ${reason}`);
        else await bookReport(booking, await reportOf(report, statement, iban, digest));
      }
      await tellMovements(ports, tell);
      if (refused.length === 0) return { kind: 'applied' };
      ports.log.warn({ file: source.fileName, statements: refused.length }, 'statements were not applied');
      return { kind: 'set-aside', reason: refused.join('; ') };
    },
    condition: async () => {
      const late: string[] = [];
      for (const [iban, rail] of railOf)
        for (const item of (await standing(iban)).late) if (item.days === 0) late.push(`${rail}: ${item.reason}`);
      return store.read(async (records) => {
        const backlog: Record<string, number> = {};
        for (const list of LISTS) backlog[BACKLOG[list]] = await records.count(MOVEMENTS, list);
        const problems: string[] = [];
        for (const [iban, rail] of railOf) {
          problems.push(...gapsIn(rail, accountIn(await records.get(ACCOUNTS, iban))));
        }
        for (const stored of (await records.list(MOVEMENTS, { status: 'WAITING', limit: SHOWN })).map(movementIn)) {
          const { movement, waitsFor } = stored;
          problems.push(
            `${railOf.get(stored.iban)}: an entry of ${movement.date ?? 'an unknown day'}, ${movement.direction} ${euros(movement.amount)}, waits for ${waitsFor}`,
          );
        }
        return { backlog, problems: [...problems, ...late.slice(0, SHOWN)] };
      });
    },
    tasks: [
      {
        name: 'account-entries',
        run: async (tell) => {
          await tellMovements(ports, tell);
          const open = await store.read((records) => records.count(MOVEMENTS, 'TO_TELL'));
          return open === 0 ? SECONDS : SECONDS_IF_OPEN;
        },
      },
    ],
    statements: createStatements({ store, railOf, standing }),
  };
}

function otherCurrency({ account, entries, balances }: AccountStatement): string | null {
  const all = [account, ...entries, ...balances].map(({ currency }) => currency);
  const other = all.find((currency) => currency !== null && currency !== 'EUR');
  return other === undefined ? null : `it is in ${other}, and the account in EUR`;
}

function streamOf({ kind, version }: AccountReport): Stream {
  if (kind === 'statement') return 'statement';
  return version.startsWith('camt.052') ? 'camt.052' : 'camt.054';
}

async function reportOf(
  message: AccountReport,
  statement: AccountStatement,
  iban: string,
  digest: Digest,
): Promise<Report> {
  const stream = streamOf(message);
  const { id, electronicSequence, legalSequence, from, to, page } = statement;
  const hash = (...values: readonly unknown[]): string => hashOf(digest, ...values);
  // A statement is the same in every message; a notification belongs to its message.
  const names = [
    iban,
    stream,
    id,
    stream === 'statement' ? null : message.messageId,
    electronicSequence,
    legalSequence,
  ];
  const name = hash(...names, from, to);
  const summary = summaryOf(statement, name);
  const own = stream === 'statement' ? pageOf(statement, summary) : null;
  const parts: string[] = [];
  const bare: string[] = [];
  const entries: ReportEntry[] = [];
  for (let at = 0; at < statement.entries.length; at += ENTRIES_AT_ONCE) {
    const some = statement.entries.slice(at, at + ENTRIES_AT_ONCE);
    parts.push(hash(some));
    if (own !== null) bare.push(hash(some.map(withoutReferences)));
    entries.push(...some.map(reportEntryOf));
    await otherWork();
  }
  // The only page is the statement.
  const isOnly = page !== null && page.isLast && Number(page.number) === 1;
  const number = page === null || isOnly ? null : page.number;
  const known =
    stream === 'statement' ? statementNames(digest, iban, summary, number) : { aliases: [], change: null, start: null };
  return {
    stream,
    iban,
    id,
    report: name,
    aliases: [
      hash(name, page?.number ?? null),
      ...known.aliases,
      ...(own === null || bare.length === 0 ? [] : [pageName(digest, iban, own, bare)]),
    ],
    change: known.change,
    start: own === null ? known.start : own.number === 1 ? startOfPage(digest, iban, own) : null,
    key: hash(name, page, statement.balances, parts),
    isCopy: statement.copy !== null,
    isNext: false,
    summary,
    page: own,
    entries,
  };
}

/** Converting more of them at once would keep requests waiting. */
const ENTRIES_AT_ONCE = 200;

const reportEntryOf = (entry: StatementEntry): ReportEntry => ({
  movements: movementsOf(entry),
  net: entry.direction === 'IN' ? entry.amount : -entry.amount,
  isDetailed: entry.details.length > 0,
});
