import { createRequire } from 'node:module';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { anchorsOf, linksOf, pathsOf } from '../support/markdown.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const markdownIn = (folder: string, recursive: boolean): readonly string[] =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const DOCS = markdownIn('docs', true);
const PACKAGES = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
const DOCUMENTS = [...markdownIn('.', false), ...DOCS, ...PACKAGES.flatMap((folder) => markdownIn(folder, false))];

const isExternal = (target: string): boolean => /^[a-z][a-z+.-]*:/.test(target);

/** The links of a document that lead nowhere: no such file, or no such heading in it. */
const brokenLinks = (document: string): readonly string[] =>
  linksOf(read(document)).filter((target) => {
    if (isExternal(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? document : normalize(join(dirname(document), path));
    if (!existsSync(join(root, file))) return true;
    return anchor !== undefined && file.endsWith('.md') && !anchorsOf(read(file)).has(anchor);
  });

describe('documents', () => {
  it.each(DOCUMENTS)('%s links to files and headings that exist', (document) => {
    expect(brokenLinks(document)).toEqual([]);
  });

  it.each(DOCS)('%s names files and folders that exist', (document) => {
    expect(pathsOf(read(document)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('are all reachable from the front page', () => {
    const reached = new Set(['README.md']);
    for (const document of reached) {
      for (const target of linksOf(read(document))) {
        if (isExternal(target)) continue;
        const file = normalize(join(dirname(document), target.split('#')[0]!));
        if (DOCUMENTS.includes(file)) reached.add(file);
      }
    }
    expect(DOCUMENTS.filter((document) => !reached.has(document))).toEqual([]);
  });
});

describe('docs/payment.md', () => {
  it('names the files that carry a payment', () => {
    const sources = new Set(pathsOf(read('docs/payment.md')).filter((path) => path.endsWith('.ts')));
    expect(sources.size).toBeGreaterThanOrEqual(20);
  });
});

describe('docs/architecture.md', () => {
  interface Rules {
    readonly forbidden: readonly { readonly name: string; readonly comment: string }[];
  }

  it('lists the layers of core as the dependency rules enforce them', () => {
    const rules = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')) as Rules;
    const enforced = rules.forbidden
      .filter(({ name }) => name.startsWith('core-layers-'))
      .map(({ comment }) => comment.split(':')[0]!.split(', '));
    const rows = read('docs/architecture.md').matchAll(/^\| \d+ +\| ([^|]+?) +\|/gm);
    const listed = [...rows].map(([, areas]) => areas!.replaceAll('`', '').split(', '));
    expect(listed).toEqual(enforced);
  });
});

describe('what the checks read', () => {
  const DOCUMENT = [
    '# The `quote` of [a payment](x.md)!',
    '## Twice',
    '## Twice',
    'See [a](one.md#b), [`packages/code.ts`](two.ts "title") and ![c](three.png); `[no](link.md)`.',
    'Named: `packages/core`, `test/x.ts`, `.ci/run`; not `core/x.ts`, `packages/*/src`, `docs/a b`.',
    '```',
    '[no](fenced.md) `packages/fenced.ts`',
    '# no heading',
    '```',
    '[d]: four.md',
  ].join('\n');

  it('finds links, also behind a title and as references, but none in code', () => {
    expect(linksOf(DOCUMENT)).toEqual(['x.md', 'one.md#b', 'two.ts', 'three.png', 'four.md']);
  });

  it('makes the anchors of headings as GitHub does', () => {
    expect([...anchorsOf(DOCUMENT)]).toEqual(['the-quote-of-a-payment', 'twice', 'twice-1']);
  });

  it('finds the paths of the repository in code spans', () => {
    expect(pathsOf(DOCUMENT)).toEqual(['packages/code.ts', 'packages/core', 'test/x.ts', '.ci/run']);
  });
});
