import { releaseGrown } from './growth/grown.js';
import { machine } from './machine.js';
import { type Options, readOptions, USAGE } from './options.js';
import { type Result, resultOf } from './result.js';
import type { Row } from './row.js';
import { BANK_FILES_ROWS } from './rows/bank-files.js';
import { BYTES_ROWS } from './rows/bytes.js';
import { COST_ROWS } from './rows/cost.js';
import { END_TO_END_ROWS } from './rows/end-to-end.js';
import { EVM_DEPOSIT_ROWS } from './rows/evm-deposits.js';
import { EVM_ROWS } from './rows/evm.js';
import { FIGURES_ROWS } from './rows/figures.js';
import { GROWTH_ROWS } from './rows/growth.js';
import { HOSTS_ROWS } from './rows/hosts.js';
import { IMPORT_ROWS } from './rows/import.js';
import { LATENCY_ROWS } from './rows/latency.js';
import { POSTGRES_ROWS } from './rows/postgres.js';
import { PRISM_ROWS } from './rows/prism.js';
import { SQLITE_ROWS } from './rows/sqlite.js';
import { START_ROWS } from './rows/start.js';
import { TRACING_ROWS } from './rows/tracing.js';
import { WEBHOOK_ROWS } from './rows/webhooks.js';
import { table, whole } from './table.js';
import { write } from './write.js';

const ROWS: readonly Row[] = [
  ...SQLITE_ROWS,
  ...POSTGRES_ROWS,
  ...PRISM_ROWS,
  ...WEBHOOK_ROWS,
  ...LATENCY_ROWS,
  ...HOSTS_ROWS,
  ...IMPORT_ROWS,
  ...START_ROWS,
  ...BANK_FILES_ROWS,
  ...EVM_ROWS,
  ...EVM_DEPOSIT_ROWS,
  ...END_TO_END_ROWS,
  ...BYTES_ROWS,
  ...FIGURES_ROWS,
  ...TRACING_ROWS,
  ...GROWTH_ROWS,
  ...COST_ROWS,
];

/** Measures the rows one after another. A row that fails is left out, and the run fails in the end. */
async function run(options: Options): Promise<void> {
  const { rounds, seconds } = options;
  const run = { date: new Date().toISOString().slice(0, 10), rounds, seconds, machine: machine() };
  const results: Result[] = [];
  const failed = new Set<number>();
  for (const row of ROWS.filter(({ number }) => options.rows === null || options.rows.includes(number))) {
    const begun = performance.now();
    process.stderr.write(`row ${row.number}: ${row.title}\n`);
    try {
      results.push(resultOf(row, await row.measure(options), run));
    } catch (error) {
      failed.add(row.number);
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      results.push(resultOf(row, { leftOut: 'failed: the error is above' }, run));
    }
    process.stderr.write(`row ${row.number} took ${whole((performance.now() - begun) / 1000)} s\n`);
  }
  process.stdout.write(`${table(results)}\n`);
  if (options.write) write(results.filter(({ number }) => !failed.has(number)));
  if (failed.size > 0) process.exitCode = 1;
}

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
} finally {
  await releaseGrown();
}
