import { performance } from 'node:perf_hooks';
import { type Answer, type Connection, openConnection } from './connection.js';
import { type Histogram, newHistogram } from './histogram.js';
import { closedLoop, openLoop, type Step } from './loops.js';
import { paymentRequests, transferRequest } from './requests.js';
import type { Load, Task } from './task.js';

/** Called before a quote is executed. */
export type OnExecute = (quoteId: string) => void;

/** Runs a task with all its clients at once. Rejects with the first unsuccessful answer. */
export async function runTask(task: Task, onExecute?: OnExecute): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: task.clients }, () => openConnection(task.port)));
  try {
    const histogram = newHistogram();
    const loop = { connections, seconds: task.seconds, step: stepOf(task, histogram, onExecute) };
    const begun = performance.now();
    const count = await (task.rate === undefined ? closedLoop(loop) : openLoop(loop, task.rate));
    return { count, seconds: (performance.now() - begun) / 1000, latency: histogram.latency };
  } finally {
    for (const connection of connections) connection.close();
  }
}

type Paying = Extract<Task, { readonly payers: unknown }>;

function stepOf(task: Task, histogram: Histogram, onExecute: OnExecute | undefined): Step {
  /** Sends a request that was due at this time. */
  const send = async (connection: Connection, request: string, due: number): Promise<Answer> => {
    const answer = success(await connection.send(request));
    histogram.record(performance.now() - due);
    return answer;
  };
  switch (task.kind) {
    case 'requests':
      return async (connection, _, due) => void (await send(connection, task.request, due));
    case 'transfers':
      return transfers(task, send);
    case 'quotes':
      return quotes(task, send);
    case 'payments':
      return payments(task, send, onExecute);
  }
}

type Send = (connection: Connection, request: string, due: number) => Promise<Answer>;

/** Distinguishes the idempotency keys of this run from those of others. */
const newRun = (): string => `${process.pid.toString(36)}-${Date.now().toString(36)}`;

function transfers({ base, payers }: Paying, send: Send): Step {
  const requests = payers.map((payer) => transferRequest(base, payer));
  const run = newRun();
  return async (connection, index, due) => {
    await send(connection, requests[index % requests.length]!(`${run}-${index}`), due);
  };
}

function quotes({ base, payers }: Paying, send: Send): Step {
  const requests = payers.map((payer) => paymentRequests(base, payer));
  const run = newRun();
  return async (connection, index, due) => {
    await send(connection, requests[index % requests.length]!.quote(`${run}-${index}`), due);
  };
}

function payments({ base, payers }: Paying, send: Send, onExecute: OnExecute | undefined): Step {
  const requests = payers.map((payer) => paymentRequests(base, payer));
  const run = newRun();
  return async (connection, index, due) => {
    const { quote, execute } = requests[index % requests.length]!;
    const key = `${run}-${index}`;
    const quoted = await send(connection, quote(key), due);
    const id = QUOTE_ID.exec(quoted.body)?.[0];
    if (id === undefined) throw new Error(`no quote id in ${quoted.body}`);
    onExecute?.(id);
    await send(connection, execute(id, key), performance.now());
  };
}

export const QUOTE_ID = /Quote:[0-9a-f-]{36}/;

function success(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`the server answered ${answer.status}: ${answer.body}`);
}
