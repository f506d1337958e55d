export * from './account-statement.js';
export * from './area.js';
export { MOST_STATEMENT_ENTRIES, readStatement, type StatementRequest } from './read-statement.js';
export { statementCamt } from './statement-camt.js';
export { statementCsv } from './statement-csv.js';
