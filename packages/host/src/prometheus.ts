import type { Position } from '@corridor/core';
import type { OpenExceptions } from '@corridor/core/internal';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** How far behind the workers are, in seconds; read when metrics are asked for. */
export interface Lags {
  events(): Promise<number>;
  jobs(): Promise<number>;
}

/** What the books say; read when metrics are asked for. */
export interface Figures {
  positions(): Promise<readonly Position[]>;
  exceptions(): Promise<readonly OpenExceptions[]>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The instruments, in a registry of their own so that two hosts in one process do not share them. */
export function createInstruments(lags: Lags, figures: Figures) {
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
  // Without the platform: there may be thousands, and a label of each would be a series of its own.
  new Gauge({
    name: 'corridor_position',
    help: 'Trial balance in smallest units, over all platforms, signed as the postings of the ledger are',
    labelNames: ['environment', 'currency', 'account'],
    registers,
    async collect() {
      const positions = await figures.positions();
      this.reset();
      for (const { environment, currency, account, balance } of positions) {
        this.inc({ environment, currency, account }, Number(balance));
      }
    },
  });
  new Gauge({
    name: 'corridor_open_exception_amount',
    help: 'What is at stake in exceptions that wait for an operator, in smallest units',
    labelNames: ['environment', 'kind', 'currency'],
    registers,
    async collect() {
      const counted = await figures.exceptions();
      this.reset();
      for (const { environment, kind, currency, amount } of counted) {
        this.set({ environment, kind, currency }, Number(amount));
      }
    },
  });
  new Gauge({
    name: 'corridor_open_exceptions',
    help: 'Exceptions that wait for an operator',
    labelNames: ['environment', 'kind', 'currency'],
    registers,
    async collect() {
      const counted = await figures.exceptions();
      this.reset();
      for (const { environment, kind, currency, count } of counted) this.set({ environment, kind, currency }, count);
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
