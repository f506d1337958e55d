import { createJsonRpcNodes, type JsonRpcNodes } from '../evm/json-rpc-nodes.js';
import type { Hex } from '../evm/nodes.js';
import {
  honest,
  type ReceivedCall,
  scriptedChain,
  type ScriptedChain,
  scriptedHttp,
  scriptedNode,
  type ScriptedNode,
} from './scripted-node.js';

export const TOKEN: Hex = `0x${'11'.repeat(20)}`;
export const ALICE: Hex = `0x${'22'.repeat(20)}`;
export const BOB: Hex = `0x${'33'.repeat(20)}`;
const NAMES = ['one', 'two', 'three'] as const;

export interface Played {
  readonly nodes: JsonRpcNodes;
  readonly one: ScriptedNode;
  readonly two: ScriptedNode;
  readonly three: ScriptedNode;
  readonly chain: ScriptedChain;
}

export interface PlayedOptions {
  readonly confirmations?: number | 'safe' | 'finalized';
  readonly quorum?: number;
  readonly withinMs?: number;
}

/** Three honest nodes of one chain, of which two have to agree. */
export function play({ confirmations = 3, quorum = 2, withinMs = 300 }: PlayedOptions = {}): Played {
  const chain = scriptedChain({
    transfers: [10, 20, 20, 95].map((block, index) => ({
      ...{ block, token: TOKEN, from: ALICE, to: BOB, value: BigInt(index + 1) * 10n ** 6n },
    })),
  });
  const [one, two, three] = NAMES.map(() => scriptedNode(honest(chain))) as [ScriptedNode, ScriptedNode, ScriptedNode];
  const nodes = createJsonRpcNodes({
    entry: {
      chainId: 8453,
      rpcUrls: NAMES.map((name) => `http://${name}.example/v2/credential-of-${name}`),
      quorum,
      confirmations,
    },
    environment: 'SANDBOX',
    http: scriptedHttp({ one, two, three }),
    withinMs,
  });
  return { nodes, one, two, three, chain };
}

export type Lie = (honestly: () => unknown, call: ReceivedCall) => unknown;

/** Makes the node lie about some calls. */
export function lie(node: ScriptedNode, method: string, how: Lie): void {
  const { result } = node;
  node.result = (call) => (call.method === method ? how(() => result(call), call) : result(call));
}
