import { forJobs } from '../events/index.js';
import { ENVIRONMENTS, houseTenant, ok, type Result } from '../kernel/index.js';
import { askProvider, type AskPorts } from './ask-provider.js';
import { hearScreening, type HearScreeningPorts } from './hear.js';
import { runRound, type RoundPorts } from './run-round.js';
import { startWatch, watchLists, type WatchPorts } from './watch-lists.js';

type ScreeningAreaPorts = AskPorts & RoundPorts & WatchPorts & HearScreeningPorts;

/** Compares parties and payments with lists, by a connected provider (docs/areas/screening.md). */
export function screeningWork(ports: ScreeningAreaPorts) {
  const background = forJobs(ports);
  const watch = startWatch(background);
  return {
    /** Schedules the job of each connected environment that watches the lists. Call it once when a host starts. */
    async start(): Promise<Result<void>> {
      for (const environment of ENVIRONMENTS) {
        if (ports.gate.connectionOf(houseTenant(environment)) === null) continue;
        const started = await watch(environment);
        if (!started.ok) return started;
      }
      return ok();
    },
    hear: hearScreening(ports),
    handlers: {
      'screening.ask': askProvider(background),
      'screening.lists': watchLists(background),
      'screening.round': runRound(background),
    },
  } as const;
}
