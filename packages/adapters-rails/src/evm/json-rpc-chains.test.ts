import { describe, expect, it } from 'vitest';
import { hashOf, honest, NodeError, type ScriptedNode } from '../testing/scripted-node.js';
import { ALICE, BOB, lie, play, type Played, TOKEN } from '../testing/three-nodes.js';
import { TRANSFER_TOPIC } from './json-rpc-logs.js';
import { ANY_BRANCH, NoQuorum } from './nodes.js';

const all = ({ one, two, three }: Played): readonly ScriptedNode[] => [one, two, three];

/** The nodes have been asked for their chain, and for nothing else. */
async function asked(over: Parameters<typeof play>[0] = {}): Promise<Played> {
  const played = play(over);
  await played.nodes.health();
  for (const { requests } of all(played)) requests.length = 0;
  return played;
}

/** The calls of each request to a node, without their ids. */
const callsTo = ({ requests }: ScriptedNode): unknown =>
  requests.map((calls) => calls.map(({ method, params }) => [method, ...params]));

const blocksTo = ({ requests }: ScriptedNode): readonly (readonly unknown[])[] =>
  requests.map((calls) => calls.map(({ params: [at] }) => (String(at).startsWith('0x') ? Number(at) : at)));

const topicOf = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;

const unreachable = (node: ScriptedNode): void => {
  node.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
};

/** The node answers with this in place of a block. */
const inPlaceOf = (node: ScriptedNode, at: string, block: (honestly: () => unknown) => unknown): void =>
  lie(node, 'eth_getBlockByNumber', (honestly, { params }) => (params[0] === at ? block(honestly) : honestly()));

const fork = (played: Played, ...forks: readonly number[]): void => {
  for (const [index, forkAt] of forks.entries())
    all(played)[index]!.result = honest({ ...played.chain, forkAt, branch: 'bde'[index]! });
};

describe('the head of several nodes', () => {
  it('needs one request to each node if they have the same block', async () => {
    const played = await asked();
    await played.nodes.head();
    for (const node of all(played)) expect(blocksTo(node)).toEqual([['latest']]);
  });

  it('is the highest one if one node is enough', async () => {
    const { nodes, one, three, chain } = await asked({ quorum: 1 });
    one.result = honest({ ...chain, head: 99 });
    three.result = honest({ ...chain, head: 98 });
    expect((await nodes.head()).number).toBe(100n);
  });

  it('is looked for among the nodes that have its number, first there and then in 32 blocks below it', async () => {
    const played = await asked();
    const { nodes, one, two, three, chain } = played;
    fork(played, 97, 69);
    three.result = honest({ ...chain, head: 99 });
    expect(await nodes.head()).toEqual({
      ...{ number: 68n, hash: hashOf(68), parentHash: hashOf(67), timestamp: 1_700_000_136 },
    });
    const below = Array.from({ length: 32 }, (_, down) => 99 - down);
    expect([one, two, three].map(blocksTo)).toEqual([
      [['latest'], [100], below],
      [['latest'], [100], below],
      [['latest']],
    ]);
  });

  it('is not looked for below the first block', async () => {
    const played = await asked();
    played.chain.head = 3;
    fork(played, 0, 0, 0);
    await expect(played.nodes.head()).rejects.toThrow(
      new NoQuorum('fewer than 2 of 3 nodes agree on the latest block: their chains differ'),
    );
    expect(blocksTo(played.one)).toEqual([['latest'], [3], [2, 1, 0]]);
  });

  it('is unknown without further requests if the chains differ in their only block', async () => {
    const played = await asked();
    played.chain.head = 0;
    fork(played, 0, 0, 0);
    await expect(played.nodes.head()).rejects.toThrow(NoQuorum);
    expect(blocksTo(played.one)).toEqual([['latest'], [0]]);
  });

  it('is found although another node fails, before or during the search', async () => {
    const before = await asked();
    fork(before, 97, 96);
    unreachable(before.three);
    expect((await before.nodes.head()).hash).toBe(hashOf(95));
    const during = await asked();
    fork(during, 97, 96);
    during.three.outcome = (outcome, [call]) =>
      Promise.resolve(call?.params[0] === 'latest' ? outcome : { kind: 'unreachable', reason: 'connection refused' });
    expect((await during.nodes.head()).hash).toBe(hashOf(95));
  });

  it('is found although a node has forgotten the blocks', async () => {
    const played = await asked();
    fork(played, 97, 96, 95);
    for (const block of ['0x64', '0x63', '0x5f', '0x5e']) inPlaceOf(played.three, block, () => null);
    expect((await played.nodes.head()).hash).toBe(hashOf(95));
  });

  it('is unknown if the nodes answer with a block of another number', async () => {
    const played = await asked();
    fork(played, 97, 96, 95);
    for (const node of all(played)) {
      const seventh = node.result({ id: 0, method: 'eth_getBlockByNumber', params: ['0x7'] });
      for (let number = 0; number <= 100; number += 1) inPlaceOf(node, `0x${number.toString(16)}`, () => seventh);
    }
    await expect(played.nodes.head()).rejects.toThrow(/agree on the latest block: their chains differ$/);
  });

  it.each([{ parentHash: hashOf(5, 'f') }, { timestamp: '0x1' }])(
    'needs blocks that are the same in %o',
    async (over) => {
      const { nodes, two, three } = await asked();
      lie(two, 'eth_getBlockByNumber', (honestly) => ({ ...(honestly() as object), ...over }));
      unreachable(three);
      await expect(nodes.head()).rejects.toThrow(
        new NoQuorum(
          'fewer than 2 of 3 nodes agree on the latest block: http://three.example connection refused; their chains differ',
        ),
      );
    },
  );

  it('is unknown if too few nodes have a block with the tag', async () => {
    const { nodes, one, two } = await asked({ confirmations: 'safe' });
    for (const node of [one, two]) inPlaceOf(node, 'safe', () => null);
    await expect(nodes.confirmed()).rejects.toThrow(
      new NoQuorum(
        'fewer than 2 of 3 nodes agree on the safe block: http://one.example has no safe block; http://two.example has no safe block',
      ),
    );
  });
});

describe('a block of several nodes', () => {
  it('is not confirmed if the nodes do not have it, although they have a head', async () => {
    const played = await asked();
    for (const node of all(played)) inPlaceOf(node, '0x62', () => null);
    await expect(played.nodes.confirmed()).rejects.toThrow(
      new NoQuorum('fewer than 2 of 3 nodes agree on the confirmed block'),
    );
  });

  it('has the number that the nodes were asked for', async () => {
    const played = await asked();
    for (const node of all(played))
      inPlaceOf(node, '0x14', () => node.result({ id: 0, method: 'eth_getBlockByNumber', params: ['0x7'] }));
    await expect(played.nodes.block(20n)).rejects.toThrow(
      /^fewer than 2 of 3 nodes agree on block 20: http:\/\/\S+ answered with block 7 instead of 20; /,
    );
  });

  it('is read on a named chain in one request, with that block before and after it', async () => {
    const { nodes, one } = await asked();
    await nodes.block(7n, { number: 50n, hash: hashOf(50) });
    expect(blocksTo(one)).toEqual([[50, 7, 50]]);
  });

  it('is not read on a chain that the nodes do not have before and after it', async () => {
    const on = { number: 50n, hash: hashOf(50) };
    const answers: readonly (readonly [number, object | null, string])[] = [
      [1, null, 'does not have block 50 yet'],
      [1, { hash: hashOf(50, 'b') }, 'has another block 50'],
      [2, { hash: hashOf(50, 'b') }, 'has another block 50'],
      [2, null, 'has another block 50'],
    ];
    for (const [changed, block, why] of answers) {
      const played = await asked();
      for (const node of all(played)) {
        let time = 0;
        inPlaceOf(node, '0x32', (honestly) => {
          time += 1;
          return time % 2 === changed % 2 ? block && { ...(honestly() as object), ...block } : honestly();
        });
      }
      await expect(played.nodes.block(7n, on), `${changed} ${why}`).rejects.toThrow(
        new RegExp(
          `^fewer than 2 of 3 nodes agree on block 7: http://\\w+.example ${why}; http://\\w+.example ${why}$`,
        ),
      );
    }
  });
});

describe('transfers of several nodes', () => {
  it('are not asked for without blocks or tokens', async () => {
    const { nodes, one } = await asked();
    expect(await nodes.transfers([TOKEN], 21n, 20n, ANY_BRANCH)).toEqual([]);
    expect(await nodes.transfers([], 20n, 20n, ANY_BRANCH)).toEqual([]);
    expect(one.requests).toEqual([]);
  });

  it('are read by contract and event, of a single block too', async () => {
    const { nodes, one } = await asked();
    expect((await nodes.transfers([TOKEN], 20n, 20n, ANY_BRANCH)).map(({ value }) => value)).toEqual([
      2_000_000n,
      3_000_000n,
    ]);
    const topics = [TRANSFER_TOPIC];
    expect(callsTo(one)).toContainEqual([
      ['eth_getBlockByNumber', '0x14', false],
      ['eth_getLogs', { address: [TOKEN], topics, fromBlock: '0x14', toBlock: '0x14' }],
      ['eth_getBlockByNumber', '0x14', false],
    ]);
  });
});

it('an event of another form is not among the transfers of several nodes', async () => {
  const played = await asked();
  for (const node of all(played))
    lie(node, 'eth_getLogs', (honestly) => {
      const [first, second] = honestly() as readonly [{ readonly topics: readonly string[] }, object];
      // As of a token that is not fungible.
      return [{ ...first, topics: [...first.topics, topicOf('0x05')], data: '0x' }, second];
    });
  const transfers = await played.nodes.transfers([TOKEN], 20n, 20n, ANY_BRANCH);
  expect(transfers).toMatchObject([{ value: 3_000_000n, logIndex: 2 }]);
  expect(transfers).toHaveLength(1);
});

describe('events of several nodes', () => {
  it('are read by contract and topics, and have their place', async () => {
    const { nodes, one } = await asked();
    const topics = [TRANSFER_TOPIC, null] as const;
    const [event, ...others] = await nodes.logs({ address: TOKEN, topics }, 10n, 19n, ANY_BRANCH);
    expect(others).toEqual([]);
    expect(event).toEqual({
      ...{ address: TOKEN, topics: [topics[0], topicOf(ALICE), topicOf(BOB)], data: `0x${'f4240'.padStart(64, '0')}` },
      ...{ logIndex: 0, blockNumber: 10n, blockHash: hashOf(10), transactionHash: hashOf(0, 'c') },
    });
    expect(callsTo(one)).toContainEqual([
      ['eth_getBlockByNumber', '0x13', false],
      ['eth_getLogs', { address: [TOKEN], topics, fromBlock: '0xa', toBlock: '0x13' }],
      ['eth_getBlockByNumber', '0x13', false],
    ]);
  });
});

describe('the health of nodes', () => {
  const HEALTHY = [100n, null];
  const problems = async ({ nodes }: Played) => (await nodes.health()).map(({ head, problem }) => [head, problem]);

  it('allows a node to be up to 20 blocks behind', async () => {
    const played = await asked();
    const { one, chain } = played;
    for (const head of [99, 80]) {
      one.result = honest({ ...chain, head });
      expect((await problems(played))[0]).toEqual([BigInt(head), null]);
    }
    one.result = honest({ ...chain, head: 79 });
    expect((await problems(played))[0]).toEqual([79n, 'is 21 blocks behind the others']);
  });

  it('compares with the highest block that a quorum has, in any order of the nodes', async () => {
    const played = await asked();
    const { two, three, chain } = played;
    two.result = honest({ ...chain, head: 60 });
    three.result = honest({ ...chain, head: 99 });
    expect(await problems(played)).toEqual([HEALTHY, [60n, 'is 39 blocks behind the others'], [99n, null]]);
    const single = await asked({ quorum: 1 });
    unreachable(single.one);
    single.three.result = honest({ ...single.chain, head: 50 });
    expect(await problems(single)).toEqual([
      [null, 'connection refused'],
      HEALTHY,
      [50n, 'is 50 blocks behind the others'],
    ]);
  });

  it('names the node whose block differs from that of the others, and one that fails', async () => {
    const played = await asked();
    fork(played, 100);
    expect(await problems(played)).toEqual([[100n, 'has another block 100 than the others'], HEALTHY, HEALTHY]);
    const failing = await asked();
    unreachable(failing.two);
    expect(await problems(failing)).toEqual([HEALTHY, [null, 'connection refused'], HEALTHY]);
  });

  it('says why a node does not give the block that the others have', async () => {
    const played = await asked();
    inPlaceOf(played.one, '0x64', () => {
      throw new NodeError(-32_000, 'busy');
    });
    expect(await problems(played)).toEqual([[100n, 'refused: busy (-32000)'], HEALTHY, HEALTHY]);
  });

  it('has the heads of nodes that agree on no block, without a problem', async () => {
    const played = await asked();
    fork(played, 0, 0, 0);
    expect(await problems(played)).toEqual([HEALTHY, HEALTHY, HEALTHY]);
  });

  it('names a node without a head, and needs no further request if too few nodes have one', async () => {
    const played = await asked();
    for (const node of [played.one, played.two]) inPlaceOf(node, 'latest', () => null);
    expect(await problems(played)).toEqual([[null, 'has no latest block'], [null, 'has no latest block'], HEALTHY]);
    const [first, ...others] = callsTo(played.one) as readonly unknown[];
    expect(first).toEqual([['eth_chainId']]);
    expect(new Set(others.map((calls) => JSON.stringify(calls)))).toEqual(
      new Set([JSON.stringify([['eth_getBlockByNumber', 'latest', false]])]),
    );
  });
});
