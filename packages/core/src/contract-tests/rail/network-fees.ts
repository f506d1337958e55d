import { ACCOUNT_TYPES, accountField, exampleAccountInfo, type Rail } from '../../accounts/index.js';
import { MAX_COMPUTED } from '../../money/index.js';
import type { TestRunner } from '../test-runner.js';
import type { Movements } from './movements.js';

/** One address of each known format. */
const ADDRESSES: readonly string[] = ACCOUNT_TYPES.filter(({ kind }) => kind === 'crypto')
  .map(({ type }) => accountField(exampleAccountInfo(type), 'address') ?? '')
  .concat('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');

export function networkFeeCases(
  { test, expect }: TestRunner,
  { capabilities, networkFees }: Rail,
  { deliveries }: Movements,
): void {
  if (networkFees === null) return;

  test('names the network by which it pays an account, and the fee for it', async () => {
    const priced: string[] = [];
    for (const [name, { account, currency }] of deliveries) {
      const network = networkFees.networkOf(account, currency);
      if (network === null) continue;
      expect([name, networkFees.networks(currency).includes(network)]).toEqual([name, true]);
      const address = accountField(account, 'address') ?? '';
      const fee = await networkFees.estimate({ currency, network, amount: 1_000_000n, address });
      if (fee === null) continue;
      // Quotes and limits compute with the fee.
      expect([name, fee >= 0n && fee <= MAX_COMPUTED]).toEqual([name, true]);
      priced.push(name);
    }
    expect(priced).not.toEqual([]);
  });

  test('returns the fee of each of its networks, and null for an address of no network', async () => {
    const priced = capabilities.currencies.filter((currency) => networkFees.networks(currency).length > 0);
    expect(priced).not.toEqual([]);
    for (const currency of priced) {
      const networks = networkFees.networks(currency);
      expect(new Set(networks).size).toBe(networks.length);
      for (const network of networks) {
        const ask = (address: string) => networkFees.estimate({ currency, network, amount: 1_000n, address });
        const fees = await Promise.all(ADDRESSES.map(ask));
        const isPriced = fees.some((fee) => fee !== null && fee >= 0n);
        expect([currency, network, isPriced]).toEqual([currency, network, true]);
        expect(await ask('nowhere at all')).toBe(null);
      }
    }
  });
}
