import { expect, it } from 'vitest';
import { RECORD_KINDS } from './record-kinds.js';

it('finds every column that is called sealed', () => {
  const named = RECORD_KINDS.flatMap((kind) =>
    Object.keys(kind.columns)
      .filter((column) => column.startsWith('sealed'))
      .map((column) => ({
        column: `${kind.name}.${column}`,
        found: (kind.sealed as readonly string[]).includes(column),
      })),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter(({ found }) => !found)).toEqual([]);
});
