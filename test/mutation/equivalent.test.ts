import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { EQUIVALENT, isInSource, mutantId } from './equivalent.mjs';

const MUTANT = { line: 'if (text === null) return null;', original: 'text === null', replacement: 'false' };

test('every listed mutant begins at a line that its file still has', () => {
  expect(EQUIVALENT.length).toBeGreaterThan(50);
  expect(EQUIVALENT.filter((entry) => !isInSource(entry))).toEqual([]);
});

test('every listed mutant has a reason', () => {
  expect(EQUIVALENT.filter(({ reason }) => reason.length < 10)).toEqual([]);
});

describe('the id of a mutant', () => {
  test('is about one part of one line', () => {
    const others = [
      { ...MUTANT, line: 'if (text === null) return {};' },
      { ...MUTANT, original: 'null' },
      { ...MUTANT, replacement: 'true' },
    ];
    expect(new Set([MUTANT, ...others].map(mutantId)).size).toBe(4);
  });

  test('does not depend on white space', () => {
    const spaced = { line: `  ${MUTANT.line}`, original: 'text\n    === null', replacement: 'false' };
    expect(mutantId(spaced)).toBe(mutantId(MUTANT));
  });

  test('is out of date as soon as its line or its file is gone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-mutants-'));
    try {
      const file = join(folder, 'stamp.ts');
      const entry = { file, id: mutantId(MUTANT) };
      expect(isInSource(entry)).toBe(false);
      writeFileSync(file, `function read(text) {\n  ${MUTANT.line}\n}\n`);
      expect(isInSource(entry)).toBe(true);
      writeFileSync(file, `function read(text) {\n  ${MUTANT.line.replace('null;', '{};')}\n}\n`);
      expect(isInSource(entry)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
