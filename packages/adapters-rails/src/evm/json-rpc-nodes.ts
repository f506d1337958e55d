import type { Environment } from '@corridor/core';
import { type OutboundHttp, RailEntryError } from '@corridor/core/ports';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex } from '@scure/base';
import { needsTls } from '../partners/tls.js';
import type { EvmEntry } from './entry.js';
import * as readers from './json-rpc-answers.js';
import { askOn, blockOf } from './json-rpc-blocks.js';
import { broadcastSaid, weightiest } from './json-rpc-broadcast.js';
import { shown } from './json-rpc-credentials.js';
import { healthOf } from './json-rpc-health.js';
import { hexOf, type LogFilter, logsOf, TRANSFER_TOPIC, transferOf } from './json-rpc-logs.js';
import { createJsonRpcNode, type JsonRpcNode, NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-node.js';
import { agreed, firstAnswer, fromAll, noQuorum, reasonOf } from './json-rpc-quorum.js';
import { revertedBy } from './json-rpc-reverts.js';
import { agreedTip } from './json-rpc-tips.js';
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

  /** The result of one call on which the quorum agrees. */
  const read = <T>(subject: string, call: RpcCall<T>): Promise<T> =>
    agreed(
      fromAll(nodes, async (node) => (await node.ask(call))[0]),
      quorum,
      subject,
    );

  const blockAt = (number: bigint, on?: BlockId): Promise<Block | null> =>
    agreed(
      fromAll(nodes, (node) => blockOf(node, number, on)),
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
    const asked = fromAll(nodes, (node) => logsOf(node, filter, from, to, branch));
    return (await agreed(asked, quorum, `the events of blocks ${from} to ${to}`)).logs;
  }

  return {
    chainId,
    head: () => agreedTip(nodes, quorum, 'latest'),
    async confirmed() {
      if (typeof confirmations === 'string') return await agreedTip(nodes, quorum, confirmations);
      const { number } = await agreedTip(nodes, quorum, 'latest');
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
        fromAll(nodes, (node) => receiptOf(node, transactionHash, on)),
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
      const asked = fromAll(nodes, (node) =>
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
    health: () => healthOf(nodes, { chainId, quorum }, blockAt),
    async verifyChain() {
      const ids = await Promise.all(nodes.map((node) => node.chainId()));
      const wrong = ids.findIndex((id) => id !== null && id !== chainId);
      if (wrong !== -1)
        throw new RailEntryError('chainId', `is ${chainId}, but \`rpcUrls.${wrong}\` has ${ids[wrong]!}`);
    },
  };
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
