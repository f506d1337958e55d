import type { Channel } from './channel.js';

const COMMITTED = 'committed';
const WAKE = 'wake';
/** A burst of commits is one message: the workers look for all due work at once. */
const TOGETHER_MS = 5;

/** Calls `run` once for all calls within `milliseconds`. */
export function coalesced(run: () => void, milliseconds: number = TOGETHER_MS): () => void {
  let timer: NodeJS.Timeout | null = null;
  return () => {
    timer ??= setTimeout(() => {
      timer = null;
      run();
    }, milliseconds).unref();
  };
}

/** In a serving process: call the result after a commit. */
export const tellCommits = (supervisor: Channel): (() => void) => coalesced(() => supervisor.tell(COMMITTED, null));

/** In a process with workers. */
export const onWake = (supervisor: Channel, wake: () => void): void => supervisor.onTold(WAKE, wake);

/** In the supervisor: `workers` returns the processes with workers. */
export function passWakes(workers: () => readonly Channel[]): (serving: Channel) => void {
  const wake = coalesced(() => {
    for (const channel of workers()) channel.tell(WAKE, null);
  });
  return (serving) => serving.onTold(COMMITTED, wake);
}
