import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createProcessContext } from './process-context.js';

test('a long output waits for its reader', async () => {
  const taken: (() => void)[] = [];
  const out = new Writable({ highWaterMark: 10, write: (_chunk, _encoding, done) => void taken.push(done) });
  const { print, drained } = createProcessContext({ out, err: out });
  print('a line that is longer than the buffer');
  let isDrained = false;
  const waiting = drained!().then(() => (isDrained = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDrained).toBe(false);
  taken.shift()!();
  await waiting;
  expect(isDrained).toBe(true);
  await drained!();
});
