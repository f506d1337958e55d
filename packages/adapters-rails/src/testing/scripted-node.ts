import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import type { Hex } from '../evm/index.js';

/** A call as a node receives it. */
export interface ReceivedCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Thrown by a script: the node answers with an error. */
export class NodeError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** A node that a test writes, in memory. */
export interface ScriptedNode {
  /** The result of a call. Throws a `NodeError` for an error. */
  result: (call: ReceivedCall) => unknown;
  /** Changes the outcome of a request on its way. */
  outcome: (
    outcome: OutboundOutcome & { kind: 'answered' },
    calls: readonly ReceivedCall[],
  ) => Promise<OutboundOutcome>;
  readonly requests: (readonly ReceivedCall[])[];
}

export const scriptedNode = (result: ScriptedNode['result']): ScriptedNode => ({
  result,
  outcome: (outcome) => Promise.resolve(outcome),
  requests: [],
});

/** Leads requests to nodes by the host of their address, `http://<name>.example`. */
export function scriptedHttp(nodes: Readonly<Record<string, ScriptedNode>>): OutboundHttp {
  return {
    async send({ url, body, withinMs = 5_000 }: OutboundRequest): Promise<OutboundOutcome> {
      const node = nodes[new URL(url).hostname.replace(/\.example$/, '')]!;
      const received = JSON.parse(String(body)) as ReceivedCall | readonly ReceivedCall[];
      const calls = Array.isArray(received) ? (received as readonly ReceivedCall[]) : [received as ReceivedCall];
      node.requests.push(calls);
      const all = calls.map((call) => {
        try {
          return { jsonrpc: '2.0', id: call.id, result: node.result(call) };
        } catch (error) {
          if (!(error instanceof NodeError)) throw error;
          const { code, message, data } = error;
          return { jsonrpc: '2.0', id: call.id, error: { code, message, ...(data !== undefined && { data }) } };
        }
      });
      const answered = answerOf(Array.isArray(received) ? all : all[0]);
      const late = new Promise<OutboundOutcome>((resolve) => {
        setTimeout(
          () => resolve({ kind: 'unreachable', reason: `no complete response within ${withinMs} ms` }),
          withinMs,
        ).unref();
      });
      return await Promise.race([node.outcome(answered, calls), late]);
    },
  };
}

export const answerOf = (body: unknown, status = 200): OutboundOutcome & { kind: 'answered' } => ({
  kind: 'answered',
  status,
  headers: {},
  body: typeof body === 'string' ? body : JSON.stringify(body),
  truncated: false,
});

export const hexOf = (value: bigint | number): Hex => `0x${value.toString(16)}`;

/** 32 bytes that a test recognizes: the number, and the letter of a branch of the chain. */
export const hashOf = (number: bigint | number, branch = 'a'): Hex =>
  `0x${branch.repeat(4)}${number.toString(16).padStart(60, '0')}`;

export interface ScriptedTransfer {
  readonly block: number;
  readonly token: Hex;
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
}

/** A chain in memory with blocks 0 to `head`; blocks from `forkAt` on are of another branch. */
export interface ScriptedChain {
  readonly chainId: number;
  head: number;
  forkAt: number;
  branch: string;
  transfers: ScriptedTransfer[];
}

export const scriptedChain = (over: Partial<ScriptedChain> = {}): ScriptedChain => ({
  chainId: 8453,
  head: 100,
  forkAt: Number.POSITIVE_INFINITY,
  branch: 'b',
  transfers: [],
  ...over,
});

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const topicOf = (address: Hex): Hex => `0x${address.slice(2).padStart(64, '0')}`;

export const blockHash = ({ forkAt, branch }: ScriptedChain, number: number): Hex =>
  hashOf(number, number >= forkAt ? branch : 'a');

/** The answers of an honest node that has this chain. */
export function honest(chain: ScriptedChain): ScriptedNode['result'] {
  const numberOf = (tag: unknown): number =>
    tag === 'latest' ? chain.head : tag === 'safe' || tag === 'finalized' ? chain.head - 10 : Number(tag);
  const block = (number: number) =>
    number > chain.head
      ? null
      : {
          number: hexOf(number),
          hash: blockHash(chain, number),
          parentHash: number === 0 ? hashOf(0, '0') : blockHash(chain, number - 1),
          timestamp: hexOf(1_700_000_000 + 2 * number),
          transactions: [],
        };
  const logs = (from: number, to: number) =>
    chain.transfers
      .map((transfer, index) => ({ ...transfer, index }))
      .filter((each) => each.block >= from && each.block <= to)
      .map((each) => ({
        address: each.token,
        topics: [TRANSFER, topicOf(each.from), topicOf(each.to)],
        data: topicOf(hexOf(each.value)),
        blockNumber: hexOf(each.block),
        blockHash: blockHash(chain, each.block),
        transactionHash: hashOf(each.index, 'c'),
        transactionIndex: '0x0',
        logIndex: hexOf(each.index),
        removed: false,
      }));
  return ({ method, params }) => {
    switch (method) {
      case 'eth_chainId':
        return hexOf(chain.chainId);
      case 'eth_getBlockByNumber':
        return block(numberOf(params[0]));
      case 'eth_getLogs': {
        const { fromBlock, toBlock } = params[0] as { readonly fromBlock: Hex; readonly toBlock: Hex };
        return logs(Number(fromBlock), Number(toBlock));
      }
      default:
        throw new NodeError(-32_601, `the method ${method} does not exist`);
    }
  };
}
