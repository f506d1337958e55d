import { instant } from '@corridor/core';
import { TRANSACTIONS } from '@corridor/core/records';
import { createApi } from '../../support/api.js';
import { embedCore } from '../../support/embedded-core.js';
import { type DatabaseName, grownDatabase, type GrownDatabase } from '../growth/grown.js';
import {
  authorizationOf,
  declaredLists,
  deepPage,
  filtered,
  firstRow,
  openReader,
  PAGE_ROWS,
  percentile,
  type Reader,
} from '../growth/lists.js';
import type { Options } from '../options.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { withScope } from '../scratch.js';
import { MASTER_KEY } from '../service/host.js';
import { paymentSide, type Service } from '../service/service.js';

const DATABASES: readonly DatabaseName[] = ['SQLite', 'Postgres'];

const SPREAD =
  'payments of five kinds by 40 customers of 4 platforms over a year (test/bench/growth), sealed and counted';

/** The 99th percentile of the milliseconds of one page, over as many requests as fit into the time. */
const pageSide =
  (reader: Reader, path: string): Side =>
  async (seconds) => {
    const times: number[] = [];
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until || times.length < 100) times.push(...(await reader.times(path, 10)));
    return percentile(times, 0.99);
  };

const deepOverFirst = (name: DatabaseName): Row => ({
  number: 7,
  title: `p99 of page 10,000 of GET /transactions ÷ page 1, ${name}`,
  target: { atMost: 1.25 },
  unit: 'ms',
  notes: [
    `${SPREAD}; pages of ${PAGE_ROWS} rows, one client; lists of fewer pages are measured at their last full one`,
  ],
  measure: ({ rounds, seconds, growth, keep }) =>
    withScope(async (scope) => {
      const database = await grownDatabase(name, growth, { keep });
      const service = await database.serve(scope);
      const reader = scope.use(await openReader(service, authorizationOf(database.growers[0]!)));
      const path = `${service.host.base}/transactions`;
      const deep = await deepPage(reader, path);
      return {
        rounds: await interleave(
          pageSide(reader, deep.path),
          pageSide(reader, `${path}?limit=${PAGE_ROWS}`),
          rounds,
          seconds,
        ),
        notes: [`${growth} payments on ${name}: page ${deep.page}`],
      };
    }),
});

const grownOverEmpty = (name: DatabaseName): Row => ({
  number: 8,
  title: `payments over HTTP with a grown database ÷ empty, ${name}`,
  target: { atLeast: 0.8 },
  unit: 'payments/s',
  notes: [
    `${SPREAD}; a payment ends with its commit: workers are off while it is measured, as are logs and rate limit`,
  ],
  measure: ({ rounds, seconds, growth, keep }) =>
    withScope(async (scope) => {
      const sides: Side[] = [];
      for (const payments of [growth, 0]) {
        const database = await grownDatabase(name, payments, { keep });
        sides.push(paymentSide(scope, await database.serve(scope)));
      }
      return { rounds: await interleave(sides[0]!, sides[1]!, rounds, seconds) };
    }),
});

const READS = 100;

interface Measure {
  readonly what: string;
  readonly times: readonly number[];
}

/** Every list of the API with each of its filters, and the reads of one payment. */
async function apiMeasures(service: Service, { growers }: GrownDatabase, reader: Reader): Promise<readonly Measure[]> {
  const grower = growers[0]!;
  const document = await createApi(() => service.host.baseUrl, grower.credential).document();
  const { lists, unmeasured } = declaredLists(document, grower);
  const measures: Measure[] = [];
  const measure = async (what: string, path: string): Promise<void> => {
    measures.push({ what, times: await reader.times(path, READS) });
  };
  const { base } = service.host;
  const shown = (path: string): string => path.replace(base, '').replaceAll(/(\w+)(?::|%3A)[0-9a-f-]{36}/g, '{$1}');
  for (const { path: declared, filters } of lists) {
    const path = declared.startsWith(base) ? declared : base + declared;
    const found = await firstRow(reader, path).catch((error: unknown) => String(error));
    if (typeof found === 'string') {
      unmeasuredNotes.push(`${shown(path)} (${found.slice(0, 120)})`);
      continue;
    }
    await measure(`GET ${shown(path)}`, `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE_ROWS}`);
    const deep = await deepPage(reader, path);
    if (deep.page > 1) await measure(`GET ${shown(path)}, page ${deep.page}`, deep.path);
    for (const filter of filters) {
      const at = filtered(path, filter, grower, found);
      if (at === null) unmeasuredNotes.push(`${shown(path)} by ${filter.name}`);
      else {
        await measure(`GET ${shown(path)} by ${filter.name}`, at).catch((error: unknown) =>
          unmeasuredNotes.push(`${shown(path)} by ${filter.name} (${String(error).slice(0, 160)})`),
        );
      }
    }
  }
  unmeasuredNotes.push(...unmeasured);
  const payment = (await firstRow(reader, `${base}/transactions`)) as { readonly id: string };
  await measure('GET /transactions/{id}', `${base}/transactions/${payment.id}`);
  return measures;
}

/** What the last measurement left out, and why. */
const unmeasuredNotes: string[] = [];

async function timesOf(count: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

/** The claims of workers and the background work, called in this process beside the host. */
async function workMeasures({ open, growers }: GrownDatabase): Promise<readonly Measure[]> {
  const storage = open();
  try {
    const core = embedCore(storage, { masterKey: MASTER_KEY });
    const { tenant } = growers[0]!;
    const claim = () => ({ now: instant(Date.now()), leaseUntil: instant(Date.now() + 1), limit: 64 });
    const outbox = { perTenant: 64, perResource: 8, resumed: [], except: [], untriedOnly: [] };
    const period = { to: instant(Date.now()), from: instant(Date.now() - 30 * 24 * 3_600_000) };
    const newest = { order: 'desc', limit: 1, counted: false } as const;
    const { rows } = await storage.units.read(tenant, (reads) => reads.list(TRANSACTIONS, newest));
    const payment = rows[0]!;
    return [
      { what: 'claim of jobs', times: await timesOf(READS, () => storage.jobs.claim(claim())) },
      { what: 'claim of events', times: await timesOf(READS, () => storage.outbox.claim({ ...claim(), ...outbox })) },
      {
        what: 'console: overview of 30 days',
        times: await timesOf(READS, () => core.figures.overview({ ...period, of: 'SANDBOX' })),
      },
      {
        what: 'console: timeline of a payment',
        times: await timesOf(READS, () => core.payments.timeline(tenant, payment.id)),
      },
      { what: 'sealing, one run', times: await timesOf(1, () => core.work.sealJournal()) },
      { what: 'folding of figures, one run', times: await timesOf(1, () => core.work.foldFigures()) },
      { what: 'expiry of quotes, one run', times: await timesOf(1, () => core.work.expireOverdue()) },
      { what: 'removal of expired answers, one run', times: await timesOf(1, () => core.work.forgetAnswers()) },
    ];
  } finally {
    await storage.close();
  }
}

async function measuredOn(name: DatabaseName, { growth, keep }: Options): Promise<readonly Measure[]> {
  const database = await grownDatabase(name, growth, { keep });
  return withScope(async (scope) => {
    const service = await database.serve(scope);
    const reader = scope.use(await openReader(service, authorizationOf(database.growers[0]!)));
    const generated: readonly Measure[] =
      database.grown === null
        ? []
        : [
            { what: 'sealing of all rows', times: [database.grown.seconds.sealing * 1000] },
            { what: 'folding of all figures', times: [database.grown.seconds.folding * 1000] },
          ];
    return [...(await apiMeasures(service, database, reader)), ...(await workMeasures(database)), ...generated];
  });
}

const reads: Row = {
  number: 24,
  title: 'reads and claims of a grown database',
  target: null,
  unit: 'ms',
  notes: [`${SPREAD}; ${READS} requests of one client each, over HTTP where it is a GET; workers are off`],
  measure: async (options) => {
    const measured: (readonly Measure[])[] = [];
    for (const name of DATABASES) {
      unmeasuredNotes.length = 0;
      measured.push(await measuredOn(name, options));
      for (const note of unmeasuredNotes) process.stderr.write(`  not measured on ${name}: ${note}\n`);
    }
    const names = [...new Set(measured.flatMap((each) => each.map(({ what }) => what)))];
    const cells = (what: string): readonly string[] =>
      measured.flatMap((each) => {
        const times = each.find((measure) => measure.what === what)?.times;
        return times === undefined
          ? ['–', '–']
          : [percentile(times, 0.5).toFixed(1), percentile(times, 0.99).toFixed(1)];
      });
    return {
      absolute: `${options.growth} payments; in the table below`,
      details: [
        ['Read', ...DATABASES.flatMap((name) => [`${name} p50, ms`, 'p99, ms'])],
        ...names.map((what) => [what, ...cells(what)]),
      ],
    };
  },
};

export const GROWTH_ROWS: readonly Row[] = [...DATABASES.map(deepOverFirst), ...DATABASES.map(grownOverEmpty), reads];
