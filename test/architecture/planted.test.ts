import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const planted = fileURLToPath(new URL('./planted/', import.meta.url));

describe('dependency rules', () => {
  interface Cruised {
    readonly modules: readonly { readonly source: string }[];
    readonly summary: {
      readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
    };
  }

  let copy: string;
  let sources: readonly string[];
  let fresh: Cruised;
  let built: Cruised;

  function cruise(config: string, ...what: readonly string[]): Cruised {
    const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [bin, ...what, '--config', config, '--output-type', 'json'];
    return JSON.parse(
      execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8', maxBuffer: 1 << 28 }),
    ) as Cruised;
  }

  /** Applies the same rules, but follows only the direct imports of the files. */
  function cruiseAlone(files: readonly string[]): Cruised {
    writeFileSync(
      join(copy, 'alone.cjs'),
      `const { options, ...rules } = require('./.dependency-cruiser.cjs');
       const doNotFollow = { path: [...options.doNotFollow.path, '/src/'] };
       module.exports = { ...rules, options: { ...options, doNotFollow } };`,
    );
    return cruise('alone.cjs', ...files);
  }

  /** Links as npm does: the installed packages, and the workspaces of this copy. */
  function linkDependencies(): void {
    mkdirSync(join(copy, 'node_modules/@corridor'), { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (!name.startsWith('.') && name !== '@corridor') {
        symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
      }
    }
    for (const name of readdirSync(join(copy, 'packages'))) {
      symlinkSync(join(copy, 'packages', name), join(copy, 'node_modules/@corridor', name));
    }
  }

  const rulesBrokenBy = (result: Cruised, file: string): readonly string[] => [
    ...new Set(result.summary.violations.filter((v) => v.from === `packages/${file}`).map((v) => v.rule.name)),
  ];

  /** Cruises the sources alone, then with built files, because the rules hold on a fresh clone and after a build. */
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'corridor-planted-'));
    for (const file of ['package.json', 'tsconfig.base.json', '.dependency-cruiser.cjs']) {
      cpSync(join(root, file), join(copy, file));
    }
    for (const name of readdirSync(join(root, 'packages'))) {
      for (const part of ['package.json', 'src']) {
        cpSync(join(root, 'packages', name, part), join(copy, 'packages', name, part), { recursive: true });
      }
    }
    linkDependencies();
    sources = readdirSync(join(copy, 'packages'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /^[a-z-]+\/src\/.*\.ts$/.test(file))
      .map((file) => `packages/${file}`);
    const added: string[] = [];
    for (const name of readdirSync(join(planted, 'imports'))) {
      const from = join(planted, 'imports', name);
      cpSync(from, join(copy, 'packages', name, 'src'), { recursive: true });
      const files = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
      added.push(...files.map((file) => `packages/${name}/src/${file}`));
    }
    fresh = cruise('.dependency-cruiser.cjs', 'packages');
    for (const name of ['core', 'adapters-storage']) {
      mkdirSync(join(copy, 'packages', name, 'dist'));
      for (const file of ['index.js', 'index.d.ts'])
        writeFileSync(join(copy, 'packages', name, 'dist', file), 'export {};');
    }
    built = cruiseAlone(added);
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  test('see every TypeScript file and find no violation in the repository', () => {
    const seen = new Set(fresh.modules.map((module) => module.source));
    expect(sources.length).toBeGreaterThan(50);
    expect(sources.filter((file) => !seen.has(file))).toEqual([]);
    expect(fresh.summary.violations.filter(({ from }) => sources.includes(from))).toEqual([]);
  });

  test.each([
    ['core/src/kernel/koa-in-core.ts', 'core-knows-only-itself'],
    ['core/src/kernel/koa-type-in-core.ts', 'core-knows-only-itself'],
    ['core/src/kernel/node-in-core.ts', 'core-knows-only-itself'],
    ['core/src/kernel/adapter-in-core.ts', 'core-knows-only-itself'],
    ['core/src/kernel/higher-area.ts', 'core-layers-kernel'],
    ['core/src/kernel/circle-one.ts', 'no-cycles'],
    ['core/src/quotes/past-the-index.ts', 'core-areas-by-their-index'],
    ['core/src/quotes/above-the-areas.ts', 'core-layers-quotes'],
    ['core/src/quotes/own-entry.ts', 'core-entries-are-doors'],
    ['core/src/lending/unlayered-area.ts', 'core-is-layered'],
    ['core/src/loose-file.ts', 'core-is-layered'],
    ['adapters-http/src/kit/adapter-in-adapter.ts', 'adapters-http-knows-only-core'],
    ['adapters-http/src/kit/container-in-adapter.ts', 'container-only-in-host'],
    ['adapters-http/src/kit/opentelemetry-in-adapter.ts', 'opentelemetry-in-one-file'],
    ['adapters-http/src/kit/mcp-in-adapter.ts', 'mcp-in-one-folder'],
    ['adapters-http/src/kit/higher-floor.ts', 'adapters-http-layers-kit'],
    ['adapters-http/src/kit/own-entry.ts', 'adapters-http-layers-kit'],
    ['adapters-http/src/pages/operation-in-page.ts', 'adapters-http-layers-pages'],
    ['adapters-http/src/server/outbound-in-server.ts', 'adapters-http-apart-server'],
    ['adapters-http/src/server/console-in-server.ts', 'console-apart-from-the-api'],
    ['adapters-http/src/loose-file.ts', 'adapters-http-is-layered'],
    ['adapters-http/src/api/quotes/higher-area.ts', 'adapters-http/api-layers-quotes'],
    ['adapters-http/src/api/transfers/circle-one.ts', 'adapters-http/api-apart-cards'],
    ['adapters-http/src/api/uma/circle-two.ts', 'adapters-http/api-apart-cards'],
    ['adapters-http/src/api/lending/unlayered-folder.ts', 'adapters-http/api-is-layered'],
    ['adapters-http/src/api/loose-file.ts', 'adapters-http/api-is-layered'],
    ['adapters-http/src/console/kit/api-in-console.ts', 'adapters-http-apart-api'],
    ['adapters-http/src/console/kit/section-in-kit.ts', 'adapters-http/console-layers-kit'],
    ['adapters-http/src/console/payments/higher-section.ts', 'adapters-http/console-layers-overview'],
    ['adapters-storage/src/undeclared-dependency.ts', 'declared-dependencies'],
    ['host/src/kernel/higher-folder.ts', 'host-layers-kernel'],
    ['host/src/metrics/circle-of-folders.ts', 'host-apart-keys'],
    ['host/src/tracing/circle-of-folders.ts', 'host-apart-keys'],
    ['host/src/running-host/database-in-running-host.ts', 'running-host-by-its-api'],
    ['host/src/running-host/host-in-running-host.ts', 'running-host-by-its-api'],
    ['host/src/lending/unlayered-folder.ts', 'host-is-layered'],
    ['host/src/loose-file.ts', 'host-is-layered'],
    ['adapters-storage/src/schema/higher-folder.ts', 'adapters-storage-layers-port'],
    ['adapters-storage/src/memory/same-layer.ts', 'adapters-storage-apart-memory'],
    ['adapters-storage/src/loose-file.ts', 'adapters-storage-is-layered'],
    ['adapters-rails/src/accounts/higher-folder.ts', 'adapters-rails-layers-accounts'],
    ['adapters-rails/src/kyc/same-layer.ts', 'adapters-rails-apart-accounts'],
    ['adapters-rails/src/loose-file.ts', 'adapters-rails-is-layered'],
    ['client/src/generated/higher-file.ts', 'client-files-retrying-fetch'],
    ['client/src/loose-file.ts', 'client-files-in-order'],
    ['client/src/core-in-client.ts', 'client-knows-only-itself'],
    ['client/src/node-in-client.ts', 'client-knows-only-itself'],
    ['client/src/package-in-client.ts', 'client-knows-only-itself'],
    ['client/src/wallet-with-node.ts', 'client-wallet-knows-cryptography'],
  ])('report %s', (file, rule) => {
    expect(rulesBrokenBy(fresh, file)).toContain(rule);
    expect(rulesBrokenBy(built, file)).toContain(rule);
  });

  test.each(['core/src/quotes/allowed.ts', 'adapters-http/src/kit/allowed.ts', 'host/src/running-host/allowed.ts'])(
    'let %s pass',
    (file) => {
      for (const cruised of [fresh, built]) {
        expect(cruised.modules.map((module) => module.source)).toContain(`packages/${file}`);
        expect(rulesBrokenBy(cruised, file)).toEqual([]);
      }
    },
  );
});

describe("core's types", () => {
  const core = join(root, 'packages/core');
  let codes: ReadonlyMap<string, readonly number[]>;

  /** Compiles the planted files as files of an area of core, with the settings of core. */
  beforeAll(() => {
    const file = join(core, 'tsconfig.json');
    const config = ts.parseJsonConfigFileContent(ts.readConfigFile(file, ts.sys.readFile).config, ts.sys, core);
    const options: ts.CompilerOptions = { ...config.options, composite: false, incremental: false, noEmit: true };
    const sources = new Map(
      readdirSync(join(planted, 'types')).map((name) => [
        join(core, 'src/planted', name),
        readFileSync(join(planted, 'types', name), 'utf8'),
      ]),
    );
    const disk = ts.createCompilerHost(options);
    const host: ts.CompilerHost = {
      ...disk,
      fileExists: (name) => sources.has(name) || disk.fileExists(name),
      readFile: (name) => sources.get(name) ?? disk.readFile(name),
      getSourceFile: (name, target, onError) => {
        const text = sources.get(name);
        return text === undefined ? disk.getSourceFile(name, target, onError) : ts.createSourceFile(name, text, target);
      },
    };
    const program = ts.createProgram([...sources.keys()], options, host);
    codes = new Map(
      [...sources.keys()].map((name) => [
        name.slice(name.lastIndexOf('/') + 1),
        program.getSemanticDiagnostics(program.getSourceFile(name)).map((diagnostic) => diagnostic.code),
      ]),
    );
  });

  const NOT_ASSIGNABLE = 2322;
  const NO_SUCH_ARGUMENT = 2345;
  const UNKNOWN_PROPERTY = 2353;
  const READ_ONLY = 2540;
  const NO_SUCH_NAME = [2304, 2580, 2584, 2591];

  test.each([
    ['status-by-update.ts', [UNKNOWN_PROPERTY]],
    ['status-beside-transition.ts', [UNKNOWN_PROPERTY]],
    ['status-by-assignment.ts', [READ_ONLY]],
    ['unknown-machine-event.ts', [NO_SUCH_ARGUMENT]],
    ['amount-immutable.ts', [UNKNOWN_PROPERTY]],
    ['number-amount-in-record.ts', [NOT_ASSIGNABLE]],
    ['number-amount-in-quote.ts', [NOT_ASSIGNABLE]],
    ['number-amount-in-line.ts', [NOT_ASSIGNABLE]],
    ['number-amount-in-money.ts', [NO_SUCH_ARGUMENT]],
    ['two-currencies-added.ts', [NO_SUCH_ARGUMENT]],
    ['fetch-in-core.ts', NO_SUCH_NAME],
    ['process-in-core.ts', NO_SUCH_NAME],
    ['set-timeout-in-core.ts', NO_SUCH_NAME],
    ['console-in-core.ts', NO_SUCH_NAME],
  ])('refuse %s', (file, expected) => {
    expect(codes.get(file)).toHaveLength(1);
    expect(expected).toContain(codes.get(file)![0]);
  });

  test('accept the same code without the mistake', () => {
    expect(codes.get('allowed.ts')).toEqual([]);
  });
});

describe('lint', () => {
  const eslint = new ESLint({ cwd: root });

  async function messages(path: string, code: string): Promise<readonly string[]> {
    const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, path) });
    return result!.messages.map((message) => message.message);
  }

  const quotes = 'packages/core/src/quotes/planted.ts';
  const money = 'packages/core/src/money/planted.ts';
  const volumes = 'packages/core/src/rates/daily-volume.ts';
  const http = 'packages/adapters-http/src/planted.ts';
  const page = 'packages/adapters-http/src/console/payments/planted.ts';
  const command = 'packages/host/src/commands/planted.ts';
  const doctor = 'packages/host/src/doctor/planted.ts';

  test.each([
    [quotes, "tx.change(QUOTES, quote, { ...quote, status: 'COMPLETED' });", /update\(\) or transition\(\)/],
    [http, "tx.change(QUOTES, quote, { ...quote, status: 'COMPLETED' });", /update\(\) or transition\(\)/],
    [quotes, 'const { change } = tx; change(QUOTES, quote, after);', /update\(\) or transition\(\)/],
    [quotes, 'tx.increase(BALANCES, { id, by: { available: 1n } }, short);', /post\(\) of the ledger/],
    [volumes, 'tx.increase(BALANCES, { id, by: { available: 1n } }, short);', /post\(\) of the ledger/],
    [quotes, 'export const now = Date.now();', /Clock port/],
    [quotes, 'export const now = new Date();', /Clock port/],
    ['packages/core/src/accounts/planted.ts', 'export const chance = Math.random();', /Random port/],
    [money, 'export const fee = 0.5;', /no fractions/],
    [money, 'export const rounded = Math.round(amount);', /mulDiv/],
    [money, 'export const read = parseFloat(text);', /no fractions/],
    [http, "export const refuse = () => { throw 'no'; };", /Throw an Error/],
    [http, 'export const refuse = () => { throw { code: 1 }; };', /Throw an Error/],
    [http, 'console.log(1);', /console/],
    [page, 'export const found = core.units.read(tenant, (reads) => query(reads, ctx, input));', /with a use case/],
    [command, 'export const found = storage.units.read(null, work);', /with a use case/],
    [command, 'export const done = units.run(tenant, work);', /with a use case/],
    [page, "import { type Platform, PLATFORMS } from '@corridor/core/records';", /with a use case/],
    [command, "import { EXCEPTIONS as kind } from '@corridor/core/records';", /with a use case/],
    [command, "import { readAll } from '@corridor/core/internal';", /with a use case/],
    [doctor, 'export const found = storage.units.read(null, work);', /with a use case/],
    [doctor, "import { SEALS } from '@corridor/core/records';", /with a use case/],
    [command, "import * as records from '@corridor/core/records';", /Import the names/],
    [page, "throw 'no';", /Throw an Error/],
  ])('reports in %s: %s', async (path, code, message) => {
    expect(await messages(path, code)).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    [quotes, "update(tx, ctx, QUOTES, quote, { description: 'x' });"],
    [quotes, 'export const at = new Date(milliseconds);'],
    [money, 'export const doubled = amount * 2n;'],
    [http, "export const refuse = () => { throw new Error('no'); };"],
    [volumes, 'tx.increase(DAILY_VOLUMES, { id, by: { remaining: 1n } }, short);'],
    ['packages/core/src/kernel/change.ts', 'tx.change(kind, record, after, lost);'],
    ['packages/core/src/quotes/planted.test.ts', 'export const now = Date.now();'],
    [page, "import type { Platform, PLATFORMS } from '@corridor/core/records';"],
    [page, "import { CUSTOMER_TYPES, type Platform } from '@corridor/core/records';"],
    [page, 'export const found = core.commands.read(tenant, (reads) => query(reads, ctx, input));'],
    [page, 'export const found = core.operators.reads.platform(tenant);'],
    [command, "import { TOKENS } from '../composition/tokens.js';"],
    ['packages/host/src/commands/planted.test.ts', "import { PLATFORMS } from '@corridor/core/records';"],
  ])('accepts in %s: %s', async (path, code) => {
    expect(await messages(path, code)).toEqual([]);
  });

  test('reports a source of more than 500 lines, and no test of that length', async () => {
    const lines = (count: number): string =>
      Array.from({ length: count }, (_, line) => `export const n${line} = 1;`).join('\n');
    expect(await messages(quotes, lines(501))).toEqual([expect.stringMatching(/too many lines/)]);
    expect(await messages(quotes, lines(500))).toEqual([]);
    expect(await messages('packages/core/src/quotes/planted.test.ts', lines(501))).toEqual([]);
  });

  test('lists no long source that is gone or has become short', () => {
    const listed = JSON.parse(readFileSync(join(root, '.ci/long-files.json'), 'utf8')) as Readonly<
      Record<string, number>
    >;
    const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
    for (const [file, lines] of Object.entries(listed)) {
      expect([file, linesOf(file)]).toEqual([file, lines]);
      expect(lines).toBeGreaterThan(500);
    }
  });

  const { refused, accepted } = JSON.parse(readFileSync(join(planted, 'english.json'), 'utf8')) as {
    readonly refused: readonly (readonly [path: string, code: string, message: string])[];
    readonly accepted: readonly (readonly [path: string, code: string])[];
  };

  test.each(refused)('reports the English in %s: %s', async (path, code, message) => {
    expect(await messages(path, code)).toEqual([expect.stringContaining(message)]);
  });

  test.each(accepted)('accepts the English in %s: %s', async (path, code) => {
    expect(await messages(path, code)).toEqual([]);
  });
});
