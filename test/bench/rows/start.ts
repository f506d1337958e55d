import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { withScope } from '../scratch.js';
import { CLI, hostEnvironment } from '../service/host.js';

const POLL_MS = 2;
const HEALTH = '/healthz';

/** Milliseconds from the start of a process until it has exited. */
async function timeOfNode(): Promise<number> {
  const begun = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - begun;
}

/** Milliseconds from the start of a host on existing data until its first 200. */
async function timeOfHost(dataDirectory: string, port: number): Promise<number> {
  const env = { ...hostEnvironment({ dataDirectory, workers: true }), CORRIDOR_PORT: String(port) };
  const begun = performance.now();
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`the host ended with ${child.exitCode}`);
      await setTimeout(POLL_MS);
    }
    return performance.now() - begun;
  } finally {
    await end(child);
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${HEALTH}`);
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Repeats a start for the given time and returns the shortest duration: other processes disturbed the longer ones. */
const shortest =
  (time: () => Promise<number>): Side =>
  async (seconds) => {
    const until = performance.now() + seconds * 1000;
    let least = await time();
    while (performance.now() < until) least = Math.min(least, await time());
    return least;
  };

const startOverNode: Row = {
  number: 12,
  title: 'time from start to first 200 ÷ node -e 0',
  target: { atMost: 7.5 },
  unit: 'ms',
  notes: [`on existing data, workers on; the 200 is that of ${HEALTH}; shortest start of each round`],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const dataDirectory = await scope.folder();
      const port = 20_000 + (process.pid % 20_000);
      return {
        rounds: await interleave(
          shortest(() => timeOfHost(dataDirectory, port)),
          shortest(timeOfNode),
          rounds,
          seconds,
        ),
      };
    }),
};

export const START_ROWS: readonly Row[] = [startOverNode];
