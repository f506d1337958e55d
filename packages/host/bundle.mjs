import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const packages = fileURLToPath(new URL('..', import.meta.url));

/** The entry points of a package, with the sources that they are built from. */
function sourcesOf(name) {
  const { exports } = JSON.parse(readFileSync(`${packages}${name}/package.json`, 'utf8'));
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace('./dist/', '/src/').replace(/\.js$/, '.ts');
    return [[`@corridor/${name}${subpath.slice(1)}`, `${packages}${name}${source}`]];
  });
}

/*
 * Bundles the service into a few files, from the TypeScript sources: a host needs no compiler. A start reads these instead of a thousand modules and takes half the time;
 * CommonJS halves it again. Packages with native parts, or that load files of their own, stay external. So does
 * libxml2-wasm, which awaits at its top level: CommonJS can load it, and a module rail, with `import()` only. An optional
 * dependency stays external because an installation can lack it.
 */
const options = {
  cwd: import.meta.dirname,
  resolve: {
    // The dollar stands for the end of the name: an alias does not replace the start of a longer one.
    alias: Object.fromEntries(
      readdirSync(packages)
        .flatMap(sourcesOf)
        .map(([name, source]) => [`${name}$`, source]),
    ),
    extensionAlias: { '.js': ['.ts', '.js'] },
  },
  tsconfig: false,
  platform: 'node',
  external: [
    ...['better-sqlite3', 'pg', 'pino', 'sharp', '@uma-sdk/core', 'bolt11', 'eciesjs'],
    ...['libxml2-wasm', 'ssh2-sftp-client', 'viem', '@hyzyla/pdfium'],
    /^@modelcontextprotocol\/sdk/,
  ],
  checks: { eval: false },
};
const output = {
  dir: 'dist/service',
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  sourcemap: true,
  dynamicImportInCjs: true,
};

await build({ ...options, input: 'src/cli.ts', output: { ...output, cleanDir: true } });
// A thread loads each of these files by its name, next to the others. It contains all that it needs, which is little.
await build({ ...options, input: '../adapters-rails/src/iso20022/reading-worker.ts', output });
await build({ ...options, input: '../adapters-rails/src/kyc/drawing-worker.ts', output });
