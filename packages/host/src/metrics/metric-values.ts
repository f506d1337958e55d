import type { Registry } from 'prom-client';

/** The metrics of one process of a host. */
export interface ReadMetrics {
  /** What this process counts and measures itself. */
  readonly own: readonly MetricValues[];
  /** What each process of the host would read alike, such as the positions of the ledger. */
  readonly figures: readonly MetricValues[];
}

/** A metric as the Prometheus client reads and sums it up. */
export interface MetricValues {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  /** How values of several processes become one. */
  readonly aggregator: string;
  readonly values: readonly {
    readonly value: number;
    readonly labels: Readonly<Record<string, string | number>>;
    /** Name of the series, if it is not that of the metric, as in a histogram. */
    readonly metricName?: string;
  }[];
}

/** The client would average the lags of several processes and leave out their start: the worst of each is of use. */
const AGGREGATORS: ReadonlyMap<string, string> = new Map([
  ['process_start_time_seconds', 'min'],
  ...['', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
    (of) => [`nodejs_eventloop_lag${of}_seconds`, 'max'] as const,
  ),
]);

/** Reads the metrics of a registry as values that JSON can represent. */
export async function readMetrics(
  registry: Registry,
  includes: (name: string) => boolean = () => true,
): Promise<readonly MetricValues[]> {
  const metrics = registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    get(): Promise<MetricValues>;
  }[];
  const found = await Promise.all(metrics.filter(({ name }) => includes(name)).map((metric) => metric.get()));
  return found.map(({ name, help, type, aggregator, values }) => ({
    name,
    help,
    type,
    aggregator: AGGREGATORS.get(name) ?? aggregator,
    values: values
      .filter(({ value }) => Number.isFinite(value))
      .map(({ value, labels, metricName }) => ({ value, labels, ...(metricName !== undefined && { metricName }) })),
  }));
}
