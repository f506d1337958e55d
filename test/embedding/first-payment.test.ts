import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

// The folder is below the repository, so that the packages of the workspace are found from it.
const cache = join(REPOSITORY, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
const folder = mkdtempSync(join(cache, 'first-payment-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the first example of docs/embedding.md compiles and completes a payment', async () => {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(join(REPOSITORY, 'docs/embedding.md'), 'utf8'))!;
  expect(code).toContain('createSandboxCore({ storage: createMemoryStorage() })');
  writeFileSync(
    join(folder, 'first.ts'),
    `${code}\nexport const { findings } = await core.ledger.audit();\nexport { status };\n`,
  );
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = { composite: false, incremental: false, declaration: false, declarationMap: false };
  const config = { extends: join(REPOSITORY, 'tsconfig.base.json'), compilerOptions, files: ['first.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(REPOSITORY, 'node_modules/typescript-7/bin/tsc');
  expect(spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }).stdout).toBe('');
  expect(await import(pathToFileURL(join(folder, 'first.js')).href)).toMatchObject({
    status: 'COMPLETED',
    findings: [],
  });
}, 60_000);
