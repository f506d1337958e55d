import { expect, test } from 'vitest';
import { playOperators } from '../testing/play-operators.js';
import type { Started } from './enrol.js';

test('of the forms of an operator the newest 20 are kept, and those of others stay', async () => {
  const play = await playOperators();
  const [ada, bob] = [await play.withPassword('Ada Kept'), await play.withPassword('Bob Kept')];
  const keep = async (of: Started, path: string) => {
    play.clock.advance(1);
    return (await play.operators.keepForm(of.operator.id, { path, body: path }, 'request'))!;
  };
  const found = async (of: Started, id: string, path: string) =>
    play.operators.keptForm(await play.callerOf(of), { id, path, isUsed: false }, 'request');
  const other = await keep(bob, '/other');
  const ids: string[] = [];
  for (let count = 0; count < 22; count++) ids.push(await keep(ada, `/${count}`));
  const kept: boolean[] = [];
  for (const [at, id] of ids.entries()) kept.push((await found(ada, id, `/${at}`)) !== null);
  expect(kept).toEqual([false, false, ...Array.from({ length: 20 }, () => true)]);
  expect(await found(bob, other, '/other')).toBe('/other');
});
