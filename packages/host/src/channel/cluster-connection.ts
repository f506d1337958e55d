import cluster, { type Worker } from 'node:cluster';
import type { Connection } from './channel.js';

/** The environment variable with the id of the supervisor, by which a process knows that it is one of several. */
const SUPERVISED_BY = 'SUPERVISED_BY';

export const supervised = (): NodeJS.ProcessEnv => ({ [SUPERVISED_BY]: String(process.pid) });

/** The worker of `node:cluster` that this process is, if a supervisor of this service started it. */
export const ownWorker = (): Worker | null =>
  cluster.worker !== undefined && process.env[SUPERVISED_BY] === String(process.ppid) ? cluster.worker : null;

/** The end of the connection in the supervisor, or in the process that `worker` is. A failed message is dropped. */
export const connectionOf = (worker: Worker): Connection => ({
  send: (message) => void worker.send(message as object, () => undefined),
  onMessage: (receive) => void worker.on('message', receive),
  onDisconnect: (ended) => void worker.on('disconnect', ended),
});
