import { type Options, readOptions, USAGE } from './options.js';
import type { Outcome, Row } from './row.js';
import { BANK_FILES_ROWS } from './rows/bank-files.js';
import { BYTES_ROWS } from './rows/bytes.js';
import { COST_ROWS } from './rows/cost.js';
import { END_TO_END_ROWS } from './rows/end-to-end.js';
import { EVM_DEPOSIT_ROWS } from './rows/evm-deposits.js';
import { EVM_ROWS } from './rows/evm.js';
import { FIGURES_ROWS } from './rows/figures.js';
import { IMPORT_ROWS } from './rows/import.js';
import { POSTGRES_ROWS } from './rows/postgres.js';
import { SQLITE_ROWS } from './rows/sqlite.js';
import { START_ROWS } from './rows/start.js';
import { TRACING_ROWS } from './rows/tracing.js';
import { WEBHOOK_ROWS } from './rows/webhooks.js';
import { table } from './table.js';

const ROWS: readonly Row[] = [
  ...SQLITE_ROWS,
  ...POSTGRES_ROWS,
  ...WEBHOOK_ROWS,
  ...IMPORT_ROWS,
  ...START_ROWS,
  ...BANK_FILES_ROWS,
  ...EVM_ROWS,
  ...EVM_DEPOSIT_ROWS,
  ...END_TO_END_ROWS,
  ...BYTES_ROWS,
  ...FIGURES_ROWS,
  ...TRACING_ROWS,
  ...COST_ROWS,
];

async function run(options: Options): Promise<void> {
  const results: { readonly row: Row; readonly outcome: Outcome }[] = [];
  for (const row of ROWS.filter(({ number }) => options.rows === null || options.rows.includes(number))) {
    process.stderr.write(`row ${row.number}: ${row.title}\n`);
    results.push({ row, outcome: await row.measure(options) });
  }
  process.stdout.write(`${table(results)}\n`);
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
