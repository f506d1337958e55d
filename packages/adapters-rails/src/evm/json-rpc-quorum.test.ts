import { describe, expect, it } from 'vitest';
import { NodeFailure, RpcRefusal } from './json-rpc-node.js';
import { agreed, answersOf, type Asked, firstAnswer, noQuorum, reasonOf } from './json-rpc-quorum.js';
import { NoQuorum } from './nodes.js';

const of = <T>(...answers: readonly (T | Error | Promise<T>)[]): readonly Asked<T>[] =>
  answers.map((answer, at) => ({
    node: `node ${at}`,
    answer: answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer),
  }));
const never = new Promise<never>(() => undefined);
const down = new NodeFailure('did not answer');
const refusal = new RpcRefusal(-32_000, 'no', null);
const mistake = new TypeError('a mistake');

describe('what a quorum agrees on', () => {
  it('is the answer that so many nodes give alike, without waiting for the others', async () => {
    expect(await agreed(of(1, 2, 1), 2, 'x')).toBe(1);
    expect(await agreed(of<unknown>({ a: 1n }, never, { a: 1n }, never), 2, 'x')).toEqual({ a: 1n });
    expect(await agreed(of(1, 2), 2, 'x', () => 'same')).toBe(2);
    expect(await agreed(of<number>(down, 1), 1, 'x')).toBe(1);
  });

  it('is nothing as soon as no answer can reach the quorum', async () => {
    const fails = (asked: readonly Asked<unknown>[], quorum: number) =>
      agreed(asked, quorum, 'block 5').then(
        () => null,
        (error: Error) => error,
      );
    expect(await fails(of<unknown>(1, 2, never), 3)).toEqual(
      new NoQuorum('fewer than 3 of 3 nodes agree on block 5: 2 answers differ'),
    );
    expect(await fails(of<unknown>(down, refusal, 1), 2)).toEqual(
      new NoQuorum('fewer than 2 of 3 nodes agree on block 5: node 0 did not answer; node 1 refused: no (-32000)'),
    );
    expect(await fails(of<unknown>(1, down), 2)).toEqual(
      new NoQuorum('fewer than 2 of 2 nodes agree on block 5: node 1 did not answer'),
    );
    expect(await fails(of<unknown>({ amount: 1n }, { amount: 2n }), 2)).toBeInstanceOf(NoQuorum);
    // A bigint differs from a number and from its text.
    expect(await fails(of<unknown>(1n, 1), 2)).toBeInstanceOf(NoQuorum);
  });

  it('is not decided by a mistake of the host, which is thrown', async () => {
    await expect(agreed(of<number>(mistake, 1, never), 2, 'x')).rejects.toBe(mistake);
  });
});

describe('all answers', () => {
  it('are in the order of the nodes, with the reasons of those that have none', async () => {
    expect(await answersOf(of<number>(1, down, 3), 3)).toEqual({
      answers: [1, null, 3],
      reasons: ['node 1 did not answer'],
    });
    expect(await answersOf(of<number>(down, refusal), 1)).toEqual({
      answers: [null, null],
      reasons: ['node 0 did not answer', 'node 1 refused: no (-32000)'],
    });
  });

  it('are not replaced by a mistake of the host, which is thrown', async () => {
    await expect(answersOf(of<number>(mistake, never), 1)).rejects.toBe(mistake);
  });
});

describe('the first answer', () => {
  const nodes = ['a', 'b', 'c'].map((shownUrl) => ({ shownUrl }));
  const first = (answers: Readonly<Record<string, number | Error | Promise<never>>>) => {
    const asked: string[] = [];
    const answer = firstAnswer(nodes, 'fees', async ({ shownUrl }) => {
      asked.push(shownUrl);
      const found = answers[shownUrl]!;
      if (found instanceof Error) throw found;
      return found;
    });
    return answer.then(
      (value) => ({ asked, value }),
      (error: unknown) => ({ asked, error }),
    );
  };

  it('is that of the first node; another one is asked only if it fails', async () => {
    expect(await first({ a: 1, b: 2, c: 3 })).toEqual({ asked: ['a'], value: 1 });
    expect(await first({ a: down, b: refusal, c: 3 })).toEqual({ asked: ['a', 'b', 'c'], value: 3 });
  });

  it('is none if all nodes fail, and a mistake of the host is thrown', async () => {
    expect(await first({ a: down, b: refusal, c: down })).toEqual({
      asked: ['a', 'b', 'c'],
      error: new NoQuorum(
        'fewer than 1 of 3 nodes agree on fees: a did not answer; b refused: no (-32000); c did not answer',
      ),
    });
    expect(await first({ a: mistake, b: 2, c: 3 })).toEqual({ asked: ['a'], error: mistake });
  });
});

describe('the reason of a node', () => {
  it('is its refusal or its failure, and of nothing else', () => {
    expect([reasonOf(down), reasonOf(refusal)]).toEqual(['did not answer', 'refused: no (-32000)']);
    expect(() => reasonOf(mistake)).toThrow(mistake);
    expect(noQuorum(2, 3, 'x', []).message).toBe('fewer than 2 of 3 nodes agree on x');
  });
});
