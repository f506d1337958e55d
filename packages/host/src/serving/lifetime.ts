import type { Host } from './host.js';

/** A host that is still stopping after this time exits, before a supervisor that waits 10 s kills it. */
export const STOP_WITHIN_MS = 9_000;

export function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, resolve);
  });
}

/** Stops a host, or one process of it; returns the exit code. */
export async function stopWithin(host: Pick<Host, 'log' | 'stop'>, what: 'host' | 'process'): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<number>((resolve) => (timer = setTimeout(resolve, STOP_WITHIN_MS, 1)));
  try {
    const code = await Promise.race([host.stop().then(() => 0), late]);
    if (code === 0) host.log.info({}, `${what} has stopped`);
    else host.log.error({}, `${what} has stopped with work unfinished`);
    return code;
  } finally {
    clearTimeout(timer);
  }
}
