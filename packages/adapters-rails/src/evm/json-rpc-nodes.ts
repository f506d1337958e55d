import type { Environment } from '@corridor/core';
import { type OutboundHttp, RailEntryError } from '@corridor/core/ports';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import { needsTls } from '../http-rail/tls.js';
import type { EvmEntry } from './entry.js';
import * as readers from './json-rpc-answers.js';
import { broadcastSaid, weightiest } from './json-rpc-broadcast.js';
import { shown } from './json-rpc-credentials.js';
import { blockCall, hexOf, type LogFilter, logsOf, TRANSFER_TOPIC, transferOf } from './json-rpc-logs.js';
import { createJsonRpcNode, type JsonRpcNode, NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-node.js';
import { agreed, answersOf, type Asked, firstAnswer, noQuorum, reasonOf } from './json-rpc-quorum.js';
import { revertedBy } from './json-rpc-reverts.js';
import type { Block, BlockId, Branch, Broadcast, Call, EvmNodes, Hex, Receipt, Reverted } from './nodes.js';

export interface JsonRpcNodesOptions {
  readonly entry: Pick<EvmEntry, 'chainId' | 'rpcUrls' | 'quorum' | 'confirmations'>;
  readonly environment: Environment;
  readonly http: OutboundHttp;
  /** From the request to the end of its answer. */
  readonly withinMs?: number;
}

export interface JsonRpcNodes extends EvmNodes {
  /** Throws a `RailEntryError` if a node is on another chain. Nodes that do not answer are left to `health`. */
  verifyChain(): Promise<void>;
}

const WITHIN_MS = 8_000;
/** How many blocks below their heads nodes are searched for a block that they agree on. */
const SEARCHED_BLOCKS = 32n;
/** A node that is further behind is reported. */
const LAG_BLOCKS = 20n;

/** The nodes of an entry, over JSON-RPC. */
export function createJsonRpcNodes(options: JsonRpcNodesOptions): JsonRpcNodes {
  const { chainId, rpcUrls, quorum, confirmations } = options.entry;
  const { environment, http, withinMs = WITHIN_MS } = options;
  const shownUrls = shown(rpcUrls);
  const nodes = rpcUrls.map((url, index) =>
    createJsonRpcNode({
      url,
      shownUrl: shownUrls[index]!,
      chainId,
      http,
      httpsOnly: needsTls(url, environment),
      withinMs,
    }),
  );

  const fromAll = <T>(
    ask: (node: JsonRpcNode) => Promise<T>,
    asked: readonly JsonRpcNode[] = nodes,
  ): readonly Asked<T>[] => asked.map((node) => ({ node: node.shownUrl, answer: ask(node) }));
  /** The result of one call on which the quorum agrees. */
  const read = <T>(subject: string, call: RpcCall<T>): Promise<T> =>
    agreed(
      fromAll(async (node) => (await node.ask(call))[0]),
      quorum,
      subject,
    );

  async function tip(tag: 'latest' | 'safe' | 'finalized'): Promise<Block> {
    const subject = `the ${tag} block`;
    const { answers: tips, reasons } = await answersOf(
      fromAll((node) => tipOf(node, tag)),
      quorum,
    );
    const numbers = tips.flatMap((each) => (each === null ? [] : [each.number])).sort(descending);
    // As many nodes as the quorum have a block with this number.
    const highest = numbers[quorum - 1];
    if (highest === undefined) throw noQuorum(quorum, nodes.length, subject, reasons);
    const same = sharedBlock(
      tips.map((each) => (each?.number === highest ? each : null)),
      quorum,
    );
    if (same !== null) return same;
    const having = nodes.filter((_, index) => (tips[index]?.number ?? -1n) >= highest);
    // Usually they agree on that block; only if they do not, those below it are read.
    const agreedBlock =
      (await highestShared(having, highest, highest)) ??
      (highest === 0n ? null : await highestShared(having, highest - 1n, lowestSearched(highest)));
    if (agreedBlock === null) throw noQuorum(quorum, nodes.length, subject, [...reasons, 'their chains differ']);
    return agreedBlock;
  }

  /** The highest of these blocks on which the quorum agrees. */
  async function highestShared(having: readonly JsonRpcNode[], from: bigint, to: bigint): Promise<Block | null> {
    const numbers = Array.from({ length: Number(from - to) + 1 }, (_, down) => from - BigInt(down));
    const asked = fromAll(async (node) => {
      const blocks = await Promise.all(numbers.map((number) => node.ask(blockCall(number))));
      return blocks.map(([block], index) => (block?.number === numbers[index] ? block : null));
    }, having);
    const { answers: chains } = await answersOf(asked, quorum);
    for (const index of numbers.keys()) {
      const found = sharedBlock(
        chains.map((chain) => chain?.[index] ?? null),
        quorum,
      );
      if (found !== null) return found;
    }
    return null;
  }

  const blockAt = (number: bigint, on?: BlockId): Promise<Block | null> =>
    agreed(
      fromAll((node) => blockOf(node, number, on)),
      quorum,
      `block ${number}`,
    );

  async function logsIn(
    filter: LogFilter,
    from: bigint,
    to: bigint,
    branch: Branch,
  ): Promise<readonly readers.PlacedLog[]> {
    if (from > to || filter.addresses.length === 0) return [];
    const asked = fromAll((node) => logsOf(node, filter, from, to, branch));
    return (await agreed(asked, quorum, `the events of blocks ${from} to ${to}`)).logs;
  }

  return {
    chainId,
    head: () => tip('latest'),
    async confirmed() {
      if (typeof confirmations === 'string') return await tip(confirmations);
      const { number } = await tip('latest');
      const depth = BigInt(confirmations - 1);
      const confirmed = await blockAt(number > depth ? number - depth : 0n);
      if (confirmed === null) throw noQuorum(quorum, nodes.length, 'the confirmed block', []);
      return confirmed;
    },
    block: blockAt,
    async transfers(tokens, from, to, branch) {
      const logs = await logsIn({ addresses: tokens, topics: [TRANSFER_TOPIC] }, from, to, branch);
      return logs.flatMap((log) => transferOf(log) ?? []);
    },
    logs: ({ address, topics }, from, to, branch) => logsIn({ addresses: [address], topics }, from, to, branch),
    receipt: (transactionHash, on) =>
      agreed(
        fromAll((node) => receiptOf(node, transactionHash, on)),
        quorum,
        `the receipt of ${transactionHash}`,
      ),
    transactionCount: (address, at) =>
      read(`the nonce of ${address}`, {
        method: 'eth_getTransactionCount',
        params: [address, hexOf(at)],
        read: readers.count,
      }),
    async hasCode(address, at) {
      const call = { method: 'eth_getCode', params: [address, hexOf(at)], read: readers.bytes };
      return (await read(`the code of ${address}`, call)) !== '0x';
    },
    call(call, at) {
      const asked = fromAll((node) =>
        orReverted(node, { method: 'eth_call', params: [stated(call), hexOf(at)], read: readers.bytes }),
      );
      // Clients word a refusal in different ways.
      return agreed(asked, quorum, `a call of ${call.to ?? 'new code'}`, (answer) =>
        typeof answer === 'string' ? answer : 'reverted',
      );
    },
    balance: (address, at) =>
      read(`the balance of ${address}`, {
        method: 'eth_getBalance',
        params: [address, hexOf(at)],
        read: readers.quantity,
      }),
    estimateGas: (call) =>
      firstAnswer(nodes, `the gas of a call of ${call.to ?? 'new code'}`, (node) =>
        orReverted(node, { method: 'eth_estimateGas', params: [stated(call)], read: readers.quantity }),
      ),
    gasPrice: () =>
      firstAnswer(nodes, 'the price of gas', async (node) => {
        const [base, tipped] = await node.ask(
          { method: 'eth_feeHistory', params: ['0x1', 'latest', []], read: readers.nextBaseFee },
          { method: 'eth_maxPriorityFeePerGas', params: [], read: readers.quantity },
        );
        return { base, tip: tipped };
      }),
    async broadcast(signed) {
      const hash: Hex = `0x${hex.encode(keccak_256(hex.decode(signed.slice(2))))}`;
      const outcomes = nodes.map((node) => broadcastTo(node, signed, hash));
      // One node that has the transaction is enough; the others are not waited for.
      const isAccepted = await Promise.any(
        outcomes.map(async (each) => (await each) === 'accepted' || Promise.reject(new Error('not accepted'))),
      ).catch(() => false);
      return isAccepted ? 'accepted' : weightiest(await Promise.all(outcomes));
    },
    async health() {
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
    },
    async verifyChain() {
      const ids = await Promise.all(nodes.map((node) => node.chainId()));
      const wrong = ids.findIndex((id) => id !== null && id !== chainId);
      if (wrong !== -1)
        throw new RailEntryError('chainId', `is ${chainId}, but \`rpcUrls.${wrong}\` has ${ids[wrong]!}`);
    },
  };
}

const descending = (a: bigint, b: bigint): number => Number(b - a);

const lowestSearched = (highest: bigint): bigint => (highest > SEARCHED_BLOCKS ? highest - SEARCHED_BLOCKS : 0n);

const isSame = (a: Block | null, b: Block): boolean =>
  a !== null &&
  a.number === b.number &&
  a.hash === b.hash &&
  a.parentHash === b.parentHash &&
  a.timestamp === b.timestamp;

/** The block that `quorum` of them are; null if there is none. */
const sharedBlock = (blocks: readonly (Block | null)[], quorum: number): Block | null =>
  blocks.find((block) => block !== null && blocks.filter((each) => isSame(each, block)).length >= quorum) ?? null;

async function tipOf(node: JsonRpcNode, tag: 'latest' | 'safe' | 'finalized'): Promise<Block> {
  const [block] = await node.ask(blockCall(tag));
  if (block === null) throw new NodeFailure(`has no ${tag} block`);
  return block;
}

/** One answer, of the chain that has the block `on`: it is read before and after, in the same request. */
async function askOn<T>(node: JsonRpcNode, call: RpcCall<T>, on: BlockId | undefined): Promise<T> {
  if (on === undefined) return (await node.ask(call))[0];
  const [before, answer, after] = await node.ask(blockCall(on.number), call, blockCall(on.number));
  if (before === null) throw new NodeFailure(`does not have block ${on.number} yet`);
  if (before.hash !== on.hash || after?.hash !== on.hash) throw new NodeFailure(`has another block ${on.number}`);
  return answer;
}

async function blockOf(node: JsonRpcNode, number: bigint, on?: BlockId): Promise<Block | null> {
  const block = await askOn(node, blockCall(number), on);
  if (block !== null && block.number !== number)
    throw new NodeFailure(`answered with block ${block.number} instead of ${number}`);
  return block;
}

async function receiptOf(node: JsonRpcNode, transactionHash: Hex, on?: BlockId): Promise<Receipt | null> {
  const call = { method: 'eth_getTransactionReceipt', params: [transactionHash], read: readers.receipt };
  const receipt = await askOn(node, call, on);
  if (receipt !== null && receipt.transactionHash !== transactionHash)
    throw new NodeFailure('answered with the receipt of another transaction');
  return receipt;
}

const stated = ({ from, to, data, value }: Call): object => ({
  ...(from !== undefined && { from }),
  ...(to !== null && { to }),
  data,
  ...(value !== undefined && { value: hexOf(value) }),
});

async function orReverted<T>(node: JsonRpcNode, call: RpcCall<T>): Promise<T | Reverted> {
  try {
    return (await node.ask(call))[0];
  } catch (error) {
    const reverted = error instanceof RpcRefusal ? revertedBy(error) : null;
    if (reverted === null) throw error;
    return reverted;
  }
}

async function broadcastTo(node: JsonRpcNode, signed: Hex, hash: Hex): Promise<Broadcast> {
  try {
    const [answered] = await node.ask({ method: 'eth_sendRawTransaction', params: [signed], read: readers.hash });
    return answered === hash ? 'accepted' : 'refused';
  } catch (error) {
    reasonOf(error);
    return error instanceof RpcRefusal ? broadcastSaid(error.message) : 'refused';
  }
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
