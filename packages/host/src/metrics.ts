import type { createInstruments, Figures, Lags } from './prometheus.js';

/** What the host counts. The Prometheus client is loaded with the first record, which keeps the start fast. */
export interface Metrics {
  /** By operationId, never by path, because paths contain ids. */
  observeRequest(operationId: string, status: number, seconds: number): void;
  /** By error code. */
  connectionBroken(code: string): void;
  railCall(rail: string, call: string, outcome: string, seconds: number): void;
  /** One pass of a worker that found work. */
  worked(items: number, seconds: number): void;
  /** A failed attempt of a job or event, by its kind. */
  retried(what: string): void;
  render(): Promise<{ readonly contentType: string; readonly body: string }>;
}

type Loaded = ReturnType<typeof createInstruments>;

export function createMetrics(lags: Lags, figures: Figures): Metrics {
  let loaded: Loaded | null = null;
  let loading: Promise<Loaded> | null = null;
  let waiting: ((metrics: Loaded) => void)[] = [];

  async function loadInstruments(): Promise<Loaded> {
    const prometheus = await import('./prometheus.js');
    const metrics = prometheus.createInstruments(lags, figures);
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
    retried: (what) => whenLoaded((metrics) => metrics.retries.inc({ what })),
    async render() {
      const { registry } = await (loading ??= loadInstruments());
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}
