import pg from 'pg';
import { createProxy } from '../../packages/adapters-storage/src/testing/proxy.js';
import type { PostgresServer } from '../../packages/adapters-storage/src/testing/server.js';
import { type Chance, chanceOf } from '../support/chance.js';
import { pause } from '../support/eventually.js';
import { createDeployment, type DatabaseKind, type Deployment, type HostProcess } from '../support/host.js';
import type { Place } from './recorder.js';

/** What happened to processes and connections. */
export interface Faults {
  killedHosts: number;
  pausedHosts: number;
  killedDatabases: number;
  failovers: number;
  brokenConnections: number;
}

/** Hosts as processes on one database, which are killed and paused. */
export interface Service {
  readonly database: DatabaseKind;
  readonly deployment: Deployment;
  readonly faults: Faults;
  /** A new history, whose seed draws the hosts of its calls and starts the turns of its faults. */
  begin(seed: string): void;
  /** Any host that is not known to be down. */
  place(): Promise<Place>;
  /** Kills, pauses or disconnects something, in turns, and returns when everything runs again. */
  fault(chance: Chance): Promise<void>;
  /** Lets the leases expire that belonged to killed hosts and broken connections. */
  leasesExpire(): Promise<void>;
  close(): Promise<void>;
}

/** Longer than the leases of jobs and events. */
const LEASE_SECONDS = 31;
const LONGEST_PAUSE_MS = 600;
const LONGEST_DOWN_MS = 300;

/** Both hosts are one service to the outside. */
const SETTINGS = { CORRIDOR_PUBLIC_AUTHORITY: 'pay.example' };

/**
 * Two hosts on a Postgres server of their own; one host on SQLite, whose file belongs to one host. The server writes as
 * operators run it, so that what it acknowledged survives its end.
 */
export async function startService(database: DatabaseKind): Promise<Service> {
  const server = database === 'postgres' ? await startServer() : null;
  const deployment = await createDeployment(database, SETTINGS, server?.databaseUrl);
  const faults: Faults = { killedHosts: 0, pausedHosts: 0, killedDatabases: 0, failovers: 0, brokenConnections: 0 };
  /** Seconds by which the clocks of all hosts are ahead. */
  let ahead = 0;
  const start = (): Promise<HostProcess> => deployment.launch({}, { movableClock: true, clockAhead: ahead });
  const hosts: (Promise<HostProcess> | HostProcess)[] = [await start()];
  if (server !== null) hosts.push(await start());

  const leasesExpire = async (): Promise<void> => {
    ahead += LEASE_SECONDS;
    for (const host of hosts) await (await host).advance(LEASE_SECONDS);
  };

  async function killHost(by: Chance): Promise<void> {
    const at = by.under(hosts.length);
    const killed = await hosts[at]!;
    faults.killedHosts += 1;
    // The clock of the new host is ahead of the leases of the killed one.
    ahead += LEASE_SECONDS;
    const others = hosts.filter((host) => host !== hosts[at]);
    hosts[at] = killed.kill().then(start);
    for (const host of others) await (await host).advance(LEASE_SECONDS);
    hosts[at] = await hosts[at];
  }

  async function pauseHost(by: Chance): Promise<void> {
    const host = await by.of(hosts);
    faults.pausedHosts += 1;
    host.pause();
    await pause(by.under(LONGEST_PAUSE_MS));
    host.resume();
  }

  async function killDatabase(by: Chance): Promise<void> {
    faults.killedDatabases += 1;
    await server!.kill();
    await pause(by.under(LONGEST_DOWN_MS));
    await server!.restart();
    await leasesExpire();
  }

  async function failOver(by: Chance): Promise<void> {
    faults.failovers += 1;
    await server!.failOver(by.under(LONGEST_DOWN_MS));
    await leasesExpire();
  }

  async function breakConnections(): Promise<void> {
    faults.brokenConnections += await server!.terminate();
    await leasesExpire();
  }

  const kinds =
    server === null ? [killHost, pauseHost] : [killHost, killDatabase, failOver, pauseHost, breakConnections];
  let turn = 0;
  let chance = chanceOf('hosts');

  return {
    ...{ database, deployment, faults, leasesExpire },
    begin(seed) {
      chance = chanceOf(`${seed}/hosts`);
      turn = 0;
    },
    async place() {
      const at = chance.under(hosts.length);
      const { api } = await hosts[at]!;
      return { name: `host ${at + 1}`, api };
    },
    async fault(by) {
      await kinds[turn % kinds.length]!(by);
      turn += 1;
    },
    async close() {
      // Everything is removed, also if a host has failed.
      await Promise.allSettled(hosts.map(async (host) => (await host).kill()));
      await deployment.remove();
      await server?.stop();
    },
  };
}

interface DatabaseServer extends Pick<PostgresServer, 'kill' | 'restart' | 'stop'> {
  readonly databaseUrl: string;
  /** Breaks all connections to the database, and returns their number. */
  terminate(): Promise<number>;
  /** Starts a standby, kills the server when both are equal for this time, and continues on the standby. */
  failOver(afterMs: number): Promise<void>;
}

/** A server behind a proxy, which leads to its standby after a failover. */
async function startServer(): Promise<DatabaseServer> {
  const { startPostgres } = await import('../../packages/adapters-storage/src/testing/server.js');
  let server = await startPostgres({ fsync: true });
  const query = async <T extends pg.QueryResultRow>(sql: string): Promise<readonly T[]> => {
    const admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
    try {
      return (await admin.query<T>(sql)).rows;
    } finally {
      await admin.end();
    }
  };
  await query('create database histories');
  const proxy = await createProxy(server.url);
  const url = new URL(proxy.url);
  url.pathname = '/histories';
  const terminating =
    "select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity where datname = 'histories'";
  return {
    databaseUrl: url.href,
    terminate: async () => (await query<{ ended: number }>(terminating))[0]!.ended,
    kill: () => server.kill(),
    restart: () => server.restart(),
    async failOver(afterMs) {
      const former = server;
      const standby = await former.replicate();
      await pause(afterMs);
      await former.kill();
      // No connection is left to the former server, and none reads from the standby before it is the server.
      proxy.lead(former.url);
      server = await standby.promote();
      proxy.lead(server.url);
      await former.stop();
    },
    async stop() {
      await proxy.close();
      await server.stop();
    },
  };
}
