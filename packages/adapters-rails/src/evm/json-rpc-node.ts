import type { OutboundHttp } from '@corridor/core/ports';
import type * as z from 'zod';
import { type Answer, answers, chainId as chainIdAnswer } from './json-rpc-answers.js';
import { redacting } from './json-rpc-credentials.js';
import { plain } from './json-rpc-reverts.js';

/** One call of JSON-RPC, and the reader of its result. */
export interface RpcCall<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly read: z.ZodType<T, unknown>;
}

/** The node answered a call with an error. */
export class RpcRefusal extends Error {
  override readonly name = 'RpcRefusal';

  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown,
  ) {
    super(message);
  }
}

/** The node did not answer, or its answer is not usable. Its message is fit for operators. */
export class NodeFailure extends Error {
  override readonly name = 'NodeFailure';

  constructor(
    message: string,
    /** The answer was longer than what is read of it. */
    readonly isTooLong = false,
  ) {
    super(message);
  }
}

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

export interface JsonRpcNodeOptions {
  readonly url: string;
  readonly shownUrl: string;
  readonly chainId: number;
  readonly http: OutboundHttp;
  readonly httpsOnly: boolean;
  readonly withinMs: number;
}

/** Calls in one request. Providers allow 100 and more. */
const MOST_CALLS = 50;
/** How long a node that refused a batch is asked call by call. */
const WITHOUT_BATCHES_MS = 600_000;

interface Group {
  readonly calls: readonly RpcCall<unknown>[];
  readonly resolve: (results: readonly unknown[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A node that is asked over HTTP. Calls that are made in the same turn of the event loop are sent as one batch. Its chain
 * is checked with the first request, and again after each failure: the answers of another chain are never used.
 */
export function createJsonRpcNode(options: JsonRpcNodeOptions): JsonRpcNode {
  const { shownUrl, chainId } = options;
  let queue: Group[] = [];
  let isChainKnown = false;
  let batchesFrom = 0;
  const redact = redacting(options.url);

  async function post(calls: readonly RpcCall<unknown>[]): Promise<readonly Answer[]> {
    if (performance.now() >= batchesFrom) {
      const answered = await send(options, calls, redact);
      if (answered !== null) return answered;
      batchesFrom = performance.now() + WITHOUT_BATCHES_MS;
    }
    const all: Answer[] = [];
    for (const call of calls) all.push(...(await send(options, [call], redact))!);
    return all;
  }

  async function exchange(groups: readonly Group[]): Promise<void> {
    try {
      const needsChain = !isChainKnown;
      const calls = groups.flatMap((group) => group.calls);
      const answered = await post(needsChain ? [CHAIN_ID, ...calls] : calls);
      if (needsChain) {
        const actual = resultOf(CHAIN_ID, answered[0]!, redact);
        if (actual !== chainId) throw new NodeFailure(`has the chain id ${String(actual)}, not ${chainId}`);
        isChainKnown = true;
      }
      let next = needsChain ? 1 : 0;
      for (const { calls: own, resolve, reject } of groups) {
        const mine = answered.slice(next, next + own.length);
        next += own.length;
        try {
          resolve(own.map((call, index) => resultOf(call, mine[index]!, redact)));
        } catch (error) {
          reject(error);
        }
      }
    } catch (error) {
      isChainKnown = false;
      for (const { reject } of groups) reject(error);
    }
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
        const [answer] = await post([CHAIN_ID]);
        return resultOf(CHAIN_ID, answer!, redact);
      } catch {
        return null;
      }
    },
  };
}

const CHAIN_ID: RpcCall<number> = { method: 'eth_chainId', params: [], read: chainIdAnswer };

/** The answers in the order of the calls; null for several calls if the node takes no batches. Throws a `NodeFailure`. */
async function send(
  { url, http, httpsOnly, withinMs }: JsonRpcNodeOptions,
  calls: readonly RpcCall<unknown>[],
  redact: (text: string) => string,
): Promise<readonly Answer[] | null> {
  const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const isBatch = calls.length > 1;
  const outcome = await http.send({
    url,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'Corridor' },
    body: JSON.stringify(isBatch ? requests : requests[0]),
    httpsOnly,
    withinMs,
  });
  if (outcome.kind === 'unreachable') throw new NodeFailure(redact(outcome.reason));
  if (outcome.truncated) throw new NodeFailure('answered with more than can be read', true);
  const body = jsonOf(outcome.body);
  // Before its elements are read: a hostile node can send millions.
  if (Array.isArray(body) && body.length > calls.length) throw otherCalls();
  if (outcome.status === 429 || outcome.status >= 500) throw new NodeFailure(`answered HTTP ${outcome.status}`);
  // Some nodes send errors of calls with another status than 200.
  const read = answers.safeParse(isBatch || Array.isArray(body) ? body : [withId(body)]);
  if (!read.success)
    throw new NodeFailure(
      outcome.status === 200 ? 'answered with an invalid message' : `answered HTTP ${outcome.status}`,
    );
  if (!Array.isArray(read.data)) return null;
  const byId = new Map(read.data.map((answer) => [answer.id, answer]));
  if (!calls.every((_, id) => byId.has(id))) throw otherCalls();
  return calls.map((_, id) => byId.get(id)!);
}

const otherCalls = (): NodeFailure => new NodeFailure('answered other calls than those that it was asked');

/** Errors to a request that the node did not read have the id null. */
const withId = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'error' in body && 'id' in body && body.id === null
    ? { ...body, id: 0 }
    : body;

function resultOf<T>({ method, read }: RpcCall<T>, answer: Answer, redact: (text: string) => string): T {
  if ('error' in answer && answer.error !== null && answer.error !== undefined) {
    const { code, message, data } = answer.error;
    throw new RpcRefusal(code, redact(plain(message)), data);
  }
  const result = read.safeParse((answer as { readonly result?: unknown }).result);
  if (!result.success) throw new NodeFailure(`answered ${method} with an invalid result`);
  return result.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
