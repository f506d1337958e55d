import type { Id } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import { fixedClock } from '@corridor/core/testing';
import type { IssuerAccount, IssuerConnection, IssuerInstruction } from '@corridor/core/ports';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSealer, nodeCrypto } from '../../custody/index.js';
import type { Address } from '../../evm/index.js';
import { describeWithAnvil } from '../../testing/describe-with-anvil.js';
import { type Contract, contractAt, deploy } from '../../testing/evm-contracts.js';
import { TEST_KEY } from '../../testing/evm-entry.js';
import { type EvmNode, startAnvil } from '../../testing/evm-node.js';
import { fetchHttp } from '../../testing/fetch-http.js';
import { burnFor, orderFor } from '../../testing/issuer-hosts.js';
import { evmIssuer } from './index.js';

/** The key of Anvil's second account. */
const SECOND_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const MINTER_ROLE = '0x9f2df0fed2c77648de5860a4cc508cd0818c85b8b8a1ab4ceeef8d981c8956a6';
const platformOf = (name: string) => `Platform:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d${name}` as Id<'Platform'>;
const SECRETS: Readonly<Record<string, string>> = {
  KEY_ONE: TEST_KEY,
  KEY_TWO: SECOND_KEY,
  ONE: 'the secret of one',
  TWO: 'the secret of two',
};

interface Issued {
  readonly connection: IssuerConnection;
  readonly token: Contract;
  readonly signer: Address;
  readonly account: IssuerAccount;
  mint(over?: Partial<IssuerInstruction>): IssuerInstruction;
  burn(over?: Partial<IssuerInstruction>): IssuerInstruction;
  state(order: IssuerInstruction): Promise<string>;
}

describeWithAnvil('two platforms with an issuer each on a chain', () => {
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  const sealer = createSealer(nodeCrypto.random.bytes(32));
  let node: EvmNode;
  let one: Issued;
  let two: Issued;

  const memberOf = (name: string, platform: Id<'Platform'>, address: Address, over: object = {}) => ({
    platform,
    client: { id: name, secret: { env: name.toUpperCase() } },
    network: 'BASE',
    chainId: 84_532,
    rpcUrls: [node.url],
    quorum: 1,
    confirmations: 3,
    token: { address, name: 'Acme Dollar', symbol: 'USDB', decimals: 6, baseCurrency: 'USD' },
    signer: { privateKey: { env: `KEY_${name.toUpperCase()}` } },
    mintLimit: '1000',
    burnRails: ['WIRE'],
    firstBlock: 0,
    fees: { maxGwei: 200, replaceAfterSeconds: 60 },
    ...over,
  });

  const connect = (name: string, members: Readonly<Record<string, unknown>>): IssuerConnection =>
    evmIssuer(members, {
      name,
      environment: 'SANDBOX',
      store: createRailStore({ units, clock, sealer }, 'SANDBOX', name),
      clock,
      random: nodeCrypto.random,
      digest: nodeCrypto.digest,
      http: fetchHttp,
      log: { info: () => undefined, warn: () => undefined },
      rateOf: async () => null,
      addressesOf: async () => 0,
      secretOf: (_member, reference) => SECRETS[(reference as { readonly env: string }).env]!,
    });

  async function issued(name: string, platform: Id<'Platform'>, signer: Address): Promise<Issued> {
    const token = contractAt(node, 'MintedToken', await deploy(node, 'MintedToken', ['Acme Dollar', 'USDB']));
    await token.transact(node.accounts[0]!, 'grantRole', MINTER_ROLE, signer);
    const connection = connect(name, memberOf(name, platform, token.address));
    const account = { platform, providerAccountId: name, apiClientId: name, apiClientSecret: `the secret of ${name}` };
    const named = { ...orderFor().token, providerTokenIdentifier: name, networkTokenIdentifier: token.address };
    return {
      ...{ connection, token, signer, account },
      mint: (over = {}) => orderFor({ token: named, ...over }),
      burn: (over = {}) => burnFor({ token: named, ...over }),
      state: async (order) => (await connection.issuer.status(account, order, order.submittedAt)).state,
    };
  }

  const run = (connection: IssuerConnection, name: string) =>
    connection.tasks
      .find((task) => task.name === name)!
      .run(
        async () => {
          throw new Error('an issuer tells core nothing');
        },
        async () => new Set(),
      );

  async function settle({ connection }: Issued): Promise<void> {
    await run(connection, 'send');
    await node.mine(5);
    await run(connection, 'send');
  }

  beforeAll(async () => {
    node = await startAnvil({ chainId: 84_532, mining: 'manual' });
    one = await issued('one', platformOf('01'), node.accounts[0]!);
    two = await issued('two', platformOf('02'), node.accounts[1]!);
  });
  afterAll(() => node.stop());

  it('mint and burn their own tokens, and refuse the credentials of each other', async () => {
    const wallet = node.accounts[5]!;
    const toWallet = { account: { accountType: 'BASE_WALLET', address: wallet } as never, rail: null };
    const orders: (readonly [Issued, IssuerInstruction])[] = [
      [one, one.mint({ netAmount: 30_000_000n })],
      [one, one.mint({ netAmount: 12_345_678n, destination: toWallet })],
      [two, two.mint({ netAmount: 7_000_000n })],
    ];
    for (const [each, order] of orders) {
      await each.connection.verify!();
      expect(await each.connection.issuer.submit(each.account, order)).toMatchObject({ state: 'pending' });
    }
    for (const each of [one, two]) await settle(each);
    for (const [each, order] of orders) expect(await each.state(order)).toBe('completed');
    expect(await one.token.read('balanceOf', wallet)).toBe(12_345_678n);
    expect(await one.token.read('balanceOf', one.signer)).toBe(30_000_000n);

    const burn = one.burn({ amount: 10_000_000n, netAmount: 10_000_000n });
    await one.connection.issuer.submit(one.account, burn);
    await settle(one);
    expect(await one.state(burn)).toBe('processing');
    await one.connection.actions![0]!.run(burn.reference, { id: 'Operator:ada' as Id<'Operator'>, name: 'ada' });
    expect(await one.state(burn)).toBe('completed');
    expect([await one.token.read('totalSupply'), await two.token.read('totalSupply')]).toEqual([
      32_345_678n,
      7_000_000n,
    ]);

    const crossed = { ...two.account, providerAccountId: 'one' };
    expect(await one.connection.issuer.submit(crossed, one.mint())).toEqual({ state: 'refused', because: 'revoked' });
    const { issuer } = one.connection;
    expect(await issuer.verify(one.account, null, two.account.platform)).toMatchObject({ state: 'refused' });
    expect(await issuer.verify(two.account, null, one.account.platform)).toMatchObject({ state: 'refused' });
  });

  it('name the mint of another key in the supply of its token alone', async () => {
    const stranger = node.accounts[3]!;
    await one.token.transact(node.accounts[0]!, 'grantRole', MINTER_ROLE, stranger);
    const hash = await one.token.transact(stranger, 'mint', stranger, 5n);
    const burned = await one.token.transact(stranger, 'burn', 2n);
    await node.mine(3);
    expect(await one.connection.issuer.supply(one.account, 'one')).toEqual({
      state: 'told',
      supply: 32_345_678n,
      foreign: [
        { kind: 'MINT', transaction: hash, amount: 5n },
        { kind: 'BURN', transaction: burned, amount: 2n },
      ],
    });
    expect(await two.connection.issuer.supply(two.account, 'two')).toEqual({
      state: 'told',
      supply: 7_000_000n,
      foreign: [],
    });
  });

  it('mint once through a reorganisation and a lost mempool', async () => {
    const mint = two.mint({ netAmount: 1_000_000n });
    await two.connection.issuer.submit(two.account, mint);
    await run(two.connection, 'send');
    await node.mine();
    await node.reorg(1);
    expect(await two.token.read('totalSupply')).toBe(7_000_000n);
    // The node has lost the transaction with its block, and it is broadcast again after a while.
    clock.advance(61);
    await settle(two);
    await settle(two);
    expect(await two.state(mint)).toBe('completed');
    expect(await two.token.read('totalSupply')).toBe(8_000_000n);
    expect(await two.connection.issuer.supply(two.account, 'two')).toMatchObject({ supply: 8_000_000n, foreign: [] });
  });

  it('fail a mint for which the key has no role, and leave its amount to other mints', async () => {
    await two.token.transact(node.accounts[0]!, 'revokeRole', MINTER_ROLE, two.signer);
    const mint = two.mint({ netAmount: 900_000_000n });
    await two.connection.issuer.submit(two.account, mint);
    await settle(two);
    expect(await two.connection.issuer.status(two.account, mint, mint.submittedAt)).toEqual({
      ...{ state: 'failed', providerStatus: 'failed', reason: 'TRANSACTION_FAILED' },
    });
    expect(await two.connection.issuer.price(two.account, two.mint({ amount: 992_000_000n }))).toMatchObject({
      state: 'priced',
    });
    expect((await two.connection.check()).problems).toEqual([]);
  });

  it('stop the start for another chain, for other decimals, and for an address without a token', async () => {
    const wrong = (over: object, name = 'new') =>
      connect(name, { ...memberOf('one', platformOf('01'), one.token.address), ...over });
    const { token } = memberOf('one', platformOf('01'), one.token.address);
    await expect(wrong({ chainId: 84_531 }).verify!()).rejects.toMatchObject({ member: 'chainId' });
    await expect(wrong({ token: { ...token, decimals: 18 } }).verify!()).rejects.toMatchObject({
      member: 'token.decimals',
      message: 'must be 6, as the contract says',
    });
    const elsewhere = { token: { ...token, address: node.accounts[8] } };
    await expect(wrong(elsewhere, 'newer').verify!()).rejects.toMatchObject({
      member: 'token.address',
      message: 'is not a token on chain 84532',
    });
    await wrong({}, 'newer').verify!();
    await expect(wrong({ token: { ...token, address: two.token.address } }, 'one').verify!()).rejects.toMatchObject({
      member: 'token.address',
      message: `is another token than ${one.token.address} on chain 84532, which this name stands for`,
    });
  });
});
