import { afterAll, beforeAll, expect } from 'vitest';
import { type Api, expecting } from './api.js';
import { createEventJudge } from './document.js';
import { createDeployment, type DatabaseKind, type Deployment, type Host } from './host.js';
import { type Receiver, webhookReceiver } from './webhook-receiver.js';

export interface UsedHost {
  readonly deployment: Deployment;
  readonly host: Host;
  readonly api: Api;
  /** The webhook endpoint of the host's first platform. */
  readonly receiver: Receiver;
}

interface HostOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default true. */
  readonly webhooks?: boolean;
  /** Runs the shipped bundle in a separate process, to test what it loads late; default false. */
  readonly shipped?: boolean;
}

/**
 * Starts one host for all tests of a suite. After the tests the host must stop cleanly, without an error in its log,
 * and with a clean audit. Every webhook that it has sent must match the document.
 */
export function useHost(database: DatabaseKind, { env, webhooks = true, shipped = false }: HostOptions = {}): UsedHost {
  let used: UsedHost | null = null;

  beforeAll(async () => {
    const deployment = await createDeployment(database, env);
    const receiver = await webhookReceiver();
    const host = await (shipped ? deployment.launch({}, { movableClock: true }) : deployment.start());
    used = { deployment, receiver, host, api: host.api };
    if (webhooks) await expecting(200, host.api.patch('/config', { webhookEndpoint: receiver.url }));
  });

  afterAll(async () => {
    if (used === null) return;
    const { deployment, host, receiver } = used;
    try {
      if (receiver.deliveries.length > 0) {
        const judge = createEventJudge(await host.api.document());
        const faults = receiver.deliveries.map(({ event }) => judge(event)).filter((fault) => fault !== null);
        expect(faults).toEqual([]);
      }
      await host.stop();
      await deployment.audit();
    } finally {
      await receiver.close();
      await deployment.remove();
    }
  });

  const need = (): UsedHost => {
    if (used === null) throw new Error('the host has not been started');
    return used;
  };
  return {
    get deployment() {
      return need().deployment;
    },
    get host() {
      return need().host;
    },
    get api() {
      return need().api;
    },
    get receiver() {
      return need().receiver;
    },
  };
}
