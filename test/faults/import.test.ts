import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { BULK_IMPORTS, CUSTOMERS, IMPORT_CHUNKS } from '@corridor/core/records';
import { everyRecord } from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import { createApi, expecting } from '../support/api.js';
import { BAD_EVERY, CSV_DOMAIN, customersCsv, type ImportJob, isBad, uploadCsv } from '../support/csv.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, DATABASES, type DatabaseKind, type Deployment } from '../support/host.js';
import type { PlatformConfig } from '../support/wire.js';

/** `CORRIDOR_TEST_IMPORT_ROWS=100000` for the full size. */
const ROWS = Number(process.env['CORRIDOR_TEST_IMPORT_ROWS'] ?? 1500);
const KILLS = 3;
/** The clock of the next host is ahead by this many seconds, so that the leases of the killed host have expired. */
const DOWN_SECONDS = 31;
const RUN_MS = 120_000 + ROWS * 60;
const ONE_HOUR = 3600;

/** Starts hosts one after another on the same data, each with a later clock. */
function succession(deployment: Deployment) {
  let ahead = 0;
  const start = () => deployment.launch({}, { movableClock: true, clockAhead: ahead });
  let host = start();
  return {
    current: () => host,
    async killed(downSeconds: number) {
      await (await host).kill();
      ahead += downSeconds;
      host = start();
      await host;
    },
  };
}

async function survives(database: DatabaseKind): Promise<void> {
  const deployment = await createDeployment(database);
  try {
    const hosts = succession(deployment);
    let { baseUrl } = await hosts.current();
    const api = createApi(() => baseUrl, BOOTSTRAP);
    // Customers have an account in each currency of the platform; one is enough here.
    const { supportedCurrencies } = await expecting(200, api.get<PlatformConfig>('/config'));
    const dollars = supportedCurrencies.filter(({ currencyCode }) => currencyCode === 'USD');
    await expecting(200, api.patch('/config', { supportedCurrencies: dollars, umaDomain: CSV_DOMAIN }));

    const begun = performance.now();
    const { jobId } = await expecting(202, uploadCsv(api, customersCsv('c', ROWS)));
    const read = (): Promise<ImportJob> => expecting(200, api.get<ImportJob>(`/customers/bulk/jobs/${jobId}`));
    const seen: number[] = [];
    for (let kill = 1; kill <= KILLS; kill++) {
      const enough = Math.floor((ROWS * kill) / (KILLS + 2));
      const { progress } = await eventually(
        `row ${enough}`,
        async () => ((j) => (j.progress.processed > enough ? j : null))(await read()),
        {
          withinMs: RUN_MS,
        },
      );
      seen.push(progress.processed);
      await hosts.killed(DOWN_SECONDS);
      ({ baseUrl } = await hosts.current());
    }
    const job = await eventually(
      'the end',
      async () => ((j) => (j.completedAt === undefined ? null : j))(await read()),
      {
        withinMs: RUN_MS,
        everyMs: 100,
      },
    );
    const seconds = (performance.now() - begun) / 1000;

    // The kills happened during the import.
    expect(seen.every((processed) => processed < ROWS)).toBe(true);
    const bad = Math.floor(ROWS / BAD_EVERY);
    expect(job).toMatchObject({
      status: 'COMPLETED',
      progress: { total: ROWS, processed: ROWS, successful: ROWS - bad, failed: bad },
    });
    expect(job.errors?.map(({ correlationId }) => Number(correlationId))).toEqual(
      Array.from({ length: bad }, (_, n) => (n + 1) * BAD_EVERY),
    );
    const { customers, chunks } = await contents(deployment);
    const good = Array.from({ length: ROWS }, (_, n) => n + 1).filter((row) => !isBad(row));
    expect([...customers].sort()).toEqual(good.map((row) => `c${row}`).sort());
    expect(chunks).toBe(0);
    await (await hosts.current()).stop({ afterFaults: true });
    await deployment.audit();
    process.stdout.write(`${database}: ${ROWS} rows, killed at ${seen.join(', ')}, ${seconds.toFixed(0)} s in all\n`);
  } finally {
    await deployment.remove();
  }
}

/** The `platformCustomerId` of each customer, and the numbers of stored file chunks and of imports. */
async function contents(deployment: Deployment) {
  const storage = deployment.open();
  try {
    return await storage.units.read(null, async (reads) => {
      const customers: string[] = [];
      for await (const { platformCustomerId } of everyRecord(reads, CUSTOMERS)) customers.push(platformCustomerId);
      const rest = { order: 'asc', limit: 100, counted: false } as const;
      const chunks = (await reads.list(IMPORT_CHUNKS, rest)).rows.length;
      return { customers, chunks, imports: (await reads.list(BULK_IMPORTS, rest)).rows.length };
    });
  } finally {
    await storage.close();
  }
}

describe.concurrent('an import whose host is killed', () => {
  it.each(DATABASES)(
    'continues where it stopped and imports no row twice, on %s',
    (database) => survives(database),
    RUN_MS * 2,
  );

  it('during the upload leaves nothing of the file', async () => {
    const deployment = await createDeployment('sqlite');
    try {
      const hosts = succession(deployment);
      const { hostname, port, pathname } = new URL((await hosts.current()).baseUrl);
      const boundary = randomBytes(8).toString('hex');
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.on('error', () => undefined);
      const authorization = Buffer.from(`${BOOTSTRAP.clientId}:${BOOTSTRAP.clientSecret}`).toString('base64');
      socket.write(
        [
          `POST ${pathname}/customers/bulk/csv HTTP/1.1`,
          `Host: ${hostname}`,
          `Authorization: Basic ${authorization}`,
          `Content-Type: multipart/form-data; boundary=${boundary}`,
          'Content-Length: 60000000',
          '',
          `--${boundary}`,
          'Content-Disposition: form-data; name="file"; filename="customers.csv"',
          '',
          customersCsv('half', 3000),
        ].join('\r\n'),
      );
      await eventually('stored rows', async () => (await contents(deployment)).chunks > 0);
      await hosts.killed(ONE_HOUR);
      await eventually('an empty store', async () => {
        const { chunks, imports, customers } = await contents(deployment);
        return chunks + imports + customers.length === 0;
      });
      await (await hosts.current()).stop({ afterFaults: true });
    } finally {
      await deployment.remove();
    }
  }, 120_000);
});
