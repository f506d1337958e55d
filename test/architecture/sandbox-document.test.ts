import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PACKAGES = new URL('../../packages/', import.meta.url);
const GENERATOR = readFileSync(new URL('sandbox-document.mjs', import.meta.url), 'utf8');

const sources = readdirSync(PACKAGES).flatMap((name) =>
  readdirSync(new URL(`${name}/src/`, PACKAGES), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/u.test(file) && !/\.test\.ts$|(?:^|\/)(?:testing|contract-tests)\//u.test(file))
    .map((file) => ({
      path: `${name}/dist/${file.replace(/\.ts$/u, '.js')}`,
      text: readFileSync(new URL(`${name}/src/${file}`, PACKAGES), 'utf8'),
    })),
);

/** Files that read endings, but define no outcomes. */
const WITHOUT_TABLE = [
  'core/dist/kernel/sandbox-suffix.js',
  // Uses a constant of beneficiary-verification.ts.
  'core/dist/accounts/add-external-account.js',
  // Exempts numbers with an ending from the verification of check digits.
  'core/dist/customers/customer-fields.js',
];

it('documents the table of every file that reads a magic ending', () => {
  const readers = sources.filter(({ text }) => /sandboxSuffix\(|\.slice\(-3\)/u.test(text)).map(({ path }) => path);
  expect(readers.length).toBeGreaterThan(8);
  expect(readers.filter((path) => !WITHOUT_TABLE.includes(path) && !GENERATOR.includes(`packages/${path}'`))).toEqual(
    [],
  );
});

it('finds no condition that compares with a magic ending, which the document would miss', () => {
  const compared = /[!=]== '(?:00\d|10\d)'|case '(?:00\d|10\d)'/u;
  expect(sources.filter(({ text }) => compared.test(text)).map(({ path }) => path)).toEqual([]);
});

it('documents every fixed code of the sandbox', () => {
  const fixed = sources.filter(({ text }) => /sandboxCode: '\d+'|SANDBOX_CODE = '/u.test(text)).map(({ path }) => path);
  expect(fixed.length).toBeGreaterThan(2);
  expect(fixed.filter((path) => !GENERATOR.includes(`packages/${path}'`))).toEqual([]);
});
