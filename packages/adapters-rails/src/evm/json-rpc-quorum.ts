import { setTimeout as pause } from 'node:timers/promises';
import { NodeFailure, RpcRefusal } from './json-rpc-node.js';
import { NoQuorum } from './nodes.js';

/** What one node contributes to a read. */
export interface Asked<T> {
  /** As `JsonRpcNode.shownUrl`. */
  readonly node: string;
  readonly answer: Promise<T>;
}

/** Asks each of the nodes. */
export const fromAll = <N extends { readonly shownUrl: string }, T>(
  nodes: readonly N[],
  ask: (node: N) => Promise<T>,
): readonly Asked<T>[] => nodes.map((node) => ({ node: node.shownUrl, answer: ask(node) }));

/** How long the answers of further nodes are waited for when enough have answered. */
const GRACE_MS = 500;
/** How long one node is waited for before the next one is asked as well. */
const HEDGE_MS = 1_000;

/**
 * The answer that `quorum` nodes give alike, as soon as they have; the others are not waited for. Throws `NoQuorum` when
 * no answer can reach the quorum any more.
 */
export function agreed<T>(
  asked: readonly Asked<T>[],
  quorum: number,
  subject: string,
  keyOf: (answer: T) => string = canonical,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const counts = new Map<string, number>();
    const reasons: string[] = [];
    let open = asked.length;
    const settle = (): void => {
      open -= 1;
      if (Math.max(0, ...counts.values()) + open >= quorum) return;
      const differ = counts.size > 1 ? [`${counts.size} answers differ`] : [];
      reject(noQuorum(quorum, asked.length, subject, [...reasons, ...differ]));
    };
    for (const { node, answer } of asked) {
      answer.then(
        (value) => {
          const key = keyOf(value);
          const count = (counts.get(key) ?? 0) + 1;
          counts.set(key, count);
          if (count >= quorum) resolve(value);
          else settle();
        },
        (error: unknown) => {
          if (!isOfNode(error)) return reject(error as Error);
          reasons.push(`${node} ${reasonOf(error)}`);
          settle();
        },
      );
    }
  });
}

/** All answers of a read, as far as they come in time, and why nodes have none. */
export interface Answers<T> {
  /** In the order of the nodes; null for a node without an answer. */
  readonly answers: readonly (T | null)[];
  readonly reasons: readonly string[];
}

/** Waits for all nodes; when a quorum has answered, only a short time longer. */
export async function answersOf<T>(asked: readonly Asked<T>[], quorum: number): Promise<Answers<T>> {
  const answers: (T | null)[] = asked.map(() => null);
  const reasons: string[] = [];
  let answered = 0;
  await new Promise<void>((resolve, reject) => {
    let open = asked.length;
    const settle = (): void => {
      open -= 1;
      if (open === 0) resolve();
      else if (answered === quorum) void pause(GRACE_MS, undefined, { ref: false }).then(resolve);
    };
    asked.forEach(({ node, answer }, index) => {
      answer.then(
        (value) => {
          answers[index] = value;
          answered += 1;
          settle();
        },
        (error: unknown) => {
          if (!isOfNode(error)) return reject(error as Error);
          reasons.push(`${node} ${reasonOf(error)}`);
          settle();
        },
      );
    });
  });
  return { answers: [...answers], reasons: [...reasons] };
}

/** The first answer that comes. The nodes are asked in their order: the next one when one fails or is slow. */
export async function firstAnswer<N extends { readonly shownUrl: string }, T>(
  nodes: readonly N[],
  subject: string,
  ask: (node: N) => Promise<T>,
): Promise<T> {
  type Outcome = { readonly value: T } | null;
  const reasons: string[] = [];
  const asked: Promise<Outcome>[] = [];
  const anyOf = (): Promise<Outcome> =>
    Promise.any(asked.map(async (each) => (await each) ?? Promise.reject(new Error('no answer')))).catch(() => null);
  for (const node of nodes) {
    const answer = ask(node).then(
      (value) => ({ value }),
      (error: unknown) => {
        reasons.push(`${node.shownUrl} ${reasonOf(error)}`);
        return null;
      },
    );
    asked.push(answer);
    const first = await Promise.race([answer, anyOf(), pause(HEDGE_MS, null, { ref: false })]);
    if (first !== null) return first.value;
  }
  const last = await anyOf();
  if (last === null) throw noQuorum(1, nodes.length, subject, reasons);
  return last.value;
}

export function noQuorum(quorum: number, nodes: number, subject: string, reasons: readonly string[]): NoQuorum {
  const why = reasons.length === 0 ? '' : `: ${reasons.join('; ')}`;
  return new NoQuorum(`fewer than ${quorum} of ${nodes} nodes agree on ${subject}${why}`);
}

const isOfNode = (error: unknown): error is RpcRefusal | NodeFailure =>
  error instanceof RpcRefusal || error instanceof NodeFailure;

/** Why a node has no answer, as the rest of a sentence about it. Rethrows an error that is not of a node. */
export function reasonOf(error: unknown): string {
  if (!isOfNode(error)) throw error;
  return error instanceof RpcRefusal ? `refused: ${error.message} (${error.code})` : error.message;
}

/** Equal for equal values, whose members the readers have put into one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
