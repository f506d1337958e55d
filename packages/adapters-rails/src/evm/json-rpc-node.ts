import type * as z from 'zod';
import { type Answer, chainId as chainIdAnswer } from './json-rpc-answers.js';
import { NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-call.js';
import { redacting } from './json-rpc-credentials.js';
import { createPace, isTooOften } from './json-rpc-pace.js';
import { createRequests, type RequestOptions } from './json-rpc-request.js';
import { plain } from './json-rpc-reverts.js';
import type { Block } from './nodes.js';

export { NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-call.js';

/** The results of calls, in their order. */
export type Results<C extends readonly RpcCall<unknown>[]> = { readonly [K in keyof C]: z.infer<C[K]['read']> };

export interface JsonRpcNode {
  /** Its address without credentials; with its position if others look the same. */
  readonly shownUrl: string;
  /**
   * Asks in one request, so that one machine behind the address answers all of it. Throws the `RpcRefusal` of the first
   * call that the node refused, or a `NodeFailure`.
   */
  ask<const C extends readonly RpcCall<unknown>[]>(...calls: C): Promise<Results<C>>;
  /** The chain that it says it is on; null if it does not answer. */
  chainId(): Promise<number | null>;
}

export interface JsonRpcNodeOptions extends RequestOptions {
  readonly shownUrl: string;
  readonly chainId: number;
  /** 0 to 1: makes the pauses between tries uneven. */
  readonly random?: () => number;
}

/** Calls in one request. Providers allow 100 and more. */
const MOST_CALLS = 50;

interface Group {
  readonly calls: readonly RpcCall<unknown>[];
  readonly resolve: (results: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A node that is asked over HTTP. Calls that are made in the same turn of the event loop are sent as one batch. Its chain
 * is checked with the first request, and again after each failure: the answers of another chain are never used. What it
 * cannot answer for the moment is asked again, as long as `withinMs` permits.
 */
export function createJsonRpcNode(options: JsonRpcNodeOptions): JsonRpcNode {
  const { shownUrl, chainId, withinMs, random = Math.random } = options;
  let queue: Group[] = [];
  let isChainKnown = false;
  const redact = redacting(options.url);
  const pace = createPace(random);
  const post = createRequests(options, pace, redact);
  const blocks = knownBlocks();

  async function exchange(groups: readonly Group[]): Promise<void> {
    const ends = performance.now() + withinMs;
    let open = groups;
    try {
      for (let tries = 1; ; tries += 1) {
        const incomplete = await answer(open, ends);
        open = incomplete.map(({ group }) => group);
        if (open.length === 0) return;
        if (await pace.next(tries, ends)) continue;
        for (const { accept } of incomplete) accept();
        return;
      }
    } catch (error) {
      isChainKnown = false;
      for (const { reject } of open) reject(error);
    }
  }

  /** Asks once. Returns the groups that should be asked again, each with what its answers mean if they stay so. */
  async function answer(groups: readonly Group[], ends: number): Promise<readonly Incomplete[]> {
    const needsChain = !isChainKnown;
    const calls = groups.flatMap((group) => group.calls);
    const answered = await post(needsChain ? [CHAIN_ID, ...calls] : calls, ends);
    if (needsChain) {
      const actual = resultOf(CHAIN_ID, answered[0]!, redact);
      if (actual !== chainId) throw new NodeFailure(`has the chain id ${String(actual)}, not ${chainId}`);
      isChainKnown = true;
    }
    let next = needsChain ? 1 : 0;
    const incomplete: Incomplete[] = [];
    for (const group of groups) {
      const { calls: own, resolve, reject } = group;
      const mine = answered.slice(next, next + own.length);
      next += own.length;
      try {
        const results = own.map((call, index) => resultOf(call, mine[index]!, redact));
        if (blocks.areMissing(own, results)) incomplete.push({ group, accept: () => resolve(results) });
        else resolve(results);
      } catch (error) {
        const isBusy = error instanceof RpcRefusal && isTooOften(error.code, error.message);
        if (isBusy) incomplete.push({ group, accept: () => reject(error) });
        else reject(error);
      }
    }
    return incomplete;
  }

  function flush(): void {
    const groups = queue;
    queue = [];
    let batch: Group[] = [];
    let size = 0;
    for (const group of groups) {
      if (batch.length > 0 && size + group.calls.length > MOST_CALLS) {
        void exchange(batch);
        [batch, size] = [[], 0];
      }
      batch.push(group);
      size += group.calls.length;
    }
    void exchange(batch);
  }

  return {
    shownUrl,
    ask: <const C extends readonly RpcCall<unknown>[]>(...calls: C) =>
      new Promise<readonly unknown[]>((resolve, reject) => {
        if (queue.length === 0) setImmediate(flush);
        queue.push({ calls, resolve, reject });
      }) as Promise<Results<C>>,
    async chainId() {
      try {
        const [answer] = await post([CHAIN_ID], performance.now() + withinMs);
        return resultOf(CHAIN_ID, answer!, redact);
      } catch {
        return null;
      }
    },
  };
}

const CHAIN_ID: RpcCall<number> = { method: 'eth_chainId', params: [], read: chainIdAnswer };

interface Incomplete {
  readonly group: Group;
  readonly accept: () => void;
}

/** What a node has said that it has: it is asked again when it denies it. */
function knownBlocks() {
  let highest = -1n;
  const tags = new Set<string>(['latest']);
  return {
    areMissing(calls: readonly RpcCall<unknown>[], results: readonly unknown[]): boolean {
      let isMissing = false;
      for (const [index, { block }] of calls.entries()) {
        if (block === undefined) continue;
        const found = results[index] as Block | null;
        if (found === null) isMissing ||= typeof block === 'string' ? tags.has(block) : block <= highest;
        else if (found.number > highest) highest = found.number;
        if (found !== null && typeof block === 'string') tags.add(block);
      }
      return isMissing;
    },
  };
}

function resultOf<T>({ method, read }: RpcCall<T>, answer: Answer, redact: (text: string) => string): T {
  if ('error' in answer && answer.error !== null && answer.error !== undefined) {
    const { code, message, data } = answer.error;
    throw new RpcRefusal(code, redact(plain(message)), data);
  }
  const result = read.safeParse((answer as { readonly result?: unknown }).result);
  if (!result.success) throw new NodeFailure(`answered ${method} with an invalid result`);
  return result.data;
}
