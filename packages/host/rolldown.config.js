import { defineConfig } from 'rolldown';

/**
 * The service in a few files: a start reads these instead of the thousand modules they are made of, and takes half the
 * time. What has native parts, or finds its own files, stays a package.
 */
export default defineConfig({
  input: 'dist/cli.js',
  platform: 'node',
  external: ['better-sqlite3', 'pg', 'pino', '@scalar/api-reference'],
  output: { dir: 'dist/service', format: 'esm', sourcemap: true },
});
