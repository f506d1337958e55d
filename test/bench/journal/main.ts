import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { instant } from '@corridor/core';
import { wholeNumber } from '../options.js';
import { fillJournal } from './fill.js';
import { measured } from './exporting.js';

const USAGE = 'node test/dist/test/bench/journal/main.js [--postings 1000000]';
const [FROM, TO] = [instant(Date.UTC(2025, 0, 1)), instant(Date.UTC(2026, 0, 1))];

/** Prints how long exports of a journal of a year take, and their peak memory. */
async function run(postings: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-journal-'));
  try {
    const storage = createSqliteStorage({ path: join(folder, 'corridor.db') });
    await storage.migrate();
    const begun = performance.now();
    await fillJournal(storage, { postings, from: FROM, to: TO });
    await storage.close();
    process.stderr.write(`${postings} postings written in ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);
    const commands: Readonly<Record<string, readonly string[]>> = {
      'the year as CSV': ['journal', 'export', '--to', '2026-01-01'],
      'the year as JSON': ['journal', 'export', '--to', '2026-01-01', '--format', 'jsonl'],
      'the first positions, which store their sums': ['positions'],
      'the last month with balances': ['journal', 'export', '--month', '2025-12', '--balances'],
      'the first month with balances': ['journal', 'export', '--month', '2025-01', '--balances'],
      'the trial balance before the last month': ['positions', '--at', '2025-12-01'],
    };
    for (const [title, args] of Object.entries(commands)) {
      const { code, lines, bytes, seconds, cpu, megabytes, stderr } = await measured(folder, args);
      if (code !== 0) throw new Error(`${title}: exit code ${code}: ${stderr}`);
      const size = (bytes / 1e6).toFixed(0);
      const time = `${seconds.toFixed(1)} s (${cpu.toFixed(1)} s of a processor)`;
      process.stdout.write(`${title}: ${lines} lines, ${size} MB in ${time}, peak ${megabytes} MB\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

try {
  const { values } = parseArgs({ options: { postings: { type: 'string', default: '1000000' } } });
  await run(wholeNumber('postings', values.postings));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
