import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { recordedDurations } from './test/support/durations.js';
import { filesOfThisRun } from './test/support/tiers.js';

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

/**
 * Starts with the files that took longest, so that no worker is left with a long one at the end. Files that were not
 * recorded are short or new.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { files: recorded } = recordedDurations();
    const seconds = new Map(Object.entries(recorded));
    const secondsOf = ({ moduleId }: TestSpecification): number =>
      seconds.get(moduleId.slice(packages.length - 'packages'.length)) ?? 0;
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1));
  }
}

const { include, exclude } = filesOfThisRun();

/** Tests run on the sources, so that a package never tests the last build of another. */
export default defineConfig({
  resolve: {
    alias: readdirSync(packages).flatMap(sourcesOf),
  },
  test: {
    include,
    exclude: [...exclude, '**/dist/**', '**/node_modules/**'],
    globalSetup: ['packages/adapters-storage/src/testing/global-setup.ts'],
    reporters: ['default', './test/support/durations.ts'],
    // Tests of processes run the built host.
    server: { deps: { external: [/\/packages\/[a-z-]+\/dist\//] } },
    pool: 'threads',
    // Modules keep no state between tests, and loading them again for each file would take half of the total time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Keeps transformed modules under node_modules, by their content.
    experimental: { fsModuleCache: true },
    // Each further worker has to load and compile every module.
    maxWorkers: Math.min(4, availableParallelism()),
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
