import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { READY, READY_MEANS } from '../metrics/figure-gauges.js';
import { type MetricValues, readMetrics } from '../metrics/metric-values.js';

const supervisor = new Registry();
collectDefaultMetrics({ register: supervisor });

/** Memory, processor time and event loop of the supervisor, which belong to the host as well. */
export const supervisorMetrics = (): Promise<readonly MetricValues[]> => readMetrics(supervisor);

/** Sums up metrics by name and labels, each in the way of its `aggregator`. */
export const sumMetrics = (parts: readonly (readonly MetricValues[])[]): Promise<readonly MetricValues[]> =>
  readMetrics(summed(parts));

/** Without the gauges, which say nothing about a process that does not answer any more. */
export const countsOf = (metrics: readonly MetricValues[]): readonly MetricValues[] =>
  metrics.filter(({ type }) => type === 'counter' || type === 'histogram');

export const readyOf = (metrics: readonly MetricValues[]): boolean =>
  metrics.some(({ name, values }) => name === READY && values[0]?.value === 1);

/** Sets whether the whole host is ready. */
export function readySum(metrics: readonly MetricValues[], isReady: boolean): readonly MetricValues[] {
  const values = [{ value: isReady ? 1 : 0, labels: {} }];
  const ready = { name: READY, help: READY_MEANS, type: 'gauge', aggregator: 'first', values };
  return [...metrics.filter(({ name }) => name !== READY), ready];
}

export async function textOf(metrics: readonly MetricValues[]) {
  const registry = summed([metrics]);
  return { contentType: registry.contentType as string, body: await registry.metrics() };
}

const summed = (parts: readonly (readonly MetricValues[])[]): Registry =>
  AggregatorRegistry.aggregate(parts as MetricValues[][]);
