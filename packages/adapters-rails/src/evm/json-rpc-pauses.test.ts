import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodeFailure } from './json-rpc-node.js';
import { answersOf, firstAnswer } from './json-rpc-quorum.js';

interface Pause {
  readonly ms: number;
  readonly options: unknown;
  readonly end: () => void;
}

let pauses: Pause[] = [];

beforeEach(() => {
  pauses = [];
  vi.spyOn(timers, 'setTimeout').mockImplementation(
    (ms, value, options) =>
      new Promise((resolve) => {
        pauses.push({ ms: ms ?? 0, options, end: () => resolve(value!) });
      }),
  );
  syncBuiltinESMExports();
});

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** An answer that the test gives when it likes. */
function later<T>() {
  let give: (value: T) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const answer = new Promise<T>((resolve, reject) => {
    [give, fail] = [resolve, reject];
  });
  return { answer, give, fail };
}

/** Lets everything run that waits for nothing else. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  await settle();
  const pending = Symbol('pending');
  return (await Promise.race([promise.catch(() => null), Promise.resolve(pending)])) === pending;
}

const DOWN = new NodeFailure('did not answer');

describe('all answers', () => {
  const play = (quorum: number) => {
    const nodes = [later<number>(), later<number>(), later<number>()] as const;
    const asked = nodes.map(({ answer }, index) => ({ node: `node ${index}`, answer }));
    return { nodes, all: answersOf(asked, quorum) };
  };

  it('are waited for until so many have come as the quorum has, and then half a second longer', async () => {
    const { nodes, all } = play(2);
    nodes[0].give(7);
    expect(await isPending(all)).toBe(true);
    expect(pauses).toEqual([]);
    nodes[1].give(8);
    expect(await isPending(all)).toBe(true);
    expect(pauses).toMatchObject([{ ms: 500, options: { ref: false } }]);
    pauses[0]!.end();
    expect(await all).toEqual({ answers: [7, 8, null], reasons: [] });
  });

  it('are those of all nodes if the last one comes in that time', async () => {
    const { nodes, all } = play(1);
    nodes[0].give(7);
    await settle();
    nodes[2].give(9);
    expect(await isPending(all)).toBe(true);
    nodes[1].give(8);
    expect(await all).toEqual({ answers: [7, 8, 9], reasons: [] });
    expect(pauses).toHaveLength(1);
  });

  it('do not count nodes that fail', async () => {
    const { nodes, all } = play(2);
    nodes[0].fail(DOWN);
    nodes[1].give(8);
    expect(await isPending(all)).toBe(true);
    expect(pauses).toEqual([]);
    nodes[2].give(9);
    expect(await all).toEqual({ answers: [null, 8, 9], reasons: ['node 0 did not answer'] });
  });
});

describe('the first answer', () => {
  const play = () => {
    const nodes = ['a', 'b', 'c'].map((shownUrl) => ({ shownUrl, ...later<number>() })) as [Slow, Slow, Slow];
    const asked: string[] = [];
    const first = firstAnswer(nodes, 'fees', ({ shownUrl, answer }) => {
      asked.push(shownUrl);
      return answer;
    });
    return { nodes, asked, first };
  };
  type Slow = { readonly shownUrl: string } & ReturnType<typeof later<number>>;

  it('is waited for one second, before the next node is asked as well', async () => {
    const { nodes, asked, first } = play();
    expect(await isPending(first)).toBe(true);
    expect(asked).toEqual(['a']);
    expect(pauses).toMatchObject([{ ms: 1000, options: { ref: false } }]);
    pauses[0]!.end();
    expect(await isPending(first)).toBe(true);
    expect(asked).toEqual(['a', 'b']);
    nodes[1].give(8);
    expect(await first).toBe(8);
  });

  it('is that of a slow node too, while another one or after all others have failed', async () => {
    const second = play();
    await settle();
    pauses[0]!.end();
    await settle();
    second.nodes[0].give(7);
    expect(await second.first).toBe(7);
    expect(second.asked).toEqual(['a', 'b']);

    const last = play();
    await settle();
    pauses.at(-1)!.end();
    last.nodes[1].fail(DOWN);
    last.nodes[2].fail(DOWN);
    expect(await isPending(last.first)).toBe(true);
    last.nodes[0].give(7);
    expect(await last.first).toBe(7);
  });
});
