import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type CurrencyCode, rateOf } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { PayoutInstruction, RailConnection, ConnectionContext } from '@corridor/core/ports';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createSealer } from '../custody/sealer.js';
import { MONDAY } from '../testing/bank-connection.js';
import { EVM_ENTRY, evmSecrets } from '../testing/evm-entry.js';
import { differencesOf, type EvmLedger, evmLedger } from '../testing/evm-ledger.js';
import { COLD, DEPOSIT_MNEMONIC, OWNER, TREASURY_KEY } from '../testing/evm-treasury.js';
import { digest } from '../testing/ports.js';
import { scriptedHttp, scriptedNode } from '../testing/scripted-node.js';
import { tokenChain } from '../testing/token-chain.js';
import { createEvmConnection } from './connection.js';
import { depositKeys } from './deposits/index.js';
import type { Address } from './nodes.js';
import { localSigner } from './signers.js';

const USDC = 'USDC' as CurrencyCode;
const TOKEN: Address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';
const TREASURY = localSigner(TREASURY_KEY).address;
const PAYEE: Address = '0x000000000000000000000000000000000000beef';
const PAYER: Address = '0x000000000000000000000000000000000000fee1';
const OTHER: Address = '0x000000000000000000000000000000000000fee2';
const COIN = 10n ** 18n;

let chain: ReturnType<typeof tokenChain>;
let clock: ReturnType<typeof fixedClock>;
let ledger: EvmLedger;
let parts: ConnectionContext;

beforeEach(() => {
  chain = tokenChain(TOKEN, 84_532);
  clock = fixedClock(MONDAY);
  const sealer = createSealer(new Uint8Array(32));
  ledger = evmLedger(new Map([['Transaction:1', ['USDC', 4_000_000n] as const]]));
  parts = {
    ...{ name: 'base', environment: 'SANDBOX', clock, digest },
    http: scriptedHttp({ a: scriptedNode(chain.result) }),
    secretOf: evmSecrets({ 'treasury.key': TREASURY_KEY, 'deposits.words': DEPOSIT_MNEMONIC }),
    store: createRailStore({ units: createMemoryStorage().units, clock, sealer }, 'SANDBOX', 'base'),
    random: seededRandom('connection'),
    log: { info: () => {}, warn: () => {} },
    rateOf: async () => rateOf(3n, 1n),
    addressesOf: async () => 4,
  };
});

const connect = async (over: object = {}): Promise<RailConnection> =>
  createEvmConnection(
    {
      ...{ ...EVM_ENTRY, chainId: 84_532, rpcUrls: ['http://a.example'], quorum: 1, confirmations: 2 },
      tokens: [{ currency: 'USDC', address: TOKEN, decimals: 6, authorization: null }],
      treasury: { privateKey: { file: 'treasury.key' }, limits: { keep: '10' }, cold: COLD },
      sweep: { minimum: '1', everySeconds: 60 },
      ownAddresses: [OWNER],
      ...over,
    },
    parts,
  );

/** Runs all tasks once. Returns the seconds until the next sweep. */
async function pass(connection: RailConnection, held: readonly string[] = []): Promise<number> {
  clock.advance(5);
  let seconds = 0;
  for (const task of connection.tasks)
    seconds = await task.run(ledger.tell, async (asked) => new Set(asked.filter((each) => held.includes(each))));
  return seconds;
}

/** Passes with a block after each. Chain and ledger agree at any time. */
async function run(connection: RailConnection, passes: number): Promise<void> {
  for (let each = 0; each < passes; each += 1) {
    await pass(connection);
    expect(differencesOf(await connection.holdings!(), ledger)).toEqual([]);
    chain.mine();
    expect(differencesOf(await connection.holdings!(), ledger)).toEqual([]);
  }
}

const payout = (address: string = PAYEE): PayoutInstruction => ({
  ...{ reference: 'Transaction:1', currency: USDC, amount: 4_000_000n, submittedAt: MONDAY, cancelRequestedAt: null },
  account: { accountType: 'BASE_WALLET', address } as never,
  ...{ remittanceInformation: null, paymentRail: null, purposeOfPayment: null, sameCurrency: true },
});

describe('the money of a connection', () => {
  it('arrives at a deposit address, is swept, paid out and kept, and every unit of it is booked', async () => {
    const connection = await connect();
    const { addressOf } = await depositKeys(DEPOSIT_MNEMONIC);
    chain.give(TREASURY, COIN);
    chain.mine();
    await run(connection, 2);
    chain.send(PAYER, addressOf(2), 25_000_000n);
    await run(connection, 11);
    expect(ledger.of('arrival')).toMatchObject([
      { rail: 'base.deposits', amount: 25_000_000n, reference: { addressIndex: 2 } },
    ]);
    expect([addressOf(2), TREASURY, COLD].map(chain.balanceOf)).toEqual([0n, 10_000_000n, 15_000_000n]);

    expect(await connection.rails[0]!.payouts!.submit(payout())).toMatchObject({ state: 'pending' });
    await run(connection, 4);
    expect(await connection.rails[0]!.payouts!.status(payout(), MONDAY)).toMatchObject({ state: 'delivered' });
    expect(chain.balanceOf(PAYEE)).toBe(4_000_000n);
    expect(ledger.of('difference')).toEqual([]);
    expect(Object.fromEntries(ledger.balances)).toMatchObject({
      'base USDC': 6_000_000n,
      'base.deposits USDC': 0n,
      'base.cold USDC': 15_000_000n,
    });
    expect(await connection.check()).toMatchObject({ isReachable: true, problems: [] });
  });

  it('leaves the treasury only beyond what it keeps and what it owes to payouts', async () => {
    const connection = await connect();
    chain.give(TREASURY, COIN);
    chain.mine();
    await run(connection, 1);
    chain.send(OWNER, TREASURY, 16_000_000n);
    chain.mine();
    await connection.rails[0]!.payouts!.submit(payout());
    await run(connection, 5);
    expect([PAYEE, TREASURY, COLD].map(chain.balanceOf)).toEqual([4_000_000n, 10_000_000n, 2_000_000n]);
    expect(ledger.of('TOP_UP')).toContainEqual(expect.objectContaining({ currency: 'USDC', amount: 16_000_000n }));
  });

  it('stays at a deposit address while the screening holds it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-connection-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'addresses.txt');
    writeFileSync(file, `${PAYER}\n`);
    const connection = await connect({ screening: { file } });
    const { addressOf } = await depositKeys(DEPOSIT_MNEMONIC);
    chain.give(TREASURY, COIN);
    chain.mine();
    await run(connection, 1);
    chain.send(PAYER, addressOf(1), 5_000_000n);
    chain.send(OTHER, addressOf(2), 3_000_000n);
    await run(connection, 8);
    expect([addressOf(1), addressOf(2), TREASURY].map(chain.balanceOf)).toEqual([5_000_000n, 0n, 3_000_000n]);
  });

  it('is not swept any more after a reorganisation has removed the deposit', async () => {
    const connection = await connect();
    const { addressOf } = await depositKeys(DEPOSIT_MNEMONIC);
    chain.give(TREASURY, COIN);
    chain.mine();
    await run(connection, 1);
    chain.send(PAYER, addressOf(1), 600_000n);
    await run(connection, 4);
    expect(ledger.of('arrival')).toHaveLength(1);
    chain.reorganise(4);
    chain.give(TREASURY, COIN);
    for (let left = 4; left > 0; left -= 1) {
      await pass(connection);
      chain.mine();
    }
    expect(ledger.of('reversal')).toHaveLength(1);
    chain.send(PAYER, addressOf(1), 600_000n);
    await run(connection, 6);
    expect((await connection.check()).backlog).toMatchObject({
      'deposit addresses to sweep': 0,
      'sweeps under way': 0,
    });
    expect(chain.balanceOf(addressOf(1))).toBe(600_000n);
  });

  it('can be sent back to its payer, unless that is an address of the operator', async () => {
    const connection = await connect({ refunds: 'sender' });
    const { addressOf } = await depositKeys(DEPOSIT_MNEMONIC);
    await run(connection, 1);
    for (const [index, from] of [PAYER, OWNER, COLD, OTHER].entries()) chain.send(from, addressOf(index), 500_000n);
    for (let left = 3; left > 0; left -= 1) {
      chain.mine();
      await pass(connection);
    }
    const arrivals = ledger.of('arrival').flatMap((each) => (each.kind === 'arrival' ? [each] : []));
    expect(arrivals.map(({ reference, remitter }) => [reference, remitter?.account])).toEqual([
      [{ addressIndex: 0 }, PAYER],
      [{ addressIndex: 1 }, null],
      [{ addressIndex: 2 }, null],
      [{ addressIndex: 3 }, OTHER],
    ]);
  });

  it('is not sent back while an operator has to decide about it, although the refund was accepted before', async () => {
    const connection = await connect({ treasury: { privateKey: { file: 'treasury.key' } } });
    const { funding } = connection.rails.find(({ name }) => name === 'base.deposits')!;
    await run(connection, 1);
    chain.send(OWNER, TREASURY, 16_000_000n);
    chain.mine();
    const [reference, currency, amount] = ['Deposit:1', USDC, 500_000n] as const;
    const arrival = { paymentId: '1', remitter: { name: null, account: PAYER }, valueDate: null };
    expect(await funding!.refund({ reference, currency, amount, arrival, submittedAt: MONDAY }, MONDAY)).toMatchObject({
      state: 'pending',
    });
    // The treasury has no coins for the gas yet.
    await run(connection, 2);
    const before = chain.balanceOf(PAYER);
    const passes = async (held: readonly string[]): Promise<void> => {
      for (let each = 0; each < 4; each += 1) {
        await pass(connection, held);
        chain.mine();
      }
    };
    await passes([reference]);
    chain.give(TREASURY, COIN);
    await passes([reference]);
    expect(chain.balanceOf(PAYER)).toBe(before);
    await passes([]);
    expect(chain.balanceOf(PAYER)).toBe(before + amount);
    expect(ledger.of('refund')).toMatchObject([{ reference, status: { state: 'completed' } }]);
  });

  it('goes to a payee again if a reorganisation removes the confirmed transaction', async () => {
    const connection = await connect({ treasury: { privateKey: { file: 'treasury.key' } } });
    const { payouts } = connection.rails[0]!;
    chain.give(TREASURY, COIN);
    chain.mine();
    await run(connection, 1);
    chain.send(OWNER, TREASURY, 16_000_000n);
    chain.mine();
    await payouts!.submit(payout());
    await run(connection, 4);
    expect(await payouts!.status(payout(), MONDAY)).toMatchObject({ state: 'delivered' });
    chain.reorganise(4);
    expect(chain.balanceOf(PAYEE)).toBe(0n);
    const states = [];
    for (let each = 0; each < 4; each += 1) {
      await pass(connection);
      states.push((await payouts!.status(payout(), MONDAY)).state);
      chain.mine();
    }
    expect(states).toEqual(['pending', 'pending', 'delivered', 'delivered']);
    expect(ledger.of('payout').map((each) => each.kind === 'payout' && each.status.state)).toEqual([
      'delivered',
      'pending',
      'delivered',
    ]);
    expect(differencesOf(await connection.holdings!(), ledger)).toEqual([]);
    expect(chain.balanceOf(PAYEE)).toBe(4_000_000n);
  });

  it.each([
    ['payee', 3_960_000n, []],
    ['sender', undefined, [40_000n]],
  ] as const)('shows that its token takes a fee of the %s', async (of, arrived, differences) => {
    const connection = await connect({ treasury: { privateKey: { file: 'treasury.key' } } });
    const { payouts } = connection.rails[0]!;
    chain.give(TREASURY, COIN);
    chain.mine();
    await run(connection, 1);
    chain.send(OWNER, TREASURY, 16_000_000n);
    chain.mine();
    chain.takeFee(of, 100n);
    await payouts!.submit(payout());
    for (let each = 0; each < 4; each += 1) {
      await pass(connection);
      chain.mine();
    }
    // The exception of a difference stands for what the ledger does not have.
    const beside = differences.map(
      (amount) => `base USDC: ledger 12000000, chain ${12_000_000n - amount} of which 0 is`,
    );
    expect(differencesOf(await connection.holdings!(), ledger)).toEqual(
      beside.map((text) => expect.stringContaining(text) as string),
    );
    const onChainTransaction = { transactionHash: expect.any(String) as string, network: 'BASE' };
    expect(ledger.of('payout').map((each) => each.kind === 'payout' && each.status)).toEqual([
      { state: 'delivered', onChainTransaction, checkAfterSeconds: null, ...(arrived !== undefined && { arrived }) },
    ]);
    expect(ledger.of('difference').map((each) => each.kind === 'difference' && [each.direction, each.amount])).toEqual(
      differences.map((amount) => ['OUT', amount]),
    );
    const { problems } = await connection.check();
    expect(problems).toEqual([expect.stringContaining(`the token ${TOKEN} moves other amounts than its calls say`)]);
    const [settle] = connection.actions!;
    const by = { id: 'Operator:1', name: 'Ada' } as unknown as Parameters<NonNullable<typeof settle>['run']>[1];
    expect(await settle!.run(`token-fee/${TOKEN}`, by)).toMatchObject({ ok: true });
    expect((await connection.check()).problems).toEqual([]);
  });

  it('is swept in steps ten seconds apart, and looked for after the period of the entry', async () => {
    const connection = await connect({ sweep: { minimum: '1', everySeconds: 60 } });
    const { addressOf } = await depositKeys(DEPOSIT_MNEMONIC);
    chain.give(TREASURY, COIN);
    chain.mine();
    await run(connection, 1);
    chain.send(PAYER, addressOf(2), 5_000_000n);
    const seconds = [];
    for (let each = 0; each < 9; each += 1) {
      seconds.push(await pass(connection));
      chain.mine();
    }
    expect(seconds).toEqual([60, 60, 10, 10, 10, 10, 10, 10, 60]);
    expect(chain.balanceOf(TREASURY)).toBe(5_000_000n);
  });
});
