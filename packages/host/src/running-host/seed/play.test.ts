import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Act } from './plan.js';
import { byCustomer, playTogether, titleOf } from './play.js';

const funds = (customer: number, ...amounts: readonly number[]): readonly Act[] =>
  amounts.map((amount) => ({ customer, kind: 'fund', currency: 'USD', amount }));
const never = new AbortController().signal;

it('plays the acts of a customer in their order, and at most four customers at once', async () => {
  const acts = Array.from({ length: 9 }, (_, customer) => funds(customer, 1, 2, 3));
  const mixed = [0, 1, 2].flatMap((index) => acts.map((own) => own[index]!));
  const played: (readonly [number, number])[] = [];
  const busy = new Set<number>();
  let most = 0;
  await playTogether(
    byCustomer(mixed),
    async (act) => {
      expect(busy.has(act.customer)).toBe(false);
      busy.add(act.customer);
      most = Math.max(most, busy.size);
      await turn();
      busy.delete(act.customer);
      played.push([act.customer, (act as { readonly amount: number }).amount]);
    },
    never,
  );
  expect(most).toBe(4);
  for (let customer = 0; customer < 9; customer++) {
    expect(played.filter(([who]) => who === customer).map(([, amount]) => amount)).toEqual([1, 2, 3]);
  }
});

it('begins no act after a failure, and throws the first one when the others have ended', async () => {
  let begun = 0;
  let ended = 0;
  const play = async ({ customer }: Act): Promise<void> => {
    begun += 1;
    if (customer === 1) throw new Error('refused');
    for (let turns = 0; turns < 5; turns++) await turn();
    ended += 1;
  };
  const groups = Array.from({ length: 8 }, (_, customer) => funds(customer, 1, 2));
  await expect(playTogether(groups, play, never)).rejects.toThrow('refused');
  expect([begun, ended]).toEqual([4, 3]);
});

it('begins no act after it was asked to stop', async () => {
  const stop = new AbortController();
  let begun = 0;
  const play = async (): Promise<void> => {
    begun += 1;
    stop.abort();
    await turn();
  };
  await playTogether([funds(0, 1, 2), funds(1, 1), funds(2, 1)], play, stop.signal);
  expect(begun).toBe(1);
});

it('names an act with its amount and its customer', () => {
  expect(titleOf(funds(4, 900)[0]!)).toBe('a deposit of 9.00 USD for customer 5');
  expect(titleOf({ customer: 0, kind: 'card', currency: 'USD' })).toBe('issue a card to customer 1');
});
