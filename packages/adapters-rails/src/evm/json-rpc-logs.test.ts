import { beforeEach, describe, expect, it } from 'vitest';
import type { PlacedLog } from './json-rpc-answers.js';
import { type LogFilter, logsOf, TRANSFER_TOPIC, transferOf } from './json-rpc-logs.js';
import { type JsonRpcNode, NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-node.js';
import { ANY_BRANCH, type Hex } from './nodes.js';

const word = (text: string): Hex => `0x${text.padStart(64, '0')}`;
const hashOf = (block: bigint): Hex => word(`b${block}`);
const TOKEN: Hex = `0x${'f1'.repeat(20)}`;
const OTHER: Hex = `0x${'f2'.repeat(20)}`;
const FILTER = { addresses: [TOKEN], topics: [TRANSFER_TOPIC, null, [word('a'), word('b')]] };

const log = (blockNumber: bigint, logIndex: number, over: Partial<PlacedLog> = {}): PlacedLog =>
  ({
    ...{ address: TOKEN, topics: [TRANSFER_TOPIC, word('1'), word('a')], data: word('5'), transactionHash: word('c') },
    ...{ blockNumber, logIndex, blockHash: hashOf(blockNumber) },
    ...over,
  }) as PlacedLog;

let node: JsonRpcNode;
let asked: string[];
let filter: LogFilter;
/** How many calls each request has. */
let sizes: number[];
let logs: PlacedLog[];
/** What the node answers for a block, and in place of logs. */
let blockAt: (number: bigint, time: number) => unknown;
let refuse: (from: bigint, to: bigint) => Error | null;

beforeEach(() => {
  asked = [];
  sizes = [];
  filter = FILTER;
  logs = [];
  let time = 0;
  blockAt = (number) => ({ number, hash: hashOf(number), parentHash: hashOf(number - 1n), timestamp: 0 });
  refuse = () => null;
  node = {
    shownUrl: 'node',
    chainId: async () => 1,
    ask: (async (...calls: readonly RpcCall<unknown>[]) => {
      sizes.push(calls.length);
      return calls.map(({ method, params: [first] }) => {
        time += 1;
        if (method === 'eth_getBlockByNumber') return blockAt(BigInt(first as string), time);
        const { fromBlock, toBlock, address, topics } = first as Record<string, unknown>;
        expect([method, address, topics]).toEqual(['eth_getLogs', filter.addresses, filter.topics]);
        const [from, to] = [BigInt(fromBlock as string), BigInt(toBlock as string)];
        asked.push(`${from}-${to}`);
        const error = refuse(from, to);
        if (error !== null) throw error;
        return logs.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to);
      });
    }) as unknown as JsonRpcNode['ask'],
  };
});

const read = (from: bigint, to: bigint, branch = ANY_BRANCH) => logsOf(node, filter, from, to, branch);
const tooLarge = new RpcRefusal(-32_005, 'too many blocks', null);

describe('the logs of a range of blocks', () => {
  it('are in the order of the chain, each once, with the hash of the last block', async () => {
    logs = [log(7n, 3), log(5n, 9), log(7n, 1), log(7n, 3)];
    expect(await read(5n, 7n)).toEqual({ last: hashOf(7n), logs: [log(5n, 9), log(7n, 1), log(7n, 3)] });
    expect(asked).toEqual(['5-7']);
  });

  it('are asked for in parts of 2,000 blocks', async () => {
    logs = [log(1n, 0), log(2_000n, 0), log(2_001n, 0), log(4_001n, 0)];
    expect((await read(1n, 4_001n)).logs).toEqual(logs);
    expect(asked).toEqual(['1-2000', '2001-4000', '4001-4001']);
  });

  it('are asked for in halves where the node refuses, and in longer parts again after it has answered', async () => {
    refuse = (from, to) => (to - from >= 4n ? tooLarge : null);
    logs = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n].map((number) => log(number, 0));
    expect((await read(1n, 8n)).logs).toEqual(logs);
    expect(asked).toEqual(['1-8', '1-4', '5-8']);
    asked = [];
    refuse = (from, to) => (to - from >= 4n ? new NodeFailure('too long', true) : null);
    await read(1n, 8n);
    expect(asked).toEqual(['1-5', '1-2', '3-5', '6-8']);
  });

  it('are not there if the node refuses a single block, or fails for another reason', async () => {
    refuse = () => tooLarge;
    await expect(read(5n, 6n)).rejects.toBe(tooLarge);
    expect(asked).toEqual(['5-6', '5-5']);
    const failure = new NodeFailure('did not answer');
    refuse = () => failure;
    await expect(read(5n, 9n)).rejects.toBe(failure);
  });

  it('are of the branch that is named, whose first and last block the node has', async () => {
    const branch = { before: hashOf(4n), last: hashOf(6n) };
    expect((await read(5n, 6n, branch)).last).toBe(hashOf(6n));
    await expect(read(5n, 6n, { ...branch, before: hashOf(9n) })).rejects.toThrow(
      new NodeFailure('has another block 4'),
    );
    await expect(read(5n, 6n, { ...branch, last: hashOf(9n) })).rejects.toThrow(new NodeFailure('has another block 6'));
  });

  it('are refused if the chain changes before, with or after them', async () => {
    const whole = blockAt;
    // The first read has two headers, then one before the logs, one with them and one after them.
    for (const [from, to] of [
      [3, 3],
      [5, 5],
      [6, 6],
    ] as const) {
      let calls = 0;
      blockAt = (number, time) => {
        calls += 1;
        const changed = calls + (calls > 3 ? 1 : 0) >= from && calls + (calls > 3 ? 1 : 0) <= to;
        return { ...(whole(number, time) as object), ...(changed && { hash: hashOf(99n) }) };
      };
      await expect(read(5n, 6n), String(from)).rejects.toThrow(new NodeFailure('changed its chain during the read'));
    }
  });

  it('are refused if the node loses the last block before or after it answers with them', async () => {
    const whole = blockAt;
    // The first two blocks that are read are the first and the last one of the range.
    for (const lost of [3, 4]) {
      let reads = 0;
      blockAt = (number, time) => {
        reads += 1;
        return reads === lost ? null : whole(number, time);
      };
      await expect(read(5n, 6n)).rejects.toThrow(new NodeFailure('changed its chain during the read'));
    }
  });

  it('need a node that has the blocks', async () => {
    const whole = blockAt;
    blockAt = (number, time) => (number === 6n ? null : whole(number, time));
    await expect(read(5n, 6n)).rejects.toThrow(new NodeFailure('does not have block 6 yet'));
    blockAt = (number, time) => whole(number === 6n ? 7n : number, time);
    await expect(read(5n, 6n)).rejects.toThrow(new NodeFailure('answered with block 7 instead of 6'));
  });

  it('are refused if the node was not asked for one of them', async () => {
    const foreign: readonly Partial<PlacedLog>[] = [
      { address: OTHER },
      { topics: [word('9'), word('1'), word('a')] },
      { topics: [TRANSFER_TOPIC, word('1'), word('c')] },
      { topics: [TRANSFER_TOPIC, word('1')] },
      { topics: [TRANSFER_TOPIC] },
      { topics: [] },
    ];
    for (const over of foreign) {
      logs = [log(5n, 0), log(5n, 1, over)];
      await expect(read(5n, 6n), JSON.stringify(over)).rejects.toThrow('answered with logs that it was not asked for');
    }
    logs = [log(5n, 0, { topics: [TRANSFER_TOPIC, word('1'), word('b'), word('d')] })];
    expect((await read(5n, 6n)).logs).toHaveLength(1);
    for (const outside of [4n, 7n]) {
      logs = [log(5n, 0)];
      const ask = node.ask;
      node = {
        ...node,
        ask: (async (...calls: readonly RpcCall<unknown>[]) =>
          (await (ask as unknown as (...of: unknown[]) => Promise<unknown[]>)(...calls)).map((answer) =>
            Array.isArray(answer) ? [log(outside, 0)] : answer,
          )) as unknown as JsonRpcNode['ask'],
      };
      await expect(read(5n, 6n)).rejects.toThrow('answered with logs that it was not asked for');
      node = { ...node, ask };
    }
  });

  it('are refused if two at one place differ, or if they are of another block than the chain has', async () => {
    for (const over of [
      { transactionHash: word('d') },
      { data: word('6') },
      { topics: [TRANSFER_TOPIC, word('2'), word('a')] },
      { blockHash: word('d') },
    ]) {
      logs = [log(5n, 0), log(5n, 0, over)];
      await expect(read(5n, 6n), JSON.stringify(over)).rejects.toThrow('has two different logs at one place');
    }
    logs = [log(5n, 0), log(5n, 1, { blockHash: word('d') })];
    await expect(read(5n, 6n)).rejects.toThrow('has logs of two blocks 5');
    logs = [log(5n, 0, { blockHash: word('d') })];
    await expect(read(5n, 6n)).rejects.toThrow('has logs of another block 5 than its own');
  });

  it('are refused if two at one place are of different contracts', async () => {
    filter = { ...FILTER, addresses: [TOKEN, OTHER] };
    logs = [log(5n, 0), log(5n, 1, { address: OTHER })];
    expect((await read(5n, 6n)).logs).toEqual(logs);
    logs = [log(5n, 0), log(5n, 0, { address: OTHER })];
    await expect(read(5n, 6n)).rejects.toThrow('has two different logs at one place');
  });

  it('have every topic of the filter, also one of any value', async () => {
    filter = { ...FILTER, topics: [TRANSFER_TOPIC, null] };
    logs = [log(5n, 0, { topics: [TRANSFER_TOPIC, word('1')] })];
    expect((await read(5n, 6n)).logs).toEqual(logs);
    logs = [log(5n, 0, { topics: [TRANSFER_TOPIC] })];
    await expect(read(5n, 6n)).rejects.toThrow('answered with logs that it was not asked for');
  });

  it('are refused if the node has no block, or one of another number, where they are', async () => {
    logs = [log(5n, 0)];
    const whole = blockAt;
    for (const over of [null, { number: 6n }]) {
      // After the logs, the node is asked for their block.
      blockAt = (number, time) =>
        number === 5n && asked.length > 0
          ? over && { ...(whole(number, time) as object), ...over }
          : whole(number, time);
      asked = [];
      await expect(read(5n, 6n)).rejects.toThrow('has logs of another block 5 than its own');
    }
  });

  it('need no further headers if there are none', async () => {
    expect(await read(5n, 6n)).toEqual({ last: hashOf(6n), logs: [] });
    expect(sizes).toEqual([2, 3, 1]);
  });

  it('are compared with the headers of all their blocks', async () => {
    logs = Array.from({ length: 60 }, (_, at) => log(BigInt(at + 1), 0));
    expect((await read(1n, 60n)).logs).toHaveLength(60);
    // Two headers, the logs between two, their headers, which the node puts into one request, and the last block.
    expect(sizes).toEqual([2, 3, ...Array.from({ length: 60 }, () => 1), 1]);
    for (const wrong of [0, 25, 59]) {
      logs = logs.map((one, at) => (at === wrong ? { ...one, blockHash: word('d') } : log(one.blockNumber, 0)));
      await expect(read(1n, 60n)).rejects.toThrow(`has logs of another block ${wrong + 1} than its own`);
    }
  });
});

describe('the transfer of an event', () => {
  const topicOf = (address: string): Hex => `0x${'0'.repeat(24)}${address}`;
  const [from, to] = ['1'.repeat(40), '2'.repeat(40)];
  const event = (over: Partial<PlacedLog> = {}) =>
    log(5n, 2, { topics: [TRANSFER_TOPIC, topicOf(from), topicOf(to)], data: word('ff'), ...over });

  it('has the token, both addresses, the amount and its place', () => {
    expect(transferOf(event())).toEqual({
      ...{ token: TOKEN, from: `0x${from}`, to: `0x${to}`, value: 255n, transactionHash: word('c') },
      ...{ blockNumber: 5n, blockHash: hashOf(5n), logIndex: 2 },
    });
  });

  it('is none for an event of another form', () => {
    const topics: readonly Hex[] = [TRANSFER_TOPIC, topicOf(from), topicOf(to)];
    const forms: readonly Partial<PlacedLog>[] = [
      { topics: [word('9'), ...topics.slice(1)] },
      { topics: topics.slice(0, 2) },
      { topics: [...topics, word('7')] },
      { topics: [TRANSFER_TOPIC, `0x1${'0'.repeat(23)}${from}`, topicOf(to)] },
      { topics: [TRANSFER_TOPIC, topicOf(from), `0x1${'0'.repeat(23)}${to}`] },
      { data: '0x' },
      { data: `${word('1')}00` },
    ];
    for (const over of forms) expect(transferOf(event(over)), JSON.stringify(over)).toBeNull();
  });
});
