export * from './account-statement.js';
export * from './area.js';
export { balancesAt, type BalancesRequest } from './balances-at.js';
export { monthOf, type Within } from './booked-period.js';
export {
  type ExportedJournal,
  exportJournal,
  type JournalLine,
  type JournalRequest,
  type LedgerClass,
} from './export-journal.js';
export {
  generalLedger,
  type GeneralLedger,
  type GeneralLedgerAccount,
  mappingFaults,
  type MappingLine,
} from './general-ledger.js';
export { balancesCsv, JOURNAL_FORMATS, type JournalFormat, journalFile, platformOf } from './journal-file.js';
export { MOST_STATEMENT_ENTRIES, readStatement, type StatementRequest } from './read-statement.js';
export { statementCamt, statementCamtParts } from './statement-camt.js';
export { statementCsv, statementCsvParts } from './statement-csv.js';
export type { StatementParts } from './statement-parts.js';
