import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  ROOT_CONTEXT,
  type Span as RecordedSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { readTraceparent } from '@corridor/core/internal';
import type { Span, SpanName, Tracing } from '@corridor/core/ports';
import { packageVersion } from '../files/version.js';

export interface HostTracing extends Tracing {
  /** Sends the spans that are left, for one second at most. */
  close(): Promise<void>;
}

export interface OpenTelemetryOptions {
  /** URL to which spans are posted. */
  readonly endpoint: string;
  /** The share of traces that are recorded. */
  readonly sample: number;
  /** Called when spans were lost for the first time, and for the first time after some were exported. */
  readonly onLost: (reason: string) => void;
}

/** A host has ten seconds to stop, most of which belong to requests and jobs. */
const CLOSE_WITHIN_MS = 1_000;
const SUCCESS = 0;

const KINDS: Readonly<Record<SpanName['kind'], SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/**
 * Tracing by the SDK of OpenTelemetry, which exports in the background and drops spans that it cannot keep. Nothing is
 * registered globally, because several hosts can run in one process. The span in which code runs is kept by Node, for
 * the spans of units, rail calls and outgoing requests (docs/decisions/0051-tracing.md).
 */
export function createOpenTelemetry({ endpoint, sample, onLost }: OpenTelemetryOptions): HostTracing {
  const ratio = new TraceIdRatioBasedSampler(sample);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'corridor', 'service.version': packageVersion() }))
      .merge(detectResources({ detectors: [envDetector] })),
    // A caller may leave a trace out. It cannot have more traces recorded than the operator wants.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio }),
    spanProcessors: [new BatchSpanProcessor(reporting(new OTLPTraceExporter({ url: endpoint }), onLost))],
  });
  const tracer = provider.getTracer('corridor', packageVersion());
  const running = new AsyncLocalStorage<RecordedSpan>();

  async function run<T>(recorded: RecordedSpan, work: (span: Span) => Promise<T>): Promise<T> {
    try {
      return await running.run(recorded, () => work(spanOf(recorded)));
    } catch (cause) {
      recorded.setAttribute('error.type', cause instanceof Error ? cause.name : 'thrown');
      recorded.setStatus({ code: SpanStatusCode.ERROR });
      throw cause;
    } finally {
      recorded.end();
    }
  }

  return {
    span({ name, kind, attributes, parent, isParentRemote = false, link = null }, work) {
      const linked = contextOf(link, false);
      const links = linked === null ? [] : [{ context: linked }];
      const options = { kind: KINDS[kind], attributes: { ...attributes }, links };
      return run(tracer.startSpan(name, options, below(contextOf(parent, isParentRemote))), work);
    },

    inner({ name, kind, attributes }, work) {
      const outer = running.getStore();
      if (outer === undefined) return work(null);
      const options = { kind: KINDS[kind], attributes: { ...attributes } };
      return run(tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, outer)), work);
    },

    current() {
      const outer = running.getStore();
      return outer === undefined ? null : traceparentOf(outer);
    },

    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_WITHIN_MS)));
      // `onLost` has reported why spans could not be sent.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

function traceparentOf(recorded: RecordedSpan): string {
  const { traceId, spanId, traceFlags } = recorded.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
}

const spanOf = (recorded: RecordedSpan): Span => ({
  trace: traceparentOf(recorded),
  rename: (name) => void recorded.updateName(name),
  set: (attributes) => void recorded.setAttributes({ ...attributes }),
  fail: (type) => {
    recorded.setAttribute('error.type', type);
    recorded.setStatus({ code: SpanStatusCode.ERROR });
  },
});

function contextOf(traceparent: string | null, isRemote: boolean): SpanContext | null {
  const valid = readTraceparent(traceparent);
  if (valid === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = valid.split('-');
  return { traceId, spanId, traceFlags: Number(flags), isRemote };
}

const below = (parent: SpanContext | null): Context =>
  parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);

/** The exporter, whose losses are reported: the SDK drops spans in silence. */
export function reporting(exporter: SpanExporter, onLost: OpenTelemetryOptions['onLost']): SpanExporter {
  let isLosing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isLost = result.code !== SUCCESS;
        if (isLost && !isLosing) onLost(result.error?.message ?? 'the exporter gave no reason');
        isLosing = isLost;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
