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
  return existsSync(report) && new RegExp(`^export .*\\b${name}\\b`, 'm').test(readFileSync(report, 'utf8'));
}

test('the examples in the READMEs import what entry points promise', () => {
  const all = packages.flatMap((name) => importedBy(readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')));
  expect(all.length).toBeGreaterThan(20);
  expect(all.filter((one) => !isPublic(one))).toEqual([]);
  expect(isPublic({ from: '@corridor/core/internal', name: 'statesOf' })).toBe(false);
  expect(isPublic({ from: '@corridor/core', name: 'accountField' })).toBe(false);
});
