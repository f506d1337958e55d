import { createInstruments } from '../../packages/host/src/prometheus.js';

/**
 * The metrics of payments. `createInstruments` gets them from the payment figures; without those, the tests of their
 * alerts are skipped. With those, this list and `SERVES_PAYMENTS` have no use.
 */
const OF_PAYMENTS: readonly (readonly [string, readonly string[]])[] = [
  ['corridor_payments_accepted_total', ['environment', 'kind']],
  ['corridor_payments_settled_total', ['environment', 'kind', 'rail']],
  ['corridor_payments_failed_total', ['environment', 'kind', 'reason']],
  ['corridor_payments_returned_total', ['environment', 'rail']],
  ['corridor_payments_amount_total', ['environment', 'kind', 'currency']],
  ['corridor_payment_settle_seconds_bucket', ['environment', 'rail', 'le']],
  ['corridor_open_payments', ['environment', 'kind']],
  ['corridor_oldest_open_payment_seconds', ['environment', 'kind']],
  ['corridor_payment_figures_behind', []],
];

// Only the declarations of the metrics are read here, never their figures.
const { registry } = createInstruments({} as never, {} as never);

export const SERVES_PAYMENTS = registry.getSingleMetric('corridor_open_payments') !== undefined;

/** The metrics that a host serves, as series are named, with their labels. */
function served(): ReadonlyMap<string, readonly string[]> {
  const declared = registry.getMetricsAsArray() as unknown as readonly {
    readonly name: string;
    readonly type: string;
    readonly labelNames?: readonly string[];
  }[];
  return new Map([
    ...OF_PAYMENTS,
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
