/** Attributes of a span. They name kinds, codes and statuses; never customers, accounts, amounts or paths of requests. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A piece of work under way, as a trace shows it. */
export interface Span {
  /** The span as a W3C `traceparent`: contexts, rows of jobs and events, and headers carry it on. */
  readonly trace: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a code, not a message, because messages can name what a span must not. */
  fail(type: string): void;
}

/** What a span is called, and its role: `server` and `client` are the two ends of a call. */
export interface SpanName {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  readonly attributes: SpanAttributes;
}

export interface NewSpan extends SpanName {
  /** The `traceparent` of the span that caused this one; null if this span starts a trace. */
  readonly parent: string | null;
  /** True if a caller sent `parent`: it then decides that a trace is not recorded, but not that one is. */
  readonly isParentRemote?: boolean;
  /** The `traceparent` of an earlier span, in another trace, that led to this one. */
  readonly link?: string | null;
}

/**
 * Records spans. Core passes the parent explicitly, because work goes on in other hosts and after crashes. Without this
 * port nothing is recorded, and contexts keep the trace that they were given. An error of `work` fails its span and is
 * thrown on; recording never fails or delays `work`.
 */
export interface Tracing {
  /** Runs `work` in a new span. */
  span<T>(span: NewSpan, work: (span: Span) => Promise<T>): Promise<T>;
  /** Runs `work` in a span below the one in which it is called. Without such a span, none is made and `work` gets null. */
  inner<T>(span: SpanName, work: (span: Span | null) => Promise<T>): Promise<T>;
  /** The `traceparent` of the span in which it is called; null outside of spans. */
  current(): string | null;
}

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * The `traceparent` that a caller sent, in version 00 and with no flag but `sampled`; null if it is absent or malformed,
 * as the standard demands. Later versions may append further fields.
 */
export function readTraceparent(header: unknown): string | null {
  const [, traceId, spanId, flags, more] = typeof header === 'string' ? (TRACEPARENT.exec(header) ?? []) : [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  if (more !== undefined && (header as string).startsWith('00')) return null;
  return `00-${traceId}-${spanId}-0${Number.parseInt(flags, 16) & 1}`;
}

/** Later work would stretch a trace over hours, and tools show a trace when its first spans have arrived. */
const SAME_TRACE_MS = 60_000;

/**
 * Where the span of a row's work belongs: to the trace that wrote the row, or, for a retry and for work that runs more
 * than a minute after the row was written, to a new trace with a link to it.
 */
export const traceOfRow = (
  row: { readonly trace: string | null; readonly attempts: number },
  ageMs: number,
): Pick<NewSpan, 'parent' | 'link'> =>
  row.attempts > 1 || ageMs > SAME_TRACE_MS ? { parent: null, link: row.trace } : { parent: row.trace };
