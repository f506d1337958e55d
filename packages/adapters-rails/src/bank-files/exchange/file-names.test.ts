import { expect, it } from 'vitest';
import { isComplete, numbered, withEnding } from './file-names.js';

it.each([
  ['a.xml', true],
  ['a.xml.tmp', false],
  ['A.TMP', false],
  ['.a.xml', false],
  ['a.part', false],
  ['a.filepart', false],
  ['tmp', true],
  ['../a.xml', false],
  ['a/b.xml', false],
])('the name %s of a complete file: %s', (name, expected) => {
  expect(isComplete(name)).toBe(expected);
});

it('numbers names before their extension', () => {
  expect([numbered('a.xml', 1), numbered('a.b.xml', 2), numbered('a', 3)]).toEqual(['a.xml', 'a.b.2.xml', 'a.3']);
});

it('numbers names without a dot, with a dot in front, or with a long ending behind everything', () => {
  expect(['.xml', 'a.0123456789', 'a.123456789'].map((name) => numbered(name, 2))).toEqual([
    '.xml.2',
    'a.0123456789.2',
    'a.2.123456789',
  ]);
});

it('shortens a name that is too long for its ending, and no other', () => {
  const longest = 'x'.repeat(251);
  expect(withEnding(longest, '.txt')).toBe(`${longest}.txt`);
  expect(withEnding(`${longest}x`, '.txt')).toBe(`${'x'.repeat(200)}.txt`);
  expect(numbered(`${'x'.repeat(250)}.xml`, 2)).toBe(`${'x'.repeat(200)}.2.xml`);
  expect(withEnding('ü'.repeat(126), '.txt')).toBe(`${'ü'.repeat(100)}.txt`);
});
