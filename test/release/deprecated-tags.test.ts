import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { deprecatedTagFaults } from './deprecated-tags.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };

describe('a @deprecated tag', () => {
  test('in every package names a replacement and the version of the removal', () => {
    const sources = readdirSync(join(root, 'packages')).flatMap((name) => {
      const folder = join(root, 'packages', name, 'src');
      return (
        readdirSync(folder, { recursive: true, encoding: 'utf8' })
          // The generator marks what the API deprecates, which has a date instead of a version.
          .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
          .map((file) => join(folder, file))
      );
    });
    expect(sources.length).toBeGreaterThan(500);
    const faults = sources.flatMap((file) =>
      deprecatedTagFaults(readFileSync(file, 'utf8'), version).map((fault) => `${file}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  test.each([
    '/** @deprecated Use `createQuote`. Removed in 2.0.0. */',
    '/**\n * What it does.\n *\n * @deprecated Use `createQuote` of the\n *   quotes instead. Removed in 2.0.0.\n * @param one - the first\n */',
  ])('is accepted: %j', (source) => {
    expect(deprecatedTagFaults(source, '1.4.2')).toEqual([]);
    expect(deprecatedTagFaults(source.replace('2.0.0', '0.3.0'), '0.2.1')).toEqual([]);
  });

  test.each([
    ['/** @deprecated */', /does not say/],
    ['/** @deprecated Use something else. Removed in 2.0.0. */', /does not say/],
    ['/** @deprecated Use `createQuote`. */', /does not say/],
    ['/** @deprecated Removed in 2.0.0. */', /does not say/],
    ['// @deprecated Use `createQuote`. Removed in 2.1.0.', /not a version that may remove/],
    ['/** @deprecated Use `createQuote`. Removed in 0.3.1. */', /not a version that may remove/],
    ['/** @deprecated Use `createQuote`. Removed in 1.0.0. */', /should be gone by 1\.4\.2/],
  ])('is reported: %s', (source, fault) => {
    expect(deprecatedTagFaults(`${source}\nexport const one = 1;\n`, '1.4.2')).toEqual([expect.stringMatching(fault)]);
  });
});
