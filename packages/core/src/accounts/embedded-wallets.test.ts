import { expect, test } from 'vitest';
import { JOBS } from '../events/index.js';
import type { CurrencyCode, Environment } from '../kernel/index.js';
import { receivingRail, type TestHost, testHost, valueOf } from '../testing/index.js';
import { createRails, type InternalAccountView, type Rail } from './index.js';

const own = async (host: TestHost): Promise<readonly InternalAccountView[]> =>
  valueOf(await host.read(host.accounts.listInternal, { ownerType: 'PLATFORM' })).data;

test('a USDB account is an Embedded Wallet on a configured platform, otherwise a crypto account', async () => {
  const host = await testHost({ currencies: ['USDB', 'USD', 'USDC'] });
  valueOf(await host.run(host.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
  const customer = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL' }));
  const views = valueOf(await host.read(host.accounts.listInternal, { customerId: customer.id })).data;
  const typesOf = (of: readonly InternalAccountView[]) =>
    Object.fromEntries(of.map(({ account }) => [account.currency, [account.type, account.privateEnabled]]));
  expect(typesOf(views)).toEqual({
    USDB: ['EMBEDDED_WALLET', false],
    USD: ['INTERNAL_FIAT', null],
    USDC: ['INTERNAL_CRYPTO', null],
  });
  expect(typesOf(await own(host))).toMatchObject({ USDB: ['INTERNAL_CRYPTO', null] });
  expect(views.map(({ account }) => [account.status, account.ownerUnderReview])).toEqual(
    Array(3).fill(['ACTIVE', false]),
  );
});

const SPARK = 'spark1pgss9qfk8ygtphqqzkj2yhn43k3s7r3g8z822ffvpcm38ym094800574x5numh';

/** A rail that receives USDB at the wallet's own address, or at an address of the rail without a wallet. */
const onChain = (environment: Environment, followsWallets: boolean): Rail => ({
  ...receivingRail,
  name: 'test-chain',
  environment,
  capabilities: { ...receivingRail.capabilities, currencies: ['USDB' as CurrencyCode], followsWallets },
  funding: {
    ...receivingRail.funding!,
    instructions: ({ reference, walletAddresses: own }) => {
      const address = own === null ? 'an address of the rail' : own.get('SPARK');
      const accountOrWalletInfo = { accountType: 'SPARK_WALLET', address, assetType: 'USDB', reference } as const;
      return address === undefined ? null : [{ instructionsNotes: null, isPlatformAccount: null, accountOrWalletInfo }];
    },
  },
});

async function walletsPaidBy(environment: Environment, followsWallets: boolean) {
  const host = await testHost({
    environment,
    currencies: ['USDB'],
    rails: createRails([onChain(environment, followsWallets)]),
  });
  valueOf(await host.run(host.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
  const customer = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL' }));
  const account = async () =>
    valueOf(await host.read(host.accounts.listInternal, { customerId: customer.id })).data[0]!.account;
  const { id } = await account();
  const show = (address: string) =>
    host.run(host.accounts.showWalletAddresses, { id, addresses: new Map([['SPARK', address]]) }).then(valueOf);
  const addresses = async () =>
    (await account()).fundingPaymentInstructions.map((each) => each.accountOrWalletInfo['address']);
  return { host, id, account, show, addresses };
}

test('a wallet receives only at addresses of its own key, and one event shows them when they are known', async () => {
  const { host, id, account, show, addresses } = await walletsPaidBy('SANDBOX', true);
  const before = await account();
  expect([before.walletAddresses, before.fundingPaymentInstructions]).toEqual([null, []]);
  await show(SPARK);
  const after = await account();
  expect(after.walletAddresses).toEqual({ SPARK });
  expect(after.reference).toBe(before.reference);
  expect(after.fundingPaymentInstructions).toMatchObject([
    { accountOrWalletInfo: { address: SPARK, reference: before.reference } },
  ]);
  await show('spark1another');
  expect(valueOf(await host.run(host.accounts.renewInstructions, { id }))).toEqual({ renewed: false });
  expect(await addresses()).toEqual([SPARK]);
  const events = await host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED');
  expect(events.map(({ resource }) => resource)).toEqual([id]);
  expect(events[0]).toMatchObject({ snapshot: { fundingPaymentInstructions: after.fundingPaymentInstructions } });
  const [platforms] = await own(host);
  expect(platforms!.account.fundingPaymentInstructions).toMatchObject([
    { accountOrWalletInfo: { address: 'an address of the rail' } },
  ]);
});

test('in production a wallet shows an address only if the rail follows what its owner moves', async () => {
  const unseen = await walletsPaidBy('PRODUCTION', false);
  await unseen.show(SPARK);
  expect([(await unseen.account()).walletAddresses, await unseen.addresses()]).toEqual([{ SPARK }, []]);
  expect(await unseen.host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED')).toEqual([]);
  const followed = await walletsPaidBy('PRODUCTION', true);
  await followed.show(SPARK);
  expect(await followed.addresses()).toEqual([SPARK]);
});

test('a closed wallet keeps its instructions, and gets no addresses', async () => {
  const { host, id, account, show } = await walletsPaidBy('SANDBOX', true);
  const { owner } = await account();
  valueOf(await host.run(host.customers.delete, { id: owner }));
  const closed = await account();
  expect(closed.status).toBe('CLOSED');
  await show(SPARK);
  expect(valueOf(await host.run(host.accounts.renewInstructions, { id }))).toEqual({ renewed: false });
  expect(await account()).toEqual(closed);
  expect(await host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED')).toEqual([]);
});

test('the keys of an Embedded Wallet are asked for by one job, and of no other account', async () => {
  const { host, id } = await walletsPaidBy('SANDBOX', true);
  const tenant = host.created.platform.id;
  const { rows } = await host.units.read(tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 10 }));
  expect(rows.filter(({ kind }) => kind === 'wallet.derive-addresses')).toMatchObject([
    { subject: id, dueAt: host.clock.now() },
  ]);
});
