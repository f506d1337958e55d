import { performance } from 'node:perf_hooks';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import type { Options } from '../options.js';
import { interleave, type Side, spread } from '../rounds.js';
import type { Outcome, Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { postgresService } from '../service/on-postgres.js';
import { sqliteService } from '../service/on-sqlite.js';
import { startReceiver } from '../service/receiver.js';
import {
  delivered,
  payments,
  paymentSide,
  SENDS_WEBHOOKS,
  sendWebhooksTo,
  type Service,
  type ServiceOptions,
} from '../service/service.js';
import { whole } from '../table.js';

const SETTLED = 'OUTGOING_PAYMENT.COMPLETED';
const COUNT_SETTLED = `select count(*) as count from transactions where status = 'COMPLETED'`;

/** What a host did while the load lasted, per second. */
interface Progress {
  readonly accepted: number;
  readonly settled: number;
  readonly delivered: number;
}

/** Loads a service that settles its payments and sends its webhooks. Afterwards it works off its backlog. */
async function progressOf(scope: Scope, service: Service): Promise<(seconds: number) => Promise<Progress>> {
  const receiver = startReceiver(scope);
  const begin = { kind: 'begin', refuseOneIn: 0, counted: SETTLED } as const;
  await sendWebhooksTo(await receiver.ask(begin), service);
  const load = payments(scope, service);
  const settledSoFar = async (): Promise<number> => Number((await service.database.query(COUNT_SETTLED))[0]!['count']);
  return async (seconds) => {
    await receiver.ask(begin);
    const settledBefore = await settledSoFar();
    const begun = performance.now();
    const { count: accepted } = await load(seconds);
    const received = await receiver.ask({ kind: 'count' });
    const settled = (await settledSoFar()) - settledBefore;
    const taken = (performance.now() - begun) / 1000;
    await delivered(service);
    return { accepted: accepted / taken, settled: settled / taken, delivered: received / taken };
  };
}

type Create = (options: ServiceOptions) => Promise<Service>;

async function endToEnd(scope: Scope, create: Create, { rounds, seconds }: Options): Promise<Outcome> {
  const accept = paymentSide(scope, await create({}));
  const progress = await progressOf(scope, await create(SENDS_WEBHOOKS));
  const measured: Progress[] = [];
  const deliver: Side = async (time) => {
    const last = await progress(time);
    measured.push(last);
    return last.delivered;
  };
  const done = await interleave(deliver, accept, rounds, seconds);
  // The first one is the warm-up.
  const counted = measured.slice(1);
  const median = (key: keyof Progress): string => whole(spread(counted.map((each) => each[key])).median);
  const text = `${median('accepted')} accepted, ${median('settled')} settled, ${median('delivered')} delivered`;
  return { rounds: done, notes: [`payments/s while the load lasted: ${text} (medians)`] };
}

const COUNTED =
  'a payment counts if it was accepted and settled, and its webhook COMPLETED received, before the load ended; the host with workers has no backlog when a round begins; one platform';

const onSqlite: Row = {
  number: 14,
  title: 'payments accepted, settled and delivered as webhooks at saturation on SQLite ÷ accepted with workers off',
  target: { atLeast: 0.6 },
  unit: 'payments/s',
  notes: [`on SQLite the baseline is the measured side of row 1; ${COUNTED}`],
  measure: (options) => withScope((scope) => endToEnd(scope, (service) => sqliteService(scope, service), options)),
};

const onPostgres: Row = {
  number: 14,
  title: 'payments accepted, settled and delivered as webhooks at saturation on Postgres ÷ accepted with workers off',
  target: { atLeast: 0.5 },
  unit: 'payments/s',
  notes: [`on Postgres the baseline is the measured side of row 4; ${COUNTED}`],
  measure: (options) =>
    withScope(async (scope) => {
      const server = scope.use(await startPostgres({ fsync: true }));
      let databases = 0;
      const create: Create = (service) =>
        postgresService(scope, server, { name: `corridor${(databases += 1)}`, ...service });
      return endToEnd(scope, create, options);
    }),
};

export const END_TO_END_ROWS: readonly Row[] = [onSqlite, onPostgres];
