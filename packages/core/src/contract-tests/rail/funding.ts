import type { FundingRequest, Rail } from '../../accounts/index.js';
import type { CurrencyCode } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import { faultsOf } from './instruction-faults.js';
import type { RailContractOptions } from './options.js';
import { expectRefund, NETWORKS, reference, SUBMITTED } from './movements.js';

const REFERENCES = Array.from({ length: 50 }, (_, i) => `K7QF9M3X${(i + 10) * 37}`);

const LAST_INDEX = 2 ** 31 - 1;

export function fundingCases(runner: TestRunner, { capabilities, funding }: Rail, options: RailContractOptions): void {
  if (funding === null) return;
  const { test, expect } = runner;
  const { addressSpace } = funding;
  /** Core gives an index to the rails with an address space, and to no others. */
  const request = (of: Partial<FundingRequest> & Pick<FundingRequest, 'currency'>, index = 7): FundingRequest => ({
    reference: 'K7QF9M3XHTCP',
    amount: 10_000n,
    cryptoNetwork: null,
    walletAddresses: null,
    addressIndex: addressSpace === null ? null : index,
    ...of,
  });
  const networks = [
    ...new Set([...NETWORKS, ...capabilities.currencies.flatMap(funding.networks).filter((name) => name !== null)]),
  ];

  test('gives instructions that are valid for their account type, for each currency and network', async () => {
    const received = new Set<string>();
    for (const currency of capabilities.currencies) {
      for (const cryptoNetwork of [null, ...networks]) {
        for (const amount of [null, 1n, 1_234_567n]) {
          for (const each of funding.instructions(request({ currency, cryptoNetwork, amount })) ?? []) {
            expect([currency, cryptoNetwork, faultsOf(each)]).toEqual([currency, cryptoNetwork, []]);
            received.add(currency);
          }
        }
      }
    }
    expect(received).not.toEqual(new Set());
  });

  test('receives a currency only on the networks that it lists', async () => {
    for (const currency of capabilities.currencies) {
      const named = funding.networks(currency);
      expect([currency, new Set(named).size]).toEqual([currency, named.length]);
      for (const cryptoNetwork of networks) {
        const given = funding.instructions(request({ currency, cryptoNetwork }));
        const isNamed = named.includes(cryptoNetwork);
        expect([currency, cryptoNetwork, given !== null]).toEqual([currency, cryptoNetwork, isNamed]);
      }
      const usual = funding.instructions(request({ currency }));
      expect([currency, usual !== null]).toEqual([currency, named.length > 0]);
      if (named.length > 0 && named[0] !== null) {
        expect(usual).toEqual(funding.instructions(request({ currency, cryptoNetwork: named[0]! })));
      }
    }
  });

  test('gives each payer different instructions or a different reference', async () => {
    for (const currency of capabilities.currencies) {
      for (const cryptoNetwork of [null, ...networks]) {
        const given = REFERENCES.map((memo, index) =>
          funding.instructions(request({ currency, cryptoNetwork, reference: memo }, index)),
        );
        if (given[0] === null || given[0] === undefined) continue;
        const told = given.map((all) => JSON.stringify(all?.map((each) => each.accountOrWalletInfo)));
        expect([currency, cryptoNetwork, new Set(told).size]).toEqual([currency, cryptoNetwork, REFERENCES.length]);
        expect(funding.instructions(request({ currency, cryptoNetwork, reference: REFERENCES[0]! }, 0))).toEqual(
          given[0],
        );
      }
    }
  });

  if (addressSpace !== null) {
    test('derives an address of its own from each index, and from nothing else', async () => {
      expect(addressSpace).not.toBe('');
      const indexes = [...REFERENCES.keys(), 1_000_000, LAST_INDEX];
      for (const currency of capabilities.currencies) {
        for (const cryptoNetwork of funding.networks(currency)) {
          const addressesAt = (index: number, of: Partial<FundingRequest>): readonly unknown[] =>
            (funding.instructions(request({ currency, cryptoNetwork, ...of }, index)) ?? []).map(
              ({ accountOrWalletInfo }) => accountOrWalletInfo['address'],
            );
          const derived = indexes.flatMap((index) => addressesAt(index, {}));
          expect(derived.every((address) => typeof address === 'string' && address !== '')).toBe(true);
          expect([currency, cryptoNetwork, new Set(derived).size]).toEqual([currency, cryptoNetwork, indexes.length]);
          const others = indexes.flatMap((index) => addressesAt(index, { reference: 'W3XH5TCPK7QF', amount: null }));
          expect([currency, cryptoNetwork, others]).toEqual([currency, cryptoNetwork, derived]);
        }
      }
    });
  }

  test('gives no instructions for a network or currency that it does not have', async () => {
    for (const currency of capabilities.currencies) {
      expect(funding.instructions(request({ currency, cryptoNetwork: 'NOWHERE' }))).toBe(null);
    }
    expect(funding.instructions(request({ currency: 'XTS' as CurrencyCode }))).toBe(null);
  });

  test('gives the same answer to repeated requests to return a deposit', async () => {
    const remitters = ['890', '008', '009'].map((ending) => ({ name: 'Ada Lovelace', account: `DE${ending}` }));
    for (const remitter of remitters) {
      const arrival = { paymentId: 'arrival 1', remitter, valueDate: '2026-01-15' };
      const refund = { reference: reference('Refund'), currency: capabilities.currencies[0]!, amount: 1n, arrival };
      await expectRefund(
        runner,
        refund.reference,
        (now) => funding.refund({ ...refund, submittedAt: SUBMITTED }, now),
        options,
      );
    }
  });
}
