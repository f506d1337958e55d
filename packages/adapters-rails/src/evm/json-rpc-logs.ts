import * as readers from './json-rpc-answers.js';
import type { PlacedLog } from './json-rpc-answers.js';
import { type JsonRpcNode, NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-node.js';
import type { Address, Block, Branch, Hex, TransferLog } from './nodes.js';

export interface LogFilter {
  readonly addresses: readonly Address[];
  readonly topics: readonly (Hex | readonly Hex[] | null)[];
}

/** Events of a range of blocks, and the chain that they are of: the hash of the last block commits to all before it. */
export interface RangeOfLogs {
  readonly last: Hex;
  readonly logs: readonly PlacedLog[];
}

export const hexOf = (value: bigint | number): Hex => `0x${value.toString(16)}`;

export const blockCall = (at: bigint | 'latest' | 'safe' | 'finalized'): RpcCall<Block | null> => ({
  method: 'eth_getBlockByNumber',
  params: [typeof at === 'bigint' ? hexOf(at) : at, false],
  read: readers.block,
  block: at,
});

/** Blocks in one request of logs, at first; many providers allow fewer. */
const MOST_BLOCKS = 2_000;
/** Headers in one request. */
const MOST_HEADERS = 25;

/** How many blocks each node gives the logs of at once: halved when it refuses, and one more after each success. */
const ranges = new WeakMap<JsonRpcNode, number>();

/**
 * The logs that one node has of a range of blocks, all of one chain. The chain can change between two requests, and the
 * machines behind one address can differ. So the last block is read before, with and after the logs, each block with
 * logs is read after them, and all have to agree. A range that the node refuses is read in parts. Throws a `NodeFailure`
 * if that chain is not `branch`.
 */
export async function logsOf(
  node: JsonRpcNode,
  filter: LogFilter,
  from: bigint,
  to: bigint,
  branch: Branch,
): Promise<RangeOfLogs> {
  const [{ parentHash }, { hash: last }] = await headersOf(node, from, to);
  if (parentHash !== (branch.before ?? parentHash)) throw new NodeFailure(`has another block ${from - 1n}`);
  if (last !== (branch.last ?? last)) throw new NodeFailure(`has another block ${to}`);
  const all: PlacedLog[] = [];
  for (let next = from; next <= to;) {
    const most = BigInt(ranges.get(node) ?? MOST_BLOCKS);
    const end = next + most - 1n < to ? next + most - 1n : to;
    try {
      const [before, logs, after] = await node.ask(blockCall(to), logsCall(filter, next, end), blockCall(to));
      if (before?.hash !== last || after?.hash !== last) throw changed();
      all.push(...checked(logs, filter, next, end));
      if (end - next + 1n === most) ranges.set(node, Math.min(MOST_BLOCKS, Number(most) + 1));
      next = end + 1n;
    } catch (error) {
      const isTooLarge = error instanceof RpcRefusal || (error instanceof NodeFailure && error.isTooLong);
      if (!isTooLarge || end === next) throw error;
      ranges.set(node, Math.max(1, Math.floor(Number(end - next + 1n) / 2)));
    }
  }
  const logs = inOrder(all);
  await checkBlocks(node, logs);
  const [after] = await headersOf(node, to);
  if (after.hash !== last) throw changed();
  return { last, logs };
}

const changed = (): NodeFailure => new NodeFailure('changed its chain during the read');

/** The blocks, read in one request. */
async function headersOf<const N extends readonly bigint[]>(
  node: JsonRpcNode,
  ...numbers: N
): Promise<{ readonly [K in keyof N]: Block }> {
  const blocks = await node.ask(...numbers.map((number) => blockCall(number)));
  const headers = blocks.map((block, index) => {
    const number = numbers[index]!;
    if (block === null) throw new NodeFailure(`does not have block ${number} yet`);
    if (block.number !== number) throw new NodeFailure(`answered with block ${block.number} instead of ${number}`);
    return block;
  });
  return headers as unknown as { readonly [K in keyof N]: Block };
}

const logsCall = ({ addresses, topics }: LogFilter, from: bigint, to: bigint): RpcCall<readonly PlacedLog[]> => ({
  method: 'eth_getLogs',
  params: [{ address: addresses, topics, fromBlock: hexOf(from), toBlock: hexOf(to) }],
  read: readers.logs,
});

/** The logs, if they are of the contracts, events and blocks that the node was asked for. */
function checked(
  logs: readonly PlacedLog[],
  { addresses, topics }: LogFilter,
  from: bigint,
  to: bigint,
): readonly PlacedLog[] {
  const isAsked = (log: PlacedLog): boolean =>
    addresses.includes(log.address) &&
    log.blockNumber >= from &&
    log.blockNumber <= to &&
    topics.every((wanted, index) => {
      const topic = log.topics[index];
      if (topic === undefined) return false;
      return wanted === null || (typeof wanted === 'string' ? wanted === topic : wanted.includes(topic));
    });
  if (!logs.every(isAsked)) throw new NodeFailure('answered with logs that it was not asked for');
  return logs;
}

/** In the order of the chain; logs that the node repeats count once. */
function inOrder(logs: readonly PlacedLog[]): readonly PlacedLog[] {
  const byPlace = new Map<string, PlacedLog>();
  for (const log of logs) {
    const place = `${log.blockNumber} ${log.logIndex}`;
    const other = byPlace.get(place);
    if (other !== undefined && !isSame(log, other)) throw new NodeFailure('has two different logs at one place');
    byPlace.set(place, log);
  }
  return [...byPlace.values()].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex);
}

const isSame = (a: PlacedLog, b: PlacedLog): boolean =>
  a.blockHash === b.blockHash &&
  a.transactionHash === b.transactionHash &&
  a.address === b.address &&
  a.data === b.data &&
  a.topics.join() === b.topics.join();

/** Each block with logs must be the block of the chain at its number. */
async function checkBlocks(node: JsonRpcNode, logs: readonly PlacedLog[]): Promise<void> {
  const hashes = new Map<bigint, Hex>();
  for (const { blockNumber, blockHash } of logs) {
    if ((hashes.get(blockNumber) ?? blockHash) !== blockHash)
      throw new NodeFailure(`has logs of two blocks ${blockNumber}`);
    hashes.set(blockNumber, blockHash);
  }
  const all = [...hashes];
  for (let start = 0; start < all.length; start += MOST_HEADERS) {
    const part = all.slice(start, start + MOST_HEADERS);
    // Each by itself, so that the node is asked again for only those that it denies. They are still one request.
    const blocks = await Promise.all(part.map(([number]) => node.ask(blockCall(number))));
    part.forEach(([number, hash], index) => {
      const block = blocks[index]![0];
      if (block?.number !== number || block.hash !== hash)
        throw new NodeFailure(`has logs of another block ${number} than its own`);
    });
  }
}

/** The topic of `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const ADDRESS_TOPIC = /^0x0{24}([0-9a-f]{40})$/;
const WORD_LENGTH = 66;

/** The transfer that an event stands for; null for one of another form, such as that of a token that is not fungible. */
export function transferOf(log: PlacedLog): TransferLog | null {
  const [topic, from, to, ...others] = log.topics;
  const [sender, recipient] = [from, to].map((each) => ADDRESS_TOPIC.exec(each ?? '')?.[1]);
  if (topic !== TRANSFER_TOPIC || sender === undefined || recipient === undefined) return null;
  if (others.length > 0 || log.data.length !== WORD_LENGTH) return null;
  return {
    token: log.address,
    from: `0x${sender}`,
    to: `0x${recipient}`,
    value: BigInt(log.data),
    transactionHash: log.transactionHash,
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    logIndex: log.logIndex,
  };
}
