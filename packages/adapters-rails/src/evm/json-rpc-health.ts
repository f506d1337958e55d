import { blockOf, descending, isSame, tipOf } from './json-rpc-blocks.js';
import type { JsonRpcNode } from './json-rpc-node.js';
import { reasonOf } from './json-rpc-quorum.js';
import type { Block, EvmNodes } from './nodes.js';

/** A node that is further behind is reported. */
const LAG_BLOCKS = 20n;

/** The nodes, each with how it differs from the block that the others agree on. `blockAt` reads a block of the quorum. */
export async function healthOf(
  nodes: readonly JsonRpcNode[],
  { chainId, quorum }: { readonly chainId: number; readonly quorum: number },
  blockAt: (number: bigint) => Promise<Block | null>,
): ReturnType<EvmNodes['health']> {
  const states = await Promise.all(nodes.map((node) => stateOf(node, chainId)));
  const numbers = states.flatMap(({ block }) => (block === null ? [] : [block.number])).sort(descending);
  const shared = numbers[quorum - 1];
  const agreedBlock = shared === undefined ? null : await blockAt(shared).catch(() => null);
  return await Promise.all(
    states.map(async ({ node, block, problem }) => ({
      url: node.shownUrl,
      head: block?.number ?? null,
      problem: block === null || agreedBlock === null ? problem : await differenceOf(node, block, agreedBlock),
    })),
  );
}

interface NodeState {
  readonly node: JsonRpcNode;
  readonly block: Block | null;
  readonly problem: string | null;
}

async function stateOf(node: JsonRpcNode, chainId: number): Promise<NodeState> {
  try {
    const actual = await node.chainId();
    if (actual !== null && actual !== chainId)
      return { node, block: null, problem: `has the chain id ${actual}, not ${chainId}` };
    return { node, block: await tipOf(node, 'latest'), problem: null };
  } catch (error) {
    return { node, block: null, problem: reasonOf(error) };
  }
}

/** How a node differs from the others, which agree on a block; null if it does not. */
async function differenceOf(node: JsonRpcNode, own: Block, shared: Block): Promise<string | null> {
  if (own.number + LAG_BLOCKS < shared.number) return `is ${shared.number - own.number} blocks behind the others`;
  if (own.number < shared.number) return null;
  try {
    const block = await blockOf(node, shared.number);
    return isSame(block, shared) ? null : `has another block ${shared.number} than the others`;
  } catch (error) {
    return reasonOf(error);
  }
}
