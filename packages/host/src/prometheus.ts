import type { RailReport } from '@corridor/adapters-http';
import type { Position } from '@corridor/core';
import type { ComparedHolding, OpenExceptions } from '@corridor/core/internal';
import { type CountedPayments, registerPaymentMetrics } from './payment-metrics.js';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The backlog of the workers in seconds, read on each scrape. */
export interface Lags {
  events(): Promise<number>;
  jobs(): Promise<number>;
}

/** Figures of the ledger, of the exceptions and of the connections to banks and providers, read on each scrape. */
export interface Figures {
  positions(): Promise<readonly Position[]>;
  exceptions(): Promise<readonly OpenExceptions[]>;
  payments(): Promise<CountedPayments>;
  rails(): Promise<readonly RailReport[]>;
  holdings(): Promise<readonly ComparedHolding[]>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The instruments have a registry of their own, so that two hosts in one process do not share it. */
export function createInstruments(lags: Lags, figures: Figures) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  registerPaymentMetrics(registry, figures.payments);
  new Gauge({
    name: 'corridor_event_lag_seconds',
    help: 'Seconds by which the next event is overdue; 0 if no event is',
    registers,
    async collect() {
      this.set(await lags.events());
    },
  });
  new Gauge({
    name: 'corridor_job_lag_seconds',
    help: 'Seconds by which the next job is overdue; 0 if no job is',
    registers,
    async collect() {
      this.set(await lags.jobs());
    },
  });
  // The gauge has no label for the platform: there can be thousands, and each would be a time series.
  new Gauge({
    name: 'corridor_position',
    help: 'Trial balance over all platforms in smallest units, with the sign of the ledger postings',
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
    help: 'Total amount of the open exceptions, in smallest units',
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
    help: 'Number of open exceptions, which wait for an operator',
    labelNames: ['environment', 'kind', 'currency'],
    registers,
    async collect() {
      const counted = await figures.exceptions();
      this.reset();
      for (const { environment, kind, currency, count } of counted) this.set({ environment, kind, currency }, count);
    },
  });
  const railGauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    set: (gauge: Gauge<L | 'rail'>, report: RailReport) => void,
  ): void =>
    void new Gauge<L | 'rail'>({
      name,
      help,
      labelNames: ['rail', ...labelNames],
      registers,
      async collect() {
        const reports = await figures.rails();
        this.reset();
        for (const report of reports) set(this, report);
      },
    });
  railGauge(
    'corridor_rail_reachable',
    '1 if the other side of a connection answers and accepts the credentials, otherwise 0',
    [],
    (gauge, { name: rail, isReachable }) => gauge.set({ rail }, isReachable ? 1 : 0),
  );
  railGauge(
    'corridor_rail_last_exchange_timestamp_seconds',
    'When a connection last exchanged something with the other side, as a Unix time in seconds; absent if never',
    [],
    (gauge, { name: rail, lastExchangeAt }) => {
      if (lastExchangeAt !== null) gauge.set({ rail }, Number(lastExchangeAt) / 1000);
    },
  );
  railGauge(
    'corridor_rail_backlog',
    'Number of items that wait at a connection, by the name of the items',
    ['item'],
    (gauge, { name: rail, backlog }) => {
      for (const [item, count] of Object.entries(backlog)) gauge.set({ rail, item }, count);
    },
  );
  railGauge(
    'corridor_rail_problems',
    'Number of problems of a connection that an operator must look at',
    [],
    (gauge, { name: rail, problems }) => gauge.set({ rail }, problems.length),
  );
  const holdingGauge = (name: string, help: string, of: (holding: ComparedHolding) => bigint): void =>
    void new Gauge({
      name,
      help,
      labelNames: ['rail', 'currency'],
      registers,
      async collect() {
        const holdings = await figures.holdings();
        this.reset();
        for (const holding of holdings)
          this.set({ rail: holding.rail, currency: holding.currency }, Number(of(holding)));
      },
    });
  holdingGauge(
    'corridor_rail_holding',
    'What the other side of a connection holds, in smallest units; absent if it cannot be read',
    ({ amount }) => amount,
  );
  holdingGauge(
    'corridor_rail_ledger',
    'What the ledger says that the other side of a connection holds, in smallest units',
    ({ ledger }) => ledger,
  );
  holdingGauge(
    'corridor_rail_difference',
    'What the other side of a connection holds more than the ledger says, without what it has not reported yet; 0 if both agree',
    ({ difference }) => difference,
  );
  return {
    registry,
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
      labelNames: ['what'],
      registers,
    }),
  };
}
