import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProxy, type Proxy } from '../../packages/adapters-storage/src/testing/proxy.js';
import { createApi, expecting } from '../support/api.js';
import { faultSeed } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type Deployment, type HostProcess } from '../support/host.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import {
  auditIsClean,
  everyEventArrived,
  everythingAcknowledgedIsThereOnce,
  everythingSettles,
  paymentsWereTold,
} from './everything-told.js';
import { type Load, startLoad } from './load.js';

const TIMEOUT_MS = 120_000;
const STATEMENT_SECONDS = 1;
/** The limit for a request whose first statement and whose lookup of an earlier answer both time out. */
const ANSWERED_WITHIN_MS = 10_000;
const READY_WITHIN_MS = 3_000;
const LEASE_SECONDS = 31;
const AUTHORIZED = { Authorization: `Basic ${btoa(`${BOOTSTRAP.clientId}:${BOOTSTRAP.clientSecret}`)}` };

describe('a host whose Postgres goes silent', () => {
  let deployment: Deployment;
  let proxy: Proxy;
  let receiver: Receiver;
  let host: HostProcess;

  beforeEach(async () => {
    deployment = await createDeployment('postgres');
    proxy = await createProxy(deployment.address);
    receiver = await webhookReceiver();
    host = await deployment.launch(
      {
        CORRIDOR_DATABASE_URL: proxy.url,
        CORRIDOR_DATABASE_STATEMENT_SECONDS: String(STATEMENT_SECONDS),
      },
      { movableClock: true },
    );
    await expecting(200, api().patch('/config', { webhookEndpoint: receiver.url }));
  });
  afterEach(async () => {
    await proxy.close();
    await receiver.close();
    await deployment.remove();
  });

  const api = () => createApi(() => host.baseUrl, BOOTSTRAP);
  const acknowledgedMore = (load: Load, count: number) => {
    const enough = load.client.acknowledged.length + count;
    return eventually('answers', () => (load.check(), load.client.acknowledged.length >= enough), {
      withinMs: 30_000,
    });
  };

  /** The status of an answer and its duration. */
  async function asked(path: string): Promise<{ readonly status: number; readonly ms: number }> {
    const began = performance.now();
    const { status } = await fetch(new URL(path, host.baseUrl));
    return { status, ms: performance.now() - began };
  }

  it(
    'is not ready and answers 503, then recovers without lost or repeated work',
    async () => {
      const load = await startLoad(api(), { clients: 4, seed: faultSeed('a silent database') });
      for (const what of ['everything', 'answers'] as const) {
        await acknowledgedMore(load, 20);
        proxy.silence(what);
        const refusals = load.client.refusals();
        await pause(1_000);
        const { status, ms } = await asked('/readyz');
        expect(status).toBe(503);
        expect(ms).toBeLessThan(READY_WITHIN_MS);
        expect((await asked('/healthz')).status).toBe(200);
        await eventually('refusals', () => (load.check(), load.client.refusals() >= refusals + 4), {
          withinMs: ANSWERED_WITHIN_MS,
        });
        const refused = await fetch(new URL('/2025-10-13/config', host.baseUrl), { headers: AUTHORIZED });
        const body = await refused.text();
        expect([refused.status, refused.headers.get('Retry-After')], body).toEqual([503, '1']);
        // The log contains the reason; the answer does not.
        expect(JSON.parse(body)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
        expect(body).not.toMatch(/timeout|terminated|connect/i);
        proxy.heal();
        await eventually('a host that is ready', async () => (await asked('/readyz')).status === 200);
      }
      await acknowledgedMore(load, 20);
      await load.stop();
      expect(host.ended()).toBeNull();
      expect(host.stderr()).toMatch('database could not complete the work');
      await auditIsClean(deployment);
      await host.advance(LEASE_SECONDS);
      await everythingSettles(deployment, host);
      await everythingAcknowledgedIsThereOnce(api(), load);
      paymentsWereTold(load, await everyEventArrived(deployment, receiver));
      await host.stop({ afterFaults: true });
      await deployment.audit();
    },
    TIMEOUT_MS,
  );

  it(
    'stops within 10 seconds although the database never answers',
    async () => {
      // The host has its default time-outs, which are longer than the time that it has to stop.
      const patient = await deployment.launch({ CORRIDOR_DATABASE_URL: proxy.url });
      proxy.silence();
      const requests = [1, 2, 3].map(() =>
        fetch(new URL('/2025-10-13/config', patient.baseUrl), { headers: AUTHORIZED }).then(
          () => 'answered',
          () => 'broken off',
        ),
      );
      await pause(500);
      const began = performance.now();
      await Promise.all([patient.stop({ afterFaults: true }), host.stop({ afterFaults: true })]);
      expect(performance.now() - began).toBeLessThan(10_000);
      await Promise.all(requests);
    },
    TIMEOUT_MS,
  );
});
