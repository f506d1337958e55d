import { forJobs } from '../events/index.js';
import { askProvider, type AskPorts } from './ask-provider.js';

/** Compares parties and payments with lists, by a connected provider (docs/areas/screening.md). */
export function screeningArea(ports: AskPorts) {
  const background = forJobs(ports);
  return {
    handlers: {
      'screening.ask': askProvider(background),
    },
  } as const;
}
