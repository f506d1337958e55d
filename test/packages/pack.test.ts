import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundled } from '../support/client-site.js';
import { install, packAll, PACKAGES, type Packed, runIn, runModule } from '../support/packed-packages.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
vi.setConfig({ testTimeout: 120_000 });

const NAMES = PACKAGES.map((name) => `@corridor/${name}`);

let scratch: string;
let packed: ReadonlyMap<string, Packed>;

const of = (name: string): Packed => packed.get(name)!;

/** A folder with these packages and their declared dependencies only. */
function installed(names: readonly string[]): string {
  const folder = mkdtempSync(join(scratch, 'consumer-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  install(folder, packed, names);
  return folder;
}

/** The subpaths of files that others serve or read, such as a script for browsers; they are not modules. */
const filesExportedBy = ({ exports }: Packed['manifest']): readonly string[] =>
  Object.keys(exports).filter((subpath) => typeof exports[subpath] === 'string');

/** The import specifiers of all entry points. */
const entriesOf = ({ manifest }: Packed): readonly string[] =>
  Object.keys(manifest.exports)
    .filter((subpath) => !filesExportedBy(manifest).includes(subpath))
    .map((subpath) => manifest.name + subpath.slice(1));

const filesOf = (folder: string): readonly string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' });

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'corridor-packed-'));
  packed = await packAll(scratch);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.each(NAMES)('%s', (name) => {
  test('contains its licence, its README and every source of its source maps', () => {
    const { folder } = of(name);
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'));
    expect(existsSync(join(folder, 'README.md'))).toBe(true);
    const maps = filesOf(folder).filter((file) => file.endsWith('.map'));
    expect(maps.length).toBeGreaterThan(0);
    const missing = maps.flatMap((file) => {
      const { sources, sourcesContent = [] } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        readonly sources: readonly string[];
        readonly sourcesContent?: readonly (string | null)[];
      };
      return sources
        .filter((_, index) => typeof sourcesContent[index] !== 'string')
        .filter((source) => !existsSync(join(folder, dirname(file), source)))
        .map((source) => `${file}: ${source}`);
    });
    expect(missing).toEqual([]);
    expect(filesOf(folder).filter((file) => /\.test\.ts$/.test(file))).toEqual([]);
  });

  test('can be imported with its declared dependencies only', async () => {
    const folder = installed([name]);
    const imports = entriesOf(of(name)).map((entry) => `await import('${entry}');`);
    expect(await runModule(folder, imports.join('\n'))).toEqual({ output: '', code: 0 });
  });

  test('exports its entry points only', async () => {
    const folder = installed([name]);
    const deep = [...new Set(filesOf(join(of(name).folder, 'dist')).filter((file) => file.endsWith('.js')))].slice(
      0,
      20,
    );
    expect(deep.length).toBeGreaterThan(3);
    const text = `for (const path of ${JSON.stringify(deep)}) {
      const found = await import('${name}/dist/' + path).then(() => 'found', ({ code }) => code);
      if (found !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') console.log(path, found);
    }`;
    expect(await runModule(folder, text)).toEqual({ output: '', code: 0 });
  });

  test('has types that compile on their own with all strict checks', async () => {
    const folder = installed([name, '@types/node']);
    const lines = entriesOf(of(name)).map((entry, index) => `export * as e${index} from '${entry}';`);
    writeFileSync(join(folder, 'all.ts'), lines.join('\n'));
    expect(await compile(folder, ['all.ts'])).toEqual({ output: '', code: 0 });
  });

  test('passes publint and "are the types wrong"', async () => {
    const { folder, manifest, tarball } = of(name);
    const files = filesExportedBy(manifest);
    const { messages } = await publint({ pkgDir: folder, pack: false });
    const ofModules = messages.filter(({ code, path }) => code !== 'FILE_INVALID_FORMAT' || !files.includes(path[1]!));
    expect(ofModules.map((message) => formatMessage(message, manifest as never))).toEqual([]);
    const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const { code, output } = await runIn(scratch, process.execPath, [
      attw,
      tarball,
      ...['--profile', 'esm-only', '--no-definitely-typed', '--no-color', '--format', 'ascii'],
      ...['--exclude-entrypoints', ...files],
    ]);
    expect(code, output).toBe(0);
  });
});

/** Includes the checks of TypeScript's own library files. */
function compile(folder: string, files: readonly string[], platform: object = {}) {
  const compilerOptions = {
    ...{ target: 'es2023', module: 'nodenext', lib: ['es2023'], types: ['node'], outDir: 'dist' },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, ...platform },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  return runIn(folder, process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', '.']);
}

describe('a program in CommonJS', () => {
  const PROGRAM = `
import { ApiError, Corridor, type Quote } from '@corridor/client';
import { createKey } from '@corridor/client/wallet';
import { verifyWebhook, WebhookVerificationError } from '@corridor/client/webhooks';
const fetch = async () => Response.json({ status: 404, code: 'QUOTE_NOT_FOUND', message: 'none' }, { status: 404 });
const corridor = new Corridor({ baseUrl: 'https://pay.example', credential: null, fetch });
async function main(): Promise<void> {
  const quote: Quote | unknown = await corridor.getQuoteById({ path: { quoteId: 'Quote:1' } }).catch((error) => error);
  const forged: unknown = await verifyWebhook('{}', {}, { secret: 'whsec_c2VjcmV0' }).catch((error) => error);
  const { ApiError: Imported } = await import('@corridor/client');
  console.log(quote instanceof ApiError, quote instanceof Imported, forged instanceof WebhookVerificationError);
  console.log(createKey().publicKey.length);
}
void main();
`;

  test.each([
    ['of Node 16', { module: 'node16', moduleResolution: 'node16' }],
    ['of present Node', { module: 'nodenext', moduleResolution: 'nodenext' }],
    ['that a bundler resolves', { module: 'commonjs', moduleResolution: 'bundler' }],
  ])('compiles with the modules %s, and uses the client', async (_what, modules) => {
    const folder = installed(['@corridor/client', '@types/node']);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'commonjs' }));
    writeFileSync(join(folder, 'main.ts'), PROGRAM);
    expect(await compile(folder, ['main.ts'], { ...modules, lib: ['es2023', 'dom'] })).toEqual({ output: '', code: 0 });
    const { output } = await runIn(folder, process.execPath, ['--no-warnings', 'dist/main.js']);
    expect(output).toBe('true true true\n66\n');
  });

  test('of an older TypeScript finds the types of every entry point', async () => {
    const folder = installed(['@corridor/client', '@types/node']);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'commonjs' }));
    writeFileSync(join(folder, 'main.ts'), PROGRAM);
    const compilerOptions = {
      ...{ target: 'es2022', module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' },
      ...{ lib: ['es2023', 'dom'], types: ['node'], strict: true, noEmit: true },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    expect(await runIn(folder, process.execPath, [tsc, '-p', '.'])).toEqual({ output: '', code: 0 });
  });
});

/** The version of the SQLite driver for a Node that cannot load the tested one. */
const OF_OLDER_NODE: Readonly<Record<string, string>> =
  Number(process.versions['napi']) < 10 ? { 'better-sqlite3': '12.11.1' } : {};

describe('a missing optional package', () => {
  const USES: readonly (readonly [string, string, string])[] = [
    [
      '@corridor/adapters-storage',
      'better-sqlite3',
      `const { createSqliteStorage } = await import('@corridor/adapters-storage/sqlite');
       createSqliteStorage({ path: 'corridor.db' });`,
    ],
    [
      '@corridor/adapters-storage',
      'pg',
      `const { createPostgresStorage } = await import('@corridor/adapters-storage/postgres');
       createPostgresStorage({ url: 'postgres://localhost/corridor' });`,
    ],
    [
      '@corridor/adapters-rails',
      'nodemailer',
      `const { createSmtpMessages } = await import('@corridor/adapters-rails/messages');
       const mail = createSmtpMessages({ url: 'smtp://localhost', from: 'a@b.example', requireTls: false });
       await mail.send({ channel: 'EMAIL', to: 'c@d.example' });`,
    ],
    [
      '@corridor/adapters-rails',
      '@uma-sdk/core bolt11 eciesjs',
      `const { lazyProtocol } = await import('@corridor/adapters-rails/uma');
       await lazyProtocol({}).makeKeys({});`,
    ],
    [
      '@corridor/adapters-rails',
      'sharp',
      `const { contentInspector } = await import('@corridor/adapters-rails/kyc');
       const { readFileSync } = await import('node:fs');
       const inspector = contentInspector();
       await (inspector.inspect ?? inspector)(readFileSync('picture.png'));`,
    ],
  ];

  /** Compares the versions that the sources pass to `optionalPackage` with the tested ones. */
  test.each(['@corridor/adapters-storage', '@corridor/adapters-rails'])('of %s has its tested version', (name) => {
    const { folder, manifest } = of(name);
    const { devDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest;
    const text = filesOf(join(folder, 'src'))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(folder, 'src', file), 'utf8'))
      .join('\n');
    const optional = Object.keys(peerDependenciesMeta).filter((one) => one !== '@types/node');
    expect(optional.length).toBeGreaterThan(1);
    for (const one of optional) {
      expect(peerDependencies[one]!.split(' || ').at(-1)).toBe(`^${devDependencies[one]}`);
      expect(text).toMatch(new RegExp(`['" ]${one}@${devDependencies[one]}['" ]`));
    }
  });

  /** The older SQLite driver is a dependency of a private package of the repository. */
  test('of SQLite on an older Node has the version that the repository tests', () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(root, '.ci/node-20/package.json'), 'utf8'),
    ) as Packed['manifest'];
    expect(dependencies).toEqual({ 'better-sqlite3-12': 'npm:better-sqlite3@12.11.1' });
    const { folder, manifest } = of('@corridor/adapters-storage');
    expect(manifest.peerDependencies?.['better-sqlite3']).toContain('^12.11.1');
    expect(readFileSync(join(folder, 'src/sqlite/driver.ts'), 'utf8')).toContain('npm:better-sqlite3@12.11.1');
  });

  test.each(USES)('makes %s name the command that installs %s', async (name, missing, use) => {
    const folder = installed([name]);
    writeFileSync(join(folder, 'picture.png'), PICTURE);
    const { devDependencies = {} } = of(name).manifest;
    const wanted = missing.split(' ').map((one) => `${one}@${OF_OLDER_NODE[one] ?? devDependencies[one]}`);
    const { output, code } = await runModule(folder, use);
    expect(code).toBe(1);
    expect(output).toContain(`Error: an optional package is not installed; run: npm install ${wanted.join(' ')}\n`);
  });
});

test('the client imports no package, calls a host and verifies a webhook without the types of Node', async () => {
  const folder = mkdtempSync(join(scratch, 'consumer-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  cpSync(of('@corridor/client').folder, join(folder, 'node_modules/@corridor/client'), { recursive: true });
  const text = `import { Corridor, InvalidInputError } from '@corridor/client';
    import { verifyWebhook, WebhookVerificationError } from '@corridor/client/webhooks';
    const body = { status: 400, code: 'INVALID_INPUT', message: 'Invalid input' };
    const corridor = new Corridor({
      baseUrl: 'https://pay.example',
      credential: { clientId: 'id', clientSecret: 'secret' },
      fetch: async () => Response.json(body, { status: 400 }),
    });
    const refusal: unknown = await corridor.getPlatformConfig().catch((error: unknown) => error);
    if (!(refusal instanceof InvalidInputError)) throw refusal;
    const forged: unknown = await verifyWebhook('{}', {}, { secret: 'whsec_c2VjcmV0' }).catch((error: unknown) => error);
    if (!(forged instanceof WebhookVerificationError)) throw forged;\n`;
  writeFileSync(join(folder, 'shop.ts'), text);
  expect(await compile(folder, ['shop.ts'], { lib: ['es2023', 'dom', 'dom.iterable'], types: [] })).toEqual({
    output: '',
    code: 0,
  });
  expect(await runIn(folder, process.execPath, ['dist/shop.js'])).toEqual({ output: '', code: 0 });
});

test('a bundle of the whole client has less than 20 kB with gzip', async () => {
  const code = await bundled('index', true);
  expect(code).not.toMatch(/\bimport\b[^(]*\bfrom\b/);
  expect(gzipSync(code).length).toBeLessThan(20_000);
});

/** One black pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a Fastify server with its own rail and storage can use the packages and makes a payment', async () => {
  const names = ['core', 'adapters-rails', 'adapters-storage'].map((name) => `@corridor/${name}`);
  const folder = installed([...names, 'fastify', '@types/node']);
  cpSync(join(root, 'test/packages/consumer'), folder, { recursive: true });
  const built = await compile(folder, ['server.ts']);
  expect(built).toEqual({ output: '', code: 0 });
  const { output, code } = await runIn(folder, process.execPath, ['dist/server.js']);
  expect(code, output).toBe(0);
  expect(JSON.parse(output)).toEqual({ status: 'COMPLETED', satoshis: [99_500], findings: [], hasCommitted: true });
});
