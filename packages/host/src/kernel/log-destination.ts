import { pino } from 'pino';

/** Accepts complete lines. */
export interface LogDestination {
  write(line: string): unknown;
}

let processDestination: LogDestination | null = null;

/**
 * A pipe takes up to this many bytes at once, so that lines of several processes do not mix. One line can be longer.
 */
const WHOLE_BYTES = 4096;

/** The single destination for all logs of the process. Writes asynchronously, and flushes when the process exits. */
export function standardError(): LogDestination {
  if (processDestination !== null) return processDestination;
  const destination = pino.destination({ dest: 2, sync: false, maxWrite: WHOLE_BYTES });
  process.on('exit', () => {
    try {
      destination.flushSync();
    } catch {
      // Standard error is closed, so the failure cannot be reported.
    }
  });
  processDestination = destination;
  return destination;
}
