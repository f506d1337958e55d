import { err } from '@corridor/core';
import type { TellCore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import {
  depositAddress,
  listeningLedger,
  payer,
  playDeposits,
  type PlayDepositsOptions,
  untoldAt,
  USDC,
} from '../../testing/evm-deposits.js';
import { hashOf, memoryChain, type MemoryChain, type MemoryTransaction } from '../../testing/memory-chain.js';
import type { EvmNodes } from '../nodes.js';
import { depositIn } from './deposit.js';

const CONFIRMATIONS = 3;
const silent: TellCore = async () => err('SERVICE_UNAVAILABLE');

/** A transaction with one transfer for each value. */
const paying = (...values: readonly bigint[]): MemoryTransaction => ({
  hash: hashOf('payment'),
  events: values.map((value) => ({ token: USDC, from: payer(1), to: depositAddress(4), value })),
});
const ONE = paying(5n);
const OTHER: MemoryTransaction = { ...paying(9n), hash: hashOf('another payment') };
const KEY = `31337:${ONE.hash}:0`;

/** Deposits over nodes whose answers a test may replace while it runs. */
function playing(over: Omit<Partial<PlayDepositsOptions>, 'nodes'> = {}) {
  const chain = memoryChain(CONFIRMATIONS);
  const nodes: { -readonly [Name in keyof EvmNodes]: EvmNodes[Name] } = { ...chain.nodes };
  const ledger = listeningLedger();
  const { deposits, store } = playDeposits({ nodes, ...over });
  const run = (tell: TellCore = ledger.tell) => deposits.run(tell);
  const mine = (count: number): void => {
    for (let block = 0; block < count; block += 1) chain.mine();
  };
  const stored = (key = KEY) =>
    store.read(async (records) => {
      const record = await records.get('deposits', key);
      return record === null ? null : depositIn(record);
    });
  const lost = () =>
    store.read(async (records) => ((await records.get('deposit-state', 'confirmed'))!.value as { lost: unknown }).lost);
  const problems = async () => (await deposits.condition()).problems;
  return { chain, nodes, ledger, store, run, mine, stored, lost, problems };
}

/** The events of the newest blocks, which nodes leave out of their answer. */
const withoutTransfersAbove =
  (chain: MemoryChain, depth: bigint): EvmNodes['transfers'] =>
  async (tokens, from, to, branch) =>
    (await chain.nodes.transfers(tokens, from, to, branch)).filter(
      ({ blockNumber }) => blockNumber <= chain.head().number - depth,
    );

describe('a deposit whose block was confirmed', () => {
  it('waits again if its transaction is in a newer block by then', async () => {
    const { chain, run, mine, stored, ledger } = playing();
    await run();
    chain.mine([ONE]);
    await run();
    chain.reorg(1, [[], [], [ONE]]);
    await run();
    expect(await stored()).toMatchObject({ state: 'SEEN', block: { number: 3n } });
    mine(CONFIRMATIONS - 2);
    await run();
    expect(ledger.told).toEqual([]);
    mine(1);
    await run();
    expect(ledger.told).toMatchObject([{ kind: 'arrival', paymentId: KEY, amount: 5n }]);
  });

  it('is forgotten if its transaction moves nothing for it any more, and the other transfers are credited', async () => {
    const { chain, run, mine, stored, ledger } = playing();
    await run();
    chain.mine([paying(5n, 6n)]);
    await run();
    chain.reorg(1, [[paying(7n)], []]);
    mine(1);
    await run();
    expect(await stored(`31337:${ONE.hash}:1`)).toBe(null);
    expect(ledger.told).toMatchObject([{ kind: 'arrival', paymentId: KEY, amount: 7n }]);
  });

  it.each<[string, (nodes: EvmNodes) => Partial<EvmNodes>]>([
    [
      'another block than the receipt',
      ({ receipt }) => ({
        receipt: async (hash, on) => {
          const found = await receipt(hash, on);
          return found && on !== undefined ? { ...found, blockHash: hashOf('another') } : found;
        },
      }),
    ],
    ['no block', ({ block }) => ({ block: async (number, on) => (on === undefined ? block(number) : null) })],
    [
      'neither a receipt nor a block',
      ({ block, receipt }) => ({
        receipt: async (hash, on) => (on === undefined ? receipt(hash) : null),
        block: async (number, on) => (on === undefined ? block(number) : null),
      }),
    ],
  ])('waits while nodes have %s for it', async (_, answers) => {
    const { chain, nodes, run, mine, stored, ledger } = playing();
    await run();
    chain.mine([ONE]);
    mine(CONFIRMATIONS - 1);
    Object.assign(nodes, answers(chain.nodes));
    await run();
    expect(await stored()).toMatchObject({ state: 'SEEN', block: { number: 1n } });
    Object.assign(nodes, chain.nodes);
    await run();
    expect(ledger.told).toMatchObject([{ kind: 'arrival', paymentId: KEY }]);
  });

  it('waits without a problem while no block from the first one on is confirmed', async () => {
    const { chain, run, mine, stored, problems, ledger } = playing({ startBlock: null });
    mine(5);
    await run();
    chain.mine([ONE]);
    for (const _ of [1, 2]) {
      await run();
      expect(await stored()).toMatchObject({ state: 'SEEN', block: { number: 6n } });
      expect(await problems()).toEqual([]);
    }
    mine(CONFIRMATIONS - 1);
    await run();
    expect(ledger.told).toMatchObject([{ kind: 'arrival', paymentId: KEY }]);
  });
});

describe('a deposit that core knows, whose block has left the chain,', () => {
  /** Core knows the deposits of block 1, and then the chain replaces all its blocks. */
  async function replaced(
    replacement: readonly (readonly MemoryTransaction[])[],
    { tell, mined = [ONE] }: { readonly tell?: TellCore; readonly mined?: readonly MemoryTransaction[] } = {},
  ) {
    const play = playing();
    await play.run();
    play.chain.mine(mined);
    play.mine(CONFIRMATIONS - 1);
    await play.run(tell);
    play.chain.reorg(3, replacement);
    return play;
  }

  it('is in the block of its receipt, though nodes leave its event out', async () => {
    const { chain, nodes, run, stored } = await replaced([[], [], [], [ONE]], { tell: silent });
    nodes.transfers = withoutTransfersAbove(chain, 1n);
    await run(silent);
    expect(await stored()).toMatchObject({ state: 'CONFIRMED', block: { number: 4n } });
  });

  it('counts as untold money from the block on that has it now', async () => {
    const { chain, nodes, run, store } = await replaced([[], [], [], [ONE]], { tell: silent });
    nodes.transfers = withoutTransfersAbove(chain, 1n);
    await run(silent);
    expect(await untoldAt(store, 3n)).toEqual(new Map());
    expect(await untoldAt(store, 4n)).toEqual(new Map([['USDC', 5n]]));
  });

  it('is not taken back by nodes that have its new block and not its receipt', async () => {
    const mined = [ONE, OTHER];
    const { nodes, chain, run, mine, ledger, lost } = await replaced([[ONE], [], []], { mined });
    await run();
    mine(CONFIRMATIONS);
    nodes.receipt = async (hash, on) => (on === undefined ? chain.nodes.receipt(hash) : null);
    await run();
    expect(await lost()).toEqual({ above: 0n, since: 3n });
    nodes.receipt = chain.nodes.receipt;
    await run();
    expect(await lost()).toBe(null);
    expect(ledger.credited().map(({ paymentId }) => paymentId)).toEqual([KEY]);
    expect([...ledger.reversed]).toEqual([`31337:${OTHER.hash}:0`]);
  });

  it('is compared until the block that has it now is confirmed', async () => {
    const { run, mine, lost, chain, ledger } = await replaced([[], [], []]);
    await run();
    mine(2);
    chain.mine([ONE]);
    mine(1);
    // The confirmed block is the one before that of the deposit.
    await run();
    expect(await lost()).toEqual({ above: 0n, since: 3n });
    chain.reorg(2, [[], [], []]);
    mine(CONFIRMATIONS);
    await run();
    await run();
    expect(ledger.told.map(({ kind }) => kind)).toEqual(['arrival', 'reversal']);
    expect(await lost()).toBe(null);
  });

  it('is replaced by what its receipt shows, though nodes leave the event out', async () => {
    const { chain, nodes, run, mine, stored } = await replaced([[], [], []]);
    await run();
    mine(CONFIRMATIONS);
    chain.mine([paying(7n)]);
    nodes.transfers = withoutTransfersAbove(chain, 1n);
    await run(silent);
    expect(await stored()).toMatchObject({ state: 'REVERSING', again: { amount: 7n, block: { number: 7n } } });
  });

  it('is compared as well if it has the only block that was confirmed', async () => {
    const { chain, nodes, run, ledger, store } = playing();
    nodes.confirmed = chain.nodes.head;
    chain.mine([ONE]);
    await run();
    chain.reorg(1, [[], []]);
    await run();
    await run();
    expect(ledger.told.map(({ kind }) => kind)).toEqual(['arrival', 'reversal']);
    expect(await untoldAt(store, 9n)).toEqual(new Map());
  });
});
