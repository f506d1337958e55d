import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runIn } from '../support/packed-packages.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

const sourcesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

test('the client is generated from the present OpenAPI document; `npm run client:write` generates it', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'corridor-client-'));
  try {
    await runIn(root, process.execPath, ['packages/client/generate.mjs', fresh]);
    const [expected, present] = [sourcesOf(fresh), sourcesOf(join(root, 'packages/client/src/generated'))];
    expect(Object.keys(present).sort()).toEqual(Object.keys(expected).sort());
    expect(Object.keys(expected).filter((file) => expected[file] !== present[file])).toEqual([]);
  } finally {
    rmSync(fresh, { recursive: true });
  }
}, 120_000);
