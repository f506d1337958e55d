import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfiguration } from '../../packages/host/src/configuration.js';
import { printOpenApi } from '../../packages/host/src/openapi.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The recorded promises of the last release. */
export const RELEASED = {
  openApi: join(root, 'test/release/openapi.json'),
  /** `<package>/<entry>.api.md`. */
  reports: join(root, 'test/release/api'),
};

/** The output of `corridor openapi` without any configuration. */
export async function presentOpenApi(): Promise<string> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await printOpenApi(readConfiguration({}), { print } as Parameters<typeof printOpenApi>[1]);
  return lines.join('\n');
}

/** The path of a package's report for an entry. */
export const presentReport = (name: string, entry: string): string => join(root, 'packages', name, 'api', entry);

/** The reports of all packages, as pairs of package and file name. */
export const presentReports = (): readonly (readonly [name: string, entry: string])[] =>
  readdirSync(join(root, 'packages')).flatMap((name) =>
    reportsIn(join(root, 'packages', name, 'api')).map((entry) => [name, entry] as const),
  );

export const releasedReports = (): readonly (readonly [name: string, entry: string])[] =>
  foldersIn(RELEASED.reports).flatMap((name) =>
    reportsIn(join(RELEASED.reports, name)).map((entry) => [name, entry] as const),
  );

const foldersIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : []);

const reportsIn = (folder: string): readonly string[] => foldersIn(folder).filter((file) => file.endsWith('.api.md'));
