import { afterAll, beforeAll } from 'vitest';
import { type Api, expecting } from './api.js';
import { createDeployment, type DatabaseKind, type Deployment, type Host } from './host.js';
import { type Receiver, webhookReceiver } from './webhook-receiver.js';

export interface UsedHost {
  readonly deployment: Deployment;
  readonly host: Host;
  readonly api: Api;
  /** Where the host's first platform has its webhooks sent. */
  readonly receiver: Receiver;
}

interface HostOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Default true. */
  readonly webhooks?: boolean;
  /** As it is shipped: the bundle, in a process of its own. For what it loads late; default false. */
  readonly shipped?: boolean;
}

/**
 * One host for all tests of a suite. After them it must stop in order, without an error in its log, and the books
 * that it leaves behind must be clean.
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
