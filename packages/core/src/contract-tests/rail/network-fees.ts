import { ACCOUNT_TYPES, accountField, exampleAccountInfo, type Rail } from '../../accounts/index.js';
import type { TestRunner } from '../test-runner.js';
import type { Movements } from './movements.js';
import { type Checked, must, mustBeOneOf } from './sentences.js';

/** One address of each known format. */
const ADDRESSES: readonly string[] = ACCOUNT_TYPES.filter(({ kind }) => kind === 'crypto')
  .map(({ type }) => accountField(exampleAccountInfo(type), 'address') ?? '')
  .concat('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');

export function networkFeeCases(
  { test }: TestRunner,
  { capabilities, networkFees }: Rail,
  { deliveries }: Movements,
): void {
  if (networkFees === null) return;
  const at = (call: string, of?: string): Checked => ({
    call: `networkFees.${call}`,
    section: '1-declare-what-it-can-do',
    ...(of !== undefined && { of }),
  });

  test('names the network by which it pays an account, and the fee for it', async () => {
    let priced = 0;
    for (const [name, { account, currency }] of deliveries) {
      const network = networkFees.networkOf(account, currency);
      if (network === null) continue;
      mustBeOneOf(at('networkOf', name), network, networkFees.networks(currency));
      const address = accountField(account, 'address') ?? '';
      const fee = await networkFees.estimate({ currency, network, amount: 1_000_000n, address });
      if (fee !== null) priced += 1;
    }
    const expected = 'a fee for at least one of the accounts that the rail delivers to';
    must(at('estimate'), null, expected, priced > 0);
  });

  test('returns the fee of each of its networks, and null for an address of no network', async () => {
    const priced = capabilities.currencies.filter((currency) => networkFees.networks(currency).length > 0);
    must(at('networks'), [], 'a list of networks for at least one currency of the rail', priced.length > 0);
    for (const currency of priced) {
      const networks = networkFees.networks(currency);
      const isEachOnce = new Set(networks).size === networks.length;
      must(at('networks', currency), networks, 'a list without repetitions', isEachOnce);
      for (const network of networks) {
        const ask = (address: string) => networkFees.estimate({ currency, network, amount: 1_000n, address });
        const fees = await Promise.all(ADDRESSES.map(ask));
        const of = `${currency} over ${network}`;
        must(
          at('estimate', of),
          null,
          'a fee for an address of the network',
          fees.some((fee) => fee !== null),
        );
        const none = await ask('nowhere at all');
        must(at('estimate', `${of}, to an address of no network`), none, 'null', none === null);
      }
    }
  });
}
