import type { RailReport } from '@corridor/adapters-http';
import type { ConnectionUse } from '@corridor/adapters-storage';
import { type Instant, LEDGER_CURRENCIES, type Position } from '@corridor/core';
import type {
  ComparedHolding,
  OpenExceptions,
  Prefunding,
  RateAge,
  SafeguardingFigures,
  Upkeep,
} from '@corridor/core/internal';
import { Gauge, type Registry } from 'prom-client';
import type { DiskSpace } from './disk-space.js';
import { createFigureGauges, type DeclareGauge, shared } from './gauges.js';
import { type CountedPayments, registerPaymentMetrics } from './payment-metrics.js';
import type { UndeliveredReport } from './undelivered.js';
import { registerUpkeepMetrics } from './upkeep-metrics.js';

/** The backlog of the workers in seconds, read on each scrape. */
export interface Lags {
  events(): Promise<number>;
  jobs(): Promise<number>;
}

/** What is read on each scrape, from the database unless it says otherwise. */
export interface Figures {
  /** Whether the database can be used, and whether the host serves requests as well (`/readyz`). */
  readiness(): Promise<{ readonly database: boolean; readonly host: boolean }>;
  positions(): Promise<readonly Position[]>;
  exceptions(): Promise<readonly OpenExceptions[]>;
  payments(): Promise<CountedPayments>;
  undelivered(): Promise<UndeliveredReport>;
  /** The connections to banks and providers, as they were asked last. */
  rails(): Promise<readonly RailReport[]>;
  /** `isWhole`: whether those of all connections could be read. */
  holdings(): Promise<{ readonly compared: readonly ComparedHolding[]; readonly isWhole: boolean }>;
  /** What connections hold that should hold a least amount. */
  prefunding(): Promise<readonly Prefunding[]>;
  /** What is owed in the environments in which an account safeguards, and where it is. */
  safeguarding(): Promise<readonly SafeguardingFigures[]>;
  /** What operators have to look after, and the host time at which it was read. */
  upkeep(): Promise<Upkeep & { readonly now: Instant }>;
  /** The rates of this host. */
  rates(): Promise<readonly RateAge[]>;
  /** The connections of this process to the database server; null if the database runs in this process. */
  connections(): Promise<ConnectionUse | null>;
  /** Seconds by which this host is ahead of the database, at the last check; null if they were not compared. */
  clockSkew(): Promise<number | null>;
  /** The disk of the data folder; null if the system does not tell. */
  disk(): Promise<DiskSpace | null>;
}

/** Each process of a host has its own: the host is ready if all that serve are. */
export const READY = 'corridor_ready';
export const READY_MEANS = '1 if the host serves requests (/readyz), otherwise 0';
/** Declares what is read at each scrape. Returns the names of the metrics that are the same in each process of a host. */
export function registerFigures(registry: Registry, lags: Lags, figures: Figures): ReadonlySet<string> {
  const sameInAll = new Set<string>();
  const figureGauges = createFigureGauges(registry);
  /** Those of which each process of a host has its own are only read here. */
  const sameInEach =
    (declare: DeclareGauge): DeclareGauge =>
    (name, ...declaration) => {
      sameInAll.add(name);
      declare(name, ...declaration);
    };
  const gauge = sameInEach(figureGauges.gauge);

  const readiness = shared(figures.readiness);
  const fromDatabase = <F>(read: () => Promise<F>): (() => Promise<F>) =>
    shared(async () => {
      if (!(await readiness()).database) throw new Error('the database is not ready');
      return read();
    });
  for (const name of registerPaymentMetrics(registry, fromDatabase(figures.payments), figureGauges))
    sameInAll.add(name);

  figureGauges.gauge(READY, READY_MEANS, [], readiness, (ready, { host }) => ready.set(host ? 1 : 0));
  gauge(
    'corridor_event_lag_seconds',
    'Seconds by which the next event is overdue that the workers could send; 0 if no event is',
    [],
    fromDatabase(lags.events),
    (lag, seconds) => lag.set(seconds),
  );
  gauge(
    'corridor_job_lag_seconds',
    'Seconds by which the next job is overdue; 0 if no job is',
    [],
    fromDatabase(lags.jobs),
    (lag, seconds) => lag.set(seconds),
  );

  const undelivered = fromDatabase(figures.undelivered);
  gauge(
    'corridor_undelivered_events',
    'Number of events that wait for their delivery; of one platform, at most 5,000 are counted',
    ['environment'],
    undelivered,
    (events, { environments }) => {
      for (const { environment, count } of environments) events.set({ environment }, count);
    },
  );
  gauge(
    'corridor_failing_webhook_endpoints',
    'Number of platforms with an undelivered event whose last attempt failed',
    ['environment'],
    undelivered,
    (endpoints, { environments }) => {
      for (const { environment, failing } of environments) endpoints.set({ environment }, failing);
    },
  );
  gauge(
    'corridor_oldest_undelivered_event_seconds',
    'Age of the oldest undelivered event of a platform; only the 20 platforms with the oldest ones',
    ['environment', 'platform'],
    undelivered,
    (oldest, { platforms }) => {
      for (const { environment, platform, seconds } of platforms) oldest.set({ environment, platform }, seconds);
    },
  );

  const positions = fromDatabase(figures.positions);
  // The gauge has no label for the platform: there can be thousands, and each would be a time series.
  gauge(
    'corridor_position',
    'Trial balance over all platforms in smallest units, with the sign of the ledger postings',
    ['environment', 'currency', 'account'],
    positions,
    (position, lines) => {
      for (const { environment, currency, account, balance } of lines) {
        position.inc({ environment, currency, account }, Number(balance));
      }
    },
  );
  gauge(
    'corridor_trial_balance',
    'Sum of the trial balance in smallest units, which is 0 if the ledger is whole',
    ['environment', 'currency'],
    positions,
    (balance, lines) => {
      for (const { environment, currency, sum } of sumsOf(lines)) balance.set({ environment, currency }, Number(sum));
    },
  );

  const exceptions = fromDatabase(figures.exceptions);
  gauge(
    'corridor_open_exception_amount',
    'Total amount of the open exceptions, in smallest units',
    ['environment', 'kind', 'currency'],
    exceptions,
    (open, counted) => {
      for (const { environment, kind, currency, amount } of counted)
        open.set({ environment, kind, currency }, Number(amount));
    },
  );
  gauge(
    'corridor_open_exceptions',
    'Number of open exceptions, which wait for an operator',
    ['environment', 'kind', 'currency'],
    exceptions,
    (open, counted) => {
      for (const { environment, kind, currency, count } of counted) open.set({ environment, kind, currency }, count);
    },
  );

  // A connection that cannot read its store says that it is unreachable, which is not true while the database is down.
  const rails = fromDatabase(figures.rails);
  const railGauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    set: (gauge: Gauge<L | 'rail'>, report: RailReport) => void,
  ): void =>
    gauge<L | 'rail', readonly RailReport[]>(name, help, ['rail', ...labelNames], rails, (each, reports) => {
      for (const report of reports) set(each, report);
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

  const holdings = fromDatabase(figures.holdings);
  const gaugeOfParts = sameInEach(figureGauges.gaugeOfParts);
  const holdingGauge = (name: string, help: string, of: (holding: ComparedHolding) => bigint): void =>
    gaugeOfParts(name, help, ['rail', 'currency'], holdings, (each, { compared }) => {
      for (const holding of compared) each.set({ rail: holding.rail, currency: holding.currency }, Number(of(holding)));
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

  const disk = shared(figures.disk);
  const diskGauge = (name: string, help: string, of: (space: DiskSpace) => number): void =>
    gauge(name, help, [], disk, (bytes, space) => {
      if (space === null) bytes.remove();
      else bytes.set(of(space));
    });
  diskGauge(
    'corridor_disk_free_bytes',
    'Free space on the disk of the data folder, in bytes; absent if the system does not tell',
    ({ free }) => free,
  );
  diskGauge(
    'corridor_disk_size_bytes',
    'Size of the disk of the data folder, in bytes; absent if the system does not tell',
    ({ size }) => size,
  );
  gauge(
    'corridor_clock_skew_seconds',
    'Seconds by which the clock of this host is ahead of that of the database server, at the last check of each minute; absent with SQLite',
    [],
    figures.clockSkew,
    (skew, seconds) => {
      if (seconds === null) skew.remove();
      else skew.set(seconds);
    },
  );
  registerUpkeepMetrics({
    gauge,
    ownGauge: figureGauges.gauge,
    upkeep: fromDatabase(figures.upkeep),
    prefunding: fromDatabase(figures.prefunding),
    safeguarding: fromDatabase(figures.safeguarding),
    rates: shared(figures.rates),
    connections: shared(figures.connections),
  });
  sameInAll.add(figureGauges.registerReads());
  const units = new Gauge({
    name: 'corridor_currency_units',
    help: 'Number of smallest units in one unit of a currency: an amount in smallest units is divided by it to be shown',
    labelNames: ['currency'],
    registers: [registry],
    aggregator: 'first',
  });
  for (const { code, decimals } of LEDGER_CURRENCIES) units.set({ currency: code }, 10 ** decimals);
  return sameInAll;
}

/** The sums are exact: as floating-point numbers, large positions would not cancel each other out. */
function sumsOf(positions: readonly Position[]) {
  const sums = new Map<string, Pick<Position, 'environment' | 'currency'> & { readonly sum: bigint }>();
  for (const { environment, currency, balance } of positions) {
    const key = `${environment}/${currency}`;
    sums.set(key, { environment, currency, sum: (sums.get(key)?.sum ?? 0n) + balance });
  }
  return [...sums.values()];
}
