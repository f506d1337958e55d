import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../adapters-storage/src/testing/sqlite.js';
import { runCommand } from './command-line.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const KEY = '5c'.repeat(32);
const OTHER_KEY = '6d'.repeat(32);
const UNCHECKED =
  'the configured master key cannot be used, so the signatures of the seals and the sealed texts were not checked: ';

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-audit-'));
  const made = await corridor(['platform', 'create', '--name', 'Acme'], { CORRIDOR_MASTER_KEY: KEY });
  expect(made.code).toBe(0);
});
afterEach(() => rmSync(folder, { recursive: true }));

async function corridor(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  let out = '';
  const code = await runCommand(
    args,
    { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, ...settings },
    { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (out += text) } },
  );
  return { code, out };
}

describe('corridor audit', () => {
  it('is clean with the master key of the database, and without any configured key', async () => {
    for (const settings of [{ CORRIDOR_MASTER_KEY: KEY }, {}]) {
      const { code, out } = await corridor(['audit'], settings);
      expect(out).toMatch(/^clean: /m);
      expect(code).toBe(0);
    }
  });

  it('prints its report as a JSON object', async () => {
    const { code, out } = await corridor(['audit', '--json'], { CORRIDOR_MASTER_KEY: KEY });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      ...{ findings: [], receivables: [], unconfirmed: [], shortfalls: [], issuersAsked: false },
      checked: { entries: 0, transactions: 0, quotes: 0, events: 0, exceptions: 0 },
      sealed: { seals: 0, rows: 0, head: null, sealedAt: null, signaturesChecked: false },
    });
    const wrong = await corridor(['audit', '--json'], { CORRIDOR_MASTER_KEY: OTHER_KEY });
    expect([wrong.code, JSON.parse(wrong.out)]).toMatchObject([1, { findings: [expect.stringContaining(UNCHECKED)] }]);
  });

  it.each([
    ['is that of another database', { CORRIDOR_MASTER_KEY: OTHER_KEY }, 'the database was sealed with the master key'],
    [
      'is printed by a program that fails',
      { CORRIDOR_MASTER_KEY_COMMAND: JSON.stringify([process.execPath, '-e', 'process.exit(3)']) },
      'CORRIDOR_MASTER_KEY_COMMAND: the program ended with exit code 3',
    ],
    [
      'is printed by a program that prints another key',
      { CORRIDOR_MASTER_KEY_COMMAND: JSON.stringify([process.execPath, '-e', `console.log('${OTHER_KEY}')`]) },
      'the database was sealed with the master key',
    ],
  ])('finds what it could not check if the configured key %s', async (_, settings, why) => {
    const { code, out } = await corridor(['audit'], settings);
    expect(out).toContain(`${UNCHECKED}${why}`);
    expect(out).toMatch(/^1 findings: /m);
    expect(code).toBe(1);
  });

  it('finds what it could not check if the key of the data folder is that of another database', async () => {
    const other = mkdtempSync(join(tmpdir(), 'corridor-audit-'));
    await corridor(['platform', 'create', '--name', 'Other'], { CORRIDOR_DATA_DIR: other });
    renameSync(join(other, 'master.key'), join(folder, 'master.key'));
    rmSync(other, { recursive: true });
    const { code, out } = await corridor(['audit']);
    expect(out).toContain(UNCHECKED);
    expect(code).toBe(1);
  });

  it('goes on, with the master key, if the first platform cannot be read', async () => {
    await corridor(['platform', 'create', '--name', 'Second'], { CORRIDOR_MASTER_KEY: KEY });
    const database = new Database(join(folder, 'corridor.db'));
    database.exec("update platforms set supported_currencies = '{' where rowid = (select min(rowid) from platforms)");
    database.close();
    for (const settings of [{ CORRIDOR_MASTER_KEY: KEY }, { CORRIDOR_MASTER_KEY: OTHER_KEY }]) {
      const { code, out } = await corridor(['audit'], settings);
      expect(out).toContain('the platforms and their tokens cannot be inspected: a column has no valid JSON or number');
      expect(out).toMatch(/^\d+ findings: /m);
      expect(out.includes(UNCHECKED)).toBe(settings.CORRIDOR_MASTER_KEY === OTHER_KEY);
      expect(code).toBe(1);
    }
  });
});
