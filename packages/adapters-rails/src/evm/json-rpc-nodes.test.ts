import { RailEntryError } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import {
  answerOf,
  hashOf,
  hexOf,
  honest,
  NodeError,
  type ScriptedChain,
  scriptedHttp,
  scriptedNode,
  type ScriptedNode,
} from '../testing/scripted-node.js';
import { ALICE, BOB, type Lie, lie, play, TOKEN } from '../testing/three-nodes.js';
import { createJsonRpcNodes } from './json-rpc-nodes.js';
import { ANY_BRANCH, type Hex, NoQuorum } from './nodes.js';

interface StatedLog {
  readonly logIndex: Hex;
  readonly blockHash: Hex;
  readonly data: Hex;
}

/** The failures of one node. */
const FAULTS: Readonly<Record<string, (node: ScriptedNode, chain: ScriptedChain) => void>> = {
  'is not reachable': (node) => {
    node.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
  },
  'does not answer': (node) => {
    node.outcome = () => new Promise(() => undefined);
  },
  'answers with garbage': (node) => {
    node.outcome = () => Promise.resolve(answerOf('<html>'));
  },
  'answers with an empty list': (node) => {
    node.outcome = () => Promise.resolve(answerOf([]));
  },
  'answers too many requests': (node) => {
    node.outcome = () => Promise.resolve(answerOf({ error: { code: 429, message: 'slow down' } }, 429));
  },
  'answers each call with an error': (node) => {
    node.result = () => {
      throw new NodeError(-32_000, 'internal error');
    };
  },
  'answers without results': (node) => {
    node.result = () => undefined;
  },
  'is on another chain': (node, chain) => {
    node.result = honest({ ...chain, chainId: 1 });
  },
  'lags behind': (node, chain) => {
    node.result = honest({ ...chain, head: 60, transfers: chain.transfers });
  },
  'has another branch': (node, chain) => {
    node.result = honest({ ...chain, forkAt: 5, transfers: [] });
  },
  'claims blocks of the future': (node, chain) => {
    node.result = honest({ ...chain, head: 10_000_000 });
  },
  'answers with other blocks': (node) =>
    lie(node, 'eth_getBlockByNumber', (honestly) => ({ ...(honestly() as object), number: '0x7' })),
  'lies about hashes': (node) =>
    lie(node, 'eth_getBlockByNumber', (honestly) => ({ ...(honestly() as object), hash: hashOf(1, 'f') })),
};

const LOG_FAULTS: typeof FAULTS = {
  'skips logs': (node) => lie(node, 'eth_getLogs', (honestly) => (honestly() as object[]).slice(1)),
  'has no logs': (node) => lie(node, 'eth_getLogs', () => []),
  'changes an amount': (node) =>
    lie(node, 'eth_getLogs', (honestly) =>
      (honestly() as StatedLog[]).map((log) => ({ ...log, data: `0x${'f'.repeat(64)}` })),
    ),
  'has logs of other blocks': (node) =>
    lie(node, 'eth_getLogs', (honestly) =>
      (honestly() as StatedLog[]).map((log) => ({ ...log, blockHash: hashOf(10, 'f') })),
    ),
  'has logs that were removed': (node) =>
    lie(node, 'eth_getLogs', (honestly) => (honestly() as StatedLog[]).map((log) => ({ ...log, removed: true }))),
  'has two logs at one place': (node) =>
    lie(node, 'eth_getLogs', (honestly) => (honestly() as StatedLog[]).map((log) => ({ ...log, logIndex: '0x0' }))),
  'has logs of other contracts': (node) =>
    lie(node, 'eth_getLogs', (honestly) => (honestly() as StatedLog[]).map((log) => ({ ...log, address: ALICE }))),
  'has logs outside of the range': (node) =>
    lie(node, 'eth_getLogs', (honestly) => (honestly() as StatedLog[]).map((log) => ({ ...log, blockNumber: '0x64' }))),
};

describe('the nodes of a chain', () => {
  it('answer with the blocks and transfers on which they agree', async () => {
    const { nodes } = play();
    expect(await nodes.head()).toEqual({
      number: 100n,
      hash: hashOf(100),
      parentHash: hashOf(99),
      timestamp: 1_700_000_200,
    });
    expect((await nodes.confirmed()).number).toBe(98n);
    expect((await nodes.block(7n))?.hash).toBe(hashOf(7));
    expect(await nodes.block(101n)).toBeNull();
    const transfers = await nodes.transfers([TOKEN], 10n, 94n, ANY_BRANCH);
    expect(transfers.map(({ value, blockNumber, logIndex }) => [value, blockNumber, logIndex])).toEqual([
      [1_000_000n, 10n, 0],
      [2_000_000n, 20n, 1],
      [3_000_000n, 20n, 2],
    ]);
    expect(transfers[0]).toEqual({
      ...{ token: TOKEN, from: ALICE, to: BOB, value: 1_000_000n },
      ...{ transactionHash: hashOf(0, 'c'), blockNumber: 10n, blockHash: hashOf(10), logIndex: 0 },
    });
    expect(await nodes.transfers([TOKEN], 5n, 4n, ANY_BRANCH)).toEqual([]);
  });

  it.each([
    ['safe', 90n],
    ['finalized', 90n],
    [1, 100n],
    [101, 0n],
    [500, 0n],
  ] as const)('confirm with %s the block %i', async (confirmations, number) => {
    expect((await play({ confirmations }).nodes.confirmed()).number).toBe(number);
  });

  describe.each(Object.entries({ ...FAULTS, ...LOG_FAULTS }))('of which one %s', (_, fault) => {
    it.each(['one', 'two', 'three'] as const)('answer as the others do (%s)', async (faulty) => {
      const played = play();
      const { nodes, chain } = played;
      fault(played[faulty], chain);
      expect(await nodes.head()).toMatchObject({ number: 100n, hash: hashOf(100) });
      expect(await nodes.confirmed()).toMatchObject({ number: 98n, hash: hashOf(98) });
      expect(await nodes.block(20n)).toMatchObject({ hash: hashOf(20) });
      const transfers = await nodes.transfers([TOKEN], 0n, 100n, ANY_BRANCH);
      expect(transfers.map(({ value }) => Number(value / 10n ** 6n))).toEqual([1, 2, 3, 4]);
    });
  });

  describe.each(Object.entries(FAULTS).filter(([name]) => !/lags|future|other blocks/.test(name)))(
    'of which two %s',
    (name, fault) => {
      it('answer nothing, and say why', async () => {
        const { nodes, one, three, chain } = play();
        fault(one, chain);
        fault(three, { ...chain, branch: 'd' });
        if (name === 'has another branch') three.result = honest({ ...chain, forkAt: 5, branch: 'd' });
        if (name === 'lies about hashes')
          lie(three, 'eth_getBlockByNumber', (honestly) => ({ ...(honestly() as object), hash: hashOf(2, 'f') }));
        const reads = [
          nodes.head(),
          nodes.confirmed(),
          nodes.block(20n),
          nodes.transfers([TOKEN], 0n, 100n, ANY_BRANCH),
        ];
        for (const read of await Promise.allSettled<unknown>(reads)) {
          expect(read).toMatchObject({ status: 'rejected', reason: expect.any(NoQuorum) as NoQuorum });
          expect(String((read as PromiseRejectedResult).reason)).not.toContain('credential');
        }
      });
    },
  );

  describe.each(Object.entries(LOG_FAULTS))('of which two, in different ways, %s', (_, fault) => {
    it('report no transfer', async () => {
      const { nodes, one, three, chain } = play();
      fault(one, chain);
      lie(three, 'eth_getLogs', (honestly) => (honestly() as object[]).slice(0, 2));
      await expect(nodes.transfers([TOKEN], 0n, 100n, ANY_BRANCH)).rejects.toThrow(NoQuorum);
    });
  });

  it('count a log once that a node repeats', async () => {
    const { nodes, one, two } = play();
    for (const node of [one, two])
      lie(node, 'eth_getLogs', (honestly) => {
        const logs = honestly() as object[];
        return [...logs, ...logs].reverse();
      });
    expect(await nodes.transfers([TOKEN], 0n, 100n, ANY_BRANCH)).toHaveLength(4);
  });

  it('have the head that a quorum has, if one is ahead', async () => {
    const { nodes, one, two, three, chain } = play();
    one.result = honest({ ...chain, head: 107 });
    two.result = honest({ ...chain, head: 104 });
    three.result = honest({ ...chain, head: 101 });
    expect(await nodes.head()).toMatchObject({ number: 104n, hash: hashOf(104) });
  });

  it('have the highest block that they share, if their heads are of different branches', async () => {
    const { nodes, one, two, three, chain } = play();
    one.result = honest({ ...chain, forkAt: 97, branch: 'b' });
    two.result = honest({ ...chain, forkAt: 96, branch: 'd' });
    three.result = honest({ ...chain, forkAt: 90, branch: 'e' });
    expect(await nodes.head()).toMatchObject({ number: 95n, hash: hashOf(95) });
  });

  it('do not mix two chains if one replaces the other during a read', async () => {
    const at = (...blocks: readonly number[]) =>
      blocks.map((block) => ({ block, token: TOKEN, from: ALICE, to: BOB, value: 5n }));
    const seen = new Set<string>();
    // The chain changes after so many calls, so that it changes between any two of them.
    for (let calls = 0; calls < 80; calls += 1) {
      const { nodes, one, two, three, chain } = play();
      chain.transfers = at(10, 95);
      let left = calls;
      for (const node of [one, two, three]) {
        const { result } = node;
        node.result = (call) => {
          if (left === 0) Object.assign(chain, { forkAt: 15, transfers: at(10, 40, 60) });
          left -= 1;
          const range = call.params[0] as { readonly fromBlock: Hex; readonly toBlock: Hex };
          if (call.method === 'eth_getLogs' && Number(range.toBlock) - Number(range.fromBlock) >= 30)
            throw new NodeError(-32_005, 'block range is too large');
          return result(call);
        };
      }
      const read = await nodes.transfers([TOKEN], 0n, 100n, ANY_BRANCH).catch((error: unknown) => error);
      if (!(read instanceof NoQuorum))
        seen.add((read as readonly { readonly blockHash: Hex }[]).map(({ blockHash }) => blockHash).join());
    }
    expect(seen).toEqual(
      new Set([[hashOf(10), hashOf(40, 'b'), hashOf(60, 'b')].join(), [hashOf(10), hashOf(95)].join()]),
    );
  });

  it('refuse logs of a block that left the chain, although all nodes have them', async () => {
    const { nodes, one, two, three } = play();
    for (const node of [one, two, three])
      lie(node, 'eth_getLogs', (honestly) =>
        (honestly() as StatedLog[]).map((log) => ({ ...log, blockHash: hashOf(10, 'e') })),
      );
    await expect(nodes.transfers([TOKEN], 0n, 50n, ANY_BRANCH)).rejects.toThrow(/logs of/);
  });

  it('give transfers of the named branch alone', async () => {
    const { nodes } = play();
    const between = { before: hashOf(9), last: hashOf(94) };
    expect(await nodes.transfers([TOKEN], 10n, 94n, between)).toHaveLength(3);
    for (const branch of [
      { ...between, before: hashOf(9, 'b') },
      { ...between, last: hashOf(94, 'b') },
    ])
      await expect(nodes.transfers([TOKEN], 10n, 94n, branch)).rejects.toThrow(/has another block (9|94)/);
  });

  it('read a block and a receipt on the chain of the named block alone', async () => {
    const { nodes, one, two, three } = play();
    for (const node of [one, two, three]) lie(node, 'eth_getTransactionReceipt', () => null);
    const [here, elsewhere] = [
      { number: 50n, hash: hashOf(50) },
      { number: 50n, hash: hashOf(50, 'b') },
    ];
    expect((await nodes.block(7n, here))?.hash).toBe(hashOf(7));
    expect(await nodes.receipt(hashOf(0, 'c'), here)).toBe(null);
    await expect(nodes.block(7n, elsewhere)).rejects.toThrow(/has another block 50/);
    await expect(nodes.receipt(hashOf(0, 'c'), elsewhere)).rejects.toThrow(NoQuorum);
  });

  it('read nothing from a node that changes its branch within the request', async () => {
    const { nodes, one, two, three, chain } = play();
    for (const node of [one, two, three]) {
      const there = honest({ ...chain, forkAt: 5 });
      const here = honest(chain);
      let asked = 0;
      // The first block of each request is of the branch that is wanted.
      node.result = (call) => (call.method === 'eth_chainId' || (asked += 1) % 3 === 1 ? here(call) : there(call));
    }
    await expect(nodes.block(7n, { number: 50n, hash: hashOf(50) })).rejects.toThrow(/has another block 50/);
  });

  it('read ranges in parts if a node refuses them as too large', async () => {
    const { nodes, one, two, chain } = play();
    chain.head = 1_000;
    chain.transfers = [1, 300, 301, 999].map((block) => ({ block, token: TOKEN, from: ALICE, to: BOB, value: 5n }));
    lie(one, 'eth_getLogs', (honestly, { params }) => {
      const { fromBlock, toBlock } = params[0] as { readonly fromBlock: Hex; readonly toBlock: Hex };
      if (Number(toBlock) - Number(fromBlock) > 99) throw new NodeError(-32_005, 'block range is too large');
      return honestly();
    });
    two.outcome = (outcome, calls) => {
      const range = calls.find(({ method }) => method === 'eth_getLogs')?.params[0] as { fromBlock: Hex; toBlock: Hex };
      const isLong = range !== undefined && Number(range.toBlock) - Number(range.fromBlock) > 500;
      return Promise.resolve(isLong ? { ...outcome, truncated: true } : outcome);
    };
    const transfers = await nodes.transfers([TOKEN], 0n, 1_000n, ANY_BRANCH);
    expect(transfers.map(({ blockNumber }) => blockNumber)).toEqual([1n, 300n, 301n, 999n]);
    const asked = one.requests.length;
    await nodes.transfers([TOKEN], 0n, 90n, ANY_BRANCH);
    // The size that worked is remembered.
    expect(one.requests.length - asked).toBeLessThanOrEqual(4);
  });

  it('give up on a node that refuses the logs of a single block', async () => {
    const { nodes, one, two } = play({ quorum: 2 });
    for (const node of [one, two])
      lie(node, 'eth_getLogs', () => {
        throw new NodeError(-32_005, 'query returned more than 10000 results');
      });
    await expect(nodes.transfers([TOKEN], 0n, 100n, ANY_BRANCH)).rejects.toThrow(/10000 results/);
  });

  it('are asked in one request for calls of one turn', async () => {
    const { nodes, one } = play();
    await nodes.head();
    const before = one.requests.length;
    await Promise.all([1n, 2n, 3n, 4n, 5n].map((number) => nodes.block(number)));
    expect(one.requests.slice(before).map((calls) => calls.length)).toEqual([5]);
  });

  it('are asked call by call if they take no batches', async () => {
    const { nodes, one, two, three } = play();
    for (const node of [one, two, three])
      node.outcome = (outcome, calls) =>
        Promise.resolve(
          calls.length > 1
            ? answerOf({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'batches are not supported' } })
            : outcome,
        );
    expect(await nodes.transfers([TOKEN], 0n, 100n, ANY_BRANCH)).toHaveLength(4);
    expect((await nodes.head()).number).toBe(100n);
  });

  it('do not read more answers of a node than it was asked for', async () => {
    const { nodes, one, two } = play({ quorum: 2 });
    const many = Array.from({ length: 1_000 }, (_, id) => ({ id, result: null }));
    for (const node of [one, two]) node.outcome = () => Promise.resolve(answerOf(many));
    await expect(nodes.head()).rejects.toThrow(/answered other calls than those that it was asked/);
    for (const node of [one, two])
      node.outcome = () => Promise.resolve(answerOf(Array.from({ length: 1_000 }, () => 1)));
    await expect(nodes.head()).rejects.toThrow(/answered other calls than those that it was asked/);
  });

  it('do not wait for a node that is slow', async () => {
    const { nodes, one } = play();
    one.outcome = () => new Promise(() => undefined);
    const started = performance.now();
    await nodes.block(20n);
    expect(performance.now() - started).toBeLessThan(250);
  });

  it('have a problem each that an operator can read', async () => {
    const { nodes, one, two, three, chain } = play();
    one.result = honest({ ...chain, head: 50 });
    expect(await nodes.health()).toEqual([
      { url: 'http://one.example', head: 50n, problem: 'is 50 blocks behind the others' },
      { url: 'http://two.example', head: 100n, problem: null },
      { url: 'http://three.example', head: 100n, problem: null },
    ]);
    one.result = honest({ ...chain, forkAt: 20 });
    two.outcome = () => Promise.resolve(answerOf('credential-of-two is wrong', 401));
    three.result = honest({ ...chain, chainId: 137 });
    expect((await nodes.health()).map(({ problem }) => problem)).toEqual([
      null,
      'answered HTTP 401',
      expect.stringContaining('chain id 137'),
    ]);
    three.result = () => {
      throw new NodeError(-32_000, 'credential-of-three is\nunknown');
    };
    expect((await nodes.health())[2]?.problem).toBe('refused: … is unknown (-32000)');
  });

  it('have a problem without the credentials that some providers put into the name of the host', async () => {
    const keys = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210'] as const;
    const refusing = scriptedNode(() => {
      throw new NodeError(-32_000, `${keys[0]} and p@ssw0rd-of-one are unknown`);
    });
    const nodes = createJsonRpcNodes({
      entry: {
        ...{ chainId: 8453, quorum: 2, confirmations: 1 },
        rpcUrls: keys.map((key) => `https://${key}.base.example/p%40ssw0rd-of-one`),
      },
      environment: 'SANDBOX',
      http: scriptedHttp(Object.fromEntries(keys.map((key) => [`${key}.base`, refusing]))),
    });
    expect((await nodes.health()).map(({ url, problem }) => `${url} ${problem}`)).toEqual([
      'https://….base.example (rpcUrls.0) refused: … and … are unknown (-32000)',
      expect.stringMatching(/^https:\/\/…\.base\.example \(rpcUrls\.1\) /),
    ]);
  });

  it('stop the start if one is on another chain, and not if one does not answer', async () => {
    const { nodes, one, two, chain } = play();
    one.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
    await nodes.verifyChain();
    two.result = honest({ ...chain, chainId: 137 });
    const mistake: unknown = await nodes.verifyChain().catch((error: unknown) => error);
    expect(mistake).toBeInstanceOf(RailEntryError);
    expect(mistake).toMatchObject({ member: 'chainId', message: 'is 8453, but `rpcUrls.1` has 137' });
  });

  it('are asked for their chain again after a failure', async () => {
    const { nodes, one, two, three, chain } = play({ quorum: 1 });
    await nodes.block(1n);
    for (const node of [one, two, three]) node.outcome = () => Promise.resolve(answerOf('restarting', 503));
    await expect(nodes.block(1n)).rejects.toThrow(NoQuorum);
    for (const node of [one, two, three]) {
      node.outcome = (outcome) => Promise.resolve(outcome);
      node.result = honest({ ...chain, chainId: 1 });
    }
    await expect(nodes.block(1n)).rejects.toThrow(/chain id 1/);
  });
});

describe('calls of contracts', () => {
  const answering = (method: string, ...results: readonly Lie[]) => {
    const played = play();
    [played.one, played.two, played.three].forEach((node, index) => {
      const how = results[index] ?? results.at(-1)!;
      const { result } = node;
      node.result = (call) => (call.method === method ? how(() => null, call) : result(call));
    });
    return played.nodes;
  };
  const failing =
    (code: number, message: string, data?: unknown): Lie =>
    () => {
      throw new NodeError(code, message, data);
    };
  const REASON = `0x08c379a0${hexOf(32).slice(2).padStart(64, '0')}${hexOf(6).slice(2).padStart(64, '0')}${Buffer.from('paused').toString('hex').padEnd(64, '0')}`;

  it('have the result on which the nodes agree', async () => {
    const nodes = answering(
      'eth_call',
      () => '0x01',
      () => '0x02',
      () => '0x01',
    );
    expect(await nodes.call({ to: TOKEN, data: '0x' }, 5n)).toBe('0x01');
  });

  it.each<[string, Lie, string]>([
    ['geth', failing(3, 'execution reverted: paused', REASON), 'paused'],
    ['Nethermind', failing(-32_015, 'VM execution error.', `Reverted ${REASON}`), 'paused'],
    ['Erigon', failing(-32_000, 'execution reverted'), 'execution reverted'],
    ['Anvil', failing(3, 'execution reverted: custom error', { data: '0xe450d38c' }), '0xe450d38c'],
    ['Solidity', failing(3, 'execution reverted', `0x4e487b71${'11'.padStart(64, '0')}`), 'panic 0x11'],
    ['a contract', failing(3, 'execution\u0000 reverted\n\u001b[31m'), 'execution reverted [31m'],
    ['a gas limit', failing(-32_000, 'out of gas'), 'out of gas'],
  ])('are refused by the contract, as %s says it', async (_, fails, reason) => {
    const nodes = answering('eth_call', fails);
    expect(await nodes.call({ to: TOKEN, data: '0x' }, 5n)).toEqual({ reverted: true, reason });
    const estimating = answering('eth_estimateGas', fails);
    expect(await estimating.estimateGas({ to: TOKEN, data: '0x' })).toEqual({ reverted: true, reason });
  });

  it('are refused if two nodes say so in their own words', async () => {
    const nodes = answering(
      'eth_call',
      failing(3, 'execution reverted: paused', REASON),
      failing(-32_015, 'VM execution error.'),
      () => '0x',
    );
    expect(await nodes.call({ to: TOKEN, data: '0x' }, 5n)).toMatchObject({ reverted: true });
  });

  it('have no result if a node fails, whatever the contract would say', async () => {
    const nodes = answering(
      'eth_call',
      failing(-32_000, 'missing trie node'),
      failing(-32_000, 'header not found'),
      () => '0x',
    );
    await expect(nodes.call({ to: TOKEN, data: '0x' }, 5n)).rejects.toThrow(/missing trie node.*header not found/);
  });

  it('have an estimate of the first node that answers', async () => {
    const nodes = answering('eth_estimateGas', failing(-32_000, 'busy'), () => '0xfde8');
    expect(await nodes.estimateGas({ from: ALICE, to: TOKEN, data: '0x', value: 5n })).toBe(65_000n);
    const none = answering('eth_estimateGas', failing(-32_000, 'busy'));
    await expect(none.estimateGas({ to: TOKEN, data: '0x' })).rejects.toThrow(NoQuorum);
  });

  it('are not waited for at a node that is slow', async () => {
    const { nodes, one, two } = play();
    one.outcome = () => new Promise(() => undefined);
    lie(two, 'eth_estimateGas', () => '0x5208');
    const { result } = two;
    two.result = (call) => (call.method === 'eth_estimateGas' ? '0x5208' : result(call));
    expect(await nodes.estimateGas({ to: TOKEN, data: '0x' })).toBe(21_000n);
  });
});

describe('a transaction that is broadcast', () => {
  const SIGNED = '0x02f86c';
  const HASH = '0x8ad7bb1f3a5bf3e8b4d0b5e5c4f0c5d4c3b2a19080706050403020100ffeeddc' as Hex;

  async function said(...answers: readonly (Hex | readonly [number, string])[]) {
    const { nodes, one, two, three } = play();
    [one, two, three].forEach((node, index) => {
      const answer = answers[index] ?? answers.at(-1)!;
      const { result } = node;
      node.result = (call) => {
        if (call.method !== 'eth_sendRawTransaction') return result(call);
        if (typeof answer === 'string') return answer;
        throw new NodeError(...(answer as [number, string]));
      };
    });
    return await nodes.broadcast(SIGNED);
  }

  it.each([
    ['already known', 'accepted'],
    ['ALREADY_EXISTS: already known', 'accepted'],
    ['AlreadyKnown', 'accepted'],
    ['known transaction: 0xabc', 'accepted'],
    ['Known transaction', 'accepted'],
    ['transaction already imported', 'accepted'],
    ['nonce too low', 'nonce-spent'],
    ['nonce too low: next nonce 5, tx nonce 3', 'nonce-spent'],
    ['INTERNAL_ERROR: nonce too low', 'nonce-spent'],
    ['OldNonce, Current nonce: 5, nonce of rejected tx: 3', 'nonce-spent'],
    ['NonceTooLow', 'nonce-spent'],
    ['Transaction nonce below sender account nonce', 'nonce-spent'],
    ['replacement transaction underpriced', 'underpriced'],
    ['transaction underpriced: tip needed 1, tip permitted 0', 'underpriced'],
    ['INTERNAL_ERROR: could not replace existing tx', 'underpriced'],
    ['ReplacementNotAllowed', 'underpriced'],
    ['FeeTooLow, MaxFeePerGas too low', 'underpriced'],
    ['FeeTooLowToCompete', 'underpriced'],
    ['max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 7', 'underpriced'],
    ['Gas price below configured minimum gas price', 'underpriced'],
    ['insufficient funds for gas * price + value: balance 0, tx cost 21000', 'insufficient-funds'],
    ['Insufficient funds for gas * price + value', 'insufficient-funds'],
    ['InsufficientFunds, Account balance: 0, cumulative cost: 5', 'insufficient-funds'],
    ['Upfront cost exceeds account balance', 'insufficient-funds'],
    ['txpool is full', 'refused'],
    ['intrinsic gas too low', 'refused'],
    ['nonce too high', 'refused'],
    ['invalid sender', 'refused'],
  ] as const)('is answered with "%s": %s', async (text, answer) => {
    expect(await said([-32_000, text])).toBe(answer);
  });

  it('is accepted as soon as one node has it', async () => {
    expect(await said([-32_000, 'nonce too low'], [-32_000, 'already known'], [-32_000, 'busy'])).toBe('accepted');
  });

  it('is judged by the node that knows most if none has it', async () => {
    const poor = [-32_000, 'insufficient funds'] as const;
    const low = [-32_000, 'replacement transaction underpriced'] as const;
    expect(await said([-32_000, 'busy'], poor, low)).toBe('underpriced');
    expect(await said(low, poor, [-32_000, 'nonce too low'])).toBe('nonce-spent');
  });

  it('is not accepted by a node that answers with the hash of another one', async () => {
    expect(await said(HASH)).toBe('refused');
  });
});
