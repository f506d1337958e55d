import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { startChild } from '../child.js';
import { startGenerator } from '../load/generator.js';
import type { Options } from '../options.js';
import type { Bare } from '../processes/bare-commit.js';
import type { Delivery, WebhookTimes } from '../processes/webhook-times.js';
import { interleave, type Side, spread } from '../rounds.js';
import type { Outcome, Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { createDatabase, postgresService } from '../service/on-postgres.js';
import { sqliteService } from '../service/on-sqlite.js';
import { createQueue } from '../service/queue.js';
import { startReceiver } from '../service/receiver.js';
import { delivered, SENDS_WEBHOOKS, sendWebhooksTo, type Service } from '../service/service.js';
import { whole } from '../table.js';

/** A service with workers, and where a bare commit goes that is like one of its own. */
interface Setting {
  readonly service: Service;
  readonly bare: Bare['database'];
}

type Create = (scope: Scope) => Promise<Setting>;

const onSqlite: Create = async (scope) => ({
  service: await sqliteService(scope, SENDS_WEBHOOKS),
  bare: { kind: 'sqlite', folder: await scope.folder() },
});

const onPostgres: Create = async (scope) => {
  const server = scope.use(await startPostgres({ fsync: true }));
  const service = await postgresService(scope, server, { name: 'corridor', ...SENDS_WEBHOOKS });
  return { service, bare: { kind: 'postgres', url: await createDatabase(server, 'bare') } };
};

/** Payments per second that a service accepts, settles and delivers, from a load without pauses. */
async function saturation(scope: Scope, service: Service, seconds: number): Promise<number> {
  const { host, payers, clients } = service;
  const generator = scope.use(startGenerator());
  const { port, base } = host;
  let perSecond = 0;
  // The first run warms up.
  for (let run = 0; run < 2; run++) {
    const begun = performance.now();
    const { count } = await generator.ask({ kind: 'payments', port, base, clients, payers, seconds });
    await delivered(service);
    perSecond = count / ((performance.now() - begun) / 1000);
  }
  return perSecond;
}

const shown = (values: readonly number[]): string => spread(values).median.toFixed(1);
const STILL_QUEUED = `select 1 from events where status = 'QUEUED' limit 1`;

/** Events that are queued for each second of the first run; twice as many after a run in which they did not last. */
const FIRST_PER_SECOND = 1_000;
/** Share of the saturation at which the API is loaded while webhooks are drained. */
const API_SHARE = 0.25;

async function drainingOverIdle(create: Create, { rounds, seconds }: Options): Promise<Outcome> {
  return withScope(async (scope) => {
    const { service } = await create(scope);
    const { host, payers, clients } = service;
    const { port, base } = host;
    const rate = Math.max(1, (await saturation(scope, service, seconds)) * API_SHARE);
    const receiver = startReceiver(scope);
    const storage = service.database.storage();
    scope.use({ stop: storage.close });
    const queue = await createQueue(storage, await receiver.ask({ kind: 'begin', refuseOneIn: 0 }));
    const generator = scope.use(startGenerator());
    const p50s: { readonly idle: number[]; readonly draining: number[] } = { idle: [], draining: [] };
    let perSecond = FIRST_PER_SECOND;
    const emptied: boolean[] = [];
    const requests = async (time: number, p50: number[]): Promise<number> => {
      const task = { kind: 'payments', port, base, clients, payers, rate } as const;
      const { latency } = await generator.ask({ ...task, seconds: time });
      p50.push(latency.p50);
      return latency.p99;
    };
    const idle: Side = async (time) => {
      const p99 = await requests(time, p50s.idle);
      await delivered(service);
      return p99;
    };
    const draining: Side = async (time) => {
      await queue.fill(perSecond * (time + 1));
      const p99 = await requests(time, p50s.draining);
      const isEmpty = (await service.database.query(STILL_QUEUED)).length === 0;
      if (isEmpty) perSecond *= 2;
      emptied.push(isEmpty);
      await delivered(service);
      return p99;
    };
    const done = await interleave(draining, idle, rounds, seconds);
    // The first run is the warm-up.
    const ranOut = emptied.slice(1).filter(Boolean).length;
    const median = `median of a request: ${shown(p50s.draining)} ms while draining, ${shown(p50s.idle)} ms idle`;
    return {
      rounds: done,
      notes: [
        `${whole(rate)} payments/s, ${Math.round(API_SHARE * 100)} % of the saturation; ${median}`,
        ...(ranOut === 0 ? [] : [`the queue was empty before the load ended in ${ranOut} of ${rounds} rounds`]),
      ],
    };
  });
}

/** Share of the saturation at which the time until the webhook is measured. */
const HALF = 0.5;

async function webhookOverBare(create: Create, { rounds, seconds }: Options): Promise<Outcome> {
  return withScope(async (scope) => {
    const { service, bare } = await create(scope);
    const { host, payers, clients } = service;
    const { port, base } = host;
    const times = scope.use(
      startChild<WebhookTimes, Delivery>(new URL('../processes/webhook-times.js', import.meta.url)),
    );
    const task = { kind: 'payments', port, base, clients, payers } as const;
    const { port: receiver } = await times.ask({ ...task, seconds: 0, rate: 1 });
    await sendWebhooksTo(receiver, service);
    const rate = Math.max(1, (await saturation(scope, service, seconds)) * HALF);
    const koa = scope.use(startChild<object, number>(new URL('../processes/koa.js', import.meta.url)));
    const server = await koa.ask({});
    const commit = scope.use(
      startChild<Bare, { readonly p50: number; readonly p99: number }>(
        new URL('../processes/bare-commit.js', import.meta.url),
      ),
    );
    const completed: number[] = [];
    const typical: { readonly webhook: number[]; readonly bare: number[] } = { webhook: [], bare: [] };
    const measured: Side = async (time) => {
      const { started, settled } = await times.ask({ ...task, seconds: time, rate });
      await delivered(service);
      completed.push(settled.p99);
      typical.webhook.push(started.p50);
      return started.p99;
    };
    const baseline: Side = async (time) => {
      const { p50, p99 } = await commit.ask({ database: bare, port: server, seconds: time });
      typical.bare.push(p50);
      return p99;
    };
    const done = await interleave(measured, baseline, rounds, seconds);
    return {
      rounds: done,
      notes: [
        `${whole(rate)} payments/s; p99 until the webhook of the settlement (COMPLETED): ${shown(completed)} ms`,
        `medians: ${shown(typical.webhook)} ms until the webhook, ${typical.bare.length === 0 ? '–' : spread(typical.bare).median.toFixed(2)} ms for the bare commit and round trip`,
      ],
    };
  });
}

const OPEN =
  'load at a fixed rate, whether or not earlier requests were answered: a delay of the server counts in full';

const draining = (database: string, create: Create): Row => ({
  number: 10,
  title: `p99 of the API on ${database} while webhooks are drained ÷ idle`,
  target: { atMost: 1.5 },
  unit: 'ms',
  notes: [
    `${OPEN}; each request of a payment counts; another platform has a queue that outlasts the load, to a receiver on this machine; one host with workers on both sides`,
  ],
  measure: (options) => drainingOverIdle(create, options),
});

const untilWebhook = (database: string, create: Create): Row => ({
  number: 15,
  title: `p99 from execute to its webhook received on ${database}, at half of saturation ÷ p99 of one commit and one HTTP round trip, bare`,
  target: { atMost: 20 },
  unit: 'ms',
  notes: [
    `${OPEN}; from the sent execute to the received webhook of the event that it commits (PROCESSING); saturation is what the host accepts, settles and delivers from a load without pauses`,
    'baseline, one after another: an insert that is committed with fsync on the same kind of database, then a POST to a plain Koa server over a kept connection',
  ],
  measure: (options) => webhookOverBare(create, options),
});

export const LATENCY_ROWS: readonly Row[] = [
  draining('SQLite', onSqlite),
  draining('Postgres', onPostgres),
  untilWebhook('SQLite', onSqlite),
  untilWebhook('Postgres', onPostgres),
];
