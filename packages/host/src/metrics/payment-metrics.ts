import type { Instant } from '@corridor/core';
import { SETTLE_BOUNDS, type TotalCell, type Totals } from '@corridor/core/internal';
import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import type { FigureGauges } from './gauges.js';

/** The payments of the whole database, and the host time at which they were read. */
export interface CountedPayments {
  readonly totals: Totals;
  readonly now: Instant;
}

const SETTLE_SECONDS = 'corridor_payment_settle_seconds';
const SAME = 'The same on each host of a database: take the maximum over hosts, not the sum';

/**
 * Totals of payments from the database. They are read once for all metrics of a scrape. If they cannot be read, the
 * scrape is without them, and `unread` counts each. No metric has a label for the platform: there can be thousands. Returns the names of the metrics.
 */
export function registerPaymentMetrics(
  registry: Registry,
  read: () => Promise<CountedPayments>,
  { counted: countedRead, declare }: Pick<FigureGauges, 'counted' | 'declare'>,
): readonly string[] {
  const payments = new Registry();
  const registers = [payments];
  // The registry collects all metrics in one turn of the event loop, so that they share the read that the first began.
  const readFor = (metric: string): Promise<CountedPayments | null> => countedRead(metric, read());

  function counter<L extends keyof TotalCell & string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    valueOf: (cell: TotalCell) => number,
  ): void {
    countersOf(name, help, labelNames, (cell) => [[labelsOf(cell, labelNames), valueOf(cell)]]);
  }

  function countersOf<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    valuesOf: (cell: TotalCell) => readonly (readonly [Partial<Record<L, string>>, number])[],
  ): void {
    new Counter<L>({
      name,
      help: `${help}. ${SAME}`,
      labelNames,
      registers,
      async collect() {
        const counted = await readFor(name);
        this.reset();
        for (const cell of counted?.totals.cells ?? []) {
          for (const [labels, value] of valuesOf(cell)) this.inc(labels, value);
        }
      },
    });
  }

  counter(
    'corridor_payments_accepted_total',
    'Payments, transfers and uses of cards that were accepted',
    ['environment', 'kind'],
    ({ accepted }) => accepted,
  );
  counter(
    'corridor_payments_settled_total',
    'Payments that settled',
    ['environment', 'kind', 'rail'],
    ({ settled }) => settled,
  );
  countersOf(
    'corridor_payments_failed_total',
    'Payments that ended without settling, also those that were cancelled or expired',
    ['environment', 'kind', 'reason'],
    ({ environment, kind, failed }) =>
      Object.entries(failed).map(([reason, count]) => [{ environment, kind, reason }, count] as const),
  );
  counter(
    'corridor_payments_returned_total',
    'Payments whose money was taken back after they had settled',
    ['environment', 'rail'],
    ({ returned }) => returned,
  );
  counter(
    'corridor_payments_amount_total',
    'Total of the settled payments, in smallest units',
    ['environment', 'kind', 'currency'],
    ({ amount }) => Number(amount),
  );
  payments.registerMetric(settleSeconds(async () => (await readFor(SETTLE_SECONDS))?.totals.cells ?? []));
  new Gauge({
    name: 'corridor_open_payments',
    help: `Payments that a rail has to collect or deliver, and payments whose refund it has to send. ${SAME}`,
    labelNames: ['environment', 'kind'],
    registers,
    async collect() {
      const counted = await readFor('corridor_open_payments');
      this.reset();
      for (const { environment, kind, count } of counted?.totals.open ?? []) this.set({ environment, kind }, count);
    },
  });
  new Gauge({
    name: 'corridor_oldest_open_payment_seconds',
    help: `Age of the oldest open payment, up to five minutes too high; absent if none is open. ${SAME}`,
    labelNames: ['environment', 'kind'],
    registers,
    async collect() {
      const counted = await readFor('corridor_oldest_open_payment_seconds');
      this.reset();
      for (const { environment, kind, oldestSince } of counted?.totals.open ?? []) {
        this.set({ environment, kind }, Math.max(0, counted!.now - oldestSince) / 1000);
      }
    },
  });
  new Gauge({
    name: 'corridor_payment_figures_behind',
    help: '1 if the newest payments are missing in the metrics of payments, because earlier ones are still being counted, otherwise 0',
    registers,
    async collect() {
      const counted = await readFor('corridor_payment_figures_behind');
      // A reset would set a gauge without labels to 0.
      this.remove({});
      if (counted !== null) this.set(counted.totals.isBehind ? 1 : 0);
    },
  });
  const registered = payments.getMetricsAsArray();
  for (const metric of registered) {
    declare(metric.name);
    registry.registerMetric(metric as unknown as Metric);
  }
  return registered.map(({ name }) => name);
}

const labelsOf = <L extends keyof TotalCell & string>(cell: TotalCell, names: readonly L[]) =>
  Object.fromEntries(names.map((name) => [name, String(cell[name])])) as Record<L, string>;

interface SettleTimes {
  readonly labels: Readonly<Record<'environment' | 'rail', string>>;
  /** By the number of the bucket. */
  readonly counts: number[];
  sum: number;
}

/** A histogram of times that are counted in the database: those of the client can only observe single times. */
function settleSeconds(cells: () => Promise<readonly TotalCell[]>): Metric {
  const name = SETTLE_SECONDS;
  const help = `Time from the acceptance of a payment until it settled, in the time of its platform, without payments that were accepted and settled at once. ${SAME}`;
  const described = { name, help, type: 'histogram', aggregator: 'max' } as const;
  const metric = {
    ...described,
    labelNames: ['environment', 'rail'],
    upperBounds: SETTLE_BOUNDS,
    reset: () => undefined,
    get: async () => ({ ...described, values: timesOf(await cells()).flatMap(valuesOf) }),
  };
  return metric as unknown as Metric;

  function valuesOf({ labels, counts, sum }: SettleTimes) {
    let count = 0;
    const buckets = [...SETTLE_BOUNDS, '+Inf'].map((le, bucket) => {
      count += counts[bucket] ?? 0;
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }
}

function timesOf(cells: readonly TotalCell[]): readonly SettleTimes[] {
  const found = new Map<string, SettleTimes>();
  for (const { environment, rail, times, settleMs } of cells) {
    const key = `${environment}/${rail}`;
    const before = found.get(key) ?? { labels: { environment, rail }, counts: [], sum: 0 };
    found.set(key, before);
    before.sum += settleMs / 1000;
    for (const [bucket, count] of Object.entries(times)) {
      before.counts[Number(bucket)] = (before.counts[Number(bucket)] ?? 0) + count;
    }
  }
  return [...found.values()];
}
