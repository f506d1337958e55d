import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database as Sqlite } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { type Api, createApi, expecting } from '../support/api.js';
import { chanceOf, faultSeed } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type DatabaseKind, type Deployment, type HostProcess } from '../support/host.js';
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
/** The leases of jobs that lost their connection expire within this time. */
const LEASE_SECONDS = 31;

interface World {
  readonly deployment: Deployment;
  readonly host: HostProcess;
  readonly api: Api;
  readonly receiver: Receiver;
}

async function createWorld(database: DatabaseKind): Promise<World> {
  const deployment = await createDeployment(database);
  const receiver = await webhookReceiver();
  const host = await deployment.launch({}, { movableClock: true });
  const api = createApi(() => host.baseUrl, BOOTSTRAP);
  await expecting(200, api.patch('/config', { webhookEndpoint: receiver.url }));
  return { deployment, host, api, receiver };
}

async function removeWorld({ deployment, receiver }: World): Promise<void> {
  await receiver.close();
  await deployment.remove();
}

const root = (host: HostProcess, path: string): URL => new URL(path, host.baseUrl);
const statusOf = async (host: HostProcess, path: string): Promise<number> => (await fetch(root(host, path))).status;
const acknowledgedMore = (load: Load, count: number) => {
  const enough = load.client.acknowledged.length + count;
  return eventually('answers', () => (load.check(), load.client.acknowledged.length >= enough), { withinMs: 30_000 });
};

/** Asserts that the same host process still runs, lost no data, and has finished all work. */
async function hasRecovered({ deployment, host, api, receiver }: World, load: Load): Promise<void> {
  await acknowledgedMore(load, 20);
  await load.stop();
  expect(host.ended()).toBeNull();
  expect(await statusOf(host, '/readyz')).toBe(200);
  await auditIsClean(deployment);
  await host.advance(LEASE_SECONDS);
  await everythingSettles(deployment, host);
  await everythingAcknowledgedIsThereOnce(api, load);
  paymentsWereTold(load, await everyEventArrived(deployment, receiver));
  await host.stop({ afterFaults: true });
  await deployment.audit();
}

describe('a host whose Postgres breaks all connections', () => {
  const TERMINATIONS = 10;
  let world: World;
  let admin: pg.Client;
  let name: string;

  beforeEach(async () => {
    world = await createWorld('postgres');
    const url = new URL(world.deployment.address);
    name = url.pathname.slice(1);
    url.pathname = '/postgres';
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
  });
  afterEach(async () => {
    await admin.end();
    await removeWorld(world);
  });

  const terminate = async (): Promise<number> => {
    const query = 'select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity where datname = $1';
    const { rows } = await admin.query<{ ended: number }>(query, [name]);
    return rows[0]!.ended;
  };

  it(
    `repeatedly recovers and loses nothing`,
    async () => {
      const seed = faultSeed('terminated connections');
      const chance = chanceOf(seed);
      const load = await startLoad(world.api, { clients: 6, seed });
      let ended = 0;
      for (let i = 1; i <= TERMINATIONS; i++) {
        await acknowledgedMore(load, chance.under(20));
        await pause(chance.under(20));
        ended += await terminate();
      }
      expect(ended).toBeGreaterThan(TERMINATIONS);
      await hasRecovered(world, load);
      // Some requests lost their connection midway and were answered with an error.
      expect(load.client.refusals()).toBeGreaterThan(0);
      expect(load.client.lostAnswers()).toBe(0);
    },
    TIMEOUT_MS,
  );

  it(
    'and refuses new ones stays alive but not ready, and recovers afterwards',
    async () => {
      const load = await startLoad(world.api, { clients: 4, seed: faultSeed('a database that is away') });
      await acknowledgedMore(load, 20);
      await admin.query(`alter database ${name} allow_connections false`);
      await terminate();
      await eventually('a host that is not ready', async () => (await statusOf(world.host, '/readyz')) === 503);
      expect(await statusOf(world.host, '/healthz')).toBe(200);
      const before = load.client.acknowledged.length;
      const refusals = load.client.refusals();
      await eventually('refusals', () => (load.check(), load.client.refusals() >= refusals + 10), { withinMs: 30_000 });
      expect(load.client.acknowledged.length).toBe(before);
      await admin.query(`alter database ${name} allow_connections true`);
      await eventually('a host that is ready', async () => (await statusOf(world.host, '/readyz')) === 200);
      await hasRecovered(world, load);
    },
    TIMEOUT_MS,
  );
});

describe('a host whose SQLite file another process has locked', () => {
  const LOCKED_MS = 2_000;
  const EVERY_MS = 50;
  const PROMPT_MS = 200;
  let world: World;

  beforeEach(async () => {
    world = await createWorld('sqlite');
  });
  afterEach(() => removeWorld(world));

  it(
    'keeps answering, and completes the waiting writes afterwards',
    async () => {
      const { deployment, host } = world;
      const load = await startLoad(world.api, { clients: 4, seed: faultSeed('a locked file') });
      await acknowledgedMore(load, 10);
      const other = new Sqlite(deployment.address);
      other.pragma('busy_timeout = 5000');
      other.exec('begin immediate');
      // Answers of commits before the lock may still be under way.
      await pause(EVERY_MS);
      const before = load.client.acknowledged.length;

      const asked: Promise<number>[] = [];
      for (const until = performance.now() + LOCKED_MS; performance.now() < until; await pause(EVERY_MS)) {
        const began = performance.now();
        asked.push(statusOf(host, '/healthz').then((status) => (expect(status).toBe(200), performance.now() - began)));
      }
      const waits = await Promise.all(asked);
      expect(load.client.acknowledged.length).toBe(before);
      other.exec('rollback');
      other.close();

      // A blocked event loop would delay each of them until the lock is released: 1 s on average.
      const prompt = waits.filter((milliseconds) => milliseconds <= PROMPT_MS);
      expect(prompt.length, `${waits.map(Math.round).join()}`).toBeGreaterThan(waits.length * 0.8);
      await hasRecovered(world, load);
      expect(load.client.refusals()).toBe(0);
    },
    TIMEOUT_MS,
  );
});
