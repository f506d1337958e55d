import { defineConfig } from 'vitest/config';
import shared from '../../vitest.config.ts';

/** The tests that run in memory beside the sources of an area: no database server, no processes. */
export default defineConfig({
  resolve: { alias: shared.resolve?.alias ?? [] },
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '[]'),
    exclude: ['**/dist/**', '**/node_modules/**', '**/*.anvil.test.ts', '**/*.databases.test.ts'],
    pool: 'threads',
    isolate: false,
    experimental: { fsModuleCache: true },
    testTimeout: 30_000,
  },
});
