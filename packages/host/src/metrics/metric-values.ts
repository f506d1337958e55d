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
