import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anchorsOf, linksOf, pathsOf } from '../support/markdown.mjs';
import { problemsIn } from './citations.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A folder with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-documents-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** The problems of a folder with these files. */
const problemsOf = (files: Readonly<Record<string, string>>): readonly string[] => problemsIn(folderWith(files));

const { refusedDocuments, acceptedDocument } = JSON.parse(
  readFileSync(new URL('planted/english.json', import.meta.url), 'utf8'),
) as { readonly refusedDocuments: readonly string[]; readonly acceptedDocument: string };

describe('documents and citations', () => {
  it('have no problems in the repository', () => {
    expect(problemsIn(root)).toEqual([]);
  });

  // Composed, so that the check does not find these citations in this file.
  const BEHAVIOUR = 'behaviour';
  const chapter = (name: string): string => `docs/${name}.md`;
  const CARDS = { 'README.md': `[Cards](${chapter('cards')})`, [chapter('cards')]: '# Cards\n\n## Clearing\n' };

  it('may cite files and headings that exist', () => {
    const source = `// See ${chapter('cards')} and ${chapter('cards')}#clearing.\n`;
    expect(problemsOf({ ...CARDS, 'packages/core/src/card.ts': source })).toEqual([]);
  });

  it('may link to a chapter that has the name of a document outside the repository', () => {
    expect(
      problemsOf({ 'README.md': `[UMA](${chapter('uma')})`, [chapter('uma')]: `[UMA](${['uma', 'md'].join('.')})` }),
    ).toEqual([]);
  });

  it('may use a word that the style guide warns of in an allowed phrase', () => {
    expect(problemsOf({ 'README.md': acceptedDocument })).toEqual([]);
  });

  it('are not read if git ignores them', () => {
    const files = {
      'README.md': '# Corridor',
      '.gitignore': 'notes/\n',
      'notes/a.md': '# A',
      [chapter('new')]: '# New',
    };
    const folder = folderWith(files);
    expect(problemsIn(folder)).toHaveLength(2);
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    expect(problemsIn(folder)).toEqual([expect.stringContaining(chapter('new'))]);
    execFileSync('git', ['add', '.'], { cwd: folder });
    rmSync(join(folder, chapter('new')));
    expect(problemsIn(folder)).toEqual([]);
  });

  it.each(refusedDocuments)('are reported for the words of: %s', (text) => {
    expect(problemsOf({ 'README.md': text })).toEqual([expect.stringContaining('docs/style.md')]);
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['a link to a missing file', { 'README.md': '[Gone](gone.md)' }],
    ['a link to a missing heading', { 'README.md': '[Gone](#gone)' }],
    ['a link to a missing heading of another file', { ...CARDS, 'README.md': `[Cards](${chapter('cards')}#gone)` }],
    ['a path that does not exist', { 'README.md': '`packages/core/src/gone.ts`' }],
    ['a document without a link from the front page', { ...CARDS, [chapter('alone')]: '# Alone' }],
    [
      'a row of a table that is there twice',
      { 'README.md': '| A |\n| - |\n| [B](c.md) |\n\n| A |\n| - |\n| [B](c.md)  |', 'c.md': '# C' },
    ],
    ['a comment that cites a missing document', { ...CARDS, 'test/a.test.ts': `// ${chapter('gone')}` }],
    ['a comment that cites a missing heading', { ...CARDS, '.ci/a.mjs': `// ${chapter('cards')}#gone` }],
    [
      'a string that cites a missing document',
      { ...CARDS, 'packages/core/src/a.ts': `const a = '${chapter('gone')}';` },
    ],
    [
      'a document outside the repository',
      { ...CARDS, 'packages/core/src/a.ts': `/** Cards (${BEHAVIOUR}, "Cards"). */` },
    ],
    [
      'its name across lines',
      { ...CARDS, 'packages/core/src/a.ts': `/**\n * Cards (${BEHAVIOUR},\n * "Cards").\n */` },
    ],
    ['its file name', { ...CARDS, 'packages/core/src/a.ts': `// See ${['uma', 'md'].join('.')}, "Lookups".` }],
    ['a schema outside the repository', { ...CARDS, 'packages/core/src/a.ts': '// A card (contract: Card).' }],
  ])('are reported for %s', (_what, files) => {
    expect(problemsOf({ 'README.md': '# Corridor', ...files })).toHaveLength(1);
  });
});

describe('docs/payment.md', () => {
  it('names the files that carry a payment', () => {
    const document = readFileSync(join(root, 'docs/payment.md'), 'utf8');
    const sources = new Set(pathsOf(document).filter((path) => path.endsWith('.ts')));
    expect(sources.size).toBeGreaterThanOrEqual(20);
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

  it('includes links with a title and references, but no links in code', () => {
    expect(linksOf(DOCUMENT)).toEqual(['x.md', 'one.md#b', 'two.ts', 'three.png', 'four.md']);
  });

  it('makes the anchors of headings as GitHub does', () => {
    expect([...anchorsOf(DOCUMENT)]).toEqual(['the-quote-of-a-payment', 'twice', 'twice-1']);
  });

  it('includes the paths of the repository in code spans', () => {
    expect(pathsOf(DOCUMENT)).toEqual(['packages/code.ts', 'packages/core', 'test/x.ts', '.ci/run']);
  });
});
