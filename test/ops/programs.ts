import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program that may be installed; `variable` names it elsewhere. Null if it is not there. */
export function installed(variable: string, ...names: readonly string[]): string | null {
  const named = process.env[variable];
  if (named !== undefined) return named;
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null;
}
