import { createProcessMetrics } from '../../packages/host/src/processes/process-metrics.js';
import { createInstruments } from '../../packages/host/src/metrics/prometheus.js';

// Only the declarations of the metrics are read here, never their figures.
const { registry } = createInstruments('', {} as never, {} as never);

/** The metrics that a host serves, as series are named, with their labels. */
function served(): ReadonlyMap<string, readonly string[]> {
  const declared = [registry, createProcessMetrics().registry].flatMap((each) =>
    each.getMetricsAsArray(),
  ) as unknown as readonly {
    readonly name: string;
    readonly type: string;
    readonly labelNames?: readonly string[];
  }[];
  return new Map([
    ...declared.flatMap(({ name, type, labelNames = [] }): (readonly [string, readonly string[]])[] =>
      type === 'histogram'
        ? [
            [`${name}_bucket`, [...labelNames, 'le']],
            [`${name}_count`, labelNames],
            [`${name}_sum`, labelNames],
          ]
        : [[name, labelNames]],
    ),
    // Prometheus itself records whether a scrape succeeded.
    ['up', []],
  ]);
}

export const SERVED = served();
