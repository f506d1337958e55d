import { nodeCrypto } from '@corridor/adapters-rails/custody';
import {
  countOpenExceptions,
  currentSafeguarding,
  prefundingOf,
  readPositions,
  readTotals,
  readUpkeep,
} from '@corridor/core/internal';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../settings/configuration.js';
import { diskSpace } from '../metrics/disk-space.js';
import { createHostState, isFit } from '../workers/host-state.js';
import { createLog } from '../logging/logging.js';
import { createMetrics } from '../metrics/metrics.js';
import type { Place } from './place.js';
import { offerMetrics } from '../channel/metrics.js';
import { createRailConditions } from '../rails/rail-conditions.js';
import { createSignal } from '../workers/signal.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { openTracing } from '../tracing/tracing.js';
import { remembered } from '../metrics/remembered.js';
import { undeliveredReport } from '../metrics/undelivered.js';
import { createWorkers } from '../workers/workers.js';
import { byName } from './by-name.js';
import { TOKENS } from './tokens.js';

const UPKEEP_AGE_MS = 60_000;

/** The process: configuration, clock, randomness, logs, metrics and workers. */
export const hostModule = (
  configuration: Configuration,
  place: Place,
  { clock, print, log, logFields, environment = process.env }: ProcessContext,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.Configuration).toConstantValue(configuration);
    bind(TOKENS.Place).toConstantValue(place);
    bind(TOKENS.HostState).toConstantValue(createHostState());
    bind(TOKENS.Clock).toConstantValue(clock);
    bind(TOKENS.Print).toConstantValue(print);
    bind(TOKENS.Environment).toConstantValue(environment);
    bind(TOKENS.Random).toConstantValue(nodeCrypto.random);
    bind(TOKENS.Digest).toConstantValue(nodeCrypto.digest);
    bind(TOKENS.KeyPairs).toConstantValue(nodeCrypto.keyPairs);
    bind(TOKENS.Signal).toResolvedValue(() => createSignal());
    bind(TOKENS.Log).toResolvedValue(
      ({ logLevel }: Configuration) => createLog(logLevel, log, logFields),
      [TOKENS.Configuration],
    );
    bind(TOKENS.Tracing).toResolvedValue(
      (configuration, log) => openTracing(configuration.tracing, log),
      [TOKENS.Configuration, TOKENS.Log],
    );
    bind(TOKENS.Metrics).toResolvedValue(
      (storage, clock, conditions, state) => {
        const behind = (due: number | null): number => (due === null ? 0 : Math.max(clock.now() - due, 0) / 1000);
        const lags = {
          events: async () => behind(await storage.outbox.nextDue()),
          jobs: async () => behind(await storage.jobs.nextDue()),
        };
        // Of many platforms this is a read each, so it is not repeated with every scrape.
        const upkeep = remembered(UPKEEP_AGE_MS, clock.now, async () => {
          const now = clock.now();
          return { ...(await readUpkeep(storage.units, now, configuration.archive)), now };
        });
        const metrics = createMetrics(configuration.settingsDigest, lags, {
          readiness: async () => {
            const database = await storage.ready();
            return { database, host: database && isFit(state) && !place.isDraining() };
          },
          undelivered: async () => undeliveredReport(await storage.outbox.undelivered(), clock.now()),
          clockSkew: async () => state.clockSkew,
          disk: () => diskSpace(configuration.dataDirectory),
          positions: () => readPositions(storage.units, clock.now()),
          exceptions: () => storage.units.read(null, countOpenExceptions),
          payments: async () => ({ totals: await readTotals(storage.units), now: clock.now() }),
          rails: conditions.read,
          holdings: conditions.holdings,
          prefunding: async () => prefundingOf(await readPositions(storage.units, clock.now()), conditions.floors()),
          safeguarding: async () =>
            currentSafeguarding(await readPositions(storage.units, clock.now()), conditions.safeguarding()),
          upkeep,
          rates: async () => state.rateAges(),
          connections: async () => storage.connectionUse(),
        });
        if (place.supervisor === null) return metrics;
        return offerMetrics(metrics, { channel: place.supervisor, isServing: () => !place.isDraining() });
      },
      [TOKENS.Storage, TOKENS.Clock, TOKENS.RailConditions, TOKENS.HostState],
    );
    bind(TOKENS.RailConditions).toResolvedValue(() => createRailConditions());
    bind(TOKENS.Workers).toResolvedValue(
      ...byName(
        {
          core: TOKENS.Core,
          storage: TOKENS.Storage,
          clock: TOKENS.Clock,
          log: TOKENS.Log,
          metrics: TOKENS.Metrics,
          signal: TOKENS.Signal,
          configuration: TOKENS.Configuration,
        },
        ({ signal, configuration, ...ports }) => {
          const workers = createWorkers({ ...ports, enabled: configuration.workers });
          signal.listen(workers.wake);
          return workers;
        },
      ),
    );
  });
