import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as the host exported it. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first span of a trace. */
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** The spans, in other traces, that led to this one, as `traceId-spanId`. */
  readonly links: readonly string[];
  readonly isFailed: boolean;
}

export interface SpanReceiver {
  readonly endpoint: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that was received, as it was sent. */
  text(): string;
  /** Answers from now on; 200 at first. */
  answerWith(answer: (response: ServerResponse) => void): void;
  close(): Promise<void>;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: string | number;
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: string;
        readonly spanId: string;
        readonly parentSpanId?: string;
        readonly name: string;
        readonly attributes: readonly { readonly key: string; readonly value: Value }[];
        readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
        readonly status?: { readonly code?: number };
      }[];
    }[];
  }[];
}

const ERROR = 2;

/** A collector that keeps the spans which hosts send by OTLP over HTTP. */
export async function spanReceiver(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = [];
  let text = '';
  let answer = (response: ServerResponse): void => void response.writeHead(200).end('{}');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      text += body;
      spans.push(...read(JSON.parse(body) as Sent));
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    text: () => text,
    answerWith: (next) => {
      answer = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

const read = ({ resourceSpans }: Sent): readonly ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, spanId, parentSpanId, name, attributes, links = [], status }) => ({
      traceId,
      spanId,
      parentSpanId: parentSpanId === undefined || parentSpanId === '' ? null : parentSpanId,
      name,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
      ),
      links: links.map((link) => `${link.traceId}-${link.spanId}`),
      isFailed: status?.code === ERROR,
    }));
