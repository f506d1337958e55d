import { expect, it } from 'vitest';
import type { CurrencyCode } from '../kernel/index.js';
import { type PrefundingFloor, prefundingOf } from './prefunding.js';

const floor: PrefundingFloor = {
  ...{ connection: 'acme', environment: 'PRODUCTION', rails: ['acme.eur', 'acme.usd'] },
  ...{ currency: 'USD' as CurrencyCode, floor: 1_000n },
};
const position = (account: string, balance: bigint, over: object = {}) =>
  ({ environment: 'PRODUCTION', currency: 'USD', account, balance, ...over }) as never;

it.each([
  [1_000n, 0n],
  [1_500n, 0n],
  [999n, 1n],
  [0n, 1_000n],
  [-50n, 1_050n],
])('a connection that holds %d lacks %d', (held, missing) => {
  const positions = [
    position('clearing:acme.eur', -300n),
    position('clearing:acme.usd', 300n - held),
    position('clearing:acme.usd', -9_000n, { currency: 'EUR' }),
    position('clearing:acme.usd', -9_000n, { environment: 'SANDBOX' }),
    position('clearing:other', -9_000n),
    position('fees', 9_000n),
  ];
  expect(prefundingOf(positions, [floor])).toEqual([{ ...floor, held, missing }]);
});

it('a connection without postings holds nothing', () => {
  expect(prefundingOf([], [floor])).toMatchObject([{ held: 0n, missing: 1_000n }]);
});
