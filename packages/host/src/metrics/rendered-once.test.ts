import { expect, it } from 'vitest';
import { renderedOnce } from './rendered-once.js';

it('renders once for all who ask meanwhile, and again for the next one, also after a failure', async () => {
  const ends: ((fails: boolean) => void)[] = [];
  const render = renderedOnce(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length;
        ends.push((fails) => (fails ? reject(new Error('the database is down')) : resolve(number)));
      }),
  );
  const first = [render(), render(), render()];
  expect(ends).toHaveLength(1);
  ends[0]!(false);
  expect(await Promise.all(first)).toEqual([0, 0, 0]);
  const second = [render(), render()];
  ends[1]!(true);
  expect((await Promise.allSettled(second)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const third = render();
  ends[2]!(false);
  expect(await third).toBe(2);
});
