export * from './account-statement.js';
export * from './area.js';
export { MOST_STATEMENT_ENTRIES, readStatement, type StatementRequest } from './read-statement.js';
export { statementCamt, statementCamtParts } from './statement-camt.js';
export { statementCsv, statementCsvParts } from './statement-csv.js';
export type { StatementParts } from './statement-parts.js';
