import type { NewSpan, Span, SpanName, Tracing } from '../kernel/index.js';

/** A span that a test recorded, with what the work under it set. */
export interface RecordedSpan extends SpanName {
  readonly trace: string;
  readonly parent: string | null;
  readonly link: string | null;
  readonly failed: string | null;
}

export interface RecordedTracing extends Tracing {
  /** The spans that have ended, in this order. */
  readonly spans: readonly RecordedSpan[];
}

/** Keeps spans in memory. Spans that run at the same time are not told apart, so `inner` belongs to the latest one. */
export function recordedTracing(): RecordedTracing {
  const spans: RecordedSpan[] = [];
  const running: string[] = [];
  let count = 0;

  const hex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0');

  async function record<T>(given: NewSpan, work: (span: Span) => Promise<T>): Promise<T> {
    count += 1;
    const { parent, link = null } = given;
    const trace = `00-${parent?.slice(3, 35) ?? hex(count, 32)}-${hex(count, 16)}-01`;
    let { name, attributes } = given;
    let failed: string | null = null;
    running.push(trace);
    try {
      return await work({
        trace,
        rename: (to) => void (name = to),
        set: (more) => void (attributes = { ...attributes, ...more }),
        fail: (type) => void (failed = type),
      });
    } catch (cause) {
      failed = cause instanceof Error ? cause.name : 'thrown';
      throw cause;
    } finally {
      running.splice(running.indexOf(trace), 1);
      spans.push({ name, kind: given.kind, attributes, trace, parent, link, failed });
    }
  }

  return {
    spans,
    span: record,
    inner: (span, work) => {
      const outer = running.at(-1);
      return outer === undefined ? work(null) : record({ ...span, parent: outer }, work);
    },
    current: () => running.at(-1) ?? null,
  };
}
