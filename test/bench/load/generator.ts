import { type Child, startChild } from '../child.js';
import type { Side } from '../rounds.js';
import type { Load, Task } from './task.js';

export type Generator = Child<Task, Load>;

type Endless<T> = T extends unknown ? Omit<T, 'seconds'> : never;

/** A process that puts load on a server. */
export const startGenerator = (): Generator => startChild<Task, Load>(new URL('../processes/load.js', import.meta.url));

/** One side of a ratio: requests per second of a server under this load. */
export const loadSide =
  (generator: Generator, task: Endless<Task>): Side =>
  async (seconds) => {
    const { count, seconds: taken } = await generator.ask({ ...task, seconds } as Task);
    return count / taken;
  };
