import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const packages = fileURLToPath(new URL('./packages', import.meta.url));

type Exports = Readonly<Record<string, string | { readonly default: string }>>;

/** Each entry point of a package, and the source that it is built from. */
function sourcesOf(name: string) {
  const { exports } = JSON.parse(readFileSync(`${packages}/${name}/package.json`, 'utf8')) as { exports: Exports };
  return Object.entries(exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string') return [];
    const source = target.default.replace('./dist/', '/src/').replace(/\.js$/, '.ts');
    return { find: new RegExp(`^@corridor/${name}${subpath.slice(1)}$`), replacement: `${packages}/${name}${source}` };
  });
}

/** Tests of processes, clocks and counterparties, which wait more than they compute. */
const WAITING = ['/test/faults/', '/test/histories/', '/test/uma/', '/test/programs/'];
/** The longest of the tests that compute. */
const LONG = ['/test/simulation/', '/test/e2e/'];

/** Alternates tests that wait with tests that compute, to keep the processors busy, and starts the long ones early. */
class ByTurns extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const within = (folders: readonly string[]) => (file: TestSpecification) =>
      folders.some((folder) => file.moduleId.includes(folder));
    const waiting = sorted.filter(within(WAITING));
    const long = sorted.filter(within(LONG));
    const working = [...long, ...sorted.filter((file) => !waiting.includes(file) && !long.includes(file))];
    const turns = Array.from({ length: Math.max(waiting.length, working.length) }, (_, turn) => turn);
    return turns.flatMap((turn) => [...waiting.slice(turn, turn + 1), ...working.slice(turn, turn + 1)]);
  }
}

/** Tests run on the sources, so that a package never tests the last build of another. */
export default defineConfig({
  resolve: {
    alias: readdirSync(packages).flatMap(sourcesOf),
  },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/dist/**', '**/node_modules/**'],
    globalSetup: ['packages/adapters-storage/src/testing/global-setup.ts'],
    // Tests of processes run the built host.
    server: { deps: { external: [/\/packages\/[a-z-]+\/dist\//] } },
    pool: 'threads',
    // Modules keep no state between tests, and loading them again for each file would take half of the total time.
    isolate: false,
    sequence: { sequencer: ByTurns },
    // Keeps transformed modules under node_modules, by their content.
    experimental: { fsModuleCache: true },
    // Each further worker has to load and compile every module.
    maxWorkers: Math.min(4, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
