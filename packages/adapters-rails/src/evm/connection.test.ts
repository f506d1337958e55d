import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type CurrencyCode, rateOf } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { PayoutInstruction, RailConnection, ConnectionContext } from '@corridor/core/ports';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSealer } from '../custody/sealer.js';
import { MONDAY } from '../testing/bank-connection.js';
import { describeWithAnvil } from '../testing/describe-with-anvil.js';
import { deployToken, MULTICALL3, placeCode, type TestToken } from '../testing/evm-contracts.js';
import { EVM_ENTRY, evmSecrets, TEST_KEY, TEST_MNEMONIC } from '../testing/evm-entry.js';
import { differencesOf, type EvmLedger, evmLedger } from '../testing/evm-ledger.js';
import { type EvmNode, startAnvil } from '../testing/evm-node.js';
import { COLD, DEPOSIT_MNEMONIC, testHttp, TREASURY_KEY } from '../testing/evm-treasury.js';
import { digest } from '../testing/ports.js';
// Loaded here, so that no test waits for the optional packages.
import './connection.js';
import { depositKeys } from './deposits/index.js';
import { evm } from './index.js';
import type { Address, Hex } from './nodes.js';
import { localSigner } from './signers.js';

const USDC = 'USDC' as CurrencyCode;
const PAYEE: Address = '0x000000000000000000000000000000000000beef';
const SECRETS = evmSecrets({ 'treasury.key': TREASURY_KEY, 'deposits.words': DEPOSIT_MNEMONIC });

function contextOf(over: Partial<ConnectionContext> = {}): ConnectionContext {
  const clock = fixedClock(MONDAY);
  const sealer = createSealer(new Uint8Array(32));
  return {
    ...{ name: 'base', environment: 'SANDBOX', clock, digest, http: testHttp, secretOf: SECRETS },
    store: createRailStore({ units: createMemoryStorage().units, clock, sealer }, 'SANDBOX', 'base'),
    random: seededRandom('connection'),
    log: { info: () => {}, warn: () => {} },
    rateOf: async () => rateOf(3n, 1n),
    addressesOf: async () => 4,
    ...over,
  };
}

describe('the entry of a chain', () => {
  const entry = { ...EVM_ENTRY, chainId: 84_532 };

  it('claims its treasury, its deposit addresses and its cold address', async () => {
    const { claims } = await evm(entry, contextOf());
    expect(claims).toEqual([
      expect.stringMatching(/^84532 treasury 0x[0-9a-f]{40}$/),
      expect.stringMatching(/^84532 deposits 0x[0-9a-f]{40}$/),
      '84532 cold 0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359',
    ]);
  });

  it('has a rail for each place where money lies', async () => {
    const { rails } = await evm(entry, contextOf());
    expect(rails.map(({ name, capabilities }) => [name, capabilities.push, capabilities.receive])).toEqual([
      ['base', true, false],
      ['base.deposits', false, true],
      ['base.cold', false, false],
    ]);
    const { cold: _, ...treasury } = { ...entry.treasury, limits: {} };
    const without = await evm({ ...entry, treasury }, contextOf());
    expect(without.rails.map(({ name }) => name)).toEqual(['base', 'base.deposits']);
  });

  it('is refused if the treasury is a deposit address', async () => {
    const key = (await depositKeys(TEST_MNEMONIC)).privateKeyOf(0);
    const secretOf = evmSecrets({ 'treasury.key': key, 'deposits.words': TEST_MNEMONIC });
    await expect(evm(entry, contextOf({ secretOf }))).rejects.toMatchObject({
      name: 'RailEntryError',
      member: 'treasury',
    });
  });

  it('is refused if the address of its private key has another role', async () => {
    const own = localSigner(TREASURY_KEY).address;
    const treasury = { ...entry.treasury, cold: own };
    await expect(evm({ ...entry, treasury }, contextOf())).rejects.toMatchObject({
      ...{ name: 'RailEntryError', member: 'treasury.cold', message: 'is the address of the treasury' },
    });
    await expect(evm({ ...entry, ownAddresses: [PAYEE, own] }, contextOf())).rejects.toMatchObject({
      ...{ name: 'RailEntryError', member: 'ownAddresses.1', message: 'is the address of the treasury' },
    });
  });
});

describeWithAnvil('a connection to a chain', () => {
  let node: EvmNode;
  let token: TestToken;
  let snapshot: Hex;
  let ledger: EvmLedger;
  beforeAll(async () => {
    node = await startAnvil({ chainId: 84_532 });
    token = await deployToken(node);
    await placeCode(node, 'Multicall3', MULTICALL3);
    await node.mine(5);
  });
  afterAll(() => node.stop());
  beforeEach(async () => {
    snapshot = await node.snapshot();
  });
  afterEach(() => node.revert(snapshot));

  const entryOf = (over: object = {}) => ({
    ...{ network: 'BASE', chainId: 84_532, rpcUrls: [node.url], quorum: 1, startBlock: null, confirmations: 2 },
    tokens: [{ currency: 'USDC', address: token.address, decimals: 6, authorization: 'eip-3009' }],
    treasury: { privateKey: { file: 'treasury.key' }, limits: { keep: '10' }, cold: COLD },
    deposits: { mnemonic: { file: 'deposits.words' } },
    fees: { maxGwei: 200, replaceAfterSeconds: 60 },
    sweep: { minimum: '1', everySeconds: 1 },
    ...over,
  });

  async function connect(over: object = {}, parts: Partial<ConnectionContext> = {}): Promise<RailConnection> {
    const connection = await evm(entryOf(over), contextOf(parts));
    await connection.verify!();
    return connection;
  }

  /** Runs all tasks, with a block after each round. */
  async function run(connection: RailConnection, rounds = 12): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      for (const task of connection.tasks) await task.run(ledger.tell, async () => new Set());
      expect(await differences(connection)).toEqual([]);
      await node.mine();
      expect(await differences(connection)).toEqual([]);
    }
  }
  const differences = async (connection: RailConnection) => differencesOf(await connection.holdings!(), ledger);

  const payout = (reference: string, amount: bigint, address: string = PAYEE): PayoutInstruction => ({
    ...{ reference, currency: USDC, amount, submittedAt: MONDAY, cancelRequestedAt: null },
    account: { accountType: 'BASE_WALLET', address } as never,
    ...{ remittanceInformation: null, paymentRail: null, purposeOfPayment: null, sameCurrency: true },
  });

  it('credits a deposit, sweeps it, pays out and books the gas, and agrees with the chain to the unit', async () => {
    const payouts = new Map([['Transaction:1', ['USDC', 4_000_000n] as const]]);
    ledger = evmLedger(payouts);
    const connection = await connect();
    const [treasuryRail, depositRail] = connection.rails;
    const treasury = connection.claims[0]!.split(' ')[2] as Address;
    await node.setBalance(treasury, 10n ** 18n);
    const instructions = depositRail!.funding!.instructions({
      ...{ currency: USDC, reference: 'INV-1', amount: null, cryptoNetwork: 'BASE', walletAddresses: null },
      addressIndex: 2,
    })!;
    const { address } = instructions[0]!.accountOrWalletInfo as unknown as { readonly address: Address };
    await run(connection, 2);
    await token.mint(address.toLowerCase() as Address, 25_000_000n);
    await run(connection);
    expect(ledger.of('arrival')).toMatchObject([
      { rail: 'base.deposits', amount: 25_000_000n, reference: { addressIndex: 2 } },
    ]);
    // 10 stay, and 15 go to the cold address.
    expect(await token.balanceOf(treasury)).toBe(10_000_000n);
    expect(await token.balanceOf(COLD)).toBe(15_000_000n);

    const { payouts: rail, networkFees } = treasuryRail!;
    const fee = { currency: USDC, network: 'BASE', amount: 4_000_000n, address: PAYEE };
    expect(await networkFees!.estimate(fee)).toBeGreaterThan(0n);
    expect(await rail!.submit(payout('Transaction:1', 4_000_000n))).toMatchObject({ state: 'pending' });
    await run(connection);
    expect(await rail!.status(payout('Transaction:1', 4_000_000n), MONDAY)).toMatchObject({ state: 'delivered' });
    expect(await token.balanceOf(PAYEE)).toBe(4_000_000n);
    // The sweep, the surplus and the payout.
    expect(ledger.of('NETWORK_FEE')).toHaveLength(3);
    expect(ledger.of('difference')).toEqual([]);
    expect(Object.fromEntries(ledger.balances)).toMatchObject({
      'base USDC': 6_000_000n,
      'base.deposits USDC': 0n,
      'base.cold USDC': 15_000_000n,
    });
    expect(await connection.check()).toMatchObject({ isReachable: true, problems: [] });
  });

  it('queues payouts without gas or tokens, says so, and goes on by itself', async () => {
    ledger = evmLedger(new Map([['Transaction:1', ['USDC', 4_000_000n] as const]]));
    const connection = await connect();
    const treasury = connection.claims[0]!.split(' ')[2] as Address;
    await run(connection, 2);
    await connection.rails[0]!.payouts!.submit(payout('Transaction:1', 4_000_000n));
    await run(connection, 3);
    expect((await connection.check()).problems.join()).toMatch(/too little USDC/);
    await token.mint(token.owner, 5_000_000n);
    const own = await connect({ ownAddresses: [token.owner] }).catch(() => null);
    expect(own).not.toBeNull();
    await token.transfer(token.owner, treasury, 5_000_000n);
    for (let round = 0; round < 5; round += 1) {
      for (const task of connection.tasks) await task.run(ledger.tell, async () => new Set());
      await node.mine();
    }
    expect((await connection.check()).problems.join()).toMatch(/too little of the chain's coin/);
    await node.setBalance(treasury, 10n ** 18n);
    for (let round = 0; round < 6; round += 1) {
      for (const task of connection.tasks) await task.run(ledger.tell, async () => new Set());
      await node.mine();
    }
    expect(await token.balanceOf(PAYEE)).toBe(4_000_000n);
    expect((await connection.check()).problems).toEqual([]);
  });

  it('opens a token that joins the entry later', async () => {
    ledger = evmLedger();
    const parts = contextOf();
    const first = await evm(entryOf(), parts);
    await run(first, 3);
    const other = await deployToken(node, { authorization: null });
    const treasury = first.claims[0]!.split(' ')[2] as Address;
    await other.mint(treasury, 7_000_000n);
    await run(first, 3);
    const tokens = [
      ...entryOf().tokens,
      { currency: 'USDT', address: other.address, decimals: 6, authorization: null },
    ];
    const both = await evm({ ...entryOf({ tokens }), network: 'ETHEREUM' }, parts);
    await run(both, 3);
    expect(ledger.balances.get('base USDT')).toBe(7_000_000n);
  });

  it('refuses another treasury under the same name', async () => {
    ledger = evmLedger();
    const parts = contextOf();
    await run(await evm(entryOf(), parts), 1);
    const secretOf = evmSecrets({ 'treasury.key': TEST_KEY, 'deposits.words': DEPOSIT_MNEMONIC });
    const other = await evm(entryOf(), { ...parts, secretOf });
    await expect(other.tasks[0]!.run(ledger.tell, async () => new Set())).rejects.toThrow(
      /the treasury was 0x[0-9a-f]{40} at the first start/,
    );
  });

  it('names the member that does not fit the chain', async () => {
    await expect(connect({ chainId: 31_337 })).rejects.toMatchObject({ name: 'RailEntryError', member: 'chainId' });
    const wrong = await deployToken(node, { decimals: 8 });
    const withToken = (address: string) => ({ tokens: [{ ...entryOf().tokens[0]!, address }] });
    await expect(connect(withToken(wrong.address))).rejects.toMatchObject({ member: 'tokens.0.decimals' });
    await expect(connect(withToken(PAYEE))).rejects.toMatchObject({ member: 'tokens.0.address' });
  });

  it('starts while no node answers, moves nothing, and says so', async () => {
    ledger = evmLedger();
    const connection = await evm(entryOf({ rpcUrls: ['http://127.0.0.1:9'] }), contextOf());
    await expect(connection.verify!()).rejects.not.toMatchObject({ name: 'RailEntryError' });
    for (const task of connection.tasks) expect(await task.run(ledger.tell, async () => new Set())).toBeGreaterThan(0);
    expect(ledger.told).toEqual([]);
    const { isReachable, problems } = await connection.check();
    expect(isReachable).toBe(false);
    expect(problems.length).toBeGreaterThan(0);
  });
});
