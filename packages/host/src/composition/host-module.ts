import { nodeCrypto } from '@corridor/adapters-rails/custody';
import { countOpenExceptions, readPositions, readTotals } from '@corridor/core/internal';
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
import type { Surroundings } from '../kernel/surroundings.js';
import { openTracing } from '../tracing/tracing.js';
import { undeliveredReport } from '../metrics/undelivered.js';
import { createWorkers } from '../workers/workers.js';
import { byName } from './by-name.js';
import { T } from './tokens.js';

/** The process: configuration, clock, randomness, logs, metrics and workers. */
export const hostModule = (
  configuration: Configuration,
  place: Place,
  { clock, print, log, logFields, environment = process.env }: Surroundings,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(T.Configuration).toConstantValue(configuration);
    bind(T.Place).toConstantValue(place);
    bind(T.HostState).toConstantValue(createHostState());
    bind(T.Clock).toConstantValue(clock);
    bind(T.Print).toConstantValue(print);
    bind(T.Environment).toConstantValue(environment);
    bind(T.Random).toConstantValue(nodeCrypto.random);
    bind(T.Digest).toConstantValue(nodeCrypto.digest);
    bind(T.KeyPairs).toConstantValue(nodeCrypto.keyPairs);
    bind(T.Signal).toResolvedValue(() => createSignal());
    bind(T.Log).toResolvedValue(
      ({ logLevel }: Configuration) => createLog(logLevel, log, logFields),
      [T.Configuration],
    );
    bind(T.Tracing).toResolvedValue(
      (configuration, log) => openTracing(configuration.tracing, log),
      [T.Configuration, T.Log],
    );
    bind(T.Metrics).toResolvedValue(
      (storage, clock, conditions, state) => {
        const behind = (due: number | null): number => (due === null ? 0 : Math.max(clock.now() - due, 0) / 1000);
        const lags = {
          events: async () => behind(await storage.outbox.nextDue()),
          jobs: async () => behind(await storage.jobs.nextDue()),
        };
        const metrics = createMetrics(lags, {
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
        });
        if (place.supervisor === null) return metrics;
        return offerMetrics(metrics, { channel: place.supervisor, isServing: () => !place.isDraining() });
      },
      [T.Storage, T.Clock, T.RailConditions, T.HostState],
    );
    bind(T.RailConditions).toResolvedValue(() => createRailConditions());
    bind(T.Workers).toResolvedValue(
      ...byName(
        {
          core: T.Core,
          storage: T.Storage,
          clock: T.Clock,
          log: T.Log,
          metrics: T.Metrics,
          signal: T.Signal,
          configuration: T.Configuration,
        },
        ({ signal, configuration, ...ports }) => {
          const workers = createWorkers({ ...ports, enabled: configuration.workers });
          signal.listen(workers.wake);
          return workers;
        },
      ),
    );
  });
