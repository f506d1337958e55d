import { performance } from 'node:perf_hooks';
import { type Answer, type Connection, openConnection } from './connection.js';
import { jsonPost, paymentRequests, transferRequest } from './requests.js';
import type { Load, Task } from './task.js';

/** Runs a task with all its clients at once. Rejects with the first unsuccessful answer. */
export async function runTask(task: Task): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: task.clients }, () => openConnection(task.port)));
  try {
    const step = stepOf(task);
    const begun = performance.now();
    const until = begun + task.seconds * 1000;
    const counts = await Promise.all(
      connections.map(async (connection, client) => {
        let count = 0;
        while (performance.now() < until) {
          await step(connection, client + count * task.clients);
          count += 1;
        }
        return count;
      }),
    );
    return { count: counts.reduce((sum, count) => sum + count, 0), seconds: (performance.now() - begun) / 1000 };
  } finally {
    for (const connection of connections) connection.close();
  }
}

type Step = (connection: Connection, index: number) => Promise<void>;
type Paying = Extract<Task, { readonly payers: unknown }>;

function stepOf(task: Task): Step {
  if (task.kind === 'posts') return posts(task);
  return task.kind === 'payments' ? payments(task) : transfers(task);
}

/** Distinguishes the idempotency keys of this run from those of others. */
const newRun = (): string => `${process.pid.toString(36)}-${Date.now().toString(36)}`;

function transfers({ base, payers }: Paying): Step {
  const requests = payers.map((payer) => transferRequest(base, payer));
  const run = newRun();
  return async (connection, index) => {
    success(await connection.send(requests[index % requests.length]!(`${run}-${index}`)));
  };
}

function payments({ base, payers }: Paying): Step {
  const requests = payers.map((payer) => paymentRequests(base, payer));
  const run = newRun();
  return async (connection, index) => {
    const { quote, execute } = requests[index % requests.length]!;
    const key = `${run}-${index}`;
    const quoted = success(await connection.send(quote(key)));
    const id = QUOTE_ID.exec(quoted.body);
    if (id === null) throw new Error(`no quote id in ${quoted.body}`);
    success(await connection.send(execute(id[0], key)));
  };
}

const QUOTE_ID = /Quote:[0-9a-f-]{36}/;

function posts({ path, body }: Extract<Task, { kind: 'posts' }>): Step {
  const request = jsonPost(path, body);
  return async (connection) => {
    success(await connection.send(request));
  };
}

function success(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`the server answered ${answer.status}: ${answer.body}`);
}
