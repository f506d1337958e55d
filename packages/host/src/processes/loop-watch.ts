import type { Backoff } from './backoff.js';

export interface LoopWatchPorts {
  readonly backoffs: readonly Backoff[];
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
  readonly now: () => number;
  /** Called when a loop begins or ends. */
  readonly changed: (isLooping: boolean) => void;
}

/** Knows whether a process of the host ends again and again. */
export interface LoopWatch {
  isLooping(): boolean;
  /** Call when a process serves or has ended. Looks again by itself when a loop can end. */
  look(): void;
}

export function createLoopWatch({ backoffs, log, now, changed }: LoopWatchPorts): LoopWatch {
  let isLooping = false;

  function look(): void {
    const before = isLooping;
    isLooping = backoffs.some((backoff) => backoff.isLooping(now()));
    if (before !== isLooping) {
      changed(isLooping);
      if (isLooping) log.error({}, 'host is not ready, because one of its processes ends again and again');
      else log.info({}, 'host is ready again');
    }
    for (const backoff of backoffs) {
      const at = backoff.steadyAt();
      if (at !== null && at > now()) setTimeout(look, at - now()).unref();
    }
  }

  return { isLooping: () => isLooping, look };
}
