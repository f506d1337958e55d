import { systemClock } from '@corridor/adapters-rails/custody';
import type { Clock } from '@corridor/core';
import { type LogDestination, standardError } from './logging.js';

/** What a host takes from the process that it runs in, so that several can run in one. */
export interface Surroundings {
  readonly clock: Clock;
  /** Takes lines for whoever started the host, such as codes that are shown instead of sent. */
  readonly print: (line: string) => void;
  readonly log: LogDestination;
}

/** The process itself: its clock, its standard output and its standard error. */
export const ofTheProcess = (): Surroundings => ({
  clock: systemClock,
  print: (line) => void process.stdout.write(`${line}\n`),
  log: standardError(),
});
