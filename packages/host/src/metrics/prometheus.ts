import { ENVIRONMENTS } from '@corridor/core';
import { DELIVERY_OUTCOMES } from '@corridor/core/ports';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Figures, type Lags, registerFigures } from './figure-gauges.js';
import { readMetrics, type ReadMetrics } from './metric-values.js';
import { packageVersion } from '../files/version.js';

export type { Figures, Lags } from './figure-gauges.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The instruments have a registry of their own, so that two hosts in one process do not share it. */
export function createInstruments(settings: string, lags: Lags, figures: Figures) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const sameInAll = registerFigures(registry, lags, figures);
  new Gauge({
    name: 'corridor_build_info',
    help: '1, with the versions of Corridor and of Node.js that the host runs, and a digest of its settings',
    labelNames: ['version', 'node', 'settings'],
    registers,
    aggregator: 'first',
  }).set({ version: packageVersion(), node: process.versions.node, settings }, 1);

  const deliveries = new Counter({
    name: 'corridor_webhook_deliveries_total',
    help: 'Attempts of this host to deliver an event, by outcome',
    labelNames: ['environment', 'outcome'],
    registers,
  });
  const leasesLost = new Counter({
    name: 'corridor_leases_lost_total',
    help: 'Jobs and events that another host had claimed before this host could record what it did',
    labelNames: ['of'],
    registers,
  });
  const noticesGivenUp = new Counter({
    name: 'corridor_approval_notices_given_up_total',
    help: 'Notices to approvers that their receivers refused, or whose last attempt of this host failed',
    labelNames: ['environment'],
    registers,
  });
  // A counter that begins with its first increment hides it from `increase`.
  for (const environment of ENVIRONMENTS) {
    for (const outcome of DELIVERY_OUTCOMES) deliveries.inc({ environment, outcome }, 0);
    noticesGivenUp.inc({ environment }, 0);
  }
  for (const of of ['job', 'event']) leasesLost.inc({ of }, 0);

  return {
    registry,
    /** Reads all metrics in one turn of the event loop, so that they share what is read from the database. */
    async read(withFigures: boolean): Promise<ReadMetrics> {
      const [own, figures] = await Promise.all([
        readMetrics(registry, (name) => !sameInAll.has(name)),
        readMetrics(registry, (name) => withFigures && sameInAll.has(name)),
      ]);
      return { own, figures };
    },
    deliveries,
    leasesLost,
    noticesGivenUp,
    screenings: new Counter({
      name: 'corridor_screening_questions_total',
      help: 'Questions of this host to a screening provider, by what it answered; `away` if it did not, or by other lists',
      labelNames: ['environment', 'provider', 'outcome'],
      registers,
    }),
    unreadableSecrets: new Counter({
      name: 'corridor_unreadable_secrets_total',
      help: 'Attempts to open a stored secret that failed, because another master key has sealed it or it was altered',
      registers,
    }),
    requests: new Histogram({
      name: 'corridor_http_request_seconds',
      help: 'Duration of HTTP requests in seconds, by operation and status',
      labelNames: ['operation', 'status'],
      buckets: SECONDS,
      registers,
    }),
    brokenConnections: new Counter({
      name: 'corridor_http_broken_connections_total',
      help: 'Connections that ended before a request could be read, by error code',
      labelNames: ['code'],
      registers,
    }),
    railCalls: new Histogram({
      name: 'corridor_rail_call_seconds',
      help: 'Duration of calls to rails in seconds, by rail, call and outcome',
      labelNames: ['rail', 'call', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    workItems: new Counter({
      name: 'corridor_work_items_total',
      help: 'Jobs and events that the workers have processed',
      registers,
    }),
    workPasses: new Histogram({
      name: 'corridor_work_pass_seconds',
      help: 'Duration in seconds of runs of the background workers that found work',
      buckets: SECONDS,
      registers,
    }),
    retries: new Counter({
      name: 'corridor_work_retries_total',
      help: 'Failed attempts of jobs and events that are retried',
      labelNames: ['what', 'job'],
      registers,
    }),
  };
}
