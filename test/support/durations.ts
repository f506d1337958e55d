import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';

const FILE = fileURLToPath(new URL('../durations.json', import.meta.url));
/** Shorter files are not recorded one by one, because they do not matter for the order of a run. */
const RECORDED_SECONDS = 1;

interface Folder {
  readonly files: number;
  readonly tests: number;
  readonly seconds: number;
}

/** Seconds of an earlier run: of each folder, and of each file of a second or more by its path from the root. */
export interface Durations {
  readonly folders: Readonly<Record<string, Folder>>;
  readonly files: Readonly<Record<string, number>>;
}

export const recordedDurations = (): Durations => JSON.parse(readFileSync(FILE, 'utf8')) as Durations;

const rounded = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;

const byPath = <T>(rows: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...rows].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The folder by which durations are added: a package, or a folder of `test`. */
const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/');

/**
 * Prints the seconds of each folder after a run, the costliest first. With CORRIDOR_TEST_DURATIONS it also writes them
 * to test/durations.json, in place of those of the folders that have run.
 */
export default class DurationsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => {
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      const tests = [...module.children.allTests()].length;
      return { path: module.relativeModuleId, tests, milliseconds: collectDuration + setupDuration + duration };
    });
    const folders = new Map<string, { files: number; tests: number; milliseconds: number }>();
    for (const { path, tests, milliseconds } of files) {
      const sum = folders.get(folderOf(path)) ?? { files: 0, tests: 0, milliseconds: 0 };
      sum.files += 1;
      sum.tests += tests;
      sum.milliseconds += milliseconds;
      folders.set(folderOf(path), sum);
    }
    const rows = [...folders].map(
      ([folder, { milliseconds, ...counts }]) => [folder, { ...counts, seconds: rounded(milliseconds) }] as const,
    );
    print(rows);
    if (process.env['CORRIDOR_TEST_DURATIONS'] === undefined) return;
    const old = recordedDurations();
    const isOld = ([path]: readonly [string, unknown]): boolean => !folders.has(folderOf(path));
    const long = files.filter(({ milliseconds }) => milliseconds >= RECORDED_SECONDS * 1000);
    const durations: Durations = {
      folders: byPath([...Object.entries(old.folders).filter(isOld), ...rows]),
      files: byPath([
        ...Object.entries(old.files).filter(isOld),
        ...long.map(({ path, milliseconds }) => [path, rounded(milliseconds)] as const),
      ]),
    };
    writeFileSync(FILE, `${JSON.stringify(durations, null, 2)}\n`);
  }
}

function print(rows: readonly (readonly [string, Folder])[]): void {
  const sorted = rows.toSorted(([, a], [, b]) => b.seconds - a.seconds);
  const lines = sorted.map(
    ([folder, { files, tests, seconds }]) =>
      `${seconds.toFixed(1).padStart(9)} s  ${folder}  (${files} files, ${tests} tests)`,
  );
  const sum = sorted.reduce((seconds, [, folder]) => seconds + folder.seconds, 0);
  process.stdout.write(`\n${lines.join('\n')}\n${sum.toFixed(1).padStart(9)} s  in all files\n`);
}
