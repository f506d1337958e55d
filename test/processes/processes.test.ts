import { EVENTS } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditIsClean, everyEventArrived, recordsOf } from '../faults/everything-told.js';
import { createApi, expecting } from '../support/api.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type Deployment, type HostProcess } from '../support/host.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  quotePayout,
  settled,
} from '../support/scenario.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';

const TIMEOUT_MS = 240_000;
/**
 * An idle connection of a client keeps a former serving process open for the keep-alive time, 65 seconds. Each of the two
 * can have one.
 */
const REPLACED_WITHIN_MS = 180_000;
/** Bounds the number of payments, and with it the events that are left to deliver, while the processes are replaced. */
const PAYS_EVERY_MS = 200;
/** The events of a killed process are delivered when its lease has ended, after 30 seconds. */
const DELIVERED_WITHIN_MS = 120_000;

interface Line {
  readonly message: string;
  readonly of?: string;
  readonly number?: number;
  readonly pid?: number;
}

/** What the log says, oldest first. */
const linesOf = (host: HostProcess): readonly Line[] =>
  host
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);

const countOf = (host: HostProcess, message: string): number =>
  linesOf(host).filter((line) => line.message === message).length;

/** The id of the process that was started last in this place. */
const pidOf = (host: HostProcess, of: string, number: number): number =>
  linesOf(host).findLast((line) => line.message === 'process is starting' && line.of === of && line.number === number)!
    .pid!;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Two serving processes and one with the workers, on one database, as an operator runs them. */
describe('a host of three processes', () => {
  let deployment: Deployment;
  let receiver: Receiver;
  let host: HostProcess;
  let accountId: string;
  let payee: string;
  const api = createApi(() => host.baseUrl, BOOTSTRAP);

  const launch = (): Promise<HostProcess> => deployment.launch({ CORRIDOR_PROCESSES: '3' });
  const readiness = async (): Promise<number> => (await fetch(new URL('/readyz', host.baseUrl))).status;
  const allReady = (times: number) =>
    eventually('ready processes', async () => countOf(host, 'process is ready') >= times, { withinMs: 60_000 });

  async function pay(): Promise<string> {
    const quote = await quotePayout(api, { from: accountId, to: payee, amount: 1000 });
    await executeQuote(api, quote.id);
    return quote.transactionId;
  }

  beforeAll(async () => {
    deployment = await createDeployment('postgres');
    receiver = await webhookReceiver();
    host = await launch();
    await expecting(200, api.patch('/config', { webhookEndpoint: receiver.url }));
    const customer = await createCustomer(api, { currencies: ['USD'] });
    accountId = (await accountOf(api, customer.id, 'USD')).id;
    await fund(api, accountId, 10_000_000);
    payee = (await addAccount(api, customer.id, 'EUR')).id;
  });

  afterAll(async () => {
    await receiver.close();
    await deployment.remove();
  });

  it(
    'settles payments, and counts its processes',
    async () => {
      for (const id of await Promise.all(Array.from({ length: 6 }, pay))) await settled(api, id);
      const metrics = await (await fetch(new URL('/metrics', host.baseUrl))).text();
      expect(metrics).toContain('corridor_processes{role="serving"} 2');
      expect(metrics).toContain('corridor_processes{role="workers"} 1');
      expect(metrics).toMatch(/^corridor_ready 1$/m);
    },
    TIMEOUT_MS,
  );

  it(
    'logs once that settings differ from the terms in force',
    async () => {
      const late = await deployment.launch({ CORRIDOR_PROCESSES: '3', CORRIDOR_SERVICE_FEE_BPS: '77' });
      try {
        await eventually('ready processes', async () => countOf(late, 'process is ready') >= 3, { withinMs: 60_000 });
        expect(countOf(late, 'settings differ from terms in force')).toBe(1);
      } finally {
        await late.stop();
      }
    },
    TIMEOUT_MS,
  );

  it(
    'replaces its processes on SIGHUP without a failed request',
    async () => {
      const before = countOf(host, 'host has replaced its processes');
      let done = false;
      let requests = 0;
      const paid: string[] = [];
      const failed: unknown[] = [];
      const client = async (): Promise<void> => {
        while (!done) {
          await pay().then(
            (id) => paid.push(id),
            (cause: unknown) => failed.push(cause),
          );
          requests += 2;
          await pause(PAYS_EVERY_MS);
        }
      };
      const clients = Promise.all(Array.from({ length: 3 }, client));
      process.kill(host.pid, 'SIGHUP');
      await eventually('replaced processes', async () => countOf(host, 'host has replaced its processes') > before, {
        withinMs: REPLACED_WITHIN_MS,
      }).finally(() => (done = true));
      await clients;
      expect(failed).toEqual([]);
      expect(requests).toBeGreaterThan(0);
      expect(countOf(host, 'process has been replaced')).toBe(3);
      expect(new Set(paid).size).toBe(paid.length);
      for (const id of paid) await settled(api, id);
      expect(countOf(host, 'process has ended unexpectedly')).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'replaces a process that is killed, and answers 503 on /readyz while one is killed again and again',
    async () => {
      const ready = countOf(host, 'process is ready');
      process.kill(pidOf(host, 'serving', 1), 'SIGKILL');
      await allReady(ready + 1);
      expect(await readiness()).toBe(200);

      process.kill(pidOf(host, 'workers', 1), 'SIGKILL');
      await allReady(ready + 2);
      const id = await pay();
      await settled(api, id);
      process.kill(pidOf(host, 'workers', 1), 'SIGKILL');
      await eventually('a host that is not ready', async () => (await readiness()) === 503, { withinMs: 30_000 });
      await allReady(ready + 3);
      await eventually('a ready host', async () => (await readiness()) === 200, { withinMs: 60_000 });
    },
    TIMEOUT_MS,
  );

  it(
    'stops all processes on SIGTERM with code 0, and its books and events are whole',
    async () => {
      await eventually(
        'delivered events',
        async () => (await recordsOf(deployment, EVENTS)).every(({ status }) => status !== 'QUEUED'),
        { withinMs: DELIVERED_WITHIN_MS, everyMs: 500 },
      );
      await everyEventArrived(deployment, receiver);
      const pids = linesOf(host).flatMap(({ message, pid }) => (message === 'process is starting' ? [pid!] : []));
      await host.stop({ afterFaults: true });
      expect(pids.filter(isRunning)).toEqual([]);
      await auditIsClean(deployment);
    },
    TIMEOUT_MS,
  );

  it(
    'ends all processes when the supervisor is killed',
    async () => {
      host = await launch();
      const pids = [pidOf(host, 'serving', 1), pidOf(host, 'serving', 2), pidOf(host, 'workers', 1)];
      expect(pids.every(isRunning)).toBe(true);
      await host.kill();
      await eventually('ended processes', async () => !pids.some(isRunning), { withinMs: 30_000 });
      await deployment.audit();
    },
    TIMEOUT_MS,
  );
});
