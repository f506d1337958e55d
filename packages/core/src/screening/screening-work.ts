import { forJobs } from '../events/index.js';
import { ENVIRONMENTS, houseTenant, ok, type Result } from '../kernel/index.js';
import { askProvider, type AskPorts } from './ask-provider.js';
import { hearScreening, type HearScreeningPorts } from './hear.js';
import { runRound, type RoundPorts } from './run-round.js';
import { SCREENING_ROUNDS } from './screening.js';
import { startWatch, watchLists, type WatchPorts } from './watch-lists.js';

type ScreeningAreaPorts = AskPorts & RoundPorts & WatchPorts & HearScreeningPorts;

/** Compares parties and payments with lists, by a connected provider (docs/areas/screening.md). */
export function screeningWork(ports: ScreeningAreaPorts) {
  const background = forJobs(ports);
  const watch = startWatch(background);
  return {
    /**
     * Schedules the job of each connected environment that watches the lists, and looks whether something can be held in the
     * others. Call it once when a host starts.
     */
    async start(): Promise<Result<void>> {
      const { rows } = await ports.units.read(null, (reads) =>
        reads.list(SCREENING_ROUNDS, { order: 'desc', limit: 1, counted: false }),
      );
      if (rows.length > 0) ports.gate.screenedBefore();
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
