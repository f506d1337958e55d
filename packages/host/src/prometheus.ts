import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How far behind the workers are, in seconds; read when metrics are asked for. */
export interface Lags {
  events(): Promise<number>;
  jobs(): Promise<number>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The instruments, in a registry of their own so that two hosts in one process do not share them. */
export function createInstruments(lags: Lags) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'corridor_event_lag_seconds',
    help: 'How long the next event has been waiting past its due time',
    registers,
    async collect() {
      this.set(await lags.events());
    },
  });
  new Gauge({
    name: 'corridor_job_lag_seconds',
    help: 'How long the next job has been waiting past its due time',
    registers,
    async collect() {
      this.set(await lags.jobs());
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'corridor_http_request_seconds',
      help: 'Requests answered, by operation',
      labelNames: ['operation', 'status'],
      buckets: SECONDS,
      registers,
    }),
    brokenConnections: new Counter({
      name: 'corridor_http_broken_connections_total',
      help: 'Connections that clients broke off, or on which they sent no HTTP',
      labelNames: ['code'],
      registers,
    }),
    railCalls: new Histogram({
      name: 'corridor_rail_call_seconds',
      help: 'Calls to rails, by outcome',
      labelNames: ['rail', 'call', 'outcome'],
      buckets: SECONDS,
      registers,
    }),
    workItems: new Counter({ name: 'corridor_work_items_total', help: 'Jobs and events worked off', registers }),
    workPasses: new Histogram({
      name: 'corridor_work_pass_seconds',
      help: 'Passes of the worker that found something to do',
      buckets: SECONDS,
      registers,
    }),
    retries: new Counter({
      name: 'corridor_work_retries_total',
      help: 'Attempts of waiting work that did not succeed and are repeated',
      labelNames: ['what'],
      registers,
    }),
  };
}
