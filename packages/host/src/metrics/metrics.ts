import type { Environment } from '@corridor/core';
import type { DeliveryOutcome, ScreeningOutcome } from '@corridor/core/ports';
import type { ReadMetrics } from './metric-values.js';
import type { createInstruments, Figures, Lags } from './prometheus.js';
import { renderedOnce } from './rendered-once.js';

/** The metrics of the host. The Prometheus client is loaded with the first record, which keeps the start fast. */
export interface Metrics {
  /** Requests are counted by operationId, never by path, because paths contain ids. */
  observeRequest(operationId: string, status: number, seconds: number): void;
  /** Broken connections are counted by error code. */
  connectionBroken(code: string): void;
  railCall(rail: string, call: string, outcome: string, seconds: number): void;
  /** Records one run of a worker that found work. */
  worked(items: number, seconds: number): void;
  /** Records the outcome of an attempt to deliver an event. */
  delivery(environment: Environment, outcome: DeliveryOutcome): void;
  leaseLost(of: 'job' | 'event'): void;
  /** Records a notice to approvers that was refused, or whose last attempt failed. */
  noticeGivenUp(environment: Environment): void;
  /** Records how an attempt to ask a screening provider ended. */
  screened(environment: Environment, provider: string, outcome: ScreeningOutcome): void;
  /** Records an attempt to open a sealed text that does not open. */
  secretUnreadable(): void;
  /**
   * Records an attempt that failed and is repeated. `what` is the constant text of its log line; `job` the kind of the
   * job, and empty for other work.
   */
  retried(what: string, job: string): void;
  /** The metrics as Prometheus reads them; in a host of several processes those of all its processes together. */
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
  /** Reads the metrics of this process; the figures are empty unless they are asked for. */
  read(withFigures: boolean): Promise<ReadMetrics>;
  /** Hands over what this process has counted, if the host has several processes. */
  close(): Promise<void>;
}

type Loaded = ReturnType<typeof createInstruments>;

export function createMetrics(settings: string, lags: Lags, figures: Figures): Metrics {
  let loaded: Loaded | null = null;
  let loading: Promise<Loaded> | null = null;
  let waiting: ((metrics: Loaded) => void)[] = [];

  async function loadInstruments(): Promise<Loaded> {
    const prometheus = await import('./prometheus.js');
    const metrics = prometheus.createInstruments(settings, lags, figures);
    for (const record of waiting) record(metrics);
    waiting = [];
    loaded = metrics;
    return metrics;
  }

  function whenLoaded(record: (metrics: Loaded) => void): void {
    if (loaded !== null) return record(loaded);
    waiting.push(record);
    loading ??= loadInstruments();
  }

  return {
    observeRequest: (operation, status, seconds) =>
      whenLoaded((metrics) => metrics.requests.observe({ operation, status }, seconds)),
    connectionBroken: (code) => whenLoaded((metrics) => metrics.brokenConnections.inc({ code })),
    railCall: (rail, call, outcome, seconds) =>
      whenLoaded((metrics) => metrics.railCalls.observe({ rail, call, outcome }, seconds)),
    worked: (items, seconds) =>
      whenLoaded((metrics) => {
        metrics.workItems.inc(items);
        metrics.workPasses.observe(seconds);
      }),
    delivery: (environment, outcome) => whenLoaded((metrics) => metrics.deliveries.inc({ environment, outcome })),
    leaseLost: (of) => whenLoaded((metrics) => metrics.leasesLost.inc({ of })),
    noticeGivenUp: (environment) => whenLoaded((metrics) => metrics.noticesGivenUp.inc({ environment })),
    screened: (environment, provider, outcome) =>
      whenLoaded((metrics) => metrics.screenings.inc({ environment, provider, outcome })),
    secretUnreadable: () => whenLoaded((metrics) => metrics.unreadableSecrets.inc()),
    retried: (what, job) => whenLoaded((metrics) => metrics.retries.inc({ what, job })),
    render: renderedOnce(async () => {
      const { registry } = await (loading ??= loadInstruments());
      return { contentType: registry.contentType, body: await registry.metrics() };
    }),
    read: async (withFigures) => (await (loading ??= loadInstruments())).read(withFigures),
    close: async () => undefined,
  };
}
