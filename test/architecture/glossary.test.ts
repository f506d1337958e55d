import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const DOCUMENT = new URL('../../docs/glossary.md', import.meta.url);

const rows = readFileSync(DOCUMENT, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:Term |-)/u.test(line))
  .map((line) => {
    const [, term = '', , code = ''] = line.split('|').map((cell) => cell.trim());
    const names = [...code.matchAll(/`(\w+)` in \[[^\]]+\]\(([^)]+)\)/gu)].map(([, name = '', file = '']) => ({
      name,
      file,
    }));
    return { term, names };
  });

/** Whether the source declares the name, or has it as a key or a member of a list. A mention in a comment does not count. */
const declares = (source: string, name: string): boolean =>
  new RegExp(
    `^export (?:async )?(?:interface|type|const|function|class) ${name}\\b|^ {2}(?:readonly )?${name}: |^ {2}'${name}',`,
    'mu',
  ).test(source);

it('has terms in alphabetical order within each section', () => {
  expect(rows.length).toBeGreaterThan(40);
  const sections = readFileSync(DOCUMENT, 'utf8').split(/^## /mu).slice(1);
  for (const section of sections) {
    const terms = rows.map(({ term }) => term).filter((term) => section.includes(`\n| ${term} `));
    expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, 'en')));
  }
});

it.each(rows)('names code that exists for: $term', ({ names }) => {
  expect(names).not.toEqual([]);
  for (const { name, file } of names) {
    const path = new URL(file, DOCUMENT);
    expect(existsSync(path), file).toBe(true);
    expect(declares(readFileSync(path, 'utf8'), name), `${name} in ${file}`).toBe(true);
  }
});
