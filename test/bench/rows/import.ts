import { existsSync, openAsBlob } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Round } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { CREDENTIAL, type Host, startHost } from '../service/host.js';

const MEGABYTE = 1_000_000;
const LARGE = 100;
const SMALL = 1;
/** Megabytes imported first on both sides, until heap and page cache of the host have reached their final size. */
const WARM = 30;
const POLL_MS = 250;
const PEAK = /^VmHWM:\s+(\d+) kB$/m;

const DOMAIN = 'pay.example';
const HEADER =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,addressLine2,city,state,postalCode,country,description\n';

/** A row of about 1.5 kilobytes: the length of the file matters here, not the time for each row. */
function rowOf(prefix: string, n: number): string {
  const filled = (name: string, length: number): string => `${name} ${n} `.padEnd(length, 'abcdefghij ').trim();
  const address = [filled('line', 250), filled('line', 250), filled('city', 250), filled('state', 250)].join(',');
  return `$${prefix}${n}@${DOMAIN},${prefix}${n},INDIVIDUAL,${filled('Ada', 240)},1990-12-10,${address},62701,US,${filled('text', 250)}\n`;
}

async function csvOf(scope: Scope, prefix: string, megabytes: number): Promise<string> {
  const path = join(await scope.folder(), 'customers.csv');
  const file = await open(path, 'w');
  let bytes = 0;
  let part = HEADER;
  for (let n = 1; bytes < megabytes * MEGABYTE; n++) {
    part += rowOf(prefix, n);
    if (part.length < MEGABYTE / 4) continue;
    bytes += (await file.write(part)).bytesWritten;
    part = '';
  }
  await file.close();
  return path;
}

const authorization = `Basic ${Buffer.from(`${CREDENTIAL.clientId}:${CREDENTIAL.clientSecret}`).toString('base64')}`;

async function call<T>({ baseUrl }: Host, path: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(baseUrl + path, { ...init, headers: { ...init.headers, authorization } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}

interface Config {
  readonly supportedCurrencies: readonly { readonly currencyCode: string }[];
}

/** Imports a file and waits until the import has ended. */
async function imported(host: Host, path: string): Promise<void> {
  const form = new FormData();
  form.set('file', await openAsBlob(path), 'customers.csv');
  const { jobId } = await call<{ jobId: string }>(host, '/customers/bulk/csv', { method: 'POST', body: form });
  for (;;) {
    const { status, progress } = await call<{ status: string; progress: { failed: number } }>(
      host,
      `/customers/bulk/jobs/${jobId}`,
    );
    if (status === 'COMPLETED' && progress.failed === 0) return;
    if (status === 'FAILED' || progress.failed > 0) throw new Error(`${progress.failed} rows were not imported`);
    await setTimeout(POLL_MS);
  }
}

/** Peak memory in megabytes of a new host that imports these files one after another. */
async function peakOf(...paths: readonly string[]): Promise<number> {
  return withScope(async (scope) => {
    const settings = { CORRIDOR_CSV_MEBIBYTES: String(LARGE + 1) };
    const host = scope.use(await startHost({ dataDirectory: await scope.folder(), workers: true, settings }));
    // Customers have an account in each currency of the platform.
    const { supportedCurrencies } = await call<Config>(host, '/config');
    await call(host, '/config', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ supportedCurrencies: supportedCurrencies.slice(0, 1), umaDomain: DOMAIN }),
    });
    for (const path of paths) await imported(host, path);
    const kilobytes = PEAK.exec(await readFile(`/proc/${host.pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes) / 1000;
  });
}

const largeOverSmall: Row = {
  number: 11,
  title: `peak memory importing a ${LARGE} MB CSV ÷ a ${SMALL} MB CSV`,
  target: { atMost: 1.2 },
  unit: 'MB resident',
  notes: [
    `a new host on SQLite for each side, workers on, warmed by a file of ${WARM} MB on both sides: heap and page cache fill up to limits of their own, and a file of 1 MB does not get that far; the file sent over HTTP as one form and imported to its end`,
  ],
  measure: ({ rounds }) =>
    withScope(async (scope) => {
      if (!existsSync('/proc/self/status')) return { leftOut: 'left out: this system does not report peak memory' };
      const warm = await csvOf(scope, 'w', WARM);
      const large = await csvOf(scope, 'l', LARGE);
      const small = await csvOf(scope, 's', SMALL);
      const done: Round[] = [];
      for (let round = 0; round < rounds; round++) {
        done.push({ measured: await peakOf(warm, large), baseline: await peakOf(warm, small) });
      }
      return { rounds: done };
    }),
};

export const IMPORT_ROWS: readonly Row[] = [largeOverSmall];
