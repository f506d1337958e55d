import { err, ok } from '@corridor/core';
import type { TellCore } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import {
  COLD,
  depositAddress,
  depositStore,
  listeningLedger,
  payer,
  playDeposits,
  type PlayDepositsOptions,
  TREASURY,
  untoldAt,
  USDC,
  USDT,
} from '../../testing/evm-deposits.js';
import {
  addressWith,
  hashOf,
  memoryChain,
  type MemoryChain,
  type MemoryEvent,
  type MemoryTransaction,
  TRANSFER,
} from '../../testing/memory-chain.js';
import { type EvmNodes, NoQuorum } from '../nodes.js';

const CONFIRMATIONS = 3;

let serial = 0;

const transfer = (over: Partial<Extract<MemoryEvent, { token: unknown }>> = {}): MemoryEvent => ({
  token: USDC,
  from: payer(1),
  to: depositAddress(4),
  value: 5_000_000n,
  ...over,
});

const transaction = (...events: readonly MemoryEvent[]): MemoryTransaction => ({
  hash: hashOf(`transaction ${(serial += 1)}`),
  events: events.length === 0 ? [transfer()] : events,
});

const idOf = ({ hash }: MemoryTransaction, ordinal = 0): string => `31337:${hash}:${ordinal}`;

/** A connection that has followed a chain of one block. */
async function following(over: Partial<PlayDepositsOptions> & { readonly chain?: MemoryChain } = {}) {
  const chain = over.chain ?? memoryChain(CONFIRMATIONS);
  const ledger = listeningLedger();
  const play = playDeposits({ nodes: chain.nodes, ...over });
  const run = (tell: TellCore = ledger.tell) => play.deposits.run(tell);
  await run();
  const mine = (blocks: number) => {
    for (let block = 0; block < blocks; block += 1) chain.mine();
  };
  /** Makes everything that was mined so far deep enough. */
  const settle = async () => {
    mine(CONFIRMATIONS);
    await run();
  };
  const backlog = async () => (await play.deposits.condition()).backlog;
  const problems = async () => (await play.deposits.condition()).problems;
  return { ...play, chain, ledger, run, mine, settle, backlog, problems };
}

/**
 * Nodes whose two newest blocks are others while they answer a receipt, and the next question about a block if they
 * answer it.
 */
function leaving(chain: MemoryChain) {
  let receipts = 0;
  let leavesAt = 0;
  let isAway = false;
  const back = (): void => {
    if (isAway) chain.back();
    isAway = false;
  };
  const nodes: MemoryChain['nodes'] = {
    ...chain.nodes,
    async receipt(...asked) {
      receipts += 1;
      if (receipts !== leavesAt) return chain.nodes.receipt(...asked);
      const { number } = chain.head();
      chain.reorg(
        2,
        Array.from({ length: number > 1n ? 2 : 1 }, () => []),
      );
      isAway = true;
      return chain.nodes.receipt(...asked).catch((cause: unknown) => {
        back();
        throw cause;
      });
    },
    block: (...asked) => chain.nodes.block(...asked).finally(back),
  };
  /** The chain leaves its branch at this receipt, counted from now on. */
  const leaveAt = (receipt: number): void => {
    [receipts, leavesAt] = [0, receipt];
  };
  return { nodes, leaveAt };
}

/** One connection, and an arrival that it tells for a transaction. */
async function arrivalOf(
  one: MemoryTransaction,
  over: Partial<PlayDepositsOptions> & { readonly chain?: MemoryChain } = {},
) {
  const play = await following(over);
  play.chain.mine([one]);
  await play.settle();
  return { ...play, arrivals: play.ledger.credited() };
}

describe('a deposit', () => {
  it('reaches core when its block has the confirmations, with the index of its address', async () => {
    const { chain, run, mine, ledger, backlog } = await following();
    const one = transaction();
    chain.mine([one]);
    await run();
    expect(await backlog()).toMatchObject({ 'deposits waiting for confirmations': 1 });
    mine(CONFIRMATIONS - 2);
    await run();
    expect(ledger.told).toEqual([]);
    mine(1);
    await run();
    await run();
    expect(ledger.told).toEqual([
      {
        kind: 'arrival',
        rail: 'base.deposits',
        paymentId: idOf(one),
        reference: { addressIndex: 4 },
        currency: 'USDC',
        amount: 5_000_000n,
        remitter: { name: null, account: null },
        valueDate: '2026-11-23',
      },
    ]);
    expect(await backlog()).toMatchObject({ 'deposits waiting for confirmations': 0, 'deposits to tell': 0 });
  });

  it('is found from the start block on; without one, from the head at the first start on', async () => {
    const chain = memoryChain(CONFIRMATIONS);
    const [early, late] = [transaction(), transaction()];
    chain.mine([early]);
    chain.mine();
    const fromHead = await following({ chain, startBlock: null });
    const fromStart = await following({ chain, startBlock: 1n });
    chain.mine([late]);
    await fromHead.settle();
    await fromStart.run();
    expect([...fromHead.ledger.arrivals.keys()]).toEqual([idOf(late)]);
    expect([...fromStart.ledger.arrivals.keys()].sort()).toEqual([idOf(early), idOf(late)].sort());
  });

  it('has the position of its event among all Transfer events of the transaction', async () => {
    const nft: MemoryEvent = { address: payer(8), topics: [TRANSFER, hashOf('1'), hashOf('2'), hashOf('3')] };
    const other: MemoryEvent = { address: payer(8), topics: [hashOf('Approval')] };
    const one = transaction(nft, other, transfer({ value: 1n }), transfer({ to: payer(9) }), transfer({ value: 2n }));
    const { arrivals } = await arrivalOf(one);
    expect(arrivals.map(({ paymentId, amount }) => [paymentId, amount])).toEqual([
      [idOf(one, 1), 1n],
      [idOf(one, 3), 2n],
    ]);
  });

  it.each([
    ['of zero', transfer({ value: 0n })],
    ['of another contract', transfer({ token: addressWith('aaaa', 9) })],
    ['to an unknown address', transfer({ to: payer(9) })],
    ['from one deposit address to another', transfer({ from: depositAddress(5) })],
    ['from a deposit address to itself', transfer({ from: depositAddress(4) })],
  ])('is not a transfer %s', async (_, event) => {
    expect((await arrivalOf(transaction(event))).arrivals).toEqual([]);
  });

  it.each([
    ['the smallest amount', transfer({ value: 1n }), { amount: 1n }],
    ['a payout of the treasury', transfer({ from: TREASURY }), { remitter: { name: null, account: null } }],
    ['money from the cold address', transfer({ from: COLD }), { remitter: { name: null, account: null } }],
    ['another token, in its currency', transfer({ token: USDT }), { currency: 'USDT' }],
    ['new tokens of the issuer', transfer({ from: addressWith('', 0) }), { remitter: { name: null, account: null } }],
  ])('can be %s', async (_, event, expected) => {
    const { arrivals } = await arrivalOf(transaction(event), { refunds: 'sender' });
    expect(arrivals).toMatchObject([expected]);
  });

  it('names its sender only if money can go back by itself, to an address that a person uses', async () => {
    const accountOf = async (over: Partial<PlayDepositsOptions>, chain = memoryChain(CONFIRMATIONS)) =>
      (await arrivalOf(transaction(), { chain, nodes: chain.nodes, ...over } as never)).arrivals[0]!.remitter!.account;
    expect(await accountOf({ refunds: null })).toBe(null);
    expect(await accountOf({ refunds: 'sender' })).toBe(payer(1));
    const contract = memoryChain(CONFIRMATIONS);
    contract.contracts.add(payer(1));
    expect(await accountOf({ refunds: 'sender' }, contract)).toBe(null);
    const gone = memoryChain(CONFIRMATIONS);
    gone.unused.add(payer(1));
    expect(await accountOf({ refunds: 'sender' }, gone)).toBe(null);
  });

  it('is found by the second reading if the nodes left it out near the head', async () => {
    const chain = memoryChain(CONFIRMATIONS);
    const { ledger, run, settle, backlog } = await following({
      chain,
      nodes: {
        ...chain.nodes,
        transfers: async (tokens, from, to, branch) =>
          to > chain.head().number - 2n ? [] : chain.nodes.transfers(tokens, from, to, branch),
      },
    });
    chain.mine([transaction()]);
    await run();
    expect(await backlog()).toMatchObject({ 'deposits waiting for confirmations': 0 });
    await settle();
    expect(ledger.told).toHaveLength(1);
  });

  it('reaches core again with the same content after core did not answer', async () => {
    const { chain, mine, run, ledger, problems } = await following();
    chain.mine([transaction()]);
    mine(CONFIRMATIONS);
    await run(() => Promise.resolve(err('SERVICE_UNAVAILABLE')));
    expect(await problems()).toEqual([]);
    await run(async (message) => {
      await ledger.tell(message);
      return err('CONFLICT');
    });
    await run();
    await run();
    expect(ledger.told).toHaveLength(1);
  });

  it('stays if nodes that lag behind know its block and not its transaction', async () => {
    const chain = memoryChain(CONFIRMATIONS);
    let known = 99;
    const { mine, run, ledger, backlog } = await following({
      chain,
      nodes: { ...chain.nodes, receipt: async (hash) => (known-- > 0 ? chain.nodes.receipt(hash) : null) },
    });
    chain.mine([transaction()]);
    await run();
    known = 1;
    chain.mine();
    mine(CONFIRMATIONS - 1);
    // The confirmed block is read with an earlier receipt, and confirmed with a later one.
    await run();
    expect(await backlog()).toMatchObject({ 'deposits waiting for confirmations': 1 });
    known = 99;
    await run();
    expect(ledger.told).toHaveLength(1);
  });

  it('is credited although its block leaves the chain for a moment while it is read', async () => {
    const chain = memoryChain(1);
    let isDue = true;
    const { run, ledger } = await following({
      chain,
      nodes: {
        ...chain.nodes,
        async transfers(...asked) {
          if (chain.head().number === 0n || !isDue) return chain.nodes.transfers(...asked);
          isDue = false;
          chain.reorg(1, [[]]);
          return chain.nodes.transfers(...asked).finally(() => chain.back());
        },
      },
    });
    chain.mine([transaction()]);
    await run();
    expect(isDue).toBe(false);
    await run();
    expect(ledger.told).toHaveLength(1);
  });

  it('is credited although its block leaves the chain for a moment while it is confirmed', async () => {
    const chain = memoryChain(1);
    const { nodes, leaveAt } = leaving(chain);
    const { run, ledger } = await following({ chain, nodes });
    chain.mine([transaction()]);
    // The first receipt belongs to the reading of the block.
    leaveAt(2);
    await run();
    await run();
    expect(ledger.told).toHaveLength(1);
  });

  it('is not reversed because its block leaves the chain for a moment while it is compared', async () => {
    const chain = memoryChain(1);
    const { nodes, leaveAt } = leaving(chain);
    const { run, ledger } = await following({ chain, nodes });
    const one = transaction();
    chain.mine([one]);
    await run();
    chain.reorg(1, [[], [one]]);
    leaveAt(2);
    await run();
    await run();
    expect(ledger.told).toHaveLength(1);
  });

  it('is not dropped by a host that is late, when its block is back on the chain', async () => {
    const chain = memoryChain(1);
    let isReadable = false;
    /** Whether the late host has learnt that the transaction is gone, and the other one has not run since. */
    let isLate = false;
    let returns = 0;
    const screening = {
      screen: () => (isReadable ? Promise.resolve(null) : Promise.reject(new Error('EACCES'))),
    };
    const { run, ledger, store, backlog } = await following({
      ...{ chain, screening },
      nodes: {
        ...chain.nodes,
        async receipt(...asked) {
          const receipt = await chain.nodes.receipt(...asked);
          isLate = receipt === null;
          return receipt;
        },
        async block(...asked) {
          const block = await chain.nodes.block(...asked);
          if (isLate) {
            isLate = false;
            returns += 1;
            chain.back();
            chain.mine();
            await other.deposits.run(ledger.tell);
          }
          return block;
        },
      },
    });
    const other = playDeposits({ nodes: chain.nodes, store, screening });
    chain.mine([transaction()]);
    await run();
    chain.reorg(1, [[], []]);
    await run();
    expect(returns).toBe(1);
    expect(await backlog()).toMatchObject({ 'deposits waiting for confirmations': 1 });
    isReadable = true;
    await run();
    expect(ledger.told).toHaveLength(1);
  });

  it('that core refuses is a problem, and does not hold up others', async () => {
    const { chain, mine, run, ledger, problems } = await following();
    const large = transaction(transfer({ value: 10n ** 30n }));
    chain.mine([large, transaction()]);
    mine(CONFIRMATIONS);
    const refusing: TellCore = (message) =>
      message.kind === 'arrival' && message.amount > 10n ** 20n
        ? Promise.resolve(err('INVALID_AMOUNT'))
        : ledger.tell(message);
    await run(refusing);
    expect(ledger.told).toHaveLength(1);
    expect(await problems()).toEqual([`core refuses the deposit ${idOf(large)}: INVALID_AMOUNT`]);
  });

  it('is reported in the unit that records that core knows it', async () => {
    const credited: string[] = [];
    const { chain, settle, store } = await following({
      credited: async (records, { key, to, amount }) => {
        records.add({ collection: 'sweeps', key, value: amount });
        credited.push(to);
      },
    });
    const one = transaction();
    chain.mine([one]);
    await settle();
    await settle();
    expect(credited).toEqual([depositAddress(4)]);
    expect((await store.read((records) => records.get('sweeps', idOf(one))))?.value).toBe(5_000_000n);
  });
});

describe('addresses', () => {
  it('that were allocated after the head was read are known before its blocks are read', async () => {
    let allocated = 4;
    const chain = memoryChain(1);
    const { ledger, run } = await following({ chain, addressesOf: async () => allocated });
    const one = transaction();
    const nodes = { ...chain.nodes };
    Object.assign(chain.nodes, {
      confirmed: async () => {
        // The payer learns the address and pays while the pass runs.
        allocated = 5;
        chain.mine([one]);
        Object.assign(chain.nodes, nodes);
        return nodes.confirmed();
      },
    });
    await run();
    await run();
    expect([...ledger.arrivals.keys()]).toEqual([idOf(one)]);
  });

  it('are stored once, by several hosts at a time', async () => {
    const store = depositStore();
    const chain = memoryChain(1);
    const hosts = [450, 500, 430].map((allocated) =>
      playDeposits({ nodes: chain.nodes, store, addressesOf: async () => allocated }),
    );
    const { tell } = listeningLedger();
    await Promise.all(hosts.map(({ deposits }) => deposits.run(tell)));
    await Promise.all(hosts.map(({ deposits }) => deposits.run(tell)));
    const keys = Array.from({ length: 501 }, (_, index) => depositAddress(index));
    const found = await store.read((records) => records.getMany('deposit-addresses', keys));
    expect(found.map(({ value }) => value as number).sort((a, b) => a - b)).toEqual([...Array(500).keys()]);
  });

  it('of another mnemonic stop the reading and are a problem', async () => {
    const store = depositStore();
    const { chain } = await following({ store });
    chain.mine();
    const other = playDeposits({
      nodes: chain.nodes,
      store,
      keys: { addressOf: (index) => addressWith('abcd', index), privateKeyOf: () => '0x' },
    });
    await expect(other.deposits.run(listeningLedger().tell)).rejects.toThrow('is not the mnemonic');
    expect((await other.deposits.condition()).problems).toEqual([expect.stringContaining('is not the mnemonic')]);
  });
});

describe('a reorganisation', () => {
  it('before the confirmations leaves one deposit if the transaction is mined again, in whatever block', async () => {
    const { chain, run, settle, ledger } = await following();
    const one = transaction();
    chain.mine([one]);
    await run();
    chain.reorg(1, [[], [one]]);
    await run();
    await settle();
    expect([...ledger.arrivals.keys()]).toEqual([idOf(one)]);
  });

  it('before the confirmations drops a deposit whose transaction has gone', async () => {
    const { chain, run, settle, ledger, backlog } = await following();
    chain.mine([transaction()]);
    await run();
    chain.reorg(1, [[], []]);
    await settle();
    expect(ledger.told).toEqual([]);
    expect(await backlog()).toMatchObject({ 'deposits waiting for confirmations': 0 });
  });

  it('before the confirmations tells what the last block has, if the transaction moves other money there', async () => {
    const { chain, run, settle, ledger } = await following();
    const one = transaction();
    chain.mine([one]);
    await run();
    chain.reorg(1, [[{ ...one, events: [transfer({ value: 7n, to: depositAddress(5) })] }]]);
    await settle();
    expect(ledger.credited()).toMatchObject([{ amount: 7n, reference: { addressIndex: 5 } }]);
  });

  it('after the telling reverses a deposit once, when the new blocks are confirmed', async () => {
    const one = transaction();
    const { chain, run, mine, settle, ledger, problems, deposits, store } = await arrivalOf(one);
    chain.reorg(4, [[], [], [], [], []]);
    await run();
    expect(ledger.reversed.size).toBe(0);
    expect(await problems()).toEqual([expect.stringContaining('confirmed blocks above')]);
    mine(CONFIRMATIONS - 2);
    await run();
    expect(ledger.reversed.size).toBe(0);
    mine(1);
    await run();
    await settle();
    expect(ledger.told.slice(1)).toEqual([
      {
        kind: 'reversal',
        rail: 'base.deposits',
        messageId: `${idOf(one)}/reversal`,
        paymentId: idOf(one),
        amount: 5_000_000n,
        reason: 'its block left the chain, and its transaction was not mined again',
      },
    ]);
    // The comparison is over, and the money is taken back: an operator still has to look at it.
    const key = `reversed/${idOf(one)}`;
    expect(await problems()).toEqual([
      `a reorganisation deeper than \`confirmations\` has removed the deposit ${idOf(one)} of 5.000000 USDC to ${depositAddress(4)} in block 1; the money was taken back; compare the payment with the chain, and raise \`confirmations\`; settle it under ${key}`,
    ]);
    mine(300);
    await settle();
    expect(await problems()).toHaveLength(1);
    const settled = await store.run(async (records) => ok(await deposits.settle(records, key)));
    expect(settled).toEqual(ok(true));
    expect(await problems()).toEqual([]);
  });

  it('after the telling has no effect on a deposit whose transaction is mined again soon', async () => {
    const one = transaction();
    const { chain, run, mine, settle, ledger, problems } = await arrivalOf(one);
    chain.reorg(4, [[], [], [], []]);
    await run();
    chain.mine([one]);
    mine(1);
    await run();
    await settle();
    await settle();
    expect(ledger.told).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });

  it('reverses a deposit that was mined again and lost again', async () => {
    const one = transaction();
    const { chain, run, settle, ledger } = await arrivalOf(one);
    chain.reorg(4, [[], [], [], [one], []]);
    await run();
    await settle();
    chain.reorg(5, [[], [], [], [], [], []]);
    await settle();
    await settle();
    expect(ledger.credited()).toEqual([]);
  });

  it('reverses a deposit that was mined again in a block that is lost before its confirmation', async () => {
    const one = transaction();
    const { chain, run, settle, ledger, problems } = await arrivalOf(one);
    chain.reorg(4, [[], [], [], []]);
    await run();
    chain.mine();
    chain.mine();
    chain.mine([one]);
    await run();
    expect(await problems()).toEqual([expect.stringContaining('confirmed blocks above')]);
    chain.reorg(1, [[]]);
    await run();
    await settle();
    await settle();
    expect(ledger.credited()).toEqual([]);
    expect(await problems()).toEqual([expect.stringContaining(`settle it under reversed/${idOf(one)}`)]);
  });

  it('is followed by a new arrival if the transaction is mined again before core knows of the reversal', async () => {
    const one = transaction();
    const { chain, run, mine, settle, ledger } = await arrivalOf(one);
    const silent: TellCore = () => Promise.resolve(err('SERVICE_UNAVAILABLE'));
    chain.reorg(4, [[], [], [], [], []]);
    await run(silent);
    mine(CONFIRMATIONS);
    await run(silent);
    chain.mine([one]);
    await run(silent);
    mine(CONFIRMATIONS);
    await run(silent);
    await run();
    await settle();
    expect(ledger.told.map(({ kind }) => kind)).toEqual(['arrival', 'reversal', 'arrival']);
    expect(ledger.credited()).toHaveLength(1);
  });

  it('credits a reversed deposit again, with another id, each time its transaction is mined again', async () => {
    const one = transaction();
    const { chain, settle, ledger, problems } = await arrivalOf(one);
    const expected = [idOf(one)];
    for (const again of [2, 3]) {
      chain.reorg(
        8,
        Array.from({ length: 9 }, () => []),
      );
      await settle();
      await settle();
      expect(ledger.credited()).toEqual([]);
      expect(await problems()).toContainEqual(expect.stringContaining('reorganisation deeper than'));
      chain.mine([one]);
      await settle();
      await settle();
      expect(await problems()).toEqual([]);
      expected.push(`${idOf(one)}:${again}`);
      expect([...ledger.arrivals.keys()]).toEqual(expected);
      expect(ledger.credited()).toHaveLength(1);
    }
  });

  it('after the telling reverses a deposit and credits the other money that its transaction moves now', async () => {
    const one = transaction();
    const { chain, settle, ledger } = await arrivalOf(one);
    chain.reorg(4, [[{ ...one, events: [transfer({ value: 7n })] }], [], [], []]);
    await settle();
    await settle();
    await settle();
    expect(ledger.told.map(({ kind }) => kind)).toEqual(['arrival', 'reversal', 'arrival']);
    expect(ledger.credited()).toMatchObject([{ paymentId: `${idOf(one)}:2`, amount: 7n }]);
  });

  it('after the telling credits the other money also if nodes do not have its receipt when the deposit is reversed', async () => {
    const chain = memoryChain(CONFIRMATIONS);
    let isLate = false;
    const nodes: EvmNodes = {
      ...chain.nodes,
      receipt: async (hash) => (isLate ? null : chain.nodes.receipt(hash)),
    };
    const one = transaction();
    const { run, settle, ledger } = await arrivalOf(one, { chain, nodes });
    chain.reorg(4, [[{ ...one, events: [transfer({ value: 7n })] }], [], [], []]);
    await run();
    isLate = true;
    await settle();
    isLate = false;
    await settle();
    await settle();
    expect(ledger.told.map(({ kind }) => kind)).toEqual(['arrival', 'reversal', 'arrival']);
    expect(ledger.credited()).toMatchObject([{ paymentId: `${idOf(one)}:2`, amount: 7n }]);
  });

  it('is not looked for more than 256 blocks below the confirmed one', async () => {
    const { chain, mine, run, settle, store } = await arrivalOf(transaction());
    const states = async () =>
      Promise.all(['CREDITED', 'SEEN'].map((status) => store.read((records) => records.count('deposits', status))));
    expect(await states()).toEqual([1, 0]);
    mine(256);
    await run();
    await settle();
    expect(await states()).toEqual([0, 0]);
    expect(chain.head().number).toBeGreaterThan(256n);
  });

  it('in the middle of a reading of many blocks misses no deposit, not even to an address that is newer than the pass', async () => {
    const chain = memoryChain(1);
    for (let block = 0; block < 250; block += 1) chain.mine();
    const [low, high] = [transaction(), transaction()];
    let reads = 0;
    let allocated = 4;
    const { ledger, run } = await following({
      chain,
      startBlock: 0n,
      addressesOf: async () => allocated,
      nodes: {
        ...chain.nodes,
        block: async (number) => {
          reads += 1;
          // Everything above the first blocks is replaced while the second step of the pass begins.
          if (reads === 2) {
            allocated = 5;
            chain.reorg(200, [
              [low],
              ...Array.from({ length: 150 }, () => []),
              [high],
              ...Array.from({ length: 60 }, () => []),
            ]);
          }
          return chain.nodes.block(number);
        },
      },
    });
    await run();
    await run();
    expect([...ledger.arrivals.keys()].sort()).toEqual([idOf(low), idOf(high)].sort());
  });
});

describe('the screening', () => {
  it('holds the money of a listed sender', async () => {
    const { arrivals } = await arrivalOf(transaction(), {
      screening: { screen: async ({ network, address, direction }) => `${network} ${address} ${direction}` },
    });
    expect(arrivals).toMatchObject([{ hold: `BASE ${payer(1)} IN` }]);
  });

  it('that gives no answer lets deposits wait', async () => {
    let isReadable = false;
    const { chain, settle, run, ledger, problems } = await following({
      screening: {
        screen: async () => {
          if (!isReadable) throw new Error('the list cannot be read: ENOENT');
          return null;
        },
      },
    });
    chain.mine([transaction()]);
    await settle();
    expect(ledger.told).toEqual([]);
    expect(await problems()).toEqual(['deposits wait for the screening: the list cannot be read: ENOENT']);
    isReadable = true;
    await run();
    expect(ledger.told).toHaveLength(1);
    expect(await problems()).toEqual([]);
  });
});

describe('nodes that do not agree', () => {
  it('delay deposits, whichever question they do not answer', async () => {
    let isOver = false;
    for (let silent = 0; !isOver; silent += 1) {
      const chain = memoryChain(CONFIRMATIONS);
      let calls = 0;
      const failing = Object.fromEntries(
        Object.entries(chain.nodes).map(([name, value]) => [
          name,
          typeof value !== 'function'
            ? value
            : (...args: readonly unknown[]) => {
                calls += 1;
                if (calls === silent + 1) throw new NoQuorum('the nodes disagree');
                return (value as (...all: readonly unknown[]) => unknown)(...args);
              },
        ]),
      ) as unknown as typeof chain.nodes;
      const { ledger, run, settle, mine } = await following({
        chain,
        nodes: failing,
        refunds: 'sender',
        startBlock: 0n,
      });
      chain.mine([transaction(), transaction(transfer(), transfer())]);
      await run();
      mine(CONFIRMATIONS);
      await run();
      isOver = calls <= silent;
      await settle();
      expect(ledger.credited()).toHaveLength(3);
    }
  });

  it('are a problem if no block was read for ten minutes', async () => {
    const { problems, ports } = await following();
    expect(await problems()).toEqual([]);
    const later = playDeposits({
      ...ports,
      clock: { now: () => (ports.clock.now() + 601_000) as never },
    });
    expect((await later.deposits.condition()).problems).toEqual([expect.stringContaining('no new block was read')]);
    expect(await untoldAt(ports.store, 10n)).toEqual(new Map());
  });
});

describe('what core does not know', () => {
  it('is the sum of the deposits that were not told, up to a block, less those that were taken back', async () => {
    const one = transaction();
    const { chain, run, ports, mine } = await arrivalOf(one);
    const block = chain.mine([transaction(), transaction(transfer({ token: USDT, value: 3n }))]);
    await run();
    expect(await untoldAt(ports.store, block.number)).toEqual(
      new Map([
        ['USDC', 5_000_000n],
        ['USDT', 3n],
      ]),
    );
    expect(await untoldAt(ports.store, block.number - 1n)).toEqual(new Map());
    chain.reorg(5, [[], [], [], [], []]);
    await run();
    mine(CONFIRMATIONS);
    await run(() => Promise.resolve(err('SERVICE_UNAVAILABLE')));
    expect(await untoldAt(ports.store, chain.head().number)).toEqual(new Map([['USDC', -5_000_000n]]));
  });
});
