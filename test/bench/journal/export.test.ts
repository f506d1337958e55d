import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { instant } from '@corridor/core';
import { expect, test } from 'vitest';
import { measured } from './exporting.js';
import { fillJournal } from './fill.js';

const POSTINGS = 100_000;
/** A heap that would not hold the postings, or the file. */
const HEAP = '--max-old-space-size=40';

test('an export of a long period needs no more memory than one of a short period', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-journal-'));
  try {
    const storage = createSqliteStorage({ path: join(folder, 'corridor.db') });
    await storage.migrate();
    const period = { from: instant(Date.UTC(2025, 0, 1)), to: instant(Date.UTC(2026, 0, 1)) };
    await fillJournal(storage, { postings: POSTINGS, ...period });
    await storage.close();
    for (const [format, lines] of [
      ['csv', POSTINGS + 1],
      ['jsonl', POSTINGS],
    ] as const) {
      const args = ['journal', 'export', '--to', '2026-01-01', '--format', format];
      const exported = await measured(folder, args, [HEAP]);
      expect([exported.code, exported.lines], exported.stderr).toEqual([0, lines]);
      expect(exported.bytes).toBeGreaterThan(20_000_000);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
