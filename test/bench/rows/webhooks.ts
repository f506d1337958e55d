import { join } from 'node:path';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { startChild } from '../child.js';
import type { SignedPosts } from '../processes/signed-posts.js';
import type { Round } from '../rounds.js';
import type { Outcome, Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { startHost } from '../service/host.js';
import { createQueue } from '../service/queue.js';
import { type Receiver, startReceiver } from '../service/receiver.js';

/** The number of requests that a host has in flight to one endpoint. */
const CONNECTIONS = 32;
const REFUSE_ONE_IN = 10;

/** Queues events in a new database, for webhooks to this port. */
async function queue(path: string, port: number, count: number): Promise<void> {
  const storage = createSqliteStorage({ path });
  try {
    await storage.migrate();
    await (await createQueue(storage, port)).fill(count);
  } finally {
    await storage.close();
  }
}

/** Webhooks per second that a host sends until each queued one was tried. */
async function drained(scope: Scope, receiver: Receiver, count: number, refuseOneIn: number): Promise<number> {
  const dataDirectory = await scope.folder();
  const port = await receiver.ask({ kind: 'begin', refuseOneIn });
  await queue(join(dataDirectory, 'corridor.db'), port, count);
  const settings = { CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'true' };
  const host = await startHost({ dataDirectory, workers: true, settings });
  try {
    return count / (await receiver.ask({ kind: 'wait', count }));
  } finally {
    await host.stop();
  }
}

/** Runs both sides of each round in alternating order. */
async function inTurn(
  rounds: number,
  measured: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Outcome> {
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await (round % 2 === 0 ? measured : baseline)();
    const second = await (round % 2 === 0 ? baseline : measured)();
    done.push(round % 2 === 0 ? { measured: first, baseline: second } : { measured: second, baseline: first });
  }
  return { rounds: done };
}

const SETTING =
  'a new host on SQLite for each round, one platform, each event of a resource of its own; from the first request until each has been tried';

const drainOverPosts: Row = {
  number: 9,
  title: 'draining queued webhooks ÷ signed keep-alive POSTs of a bare loop',
  target: { atLeast: 0.5 },
  unit: 'webhooks/s',
  notes: [
    `${SETTING}; ${CONNECTIONS} connections on both sides; --webhooks sets how many are queued, 100,000 by default`,
  ],
  measure: ({ rounds, seconds, webhooks }) =>
    withScope(async (scope) => {
      const receiver = startReceiver(scope);
      const posts = scope.use(
        startChild<SignedPosts, number>(new URL('../processes/signed-posts.js', import.meta.url)),
      );
      const body = JSON.stringify({ id: 'Webhook:', type: 'CUSTOMER.KYC_APPROVED', data: 'x'.repeat(600) });
      return inTurn(
        rounds,
        () => drained(scope, receiver, webhooks, 0),
        async () => {
          const port = await receiver.ask({ kind: 'begin', refuseOneIn: 0 });
          return posts.ask({ port, connections: CONNECTIONS, body, seconds });
        },
      );
    }),
};

const refusedOverTaken: Row = {
  number: 9,
  title: `draining queued webhooks of which the receiver refuses one in ${REFUSE_ONE_IN} ÷ none`,
  target: { atLeast: 0.8 },
  unit: 'webhooks/s',
  notes: [`${SETTING}; a refused webhook is refused at every attempt`],
  measure: ({ rounds, webhooks }) =>
    withScope(async (scope) => {
      const receiver = startReceiver(scope);
      return inTurn(
        rounds,
        () => drained(scope, receiver, webhooks, REFUSE_ONE_IN),
        () => drained(scope, receiver, webhooks, 0),
      );
    }),
};

export const WEBHOOK_ROWS: readonly Row[] = [drainOverPosts, refusedOverTaken];
