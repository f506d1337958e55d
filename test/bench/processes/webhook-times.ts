import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { serve } from '../child.js';
import { newHistogram } from '../load/histogram.js';
import { QUOTE_ID, runTask } from '../load/run.js';
import type { Latency, Task } from '../load/task.js';

/** Payments at a fixed rate; with 0 seconds, only the port of the receiver is asked for. */
export type WebhookTimes = Extract<Task, { readonly payers: unknown }> & { readonly rate: number };

export interface Delivery {
  /** Of the receiver of webhooks. */
  readonly port: number;
  /** From the sent execute to its webhook PROCESSING, in milliseconds. */
  readonly started: Latency;
  /** From the sent execute to its webhook COMPLETED, in milliseconds. */
  readonly settled: Latency;
}

const TYPES = { PROCESSING: '"type":"OUTGOING_PAYMENT.PROCESSING"', COMPLETED: '"type":"OUTGOING_PAYMENT.COMPLETED"' };

/** When each quote was executed, on the clock of this process, which also receives the webhooks. */
const executed = new Map<string, number>();
let histograms = { started: newHistogram(), settled: newHistogram() };
let allSettled: (() => void) | null = null;

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const received = performance.now();
    response.writeHead(200).end();
    const quoteId = QUOTE_ID.exec(body)?.[0];
    const since = quoteId === undefined ? undefined : executed.get(quoteId);
    if (since === undefined) return;
    if (body.includes(TYPES.PROCESSING)) histograms.started.record(received - since);
    if (!body.includes(TYPES.COMPLETED)) return;
    histograms.settled.record(received - since);
    // Webhooks of one payment arrive in order, and each is sent once if it is answered.
    executed.delete(quoteId!);
    if (executed.size === 0) allSettled?.();
  });
});

serve(async (task: WebhookTimes): Promise<Delivery> => {
  if (!server.listening) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  histograms = { started: newHistogram(), settled: newHistogram() };
  if (task.seconds > 0) {
    executed.clear();
    await runTask(task, (quoteId) => executed.set(quoteId, performance.now()));
    if (executed.size > 0) await new Promise<void>((resolve) => (allSettled = resolve));
    allSettled = null;
  }
  return { port, started: histograms.started.latency, settled: histograms.settled.latency };
});
