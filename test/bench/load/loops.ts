import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { Connection } from './connection.js';

/** One unit of load on a connection: `due` is the time at which it should have started, as of `performance.now()`. */
export type Step = (connection: Connection, index: number, due: number) => Promise<void>;

interface Loop {
  readonly connections: readonly Connection[];
  readonly seconds: number;
  readonly step: Step;
}

/** Each connection starts the next step after the last one: saturates a server. Resolves with the number of steps. */
export async function closedLoop({ connections, seconds, step }: Loop): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    connections.map(async (connection, client) => {
      let count = 0;
      while (performance.now() < until) {
        await step(connection, client + count * connections.length, performance.now());
        count += 1;
      }
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const TICK_MS = 1;

/**
 * Starts steps at a fixed rate. A step that finds no free connection waits for one, and its time runs meanwhile.
 * Resolves with the number of steps when the last one has ended, which can be later than `seconds`.
 */
export async function openLoop({ connections, seconds, step }: Loop, rate: number): Promise<number> {
  const free = [...connections];
  const waiting: ((connection: Connection) => void)[] = [];
  const take = async (): Promise<Connection> =>
    free.pop() ?? new Promise<Connection>((resolve) => waiting.push(resolve));
  const give = (connection: Connection): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
  let failure: unknown = null;
  const start = async (index: number, due: number): Promise<void> => {
    const connection = await take();
    try {
      await step(connection, index, due);
    } catch (error) {
      failure ??= error;
    }
    give(connection);
  };

  const begun = performance.now();
  const total = Math.max(1, Math.floor(rate * seconds));
  const started: Promise<void>[] = [];
  while (started.length < total && failure === null) {
    const elapsed = performance.now() - begun;
    while (started.length < total && (started.length * 1000) / rate <= elapsed) {
      started.push(start(started.length, begun + (started.length * 1000) / rate));
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(started);
  if (failure !== null) throw failure;
  return total;
}
