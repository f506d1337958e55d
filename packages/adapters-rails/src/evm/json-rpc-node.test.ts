import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { seededRandom } from '@corridor/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf, hexOf, NodeError, type ReceivedCall, scriptedHttp, scriptedNode } from '../testing/scripted-node.js';
import { block as blockReader, count } from './json-rpc-answers.js';
import { createJsonRpcNode, type JsonRpcNode, NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-node.js';
import { isTooOften, retryAfterMs } from './json-rpc-pace.js';
import type { Block } from './nodes.js';

const URL_OF_NODE = 'http://one.example/v2/credential-of-one';
const nonce = (value: number): RpcCall<number> => ({ method: 'nonce', params: [value], read: count });
const noncesUpTo = (length: number): readonly RpcCall<number>[] => Array.from({ length }, (_, at) => nonce(at));

let script = scriptedNode(() => null);
let sent: OutboundRequest[];
let node: JsonRpcNode;

beforeEach(() => {
  sent = [];
  script = scriptedNode(({ method, params }) => hexOf(method === 'eth_chainId' ? 5 : Number(params[0])));
  node = nodeOver(scriptedHttp({ one: script }));
});

afterEach(() => {
  vi.useRealTimers();
});

function nodeOver(inner: OutboundHttp, withinMs = 700): JsonRpcNode {
  const http: OutboundHttp = {
    send: (request) => {
      sent.push(request);
      return inner.send(request);
    },
  };
  return createJsonRpcNode({ url: URL_OF_NODE, shownUrl: 'one', chainId: 5, http, httpsOnly: false, withinMs });
}

/** The node answers every request like this. */
const answerWith = (outcome: (calls: readonly ReceivedCall[]) => OutboundOutcome): void => {
  script.outcome = (_, calls) => Promise.resolve(outcome(calls));
};
const sizes = (): readonly number[] => script.requests.map((calls) => calls.length);
const bodies = (): readonly unknown[] => sent.map(({ body }) => JSON.parse(String(body)) as unknown);
const failureOf = (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => null,
    (error: unknown) => error,
  );

describe('a request to a node', () => {
  it('asks for the chain with the first call, and sends a later call alone', async () => {
    expect(await node.ask(nonce(7))).toEqual([7]);
    expect(await node.ask(nonce(8))).toEqual([8]);
    expect(bodies()).toEqual([
      [
        { jsonrpc: '2.0', id: 0, method: 'eth_chainId', params: [] },
        { jsonrpc: '2.0', id: 1, method: 'nonce', params: [7] },
      ],
      { jsonrpc: '2.0', id: 0, method: 'nonce', params: [8] },
    ]);
    expect(sent[1]).toEqual({
      url: URL_OF_NODE,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'Corridor' },
      body: expect.any(String) as string,
      httpsOnly: false,
      withinMs: 700,
    });
  });

  it('has at most 50 calls of one turn, and never separates the calls of one caller', async () => {
    await node.ask(nonce(0));
    const ask = async (...groups: readonly number[]): Promise<readonly number[]> => {
      script.requests.length = 0;
      const answers = await Promise.all(groups.map((length) => node.ask(...noncesUpTo(length))));
      expect(answers).toEqual(groups.map((length) => Array.from({ length }, (_, at) => at)));
      return sizes();
    };
    expect(await ask(30, 20)).toEqual([50]);
    expect(await ask(30, 20, 1)).toEqual([50, 1]);
    expect(await ask(30, 21)).toEqual([30, 21]);
    expect(await ask(60, 1)).toEqual([60, 1]);
    expect(await ask(20, 40, 10, 1)).toEqual([20, 50, 1]);
  });

  it('is a single one, even if a caller makes more than 50 calls before the chain is known', async () => {
    await node.ask(...noncesUpTo(51));
    expect(sizes()).toEqual([52]);
  });

  it('is repeated call by call for ten minutes after the node has refused a batch', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const refusal = { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'batches are not supported' } };
    script.outcome = (outcome, calls) => Promise.resolve(calls.length > 1 ? answerOf(refusal) : outcome);
    expect(await node.ask(nonce(1), nonce(2))).toEqual([1, 2]);
    expect(sizes()).toEqual([3, 1, 1, 1]);
    script.requests.length = 0;
    vi.advanceTimersByTime(599_999);
    expect(await node.ask(nonce(3), nonce(4))).toEqual([3, 4]);
    expect(sizes()).toEqual([1, 1]);
    script.requests.length = 0;
    vi.advanceTimersByTime(1);
    expect(await node.ask(nonce(5), nonce(6))).toEqual([5, 6]);
    expect(sizes()).toEqual([2, 1, 1]);
  });
});

describe('the chain of a node', () => {
  it('is checked again after a failure, and not after a refusal', async () => {
    await node.ask(nonce(1));
    script.result = () => {
      throw new NodeError(3, 'no');
    };
    await expect(node.ask(nonce(2))).rejects.toThrow(RpcRefusal);
    expect(sizes()).toEqual([2, 1]);
    script.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
    await expect(node.ask(nonce(3))).rejects.toThrow(new NodeFailure('connection refused', false, 0));
    script.outcome = (outcome) => Promise.resolve(outcome);
    script.result = ({ method }) => (method === 'eth_chainId' ? '0x1' : '0x4');
    await expect(node.ask(nonce(4))).rejects.toThrow(new NodeFailure('has the chain id 1, not 5'));
    const [first, refused, failed, ...tries] = sizes();
    expect([first, refused, failed]).toEqual([2, 1, 1]);
    expect(tries.length).toBeGreaterThan(1);
    expect(new Set(tries)).toEqual(new Set([1, 2]));
    expect(tries.at(-1)).toBe(2);
  });

  it('is the number that the node names; null if the node does not answer', async () => {
    expect(await node.chainId()).toBe(5);
    answerWith(() => answerOf('busy', 503));
    expect(await node.chainId()).toBeNull();
  });
});

describe('the calls of one request', () => {
  it('are answered each by itself: the refusal of one leaves the others their results', async () => {
    const { result } = script;
    script.result = (call) => {
      if (call.params[0] === 2) throw new NodeError(3, 'no nonce at\nhttp://…/credential-of-one', { at: 2 });
      return call.params[0] === 3 ? 'three' : result(call);
    };
    const [first, refused, invalid, last] = await Promise.allSettled([
      node.ask(nonce(1)),
      node.ask(nonce(9), nonce(2)),
      node.ask(nonce(3)),
      node.ask(nonce(4)),
    ]);
    expect([first, last].map((each) => each.status === 'fulfilled' && each.value)).toEqual([[1], [4]]);
    const error = refused.status === 'rejected' ? (refused.reason as RpcRefusal) : null;
    expect(error).toBeInstanceOf(RpcRefusal);
    expect({ ...error, message: error?.message }).toEqual({
      ...{ name: 'RpcRefusal', code: 3, message: 'no nonce at http://…/…', data: { at: 2 } },
    });
    expect(invalid).toMatchObject({ reason: new NodeFailure('answered nonce with an invalid result') });
    expect(sizes()).toEqual([6]);
  });

  it('find their answers by id, in any order', async () => {
    answerWith((calls) =>
      answerOf(calls.map(({ id, params }) => ({ id, result: hexOf(Number(params[0] ?? 5)) })).reverse()),
    );
    expect(await node.ask(nonce(1), nonce(2))).toEqual([1, 2]);
  });

  it.each([
    ['fewer answers', [0, 1]],
    ['one answer twice', [0, 1, 1]],
    ['the answer of another call', [0, 1, 3]],
    ['more answers', [0, 1, 2, 3]],
    ['no answer', []],
  ])('have no results if the node sends %s', async (_, ids) => {
    answerWith(() => answerOf(ids.map((id) => ({ id, result: '0x5' }))));
    expect(await failureOf(node.ask(nonce(1), nonce(2)))).toEqual(
      new NodeFailure('answered other calls than those that it was asked', false, 0),
    );
  });
});

describe('an answer that cannot be used', () => {
  beforeEach(async () => {
    await node.ask(nonce(1));
  });

  const RESULT = { id: 0, result: '0x5' };
  const REFUSAL = { id: null, error: { code: -32_000, message: 'no' } };

  it.each<[string, unknown, number, string]>([
    ['has too many requests', RESULT, 429, 'answered HTTP 429'],
    ['has a fault', RESULT, 500, 'answered HTTP 500'],
    ['has a fault behind it', RESULT, 503, 'answered HTTP 503'],
    ['refuses the credential', 'no', 401, 'answered HTTP 401'],
    ['answers with a page', '<html>', 200, 'answered with an invalid message'],
    ['answers with a text', '"busy"', 200, 'answered with an invalid message'],
    ['answers with null', 'null', 200, 'answered with an invalid message'],
    ['answers without an id', { id: null, result: '0x5' }, 200, 'answered with an invalid message'],
    ['answers without an id and with another status', { id: null, result: '0x5' }, 404, 'answered HTTP 404'],
    ['answers another call', { id: 1, result: '0x5' }, 200, 'answered other calls than those that it was asked'],
    ['refuses another call', { ...REFUSAL, id: 1 }, 200, 'answered other calls than those that it was asked'],
  ])('says why if the node %s', async (_, body, status, message) => {
    answerWith(() => answerOf(body, status));
    const failure = await failureOf(node.ask(nonce(1)));
    expect(failure).toBeInstanceOf(NodeFailure);
    expect(failure).toMatchObject({ name: 'NodeFailure', message, isTooLong: false });
  });

  it('is marked if it is longer than what is read', async () => {
    answerWith(() => ({ ...answerOf(RESULT), truncated: true }));
    expect(await failureOf(node.ask(nonce(1)))).toMatchObject({
      ...{ name: 'NodeFailure', message: 'answered with more than can be read', isTooLong: true },
    });
  });

  it('says why the node is not reachable, without its credentials', async () => {
    answerWith(() => ({ kind: 'unreachable', reason: 'no route to /v2/credential-of-one' }));
    await expect(node.ask(nonce(1))).rejects.toThrow(new NodeFailure('no route to /v2/…', false, 0));
  });

  it('is none of these: an error without an id or with another status, and a result in a list', async () => {
    answerWith(() => answerOf(REFUSAL, 400));
    await expect(node.ask(nonce(1))).rejects.toThrow(new RpcRefusal(-32_000, 'no', undefined));
    answerWith(() => answerOf({ ...RESULT, error: null }, 499));
    expect(await node.ask(nonce(1))).toEqual([5]);
    answerWith(() => answerOf([RESULT]));
    expect(await node.ask(nonce(1))).toEqual([5]);
  });
});

describe('a node that fails for the moment', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8];

  it.each(seeds)('is asked again until it answers, whatever its habits (seed %i)', async (seed) => {
    const random = seededRandom(String(seed));
    const chance = () => random.bytes(1)[0]! / 256;
    const isUnlucky = () => chance() < 0.5;
    const honestly = script.result;
    script.result = (call) => {
      if (call.method === 'block') return isUnlucky() ? null : block(Number(call.params[0]));
      if (call.method === 'busy' && isUnlucky()) throw new NodeError(429, 'Too Many Requests');
      return honestly(call);
    };
    script.outcome = (outcome, calls) => {
      if (isUnlucky()) return Promise.resolve(outcome);
      const list = JSON.parse(outcome.body) as unknown;
      const refused = answerOf('<html>', 413);
      const habits: readonly OutboundOutcome[] = [
        answerOf('slow down', 429),
        answerOf({ error: { code: 429, message: 'slow down' } }, 429),
        answerOf('', 503),
        { kind: 'unreachable', reason: 'socket hang up' },
        { ...outcome, body: outcome.body.slice(0, -4) },
        calls.length > 1 ? refused : outcome,
        Array.isArray(list) ? answerOf(list.toReversed()) : outcome,
        Array.isArray(list) ? answerOf(list.slice(1)) : outcome,
      ];
      return Promise.resolve(habits[Math.floor(chance() * habits.length)]!);
    };
    const patient = nodeOver(scriptedHttp({ one: script }), 8_000);
    for (let round = 0; round < 6; round += 1) {
      const [numbers, busy, found] = await Promise.all([
        patient.ask(nonce(round), nonce(round + 1)),
        patient.ask({ ...nonce(round), method: 'busy' }),
        patient.ask(blockCall('latest')),
      ]);
      expect([numbers, busy, found[0]?.number]).toEqual([[round, round + 1], [round], 9n]);
      expect((await patient.ask(blockCall(8n)))[0]?.number).toBe(8n);
    }
  });

  const block = (number: number) => ({
    ...{ number: hexOf(number), hash: `0x${'a'.repeat(64)}`, parentHash: `0x${'b'.repeat(64)}`, timestamp: '0x1' },
  });
  const blockCall = (at: bigint | 'latest'): RpcCall<Block | null> => ({
    ...{ method: 'block', params: [at === 'latest' ? 9 : Number(at)], read: blockReader, block: at },
  });

  it('is left alone for the time that it names, by all requests', async () => {
    await node.ask(nonce(1));
    script.outcome = () => Promise.resolve({ ...answerOf('', 429), headers: { 'retry-after': '30' } });
    await expect(node.ask(nonce(2))).rejects.toThrow('answered HTTP 429');
    const requests = sizes().length;
    script.outcome = (outcome) => Promise.resolve(outcome);
    await expect(node.ask(nonce(3))).rejects.toThrow(/^wants no requests for (29|30) seconds$/);
    expect(sizes()).toHaveLength(requests);
  });

  it('is asked again after a pause that is shorter than the time of a request', async () => {
    await node.ask(nonce(1));
    let times = 0;
    script.outcome = (outcome) => {
      times += 1;
      const soon = new Date(Date.now() + 300).toUTCString();
      return Promise.resolve(times > 1 ? outcome : { ...answerOf('', 429), headers: { 'retry-after': soon } });
    };
    expect(await node.ask(nonce(2))).toEqual([2]);
    expect(times).toBe(2);
  });

  it('is asked only once while it is down, and again with patience when it has answered', async () => {
    script.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
    await expect(node.ask(nonce(1))).rejects.toThrow('connection refused');
    expect(sizes().length).toBeGreaterThan(1);
    script.requests.length = 0;
    await expect(node.ask(nonce(1))).rejects.toThrow('connection refused');
    expect(sizes()).toEqual([2]);
    script.outcome = (outcome) => Promise.resolve(outcome);
    await node.ask(nonce(1));
    script.requests.length = 0;
    script.outcome = () => Promise.resolve({ kind: 'unreachable', reason: 'connection refused' });
    await expect(node.ask(nonce(1))).rejects.toThrow('connection refused');
    expect(sizes().length).toBeGreaterThan(1);
  });

  it.each([
    [401, 'no'],
    [403, 'no'],
    [404, 'no'],
  ])('is none that answers HTTP %i: it is not asked again', async (status, body) => {
    await node.ask(nonce(1));
    script.requests.length = 0;
    answerWith(() => answerOf(body, status));
    await expect(node.ask(nonce(1))).rejects.toThrow(`answered HTTP ${status}`);
    expect(sizes()).toEqual([1]);
  });

  it('denies a block for good only above those that it has had', async () => {
    const had: number[] = [];
    script.result = ({ method, params }) => {
      if (method === 'eth_chainId') return '0x5';
      had.push(Number(params[0]));
      return had.length === 1 ? block(7) : null;
    };
    expect((await node.ask(blockCall(7n)))[0]?.number).toBe(7n);
    expect(await node.ask(blockCall(8n))).toEqual([null]);
    expect(had).toEqual([7, 8]);
    expect(await node.ask(blockCall(6n))).toEqual([null]);
    expect(had.length).toBeGreaterThan(3);
  });

  it('is a node that refuses large batches: it gets smaller ones', async () => {
    await node.ask(nonce(0));
    script.requests.length = 0;
    script.outcome = (outcome, calls) => Promise.resolve(calls.length > 3 ? answerOf('too large', 413) : outcome);
    expect(await node.ask(...noncesUpTo(12))).toEqual(Array.from({ length: 12 }, (_, at) => at));
    expect(sizes()).toEqual([12, 6, 3, 3, 3, 3]);
  });
});

describe('the time that a node names', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['7', 7_000],
    [' 2 ', 2_000],
    ['soon', 0],
    ['-3', 0],
    [new Date(61_000).toUTCString(), 60_000],
    [new Date(0).toUTCString(), 0],
  ])('in %s is %i milliseconds', (header, ms) => {
    expect(retryAfterMs(header, 1_000)).toBe(ms);
  });

  it.each([
    [429, 'slow down', true],
    [-32_005, 'daily request count exceeded, request rate limited', true],
    [-32_000, 'Your app has exceeded its compute units per second capacity', true],
    [-32_007, '50/second request limit reached - too many requests', true],
    [-32_005, 'query returned more than 10000 results', false],
    [-32_602, 'block range limit exceeded', false],
    [3, 'execution reverted', false],
  ])('is asked for by a refusal %i %s: %s', (code, message, expected) => {
    expect(isTooOften(code, message)).toBe(expected);
  });
});
