import { setTimeout } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { type Child, startChild } from '../child.js';
import type { Forward, Passed } from '../processes/wire.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { hostProbe, type HostProbe } from '../service/host-probe.js';
import { postgresService } from '../service/on-postgres.js';
import { sqliteService } from '../service/on-sqlite.js';
import { bytesWrittenBy, processorOfFamily } from '../service/process-use.js';
import { startReceiver } from '../service/receiver.js';
import { delivered, payments, SENDS_WEBHOOKS, sendWebhooksTo, type Service } from '../service/service.js';
import { whole } from '../table.js';

const WARM_UP_SECONDS = 5;
/** Postgres publishes the counts of an idle connection after this time. */
const STATISTICS_MS = 11_000;

/** What was used until now; a difference of two of them, divided by the payments between them, is the cost of one. */
interface Use {
  /** Milliseconds of processor time. */
  readonly host: number;
  readonly server: number;
  readonly statements: number;
  readonly roundTrips: number;
  readonly commits: number;
  readonly syncs: number;
  /** Bytes to the disk: with Postgres, those of its write-ahead log. */
  readonly written: number;
  readonly clients: number;
  readonly database: number;
  readonly webhooks: number;
}

type Wire = Child<Forward, Passed>;
const BEFORE = { host: 0, server: 0, statements: 0, roundTrips: 0, commits: 0, syncs: 0, written: 0 };

/** A port in a process of its own that leads to another port and counts what passes. */
async function wireTo(scope: Scope, to: number): Promise<{ readonly wire: Wire; readonly port: number }> {
  const wire = scope.use(startChild<Forward, Passed>(new URL('../processes/wire.js', import.meta.url)));
  return { wire, port: (await wire.ask({ kind: 'open', to })).port };
}

const passed = (wire: Wire): Promise<Passed> => wire.ask({ kind: 'count' });
const bytes = ({ sent, received }: Passed): number => sent + received;

/** What the database adds to the use that every host has. */
type OfDatabase = (service: Service) => Promise<Partial<Use>>;

/** The use of one payment, from the load's first request until its last webhook is delivered. */
async function costOf(
  scope: Scope,
  { service, probe, ofDatabase }: { service: Service; probe: HostProbe; ofDatabase: OfDatabase },
  seconds: number,
): Promise<{ readonly cost: Use; readonly count: number }> {
  const receiver = startReceiver(scope);
  const webhooks = await wireTo(scope, await receiver.ask({ kind: 'begin', refuseOneIn: 0 }));
  await sendWebhooksTo(webhooks.port, service);
  const clients = await wireTo(scope, service.host.port);
  const load = payments(scope, { ...service, host: { ...service.host, port: clients.port } });
  const useNow = async (): Promise<Use> => {
    await delivered(service);
    const { processor, sqlite } = await probe.use();
    return {
      ...BEFORE,
      ...sqlite,
      ...{ host: processor / 1000, clients: bytes(await passed(clients.wire)), database: 0 },
      webhooks: bytes(await passed(webhooks.wire)),
      ...(await ofDatabase(service)),
    };
  };
  await load(WARM_UP_SECONDS);
  const before = await useNow();
  const { count } = await load(seconds);
  const after = await useNow();
  const keys = Object.keys(after) as (keyof Use)[];
  const cost = Object.fromEntries(keys.map((key) => [key, (after[key] - before[key]) / count]));
  return { cost: cost as unknown as Use, count };
}

async function onSqlite(scope: Scope, seconds: number) {
  const probe = hostProbe(await scope.folder());
  const settings = { ...SENDS_WEBHOOKS.settings, ...probe.settings, BENCH_PROBE_STATEMENTS: 'true' };
  const service = await sqliteService(scope, { ...SENDS_WEBHOOKS, settings });
  const ofDatabase: OfDatabase = async ({ host }) => ({ written: bytesWrittenBy(host.pid) });
  return costOf(scope, { service, probe, ofDatabase }, seconds);
}

/** The first line of the file is the id of the server's first process. */
const SERVER_PID = `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`;
const WRITTEN = `
  select (pg_current_wal_lsn() - '0/0')::text as written,
    (select xact_commit from pg_stat_database where datname = current_database())::text as commits,
    (select sum(fsyncs) from pg_stat_io where object = 'wal')::text as syncs`;

/** Creates the service, with its host connected through a port that counts. */
async function onPostgres(scope: Scope, server: PostgresServer, seconds: number) {
  const probe = hostProbe(await scope.folder());
  const address = new URL(server.url);
  const { wire, port } = await wireTo(scope, Number(address.port));
  const name = 'corridor';
  address.pathname = `/${name}`;
  address.port = String(port);
  const settings = { ...SENDS_WEBHOOKS.settings, ...probe.settings, CORRIDOR_DATABASE_URL: address.href };
  const service = await postgresService(scope, server, { name, ...SENDS_WEBHOOKS, settings });
  let serverPid: number | undefined;
  const ofDatabase: OfDatabase = async ({ database }) => {
    const through = await passed(wire);
    serverPid ??= Number((await database.query(SERVER_PID))[0]!['pid']);
    const processor = processorOfFamily(serverPid);
    await setTimeout(STATISTICS_MS);
    const [row] = await database.query(WRITTEN);
    return {
      server: processor * 1000,
      statements: through.statements,
      roundTrips: through.roundTrips,
      commits: Number(row!['commits']),
      syncs: Number(row!['syncs']),
      written: Number(row!['written']),
      database: bytes(through),
    };
  };
  return costOf(scope, { service, probe, ofDatabase }, seconds);
}

const decimal = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

/** `null`: not measured on this database. */
const LINES: readonly (readonly [string, keyof Use, (value: number) => string, 'both' | 'sqlite' | 'postgres'])[] = [
  ['processor time of the host, ms', 'host', decimal, 'both'],
  ['processor time of the database server, ms', 'server', decimal, 'postgres'],
  ['statements, with those that begin and end transactions', 'statements', decimal, 'both'],
  ['round trips between host and database', 'roundTrips', decimal, 'postgres'],
  ['commits (Postgres counts reads too)', 'commits', decimal, 'both'],
  ['flushes of the write-ahead log', 'syncs', decimal, 'postgres'],
  ['bytes written to disk (Postgres: to the write-ahead log)', 'written', whole, 'both'],
  ['bytes between clients and host', 'clients', whole, 'both'],
  ['bytes between host and database', 'database', whole, 'postgres'],
  ['bytes between host and webhook endpoint', 'webhooks', whole, 'both'],
];

const costOfPayment: Row = {
  number: 25,
  title: 'cost of a payment that is settled and delivered',
  target: null,
  unit: '',
  notes: [
    'from the first request until the last webhook is delivered, divided by the number of payments; all clients at once, so that payments share commits and statements; Linux only',
    'bytes with HTTP heads and acknowledgements of the protocol, without those of TCP; the host reaches clients, Postgres and endpoint through a process that counts',
    'SQLite: every commit waits for a flush; statements are counted by a wrapper in the host',
  ],
  async measure({ seconds, rounds }) {
    if (process.platform !== 'linux') return { leftOut: 'left out: it reads /proc, which only Linux has' };
    const duration = seconds * rounds;
    const sqlite = await withScope((scope) => onSqlite(scope, duration));
    const postgres = await withScope(async (scope) =>
      onPostgres(scope, scope.use(await startPostgres({ fsync: true })), duration),
    );
    const cell = (of: 'sqlite' | 'postgres', { cost }: { cost: Use }, [, key, text, on]: (typeof LINES)[number]) =>
      on === 'both' || on === of ? text(cost[key]) : '–';
    return {
      absolute: `over ${whole(sqlite.count)} payments on SQLite and ${whole(postgres.count)} on Postgres`,
      details: [
        ['Cost', 'SQLite', 'Postgres'],
        ...LINES.map((line) => [line[0], cell('sqlite', sqlite, line), cell('postgres', postgres, line)]),
      ],
    };
  },
};

export const COST_ROWS: readonly Row[] = [costOfPayment];
