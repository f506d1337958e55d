import type { OutboundHttp } from '@corridor/core/ports';
import { type Answer, answers } from './json-rpc-answers.js';
import { NodeFailure, type RpcCall } from './json-rpc-call.js';
import { type createPace, type Prospects, retryAfterMs } from './json-rpc-pace.js';

/** How long a node that refused a batch is asked in smaller ones, or call by call. */
const SMALLER_BATCHES_MS = 600_000;
/** With these, nodes and the proxies before them refuse batches. */
const BATCH_REFUSED: readonly number[] = [400, 405, 411, 413, 415, 422, 501];

export interface RequestOptions {
  readonly url: string;
  readonly http: OutboundHttp;
  readonly httpsOnly: boolean;
  readonly withinMs: number;
}

/** Asks a node in requests of as many calls as it takes, and again if it wants the request later. */
export function createRequests(
  options: RequestOptions,
  pace: ReturnType<typeof createPace>,
  redact: (text: string) => string,
) {
  let most = Infinity;
  let mostUntil = 0;

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

  return post;
}

const prospectsOf = (failure: unknown): Prospects => {
  const restMs = failure instanceof NodeFailure ? failure.restMs : null;
  return { isPassing: restMs !== null, restMs: restMs ?? 0 };
};

/** The answers in the order of the calls; null for several calls if the node takes no such batch. Throws a `NodeFailure`. */
async function send(
  { url, http, httpsOnly, withinMs }: RequestOptions,
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
