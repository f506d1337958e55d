import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Operation } from './operation.js';
import { replay } from './replay.js';

/** Shrunk lists of operations that once failed, with the mistake that each of them finds. */
const folder = new URL('./cases/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.ts'));

describe('a kept case', () => {
  it.each(names)('%s finds nothing', async (name) => {
    const { default: operations } = (await import(new URL(name, folder).href)) as {
      readonly default: readonly Operation[];
    };
    const { finding, operations: played } = await replay(operations);
    expect(finding).toBeNull();
    expect(played).toBe(operations.length);
  });
});
