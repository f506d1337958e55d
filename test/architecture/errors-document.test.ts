import { readdirSync, readFileSync } from 'node:fs';
import { ERROR_DETAILS, REMEDIES } from '@corridor/core/internal';
import { expect, it } from 'vitest';

const PACKAGES = new URL('../../packages/', import.meta.url);

const sources = readdirSync(PACKAGES).flatMap((name) =>
  readdirSync(new URL(`${name}/src/`, PACKAGES), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/u.test(file) && !/\.test\.ts$|(?:^|\/)testing\//u.test(file))
    .map((file) => readFileSync(new URL(`${name}/src/${file}`, PACKAGES), 'utf8')),
);

/** An error that is made with details that are written out: its code, and their first name. */
const WITH_DETAILS =
  /(?:err|domainError)\(\s*'([A-Z_]+)',\s*(?:undefined|'[^']*'|`[^`]*`|\w+),\s*\{\s*(?:\.\.\.\w+, )?(\w+)/gu;
const WITH_FIELDS = /invalidFields\([^;]*?'([A-Z]+_[A-Z_]+)'\s*,?\s*\)/gu;

it('the details of every error that the code writes out are documented', () => {
  const found = sources.flatMap((text) => [
    ...[...text.matchAll(WITH_DETAILS)].map(([, code = '', name = '']) => ({ code, name })),
    ...[...text.matchAll(WITH_FIELDS)].map(([, code = '']) => ({ code, name: 'errors' })),
  ]);
  expect(found.length).toBeGreaterThan(15);
  const documented: Readonly<Record<string, readonly string[]>> = ERROR_DETAILS;
  expect(found.filter(({ code, name }) => !documented[code]?.includes(name))).toEqual([]);
});

it('a remedy is at least one sentence in a table cell', () => {
  for (const [code, remedy] of Object.entries(REMEDIES)) {
    expect(remedy, code).toMatch(/^[A-Z].*\.$/u);
    expect(remedy, code).not.toContain('|');
  }
});
