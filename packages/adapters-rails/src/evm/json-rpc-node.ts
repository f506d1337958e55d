import type { OutboundHttp } from '@corridor/core/ports';
import type * as z from 'zod';
import { type Answer, answers, chainId as chainIdAnswer } from './json-rpc-answers.js';
import { redacting } from './json-rpc-credentials.js';
import { createPace, isTooOften, type Prospects, retryAfterMs } from './json-rpc-pace.js';
import { plain } from './json-rpc-reverts.js';
import type { Block } from './nodes.js';

/** One call of JSON-RPC, and the reader of its result. */
export interface RpcCall<T> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly read: z.ZodType<T, unknown>;
  /** Set for a block, which nodes that are overloaded deny at times although they have it. */
  readonly block?: bigint | string;
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
    /** Set if the same request may succeed soon: after how many milliseconds the node wants it, 0 if it does not say. */
    readonly restMs: number | null = null,
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
  /** 0 to 1: makes the pauses between tries uneven. */
  readonly random?: () => number;
}

/** Calls in one request. Providers allow 100 and more. */
const MOST_CALLS = 50;
/** How long a node that refused a batch is asked in smaller ones, or call by call. */
const SMALLER_BATCHES_MS = 600_000;
/** With these, nodes and the proxies before them refuse batches. */
const BATCH_REFUSED: readonly number[] = [400, 405, 411, 413, 415, 422, 501];

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
  let most = Infinity;
  let mostUntil = 0;
  const redact = redacting(options.url);
  const pace = createPace(random);
  const blocks = knownBlocks();

  /** All answers, in the order of the calls: in one request, if the node takes it. */
  async function post(calls: readonly RpcCall<unknown>[], ends: number): Promise<readonly Answer[]> {
    if (performance.now() >= mostUntil) most = Infinity;
    const all: Answer[] = [];
    for (let at = 0; at < calls.length;) {
      const part = calls.slice(at, Math.min(calls.length, at + most));
      const answered = await pace.repeat(
        ends,
        () => send(options, part, redact, ends),
        prospectsOf,
        (seconds) => new NodeFailure(`wants no requests for ${seconds} seconds`),
      );
      if (answered === null) {
        most = Math.max(1, Math.floor(part.length / 2));
        mostUntil = performance.now() + SMALLER_BATCHES_MS;
      } else {
        all.push(...answered);
        at += part.length;
      }
    }
    return all;
  }

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

const prospectsOf = (failure: unknown): Prospects => {
  const restMs = failure instanceof NodeFailure ? failure.restMs : null;
  return { isPassing: restMs !== null, restMs: restMs ?? 0 };
};

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

/** The answers in the order of the calls; null for several calls if the node takes no such batch. Throws a `NodeFailure`. */
async function send(
  { url, http, httpsOnly, withinMs }: JsonRpcNodeOptions,
  calls: readonly RpcCall<unknown>[],
  redact: (text: string) => string,
  ends: number,
): Promise<readonly Answer[] | null> {
  const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
  const isBatch = calls.length > 1;
  const outcome = await http.send({
    url,
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'Corridor' },
    body: JSON.stringify(isBatch ? requests : requests[0]),
    httpsOnly,
    withinMs: Math.max(1, Math.min(withinMs, Math.ceil(ends - performance.now()))),
  });
  if (outcome.kind === 'unreachable') throw passing(redact(outcome.reason));
  if (outcome.truncated) throw new NodeFailure('answered with more than can be read', true);
  const body = jsonOf(outcome.body);
  // Before its elements are read: a hostile node can send millions.
  if (Array.isArray(body) && body.length > calls.length) throw otherCalls();
  if (isBatch && BATCH_REFUSED.includes(outcome.status) && !Array.isArray(body)) return null;
  if (outcome.status === 429 || outcome.status >= 500)
    throw passing(`answered HTTP ${outcome.status}`, retryAfterMs(outcome.headers['retry-after'], Date.now()));
  // Some nodes send errors of calls with another status than 200.
  const read = answers.safeParse(isBatch || Array.isArray(body) ? body : [withId(body)]);
  if (!read.success)
    throw outcome.status === 200
      ? passing('answered with an invalid message')
      : new NodeFailure(`answered HTTP ${outcome.status}`);
  if (!Array.isArray(read.data)) return null;
  const byId = new Map(read.data.map((answer) => [answer.id, answer]));
  if (!calls.every((_, id) => byId.has(id))) throw otherCalls();
  return calls.map((_, id) => byId.get(id)!);
}

const passing = (message: string, restMs = 0): NodeFailure => new NodeFailure(message, false, restMs);

const otherCalls = (): NodeFailure => passing('answered other calls than those that it was asked');

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
