import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const packages = readdirSync(join(root, 'packages'));

interface Imported {
  readonly from: string;
  readonly name: string;
}

/** The names that the examples of a document import from Corridor's packages. */
function importedBy(document: string): readonly Imported[] {
  const examples = [...document.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
  return examples.flatMap((code) =>
    [...code.matchAll(/^import (?:type )?\{(.*?)\} from '(@corridor\/.*?)';/gms)].flatMap(([, names, from]) =>
      names!
        .split(',')
        .map((name) => name.trim().replace(/^type /, ''))
        .filter((name) => name !== '')
        .map((name) => ({ from: from!, name })),
    ),
  );
}

/** Whether the API report of the entry point contains the name. `./internal` has no report and promises nothing. */
function isPublic({ from, name }: Imported): boolean {
  const [, folder, ...entry] = from.split('/');
  const report = join(root, 'packages', folder!, 'api', `${entry.join('/') || 'index'}.api.md`);
  return existsSync(report) && new RegExp(`^export .*\\b${name}\\b`, 'm').test(readFileSync(report, 'utf8'));
}

const documents = [
  ...packages.map((name) => join('packages', name, 'README.md')),
  ...readdirSync(join(root, 'docs'), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

test('the examples in READMEs and docs import only names that the entry points promise', () => {
  const all = documents.flatMap((path) => importedBy(readFileSync(join(root, path), 'utf8')));
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((one) => !isPublic(one))).toEqual([]);
  expect(isPublic({ from: '@corridor/core/internal', name: 'statesOf' })).toBe(false);
  expect(isPublic({ from: '@corridor/core', name: 'accountField' })).toBe(false);
});
