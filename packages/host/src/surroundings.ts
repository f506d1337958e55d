import { userInfo } from 'node:os';
import { systemClock } from '@corridor/adapters-rails/custody';
import type { Clock } from '@corridor/core/ports';
import { type LogDestination, standardError } from './logging.js';

/** What a host or a command takes from the process that it runs in, so that several can run in one. */
export interface Surroundings {
  readonly clock: Clock;
  /** Takes lines for whoever started it: what a command answers, codes that are shown instead of sent. */
  readonly print: (line: string) => void;
  readonly log: LogDestination;
  /** Name of the user that the system runs it as. */
  readonly systemUser?: string;
}

/** Where a command writes to: its answers; what is wrong, and its log. */
export interface Output {
  readonly out: { write(text: string): unknown };
  readonly err: { write(text: string): unknown };
}

/** The process itself: its clock, its standard output and its standard error, or what takes their place. */
export const processSurroundings = (
  { out, err }: Output = { out: process.stdout, err: process.stderr },
): Surroundings => ({
  clock: systemClock,
  print: (line) => void out.write(`${line}\n`),
  log: err === process.stderr ? standardError() : err,
  systemUser: userInfo().username,
});
