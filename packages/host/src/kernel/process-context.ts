import { once } from 'node:events';
import { userInfo } from 'node:os';
import type { Writable } from 'node:stream';
import { systemClock } from '@corridor/adapters-rails/custody';
import type { Clock } from '@corridor/core/ports';
import { type LogDestination, standardError } from './log-destination.js';

/** The variables of the process, or those that a test passes instead. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a host or a command takes from its process. Tests pass their own, so that several hosts can run in one process.
 */
export interface ProcessContext {
  readonly clock: Clock;
  /** Prints a line on standard output: results of commands, and one-time codes that are shown instead of sent. */
  readonly print: (line: string) => void;
  /**
   * Waits until the reader of standard output has taken what was printed, so that a long output needs no memory.
   */
  readonly drained?: () => Promise<void>;
  readonly log: LogDestination;
  /** Fields of every log line, such as the name of the process; none by default. */
  readonly logFields?: object;
  /** Whether `print` writes to a terminal; default: false. */
  readonly isTerminal?: boolean;
  /** Whether `log` writes to a terminal; default: false. */
  readonly isLogTerminal?: boolean;
  /** The operating system's name of the user that runs the process. */
  readonly systemUser?: string;
  /** The environment variables in which data files may keep secrets; those of the process by default. */
  readonly environment?: Environment;
}

/** The streams of a command: `out` for results, `err` for errors and log lines. */
export interface Output {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown };
}

/** Whether a stream has more than its reader takes at once. */
const isFull = (stream: object): stream is Writable => (stream as Partial<Writable>).writableNeedDrain === true;

const isTerminal = (stream: object): boolean => (stream as { readonly isTTY?: boolean }).isTTY === true;

/** The clock, standard output and standard error of the process, or the given streams instead. */
export const createProcessContext = (
  { out, err }: Output = { out: process.stdout, err: process.stderr },
): ProcessContext => ({
  clock: systemClock,
  print: (line) => void out.write(`${line}\n`),
  async drained() {
    if (!isFull(out)) return;
    const waiting = new AbortController();
    const { signal } = waiting;
    // The listener of the stream deals with its errors.
    await Promise.race([once(out, 'drain', { signal }), once(out, 'close', { signal })]).catch(() => undefined);
    waiting.abort();
  },
  log: err === process.stderr ? standardError() : err,
  isTerminal: isTerminal(out),
  isLogTerminal: isTerminal(err),
  systemUser: userInfo().username,
});
