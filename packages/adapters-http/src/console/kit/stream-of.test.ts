import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { streamOf } from './stream-of.js';

it('a file in parts is whole, and the thread does other work between its parts', async () => {
  let others = 0;
  let isRunning = true;
  const other = (): void => {
    others += 1;
    if (isRunning) setImmediate(other);
  };
  setImmediate(other);
  const seen: number[] = [];
  function* parts(): Generator<string, void> {
    for (let part = 0; part < 50; part += 1) {
      seen.push(others);
      yield `part ${part} ü\n`;
    }
  }
  const file = await text(streamOf(parts()));
  isRunning = false;
  expect(file.split('\n').length).toBe(51);
  expect(file.startsWith('part 0 ü\npart 1 ü\n')).toBe(true);
  expect(seen.slice(1).every((count, index) => count > seen[index]!)).toBe(true);
});
