import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const packages = fileURLToPath(new URL('./packages', import.meta.url));

const LONG = ['/test/faults/', '/test/simulation/', '/test/uma/', '/test/e2e/'];

/** What waits for processes and clocks begins first, so that nothing long runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((folder) => moduleId.includes(folder));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Tests run on the sources, so that a package never tests the last build of another. */
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@corridor\/([a-z-]+)$/, replacement: `${packages}/$1/src/index.ts` },
      { find: /^@corridor\/([a-z-]+)\/(.+)$/, replacement: `${packages}/$1/src/$2/index.ts` },
    ],
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/dist/**', '**/node_modules/**'],
    globalSetup: ['packages/adapters-storage/src/testing/global-setup.ts'],
    // Hosts are run as they are built.
    server: { deps: { external: [/\/packages\/[a-z-]+\/dist\//] } },
    pool: 'threads',
    // Modules keep no state between tests: loading them anew for each file would take half the time of all.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Tests of hosts wait more than they work.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
