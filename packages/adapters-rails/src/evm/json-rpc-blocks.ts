import { blockCall } from './json-rpc-logs.js';
import { type JsonRpcNode, NodeFailure, type RpcCall } from './json-rpc-node.js';
import type { Block, BlockId } from './nodes.js';

export type Tag = 'latest' | 'safe' | 'finalized';

export const descending = (a: bigint, b: bigint): number => Number(b - a);

export const isSame = (a: Block | null, b: Block): boolean =>
  a !== null &&
  a.number === b.number &&
  a.hash === b.hash &&
  a.parentHash === b.parentHash &&
  a.timestamp === b.timestamp;

export async function tipOf(node: JsonRpcNode, tag: Tag): Promise<Block> {
  const [block] = await node.ask(blockCall(tag));
  if (block === null) throw new NodeFailure(`has no ${tag} block`);
  return block;
}

/** One answer, of the chain that has the block `on`: it is read before and after, in the same request. */
export async function askOn<T>(node: JsonRpcNode, call: RpcCall<T>, on: BlockId | undefined): Promise<T> {
  if (on === undefined) return (await node.ask(call))[0];
  const [before, answer, after] = await node.ask(blockCall(on.number), call, blockCall(on.number));
  if (before === null) throw new NodeFailure(`does not have block ${on.number} yet`);
  if (before.hash !== on.hash || after?.hash !== on.hash) throw new NodeFailure(`has another block ${on.number}`);
  return answer;
}

export async function blockOf(node: JsonRpcNode, number: bigint, on?: BlockId): Promise<Block | null> {
  const block = await askOn(node, blockCall(number), on);
  if (block !== null && block.number !== number)
    throw new NodeFailure(`answered with block ${block.number} instead of ${number}`);
  return block;
}
