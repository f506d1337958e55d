import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const FOLDER = fileURLToPath(new URL('kept/', import.meta.url));

/** Whether this run writes the kept files instead of comparing with them. See CONTRIBUTING.md#test. */
export const WRITES = process.env['CORRIDOR_TEST_GOLDEN'] === 'write';

export const HOW_TO_WRITE = 'CORRIDOR_TEST_GOLDEN=write npm test -- test/golden';

function write(name: string, text: string): void {
  const path = `${FOLDER}${name}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The text of a kept file. A run that writes first replaces it with `made`. */
export function kept(name: string, made?: string): string {
  if (WRITES && made !== undefined) write(name, made);
  return readFileSync(`${FOLDER}${name}`, 'utf8');
}

/** The text of a kept file that stays as it was first written, because databases have the same text. */
export function keptAsWritten(name: string, made: string): string {
  if (WRITES && !existsSync(`${FOLDER}${name}`)) write(name, made);
  return kept(name);
}

/** Fails if a folder has other files than these. A run that writes deletes them instead. */
export function expectNoOthers(folder: string, names: readonly string[]): void {
  const others = keptNames(folder).filter((name) => !names.includes(name));
  if (WRITES) for (const name of others) rmSync(`${FOLDER}${name}`);
  expect(
    keptNames(folder).filter((name) => !names.includes(name)),
    `of no test; to delete them: ${HOW_TO_WRITE}`,
  ).toEqual([]);
}

/** The names of the kept files of a folder. */
export const keptNames = (folder: string): readonly string[] =>
  readdirSync(`${FOLDER}${folder}`).map((name) => `${folder}/${name}`);

/** Compares a text with its kept file. */
export function expectKept(name: string, text: string): void {
  const before = kept(name, text);
  expect(text, `differs from test/golden/kept/${name}. If the change is intended: ${HOW_TO_WRITE}`).toBe(before);
}
