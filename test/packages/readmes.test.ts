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

/** What the examples of a README import of Corridor's packages. */
function importedBy(readme: string): readonly Imported[] {
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
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

/** Whether the report of the entry point has it. `./internal` has no report, for it promises nothing. */
function isPublic({ from, name }: Imported): boolean {
  const [, folder, ...entry] = from.split('/');
  const report = join(root, 'packages', folder!, 'api', `${entry.join('/') || 'index'}.api.md`);
  if (!existsSync(report)) return false;
  const names = readFileSync(report, 'utf8');
  // A report names the generated files that its entry point exports, instead of their content.
  const generated = [...names.matchAll(/^export \* from "@corridor\/[a-z-]+\/(generated\/[\w.-]+)\.js";$/gm)].map(
    ([, file]) => readFileSync(join(root, 'packages', folder!, 'src', `${file}.ts`), 'utf8'),
  );
  return [names, ...generated].some((text) => new RegExp(`^export .*\\b${name}\\b`, 'm').test(text));
}

/** The READMEs of the packages and the chapters of the documentation. */
const DOCUMENTS = [
  ...packages.map((name) => join(root, 'packages', name, 'README.md')),
  ...readdirSync(join(root, 'docs'), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
];

test('the examples in the documents import names that entry points export publicly', () => {
  const all = DOCUMENTS.flatMap((path) => importedBy(readFileSync(path, 'utf8')));
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((one) => !isPublic(one))).toEqual([]);
  expect(isPublic({ from: '@corridor/core/internal', name: 'statesOf' })).toBe(false);
  expect(isPublic({ from: '@corridor/core', name: 'accountField' })).toBe(false);
});
