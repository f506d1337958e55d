import { expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { isTooSlow } from './too-slow.js';

const failureOf = (ask: () => unknown): Promise<unknown> =>
  eventually('the end of all payments', ask as () => null, { withinMs: 1, everyMs: 1 }).catch(
    (error: unknown) => error,
  );

it('tells what took too long from what is wrong', async () => {
  expect(isTooSlow(await failureOf(() => false))).toBe(true);
  const isPending = () => {
    throw new Error('Transaction:1 is PENDING');
  };
  expect(isTooSlow(await failureOf(isPending))).toBe(true);
  expect(isTooSlow(new Error('the balance of the account is 5, not 4'))).toBe(false);
});
