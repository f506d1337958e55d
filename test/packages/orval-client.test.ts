import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@corridor/adapters-http';
import { describe, expect, test } from 'vitest';
import { installedTool, type Tool } from '../support/installed-tool.js';
import { runIn } from '../support/packed-packages.js';

const TSC = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));
const OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'];
const WITHIN_MS = 240_000;

/** Version 7 writes the types of further members as the document has them; version 8 widens them. */
const EXACT: Tool = { package: 'orval', version: '7.21.0', program: 'dist/bin/orval.js' };
const NEWEST: Tool = { package: 'orval', version: '8.38.0', program: 'dist/bin/orval.mjs' };

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
const present = openApiDocument() as unknown as Document;

/** Generates the client of a document. Returns what the compiler reports about it, and its text. */
async function compiled(
  program: string,
  document: Document,
): Promise<{ readonly faults: string; readonly client: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-orval-'));
  try {
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    const output = { target: './client.ts', client: 'fetch', mode: 'single' };
    const config = { corridor: { input: './openapi.json', output } };
    writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)};\n`);
    const generated = await runIn(folder, process.execPath, [program, '--config', 'orval.config.mjs']);
    if (generated.code !== 0) throw new Error(`orval has ended with ${generated.code}: ${generated.output}`);
    const { stdout } = spawnSync(process.execPath, [TSC, ...OPTIONS, 'client.ts'], { cwd: folder, encoding: 'utf8' });
    return { faults: stdout, client: readFileSync(join(folder, 'client.ts'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const tool of [EXACT, NEWEST]) {
  const orval = await installedTool(tool);
  if ('leftOut' in orval) process.stdout.write(`A client of orval is not compiled; ${orval.leftOut}\n`);
  const program = 'program' in orval ? orval.program : '';

  describe.skipIf(program === '')(`the client that orval ${tool.version} generates from the OpenAPI document`, () => {
    test(
      'compiles, with every operation',
      async () => {
        const { faults, client } = await compiled(program, present);
        expect(faults).toBe('');
        const operations = Object.values(present.paths).flatMap((methods) =>
          Object.values(methods).flatMap(({ operationId }) => operationId ?? []),
        );
        expect(operations.length).toBeGreaterThan(100);
        expect(operations.filter((id) => !client.includes(`export const ${id} = async`))).toEqual([]);
        expect(client).toContain('export interface StablecoinFundingInstructions {');
      },
      WITHIN_MS,
    );
  });

  if (tool !== EXACT) continue;
  test.skipIf(program === '')(
    'the compiler refuses the client of a schema whose further members exclude its optional ones',
    async () => {
      const document = structuredClone(present);
      Object.assign(document.components.schemas['StablecoinFundingInstructions']!, {
        additionalProperties: { type: 'string' },
      });
      expect((await compiled(program, document)).faults).toMatch(/client\.ts\(\d+,\d+\): error TS2411/);
    },
    WITHIN_MS,
  );
}
