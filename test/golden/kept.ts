import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const FOLDER = fileURLToPath(new URL('kept/', import.meta.url));

/** Whether this run writes the kept files instead of comparing with them. See CONTRIBUTING.md#kept-files. */
export const WRITES = process.env['CORRIDOR_TEST_GOLDEN'] === 'write';

export const HOW_TO_WRITE = 'CORRIDOR_TEST_GOLDEN=write npm test -- test/golden';

/** The text of a kept file. A run that writes first replaces it with `made`. */
export function kept(name: string, made?: string): string {
  const path = `${FOLDER}${name}`;
  if (WRITES && made !== undefined) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, made);
  }
  return readFileSync(path, 'utf8');
}

/** The names of the kept files of a folder. */
export const keptNames = (folder: string): readonly string[] =>
  readdirSync(`${FOLDER}${folder}`).map((name) => `${folder}/${name}`);

/** Compares a text with its kept file. */
export function expectKept(name: string, text: string): void {
  const before = kept(name, text);
  expect(text, `differs from test/golden/kept/${name}. If the change is intended: ${HOW_TO_WRITE}`).toBe(before);
}
