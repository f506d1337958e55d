import type { FundingRequest, Rail } from '../../accounts/index.js';
import type { CurrencyCode } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import { faultsOf } from './instruction-faults.js';
import type { RailContractOptions } from './options.js';
import { expectRefund, NETWORKS, reference, SUBMITTED } from './movements.js';
import { type Checked, must, mustEqual } from './sentences.js';

const REFERENCES = Array.from({ length: 50 }, (_, i) => `K7QF9M3X${(i + 10) * 37}`);

const LAST_INDEX = 2 ** 31 - 1;

export function fundingCases(
  { test }: TestRunner,
  { capabilities, funding }: Rail,
  options: RailContractOptions,
): void {
  if (funding === null) return;
  const { addressSpace } = funding;
  const at = (call: string, currency?: string, network?: string | null): Checked => ({
    call: `funding.${call}`,
    section: '4-receive',
    ...(currency !== undefined && {
      of: network === null || network === undefined ? currency : `${currency} over ${network}`,
    }),
  });
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
            const faults = faultsOf(each);
            const expected = `valid for its account type: ${faults.join('; ')}`;
            const checked = { ...at('instructions', currency, cryptoNetwork), member: 'accountOrWalletInfo' };
            must(checked, each.accountOrWalletInfo, expected, faults.length === 0);
            received.add(currency);
          }
        }
      }
    }
    must(at('instructions'), null, 'a list for at least one currency of the rail', received.size > 0);
  });

  test('receives a currency only on the networks that it lists', async () => {
    for (const currency of capabilities.currencies) {
      const named = funding.networks(currency);
      must(at('networks', currency), named, 'a list without repetitions', new Set(named).size === named.length);
      for (const cryptoNetwork of networks) {
        const given = funding.instructions(request({ currency, cryptoNetwork }));
        const isNamed = named.includes(cryptoNetwork);
        const expected = isNamed
          ? `a list, because \`funding.networks\` names ${cryptoNetwork}`
          : `null, because \`funding.networks\` does not name ${cryptoNetwork}`;
        must(at('instructions', currency, cryptoNetwork), given, expected, (given !== null) === isNamed);
      }
      const usual = funding.instructions(request({ currency }));
      const isReceived = named.length > 0;
      const expected = isReceived ? 'a list, because it has networks' : 'null, because it has no network';
      must(at('instructions', `${currency} without a network`), usual, expected, (usual !== null) === isReceived);
      if (isReceived && named[0] !== null) {
        const first = funding.instructions(request({ currency, cryptoNetwork: named[0]! }));
        mustEqual(
          at('instructions', `${currency} without a network`),
          usual,
          first,
          `the instructions of the first network, ${named[0]}`,
        );
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
        const forms = given.map((all) => JSON.stringify(all?.map((each) => each.accountOrWalletInfo)));
        const checked = at('instructions', currency, cryptoNetwork);
        const differ = `different for each reference, but ${forms.length} references have ${new Set(forms).size} forms`;
        must(checked, given[0], differ, new Set(forms).size === REFERENCES.length);
        const again = funding.instructions(request({ currency, cryptoNetwork, reference: REFERENCES[0]! }, 0));
        mustEqual(checked, again, given[0], 'the answer to the first call with this reference');
      }
    }
  });

  if (addressSpace !== null) {
    test('derives an address of its own from each index, and from nothing else', async () => {
      must(at('addressSpace'), addressSpace, 'a name', addressSpace !== '');
      const indexes = [...REFERENCES.keys(), 1_000_000, LAST_INDEX];
      for (const currency of capabilities.currencies) {
        for (const cryptoNetwork of funding.networks(currency)) {
          const addressesAt = (index: number, of: Partial<FundingRequest>): readonly unknown[] =>
            (funding.instructions(request({ currency, cryptoNetwork, ...of }, index)) ?? []).map(
              ({ accountOrWalletInfo }) => accountOrWalletInfo['address'],
            );
          const derived = indexes.flatMap((index) => addressesAt(index, {}));
          const checked = { ...at('instructions', currency, cryptoNetwork), member: 'address' };
          for (const address of derived)
            must(checked, address, 'a text that is not empty', typeof address === 'string' && address !== '');
          const isEachOwn = derived.length === indexes.length && new Set(derived).size === indexes.length;
          must(checked, derived, `one address of its own for each of ${indexes.length} indexes`, isEachOwn);
          const others = indexes.flatMap((index) => addressesAt(index, { reference: 'W3XH5TCPK7QF', amount: null }));
          mustEqual(checked, others, derived, 'the same for each index with another reference and without an amount');
        }
      }
    });
  }

  test('gives no instructions for a network or currency that it does not have', async () => {
    for (const currency of capabilities.currencies) {
      const given = funding.instructions(request({ currency, cryptoNetwork: 'NOWHERE' }));
      must(at('instructions', currency, 'NOWHERE'), given, 'null, because the network is unknown', given === null);
    }
    const given = funding.instructions(request({ currency: 'XTS' as CurrencyCode }));
    must(at('instructions', 'XTS'), given, 'null, because the currency is unknown', given === null);
  });

  test('gives the same answer to repeated requests to return a deposit', async () => {
    const remitters = ['890', '008', '009'].map((ending) => ({ name: 'Ada Lovelace', account: `DE${ending}` }));
    for (const remitter of remitters) {
      const arrival = { paymentId: 'arrival 1', remitter, valueDate: '2026-01-15' };
      const refund = { reference: reference('Refund'), currency: capabilities.currencies[0]!, amount: 1n, arrival };
      await expectRefund(
        at('refund', `to the account ${remitter.account}`),
        refund.reference,
        (now) => funding.refund({ ...refund, submittedAt: SUBMITTED }, now),
        options,
      );
    }
  });
}
