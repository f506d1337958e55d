import { build } from 'rolldown';

/*
 * The service in a few files: a start reads these instead of the thousand modules they are made of, and takes half the
 * time; as CommonJS, half of that. What has native parts, or finds its own files, stays a package.
 */
await build({
  cwd: import.meta.dirname,
  input: 'dist/cli.js',
  platform: 'node',
  external: ['better-sqlite3', 'pg', 'pino', 'sharp', '@scalar/api-reference', '@uma-sdk/core', 'bolt11', 'eciesjs'],
  checks: { eval: false },
  output: {
    dir: 'dist/service',
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    sourcemap: true,
    dynamicImportInCjs: false,
    cleanDir: true,
  },
});
