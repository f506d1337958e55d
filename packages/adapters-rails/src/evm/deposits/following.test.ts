import { err, instant } from '@corridor/core';
import type { RailLog, TellCore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import {
  CLOCK,
  depositAddress,
  listeningLedger,
  payer,
  playDeposits,
  type PlayDepositsOptions,
  USDC,
} from '../../testing/evm-deposits.js';
import { hashOf, memoryChain, type MemoryTransaction } from '../../testing/memory-chain.js';
import { stepStore } from '../../testing/step-store.js';
import { type EvmNodes, type Hex, NoQuorum } from '../nodes.js';

const CONFIRMATIONS = 3;

let serial = 0;
const transaction = (value = 5n): MemoryTransaction => ({
  hash: hashOf(`followed ${(serial += 1)}`),
  events: [{ token: USDC, from: payer(1), to: depositAddress(4), value }],
});
const idOf = ({ hash }: MemoryTransaction): string => `31337:${hash}:0`;

/** Deposits over nodes that keep what they were asked. */
function playing(
  over: Partial<PlayDepositsOptions> & { readonly confirmations?: number; readonly blocks?: number } = {},
) {
  const { confirmations = CONFIRMATIONS, blocks = 0, ...options } = over;
  const chain = memoryChain(confirmations);
  const mine = (count: number): void => {
    for (let block = 0; block < count; block += 1) chain.mine();
  };
  mine(blocks);
  const ranges: (readonly [bigint, bigint])[] = [];
  const receipts: Hex[] = [];
  /** The blocks that the nodes do not have. */
  const lacking = new Set<bigint>();
  const lines: (readonly [level: string, data: unknown, text: string])[] = [];
  const log: RailLog = {
    info: (data, text) => void lines.push(['info', data, text]),
    warn: (data, text) => void lines.push(['warn', data, text]),
  };
  const nodes: EvmNodes = {
    ...chain.nodes,
    block: async (number, on) => (lacking.has(number) ? null : chain.nodes.block(number, on)),
    transfers: (tokens, from, to, branch) => {
      ranges.push([from, to]);
      return chain.nodes.transfers(tokens, from, to, branch);
    },
    receipt: (hash, on) => {
      receipts.push(hash);
      return chain.nodes.receipt(hash, on);
    },
  };
  const ledger = listeningLedger();
  const play = playDeposits({ nodes, log, ...options });
  const run = (tell: TellCore = ledger.tell) => play.deposits.run(tell);
  /** The ranges of blocks that a pass asks for. */
  const pass = async (): Promise<readonly (readonly [bigint, bigint])[]> => {
    ranges.length = 0;
    await run();
    return [...ranges];
  };
  const position = async (reading: 'confirmed' | 'head') => {
    const record = await play.store.read((records) => records.get('deposit-state', reading));
    const value = record!.value as unknown as {
      readonly next: bigint;
      readonly checkpoints: readonly { readonly number: bigint }[];
      readonly lost: unknown;
    };
    return { next: value.next, read: value.checkpoints.map(({ number }) => Number(number)), lost: value.lost };
  };
  const deposit = (one: MemoryTransaction) => play.store.read((records) => records.get('deposits', idOf(one)));
  const stateOf = async (one: MemoryTransaction) =>
    ((await deposit(one))?.value as { readonly state?: string } | undefined)?.state;
  const problems = async () => (await play.deposits.condition()).problems;
  const backlog = async () => (await play.deposits.condition()).backlog;
  return {
    ...play,
    chain,
    mine,
    receipts,
    lacking,
    lines,
    ledger,
    run,
    pass,
    position,
    deposit,
    stateOf,
    problems,
    backlog,
  };
}

describe('the blocks of a chain', () => {
  it('are each read near the head, and when they are confirmed', async () => {
    const { pass, mine, chain, position } = playing();
    expect(await pass()).toEqual([[0n, 0n]]);
    mine(5);
    expect(await pass()).toEqual([
      [1n, 3n],
      [4n, 5n],
    ]);
    expect(await pass()).toEqual([]);
    mine(1);
    expect(await pass()).toEqual([
      [4n, 4n],
      [6n, 6n],
    ]);
    chain.reorg(1, [[], []]);
    expect(await pass()).toEqual([
      [5n, 5n],
      [6n, 7n],
    ]);
    expect(await position('confirmed')).toEqual({ next: 6n, read: [0, 3, 4, 5], lost: null });
    // The head follows what is confirmed.
    expect(await position('head')).toEqual({ next: 8n, read: [5, 7], lost: null });
    for (const _ of [8, 9]) {
      mine(1);
      await pass();
    }
    chain.reorg(1, [[]]);
    expect(await pass()).toEqual([[9n, 9n]]);
    expect(await position('head')).toEqual({ next: 10n, read: [5, 7, 8, 9], lost: null });
  });

  it('are read as many at once as a node answers, and the rest with the next pass', async () => {
    const { run, pass, position } = playing({ confirmations: 1, blocks: 49, blocksAtOnce: 2n });
    expect(await run()).toBe(0);
    expect((await position('confirmed')).next).toBe(40n);
    expect(await pass()).toEqual([
      [40n, 41n],
      [42n, 43n],
      [44n, 45n],
      [46n, 47n],
      [48n, 49n],
    ]);
    expect(await run()).toBe(2);
  });

  it('are remembered for the last 32 readings', async () => {
    const { run, position } = playing({ confirmations: 1, blocks: 39, blocksAtOnce: 1n });
    for (let pass = 0; pass < 30 && (await run()) === 0; pass += 1);
    expect((await position('confirmed')).read).toEqual(Array.from({ length: 32 }, (_, index) => index + 8));
  });

  it('are 100 at once unless the connection says otherwise', async () => {
    const { pass } = playing({ confirmations: 1, blocks: 150 });
    expect(await pass()).toEqual([
      [0n, 99n],
      [100n, 150n],
    ]);
  });

  it.each([
    ['the last one that was read', 0n],
    ['the last one of those that are read at once', 1n],
  ])('are read later if nodes lack %s', async (_, number) => {
    const { run, mine, chain, lacking, position, ledger } = playing({ confirmations: 1, blocksAtOnce: 1n });
    await run();
    chain.mine([transaction()]);
    mine(1);
    lacking.add(number);
    expect([await run(), await position('confirmed')]).toEqual([2, { next: 1n, read: [0], lost: null }]);
    expect(ledger.told).toEqual([]);
    lacking.clear();
    await run();
    expect((await position('confirmed')).read).toEqual([0, 1, 2]);
    expect(ledger.told).toHaveLength(1);
  });

  it('up to the newest one are read without asking for it a second time', async () => {
    const { run, mine, lacking, position } = playing({ confirmations: 1 });
    await run();
    mine(1);
    lacking.add(1n);
    await run();
    expect((await position('confirmed')).next).toBe(2n);
  });

  it('are read later if the nodes do not agree, which is logged', async () => {
    const chain = memoryChain(1);
    const { run, lines } = playing({
      nodes: { ...chain.nodes, head: () => Promise.reject(new NoQuorum('one of two')) },
    });
    expect(await run()).toBe(2);
    expect(lines).toEqual([
      ['info', { reason: 'one of two' }, 'the nodes do not agree; deposits are read again later'],
    ]);
  });
});

describe('confirmed blocks that leave the chain', () => {
  it('are read again from the newest one that stays', async () => {
    const { pass, mine, chain, position, lines } = playing({ confirmations: 1 });
    for (let pair = 0; pair < 4; pair += 1) {
      mine(2);
      await pass();
    }
    chain.reorg(3, [[], [], [], []]);
    expect(await pass()).toEqual([[5n, 9n]]);
    expect(lines).toEqual([
      ['warn', { from: '5', to: '8' }, 'confirmed blocks have left the chain'],
      ['info', { above: '4' }, 'told deposits were compared with the chain'],
    ]);
    expect(await position('confirmed')).toEqual({ next: 10n, read: [2, 4, 9], lost: null });
    expect(await position('head')).toMatchObject({ next: 10n, read: [9] });
  });

  it('are read again when nodes have the older blocks that were read', async () => {
    const { pass, mine, chain, position, lines, lacking } = playing({ confirmations: 1 });
    for (let pair = 0; pair < 2; pair += 1) {
      mine(2);
      await pass();
    }
    chain.reorg(2, [[], [], []]);
    lacking.add(2n);
    expect(await pass()).toEqual([]);
    expect(await position('confirmed')).toEqual({ next: 5n, read: [2, 4], lost: null });
    expect(lines).toEqual([]);
    lacking.clear();
    expect(await pass()).toEqual([[3n, 5n]]);
    expect((await position('confirmed')).read).toEqual([2, 5]);
  });

  it('are compared from the lowest one, until the highest head is confirmed', async () => {
    const { run, mine, chain, position, lines, ledger, problems } = playing({ blocks: 6 });
    const lost = async () => (await position('confirmed')).lost;
    const blocks = (count: number) => Array.from({ length: count }, () => []);
    await run();
    chain.mine([transaction()]);
    mine(2);
    await run();
    expect(await position('confirmed')).toEqual({ next: 8n, read: [4, 7], lost: null });
    chain.reorg(3, blocks(5));
    await run();
    expect(await lost()).toEqual({ above: 4n, since: 11n });
    expect(await problems()).toEqual([
      'confirmed blocks above 4 have left the chain; deposits in them are compared and reversed',
    ]);
    mine(1);
    await run();
    chain.reorg(3, blocks(3));
    await run();
    expect(await lost()).toEqual({ above: 4n, since: 12n });
    chain.reorg(10, blocks(8));
    await run();
    expect(await lost()).toEqual({ above: -1n, since: 12n });
    mine(3);
    await run();
    expect([await lost(), ledger.told.length]).toEqual([{ above: -1n, since: 12n }, 1]);
    lines.length = 0;
    mine(1);
    await run();
    await run();
    expect([await lost(), ledger.told.length]).toEqual([null, 2]);
    expect(lines).toEqual([['info', { above: '-1' }, 'told deposits were compared with the chain']]);
  });

  it('leave deposits below them without a question', async () => {
    const { run, mine, chain, receipts, ledger } = playing({ confirmations: 1 });
    const [below, above] = [transaction(), transaction()];
    chain.mine([below]);
    await run();
    chain.mine([above]);
    mine(1);
    await run();
    chain.reorg(2, [[], [above], []]);
    receipts.length = 0;
    await run();
    expect(new Set(receipts)).toEqual(new Set([above.hash]));
    expect(ledger.told).toHaveLength(2);
  });

  it('take a deposit back only after core knows it', async () => {
    const { run, mine, chain, ledger, stateOf, backlog } = playing();
    const silent: TellCore = async () => err('SERVICE_UNAVAILABLE');
    const one = transaction();
    await run(silent);
    chain.mine([one]);
    mine(3);
    await run(silent);
    expect(await stateOf(one)).toBe('CONFIRMED');
    expect(await backlog()).toEqual({
      ...{ 'deposits waiting for confirmations': 0, 'deposits to tell': 1, 'deposits to take back': 0 },
      'refunds of deposits under way': 0,
    });
    chain.reorg(4, [[], [], [], [], []]);
    await run(silent);
    mine(5);
    await run(silent);
    expect(await stateOf(one)).toBe('CONFIRMED');
    await run((message) => (message.kind === 'reversal' ? silent(message) : ledger.tell(message)));
    expect(await backlog()).toMatchObject({ 'deposits to tell': 0, 'deposits to take back': 1 });
    await run();
    expect(ledger.told.map(({ kind }) => kind)).toEqual(['arrival', 'reversal']);
    expect(await stateOf(one)).toBe('REVERSED');
  });

  it('end the comparison of a deposit 256 blocks below the newest confirmed one', async () => {
    const { run, mine, chain, stateOf } = playing({ confirmations: 1 });
    const one = transaction();
    chain.mine([one]);
    await run();
    mine(255);
    for (let pass = 0; pass < 30 && (await run()) === 0; pass += 1);
    expect(await stateOf(one)).toBe('CREDITED');
    mine(1);
    await run();
    expect(await stateOf(one)).toBe('FINAL');
  });
});

describe('deposits of a pass', () => {
  it('all reach core, however many there are', async () => {
    const { run, chain, ledger, problems } = playing({ confirmations: 1 });
    await run();
    const many = Array.from({ length: 201 }, () => transaction());
    chain.mine(many);
    await run(async () => err('INVALID_AMOUNT'));
    expect(await problems()).toHaveLength(20);
    await run();
    expect(ledger.told).toHaveLength(201);
  });

  it('are all compared and reversed, however many there are', async () => {
    const { run, chain, receipts, ledger } = playing({ confirmations: 1 });
    await run();
    const many = Array.from({ length: 201 }, () => transaction());
    chain.mine(many);
    await run();
    expect(ledger.told).toHaveLength(201);
    chain.reorg(1, [[], []]);
    receipts.length = 0;
    await run();
    expect(receipts.toSorted()).toEqual(many.map(({ hash }) => hash).toSorted());
    expect(ledger.reversed.size).toBe(201);
  });

  it('are no longer compared from one pass on, however many there are', async () => {
    const { run, mine, chain, store } = playing({ confirmations: 1, blocksAtOnce: 300n });
    await run();
    chain.mine(Array.from({ length: 201 }, () => transaction()));
    await run();
    const credited = () => store.read((records) => records.count('deposits', 'CREDITED'));
    mine(255);
    await run();
    expect(await credited()).toBe(201);
    mine(1);
    await run();
    expect(await credited()).toBe(0);
  });

  it('ask for a receipt when they are read and when they are confirmed, and not in between', async () => {
    const { run, chain, receipts, mine } = playing();
    await run();
    chain.mine([transaction()]);
    await run();
    expect(receipts).toHaveLength(1);
    mine(1);
    await run();
    expect(receipts).toHaveLength(1);
    mine(1);
    await run();
    expect(receipts).toHaveLength(3);
  });

  it('that core refuses are written once', async () => {
    const { run, chain, deposit } = playing({ confirmations: 1 });
    const one = transaction();
    chain.mine([one]);
    const refuse = () => run(async () => err('INVALID_AMOUNT'));
    await refuse();
    const before = await deposit(one);
    await refuse();
    expect((await deposit(one))!.version).toBe(before!.version);
    expect(before!.value).toMatchObject({ refusal: 'INVALID_AMOUNT' });
  });

  it('are held with at most 500 characters of the reason', async () => {
    const screening = { screen: async () => 'x'.repeat(501) };
    const { run, chain, ledger } = playing({ confirmations: 1, screening });
    chain.mine([transaction()]);
    await run();
    expect(ledger.told).toMatchObject([{ hold: 'x'.repeat(500) }]);
  });

  it('that wait for the screening write their problem once', async () => {
    const screening = { screen: () => Promise.reject(new Error('EACCES')) };
    const { run, chain, store, problems } = playing({ confirmations: 1, screening });
    chain.mine([transaction()]);
    await run();
    const waits = () => store.read((records) => records.get('deposit-state', 'waits'));
    const before = await waits();
    await run();
    expect((await waits())!.version).toBe(before!.version);
    expect(await problems()).toEqual(['deposits wait for the screening: EACCES']);
  });
});

describe('the condition of deposits', () => {
  it('says since when no block was read', async () => {
    const { deposits, ports, run, problems } = playing();
    expect(await problems()).toEqual(['no new block was read since the start; deposits are not seen']);
    await run();
    const read = ports.clock.now();
    const later = (milliseconds: number) =>
      playDeposits({ ...ports, clock: { now: () => (read + milliseconds) as never } }).deposits.condition();
    expect((await deposits.condition()).problems).toEqual([]);
    expect((await later(600_000)).problems).toEqual([]);
    expect((await later(600_001)).problems).toEqual([
      `no new block was read since ${new Date(read).toISOString()}; deposits are not seen`,
    ]);
  });

  it('says so although passes go on', async () => {
    let seconds = 0;
    const clock = { now: () => instant(CLOCK.now() + seconds * 1000) };
    const { run, problems } = playing({ confirmations: 1, clock, store: stepStore(clock).store });
    await run();
    seconds = 601;
    await run();
    expect(await problems()).toEqual([expect.stringContaining('no new block was read since')]);
  });

  it('is not known if the keys are not readable', async () => {
    const addressOf = (): never => {
      throw new Error('the keys are gone');
    };
    const { deposits } = playing({ keys: { addressOf, privateKeyOf: () => '0x' } });
    await expect(deposits.condition()).rejects.toThrow('the keys are gone');
  });

  it('has the signer of the address with an index', () => {
    const privateKeyOf = (index: number): Hex => `0x${String(index).padStart(64, '0')}`;
    const { deposits } = playing({ keys: { addressOf: depositAddress, privateKeyOf } });
    expect(deposits.depositSigner(1).address).toBe('0x7e5f4552091a69125d5dfcb7b8c2659029395bdf');
  });
});
