import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerOf, hexOf, NodeError, type ReceivedCall, scriptedHttp, scriptedNode } from '../testing/scripted-node.js';
import { count } from './json-rpc-answers.js';
import { createJsonRpcNode, type JsonRpcNode, NodeFailure, type RpcCall, RpcRefusal } from './json-rpc-node.js';

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

function nodeOver(inner: OutboundHttp): JsonRpcNode {
  const http: OutboundHttp = {
    send: (request) => {
      sent.push(request);
      return inner.send(request);
    },
  };
  return createJsonRpcNode({ url: URL_OF_NODE, shownUrl: 'one', chainId: 5, http, httpsOnly: false, withinMs: 700 });
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
    await expect(node.ask(nonce(3))).rejects.toThrow(new NodeFailure('connection refused'));
    script.outcome = (outcome) => Promise.resolve(outcome);
    script.result = ({ method }) => (method === 'eth_chainId' ? '0x1' : '0x4');
    await expect(node.ask(nonce(4))).rejects.toThrow(new NodeFailure('has the chain id 1, not 5'));
    expect(sizes()).toEqual([2, 1, 1, 2]);
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
      new NodeFailure('answered other calls than those that it was asked'),
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
    await expect(node.ask(nonce(1))).rejects.toThrow(new NodeFailure('no route to /v2/…'));
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
