import { expect, it } from 'vitest';
import { type Rail, createRails } from './rail.js';
import { testHost, valueOf } from '../testing/host.js';
import { receivingRail } from '../testing/ports.js';
import { type CurrencyCode, ok, type UseCase } from '../kernel/index.js';
import { addressesOf, addressIndexOf, FUNDING_ADDRESSES } from './funding-address.js';

/** A rail on two chains that derives an address for each reference. */
const chains = (name: string, over: Partial<Rail> = {}): Rail => ({
  ...receivingRail,
  name,
  capabilities: { ...receivingRail.capabilities, currencies: ['USDC'] as CurrencyCode[] },
  funding: {
    ...receivingRail.funding!,
    networks: (currency) => (currency === 'USDC' ? ['BASE', 'SOLANA'] : []),
    addressSpace: 'chain',
    instructions: ({ reference, cryptoNetwork, addressIndex }) => [
      {
        instructionsNotes: null,
        isPlatformAccount: null,
        accountOrWalletInfo: { accountType: 'BASE_WALLET', address: `${cryptoNetwork}/${addressIndex}`, reference },
      },
    ],
  },
  ...over,
});

const shown = async (host: Awaited<ReturnType<typeof testHost>>, currency: string) => {
  const page = valueOf(await host.read(host.accounts.listInternal, { ownerType: 'PLATFORM', currency }));
  const { account } = page.data[0]!;
  return {
    account,
    addresses: account.fundingPaymentInstructions.map(({ accountOrWalletInfo }) => accountOrWalletInfo['address']),
  };
};

it('an account has one instruction for each rail and network that receives its currency', async () => {
  const rails = createRails([
    chains('pretended', { simulated: true }),
    chains('first'),
    chains('second'),
    receivingRail,
  ]);
  const host = await testHost({ rails });
  const { account, addresses } = await shown(host, 'USDC');
  expect(addresses).toEqual(['BASE/0', 'SOLANA/0', 'BASE/0', 'SOLANA/0', 'BASE/0', 'SOLANA/0']);
  expect(account.fundingRails).toEqual(['first', 'first', 'second', 'second', 'pretended', 'pretended']);
  const dollars = await shown(host, 'USD');
  expect(dollars.account.fundingRails).toEqual(['test-bank']);
});

it('each reference gets its own address number, which stays when the instructions are renewed', async () => {
  const rails = createRails([chains('first')]);
  const host = await testHost({ rails, currencies: ['USDC', 'USD'] });
  const created = await host.run(host.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    region: 'US',
    currencies: ['USDC'],
  } as never);
  const { id: customerId } = valueOf(created);
  const page = valueOf(await host.read(host.accounts.listInternal, { customerId, currency: 'USDC' }));
  const { account } = page.data[0]!;
  expect(account.fundingPaymentInstructions[0]!.accountOrWalletInfo['address']).toBe('BASE/1');
  expect((await shown(host, 'USDC')).addresses).toEqual(['BASE/0', 'SOLANA/0']);
  expect(valueOf(await host.run(host.accounts.renewInstructions, { id: account.id }))).toEqual({ renewed: false });
  const kept = await host.units.read(null, (reads) => reads.get(FUNDING_ADDRESSES, 'SANDBOX/chain/1'));
  expect(kept).toMatchObject({ reference: account.reference, tenant: account.tenant });
});

const allocate: UseCase<{ readonly space: string; readonly reference: string }, number> = async (tx, ctx, asked) =>
  ok(await addressIndexOf(tx, ctx, asked.space, asked.reference));

it('rails of one address space give a reference one index; another space counts for itself', async () => {
  const other = chains('other');
  const rails = createRails([
    chains('first'),
    chains('second'),
    { ...other, funding: { ...other.funding!, addressSpace: 'another' } },
  ]);
  const host = await testHost({ rails, currencies: ['USDC', 'USD'] });
  expect(valueOf(await host.run(allocate, { space: 'chain', reference: 'one more' }))).toBe(1);
  expect((await shown(host, 'USDC')).addresses).toEqual([
    'BASE/0',
    'SOLANA/0',
    'BASE/0',
    'SOLANA/0',
    'BASE/0',
    'SOLANA/0',
  ]);
  const count = addressesOf({ units: host.units });
  expect(await count('SANDBOX', 'chain')).toBe(2);
  expect(await count('SANDBOX', 'another')).toBe(1);
  expect(await count('PRODUCTION', 'chain')).toBe(0);
});

it('units that allocate at the same time get different indexes, and one reference gets one', async () => {
  const host = await testHost({ rails: createRails([chains('first')]) });
  const references = Array.from({ length: 20 }, (_, i) => `reference ${i % 10}`);
  const indexes = await Promise.all(references.map((reference) => host.run(allocate, { space: 'fresh', reference })));
  const given = indexes.map(valueOf);
  expect(given.slice(0, 10).toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(given.slice(10)).toEqual(given.slice(0, 10));
  expect(await addressesOf({ units: host.units })('SANDBOX', 'fresh')).toBe(10);
});

it('refuses a simulated rail for production, two rails with the same name, and the coin of a chain', () => {
  const live = { ...receivingRail, simulated: true, environment: 'PRODUCTION' } as const;
  expect(() => createRails([live])).toThrow('PRODUCTION');
  expect(() => createRails([receivingRail, receivingRail])).toThrow('the same name');
  const capabilities = { ...receivingRail.capabilities, currencies: ['USD', 'ETH'] as CurrencyCode[] };
  expect(() => createRails([{ ...receivingRail, capabilities }])).toThrow('moves ETH, which customers cannot have');
});
