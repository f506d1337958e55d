import type { Worker } from 'node:cluster';
import type { Configuration } from '../settings/configuration.js';
import { startHostUnder } from '../serving/host.js';
import { stopWithin } from '../serving/lifetime.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { type Assignment, configurationOf } from '../channel/assignment.js';
import { openChannel } from '../channel/channel.js';
import { connectionOf } from '../channel/cluster-connection.js';

/** Messages between the supervisor and a process, beside those of limits, metrics and commits. */
export const ASSIGNMENT = 'assignment';
export const SERVING = 'serving';
export const LOOPING = 'looping';
export const RETIRE = 'retire';
export const STOP = 'stop';

/**
 * Runs one process of a host until the supervisor stops it, or ends; returns the exit code. Signals are for the supervisor:
 * a terminal or a service manager sends them to all processes at once.
 */
export async function servePart(
  worker: Worker,
  configuration: Configuration,
  processContext: ProcessContext,
): Promise<number> {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const channel = openChannel(connectionOf(worker));
  const retired = new Promise<'retire'>((resolve) => channel.onTold(RETIRE, () => resolve('retire')));
  const stopped = new Promise<'stop'>((resolve) => channel.onTold(STOP, () => resolve('stop')));
  const orphaned = new Promise<'orphaned'>((resolve) => {
    worker.on('disconnect', () => {
      // Otherwise `node:cluster` ends the process at once.
      worker.exitedAfterDisconnect = true;
      resolve('orphaned');
    });
  });
  let isLooping = false;
  channel.onTold(LOOPING, (value) => void (isLooping = value === true));

  const assignment = (await channel.ask(ASSIGNMENT, null)) as Assignment;
  const { role, number } = assignment;
  const host = await startHostUnder(
    { channel, role, isLooping: () => isLooping },
    configurationOf(configuration, assignment),
    { ...processContext, logFields: { role, process: number } },
  );
  channel.tell(SERVING, null);
  host.log.info({ pid: process.pid }, 'process is ready');
  const reason = await Promise.race([retired, stopped, orphaned]);
  if (reason === 'orphaned') host.log.error({}, 'supervisor has ended; the process stops');
  if (reason === 'retire') {
    host.log.info({}, 'process takes no new connections');
    await Promise.race([host.retire(), stopped, orphaned]);
  }
  try {
    return await stopWithin(host, 'process');
  } finally {
    if (process.connected) process.disconnect();
  }
}
