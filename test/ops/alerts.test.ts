import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealer } from '@corridor/adapters-rails/custody';
import { ok, type TenantKey } from '@corridor/core';
import { houseTenant, type Reseal, resealAll } from '@corridor/core/internal';

import { type AnyKind, AUDIT_RUNS, POSTINGS, UMA_KEYS, REMEMBERED_ANSWERS } from '@corridor/core/records';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { ALICE, posting } from '../../packages/adapters-storage/src/testing/records.js';
import { Database as Sqlite } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { expecting } from '../support/api.js';
import { eventually, pause } from '../support/eventually.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { evaluate, type Labels, parse, type Sample, samplesOf, type Scrape } from '../support/promql.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  fundedAccount,
  quotePayout,
  readTransaction,
} from '../support/scenario.js';
import { webhookReceiver } from '../support/webhook-receiver.js';
import { ALERTS, ROOT, withRecorded } from './rules.js';

vi.setConfig({ testTimeout: 60_000 });

/** Alerts whose fault a test of this file has caused. */
const caused = new Set<string>();
const cleanups: (() => Promise<unknown> | void)[] = [];
const folder = mkdtempSync(join(tmpdir(), 'corridor-alerts-'));

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The labels that Prometheus adds. */
const OF_SCRAPE = { job: 'corridor', instance: 'a' };
const MINUTE = 60;

/** What Prometheus would record of a host now. `minutes` is the time of the scrape. */
async function scrape(host: Host, minutes = 0): Promise<Scrape> {
  const response = await fetch(new URL('/metrics', host.baseUrl)).catch(() => null);
  const up: Sample = { name: 'up', labels: OF_SCRAPE, value: response?.status === 200 ? 1 : 0 };
  const samples = response === null ? [] : samplesOf(await response.text(), OF_SCRAPE);
  return { at: minutes * MINUTE, samples: [up, ...samples] };
}

const ruleOf = (name: string): string => {
  const found = ALERTS.find(({ alert }) => alert === name);
  if (found === undefined) throw new Error(`there is no alert ${name}`);
  return found.expr;
};

/** The labels of each series for which the rule of the alert holds, as its file states it. */
function firing(name: string, ...scrapes: readonly Scrape[]): readonly Labels[] {
  const series = evaluate(parse(ruleOf(name)), withRecorded(scrapes));
  if (typeof series === 'number') throw new Error(`${name} is a number`);
  return series.map(({ labels }) => labels);
}

/** Notes that the fault of an alert was caused, and returns whether its rule holds. */
function causes(name: string, ...scrapes: readonly Scrape[]): readonly Labels[] {
  caused.add(name);
  return firing(name, ...scrapes);
}

const valuesOf = ({ samples }: Scrape, metric: string): readonly number[] =>
  samples.filter(({ name }) => name === metric).map(({ value }) => value);

/** A scrape with another value of a metric, for faults that a test must not cause on its machine. */
const altered = (of: Scrape, metric: string, alter: (sample: Sample) => Sample): Scrape => {
  if (valuesOf(of, metric).length === 0) throw new Error(`the host does not serve ${metric}`);
  return { ...of, samples: of.samples.map((sample) => (sample.name === metric ? alter(sample) : sample)) };
};

async function started(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ deployment: Deployment; host: Host }> {
  const deployment = await createDeployment('sqlite', settings);
  cleanups.push(() => deployment.remove());
  const host = await deployment.start();
  return { deployment, host };
}

/** The host of this process cannot end its transaction while a statement waits for the lock. */
const whenFree = (database: Sqlite, sql: string): Promise<unknown> => eventually(sql, () => database.exec(sql));

async function payout(host: Host, ending?: string): Promise<{ readonly transactionId: string }> {
  const customer = await createCustomer(host.api, { currencies: ['USD'] });
  const source = await fundedAccount(host.api, customer.id, 'USD', 50_000);
  const payee = await addAccount(host.api, customer.id, 'EUR', ending);
  const quote = await quotePayout(host.api, { from: source.id, to: payee.id, amount: 10_000 });
  await executeQuote(host.api, quote.id);
  return quote;
}

it('no alert fires on a host that works', async () => {
  const { host } = await started();
  const before = await scrape(host);
  const { transactionId } = await payout(host);
  await eventually('the payment', async () => (await readTransaction(host.api, transactionId)).status === 'COMPLETED');
  const after = await scrape(host, 10);
  // The memory is that of this process, which runs other tests too.
  const others = ALERTS.filter(({ alert }) => alert !== 'CorridorMemoryHigh');
  expect(others.map(({ alert }) => alert).filter((name) => firing(name, before, after).length > 0)).toEqual([]);
});

it('40 events for a dead endpoint show, although the workers have no lag', async () => {
  const { host } = await started();
  await expecting(200, host.api.patch('/config', { webhookEndpoint: 'http://127.0.0.1:1/hook' }));
  const { id } = await createCustomer(host.api, { currencies: ['USD'] });
  const account = await accountOf(host.api, id, 'USD');
  for (let n = 0; n < 40; n++) await fund(host.api, account.id, 100);
  const before = await eventually('a failed attempt', async () => {
    const seen = await scrape(host);
    return valuesOf(seen, 'corridor_failing_webhook_endpoints').includes(1) ? seen : null;
  });
  expect(valuesOf(before, 'corridor_event_lag_seconds')[0]).toBeLessThan(6);
  expect(Math.max(...valuesOf(before, 'corridor_undelivered_events'))).toBeGreaterThanOrEqual(40);
  expect(firing('CorridorEventsUndelivered', before)).toEqual([]);
  expect(causes('CorridorEndpointFails', before)).toEqual([{ environment: 'SANDBOX' }]);

  await host.advance(2 * 3600);
  const later = await scrape(host, 120);
  expect(valuesOf(later, 'corridor_oldest_undelivered_event_seconds')).toEqual([expect.closeTo(7_200, -2)]);
  expect(causes('CorridorEventsUndelivered', later)).toEqual([
    { environment: 'SANDBOX', platform: expect.stringMatching(/^Platform:/) as string },
  ]);
  expect(firing('CorridorEventsGivenUp', before, later)).toEqual([]);

  await host.advance(8 * 86_400);
  await eventually('events that are given up', async () => {
    expect(causes('CorridorEventsGivenUp', before, await scrape(host, 180))).toEqual([{ environment: 'SANDBOX' }]);
    return true;
  });
  await host.stop();
});

it('a refund that fails and an exception that an operator opened show', async () => {
  const { deployment, host } = await started();
  await payout(host, '007');
  await eventually('the failed refund', async () => {
    expect(causes('CorridorRefundFailed', await scrape(host))).toEqual([{ environment: 'SANDBOX', currency: 'USD' }]);
    return true;
  });
  expect(firing('CorridorExceptionOpen', await scrape(host))).toEqual([]);
  const opened = await deployment.commandAsOperator(
    ...['exceptions', 'open', '--kind', 'STATEMENT_DIFFERENCE', '--environment', 'SANDBOX', '--rail', 'sandbox-bank'],
    ...['--reference', 'A1', '--currency', 'EUR', '--amount', '100', '--direction', 'OUT', '--reason', 'a charge'],
  );
  expect(opened.exitCode, opened.stderr).toBe(0);
  expect(causes('CorridorExceptionOpen', await scrape(host))).toEqual([
    { environment: 'SANDBOX', kind: 'STATEMENT_DIFFERENCE', currency: 'EUR' },
  ]);
  await host.stop();
});

it('jobs and events that no host works on show', async () => {
  const { host } = await started({ CORRIDOR_WORKERS: 'false' });
  await expecting(200, host.api.patch('/config', { webhookEndpoint: 'http://127.0.0.1:1/hook' }));
  await payout(host);
  const fresh = await scrape(host);
  expect([...firing('CorridorJobsLate', fresh), ...firing('CorridorEventsLate', fresh)]).toEqual([]);
  await host.advance(120);
  const late = await scrape(host, 2);
  expect(causes('CorridorJobsLate', late)).toEqual([{}]);
  expect(causes('CorridorEventsLate', late)).toEqual([{}]);
  await host.stop();
});

it('a table that is gone shows as failed requests and figures that cannot be read', async () => {
  const { deployment, host } = await started();
  await createCustomer(host.api);
  await expect(host.api.get('/customers/Customer:00000000-0000-7000-8000-000000000000')).resolves.toMatchObject({
    status: 404,
  });
  const database = new Sqlite(deployment.address, { timeout: 0 });
  cleanups.push(() => void database.close());
  await whenFree(database, 'alter table customers rename to customers_gone');
  await whenFree(database, 'alter table exceptions rename to exceptions_gone');
  const list = () => expect(host.api.get('/customers')).rejects.toThrow('500');
  await list();
  // A counter that has no sample yet has no increase.
  const before = await scrape(host);
  for (let n = 0; n < 5; n++) await list();
  for (let n = 0; n < 5; n++) await scrape(host);
  const after = await scrape(host, 5);
  expect(valuesOf(after, 'corridor_open_exceptions')).toEqual([]);
  expect(causes('CorridorRequestsFail', before, after)).toEqual([{}]);
  expect(causes('CorridorFiguresUnread', before, after)).toEqual([{}]);
  await whenFree(database, 'alter table customers_gone rename to customers');
  await whenFree(database, 'alter table exceptions_gone rename to exceptions');
});

it('a database that another process locks shows as slow requests', async () => {
  const { deployment, host } = await started();
  const database = new Sqlite(deployment.address, { timeout: 0 });
  cleanups.push(() => void database.close());
  await createCustomer(host.api);
  const before = await scrape(host);
  await whenFree(database, 'begin immediate');
  const slow = createCustomer(host.api);
  await pause(3_000);
  database.exec('rollback');
  await slow;
  const after = await scrape(host, 5);
  expect(causes('CorridorRequestsSlow', before, after)).toEqual([{}]);
  await host.stop();
});

it('a host that drains, and one that has ended, show', async () => {
  const { host } = await started({ CORRIDOR_DRAIN_SECONDS: '2' });
  expect(firing('CorridorHostNotReady', await scrape(host))).toEqual([]);
  const stopped = host.stop();
  expect(causes('CorridorHostNotReady', await scrape(host))).toEqual([OF_SCRAPE]);
  await stopped;
  expect(causes('CorridorHostDown', await scrape(host))).toEqual([OF_SCRAPE]);
  expect(causes('CorridorNoHosts', { at: 0, samples: [] })).toEqual([{}]);
});

it('an alert about money stays while hosts cannot read the database and while they are down, and ends afterwards', async () => {
  const { deployment, host } = await started();
  await payout(host, '007');
  const seen = [
    await eventually('the failed refund', async () => {
      const found = await scrape(host);
      return firing('CorridorRefundFailed', found).length > 0 ? found : null;
    }),
  ];
  const next = async (): Promise<readonly Labels[]> => {
    seen.push(await scrape(host, seen.length));
    return firing('CorridorRefundFailed', ...seen);
  };
  const failed = [{ environment: 'SANDBOX', currency: 'USD' }];
  const database = new Sqlite(deployment.address, { timeout: 0 });
  cleanups.push(() => void database.close());
  await whenFree(database, 'alter table exceptions rename to exceptions_gone');
  expect(await next()).toEqual(failed);
  expect(valuesOf(seen.at(-1)!, 'corridor_open_exceptions')).toEqual([]);
  seen.push({ at: 3 * MINUTE, samples: [{ name: 'up', labels: OF_SCRAPE, value: 0 }] });
  expect(firing('CorridorRefundFailed', ...seen)).toEqual(failed);
  await whenFree(database, 'alter table exceptions_gone rename to exceptions');
  expect(await next()).toEqual(failed);
  await whenFree(database, "update exceptions set status = 'RESOLVED'");
  expect(await next()).toEqual([]);
  await host.stop();
});

it('postings that do not sum to zero show, and so do negative fees', async () => {
  const { deployment, host } = await started();
  await payout(host);
  const before = await scrape(host);
  expect([...firing('CorridorTrialBalanceNotZero', before), ...firing('CorridorFeesNegative', before)]).toEqual([]);
  const storage = deployment.open();
  await storage.units.run(ALICE, async (tx) =>
    ok(tx.add(POSTINGS, posting('JournalEntry:1/0', `fees:${ALICE}:USD`, -1_000_000n))),
  );
  await storage.close();
  const after = await scrape(host, 1);
  const place = { environment: 'SANDBOX', currency: 'USD' };
  expect(causes('CorridorTrialBalanceNotZero', after)).toEqual([place]);
  expect(causes('CorridorFeesNegative', after)).toEqual([place]);
  await host.stop();
});

const PLAYED = { type: 'module', module: './play-rail.mjs', environment: 'SANDBOX' } as const;

/** Writes the rail for tests to the folder, and a module that changes it. */
function playRails(changed: string): void {
  copyFileSync(`${ROOT}packages/host/src/testing/play-rail.mjs`, join(folder, 'play-rail.mjs'));
  writeFileSync(join(folder, 'changed.mjs'), changed);
}

function connectionsFile(name: string, rails: readonly object[]): Readonly<Record<string, string>> {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify({ rails }));
  return { CORRIDOR_CONNECTIONS_FILE: path };
}

it('what connections report shows', async () => {
  playRails('');
  const connection = (name: string, more: object) => ({ ...PLAYED, name, rails: [name], ...more });
  const held = { currency: 'USDC', untold: 0, asOf: 'block 7' };
  const rails = [
    connection('silent-bank', { condition: { isReachable: false } }),
    connection('puzzled-bank', { condition: { problems: ['the file was set aside'] } }),
    connection('waiting-bank', { condition: { backlog: { 'files waiting for a release': 2 } } }),
    connection('failing-bank', { condition: { backlog: { 'tasks that keep failing': 1 } } }),
    connection('chain', { currencies: ['USDC'], holdings: [{ ...held, rail: 'chain', amount: 5 }] }),
  ];
  const { host } = await started(connectionsFile('reporting', rails));
  await eventually('the conditions', async () => {
    const seen = await scrape(host);
    expect(causes('CorridorRailUnreachable', seen)).toEqual([{ rail: 'silent-bank' }]);
    expect(causes('CorridorRailProblem', seen)).toEqual([{ rail: 'puzzled-bank' }]);
    expect(causes('CorridorFilesWait', seen)).toEqual([{ rail: 'waiting-bank' }]);
    expect(causes('CorridorRailTaskFails', seen)).toEqual([{ rail: 'failing-bank' }]);
    expect(causes('CorridorRailDifference', seen)).toEqual([{ rail: 'chain', currency: 'USDC' }]);
    return true;
  });
  await host.stop();
});

it('a rail that throws shows as failed calls and repeated jobs', async () => {
  playRails(
    `import create from './play-rail.mjs';
     export default (entry, context) => {
       const connection = create(entry, context);
       for (const { payouts } of connection.rails) payouts.submit = async () => { throw new Error('the bank hung up'); };
       return connection;
     };`,
  );
  const { host } = await started(
    connectionsFile('throwing', [{ ...PLAYED, name: 'acme-bank', module: './changed.mjs' }]),
  );
  const customer = await createCustomer(host.api, { currencies: ['USD'] });
  const source = await fundedAccount(host.api, customer.id, 'USD', 1_000_000);
  const pay = async () => {
    const payee = await addAccount(host.api, customer.id, 'EUR');
    const quote = await quotePayout(host.api, { from: source.id, to: payee.id, amount: 10_000 });
    return executeQuote(host.api, quote.id);
  };
  const failedJobs = ({ samples }: Scrape): number =>
    samples.find(({ name, labels }) => name === 'corridor_work_retries_total' && labels['what'] === 'a job failed')
      ?.value ?? 0;
  await pay();
  // The alert compares with the first scrape that has the counters.
  const before = await eventually('a failed job', async () => {
    const seen = await scrape(host);
    return failedJobs(seen) > 0 ? seen : null;
  });
  expect(firing('CorridorWorkRetries', before, before)).toEqual([]);
  for (let n = 0; n < 29; n++) await pay();
  await eventually('more than 100 failed jobs', async () => {
    await host.advance(30);
    return failedJobs(await scrape(host)) > 102;
  });
  const after = await scrape(host, 10);
  expect(causes('CorridorRailErrors', before, after)).toEqual([{ rail: 'acme-bank' }]);
  expect(causes('CorridorWorkRetries', before, after)).toEqual([{ what: 'a job failed' }]);
  await host.stop({ afterFaults: true });
});

it('a connection below its floor shows', async () => {
  playRails('');
  const bank = { ...PLAYED, name: 'poor-bank', currencies: ['EUR'], floors: { EUR: 1_000 } };
  const { host } = await started(connectionsFile('floors', [bank]));
  const seen = await scrape(host);
  expect(causes('CorridorPrefundingLow', seen)).toEqual([{ rail: 'poor-bank', currency: 'EUR' }]);
  expect(valuesOf(seen, 'corridor_rail_prefunding_missing')).toEqual([1_000]);
  await host.stop();
});

it('money of customers that is on no safeguarding account shows', async () => {
  playRails('');
  const bank = { ...PLAYED, name: 'apart-bank', currencies: ['USD'], safeguarding: true };
  const { host } = await started(connectionsFile('safeguarding', [bank]));
  expect(firing('CorridorSafeguardingShortfall', await scrape(host))).toEqual([]);
  const customer = await createCustomer(host.api, { currencies: ['USD'] });
  await fundedAccount(host.api, customer.id, 'USD', 50_000);
  const seen = await scrape(host);
  expect(causes('CorridorSafeguardingShortfall', seen)).toEqual([{ environment: 'SANDBOX', currency: 'USD' }]);
  expect(valuesOf(seen, 'corridor_safeguarding_shortfall')).toEqual([50_000]);
  await host.stop();
});

it('rows without a seal, answers without an archive, findings of an audit and a certificate that ends show', async () => {
  const { deployment, host } = await started({ CORRIDOR_WORKERS: 'false', CORRIDOR_ARCHIVE_ANSWERS: 'true' });
  await payout(host);
  const fresh = await scrape(host);
  expect(firing('CorridorSealsLate', fresh)).toEqual([]);
  expect(firing('CorridorArchiveLate', fresh)).toEqual([]);
  const storage = deployment.open();
  const add = async (kind: AnyKind, id: string, tenant: TenantKey, record: object): Promise<void> => {
    const base = { id, tenant, version: 1, createdAt: Date.now(), updatedAt: Date.now() };
    const added = await storage.units.run(tenant, async (tx) =>
      ok(tx.add(kind as never, { ...base, ...record } as never)),
    );
    expect(added.ok).toBe(true);
  };
  await add(AUDIT_RUNS, 'AuditRun:018bcfe5-6800-7000-8000-000000000001', houseTenant('PRODUCTION'), {
    ...{
      status: 'DONE',
      requestedBy: 'Ann',
      keptHead: null,
      startedAt: null,
      endedAt: Date.now(),
      heardAt: Date.now(),
    },
    ...{ part: null, partsDone: 1, parts: 1, reads: 1, findings: ['a'], findingCount: 1, checked: null, chain: null },
    reason: null,
  });
  await add(UMA_KEYS, 'pay.example/1', 'host' as never, {
    ...{ domain: 'pay.example', activeFrom: Date.now(), expiresAt: Date.now() + 10 * 86_400_000 },
    ...{ signingCertificates: 'a', sealedSigningKey: 'b', encryptionCertificates: 'c', sealedEncryptionKey: 'd' },
  });
  await add(REMEMBERED_ANSWERS, 'Answer:old', houseTenant('PRODUCTION'), {
    ...{ bodyDigest: 'a', status: 200, body: '{}', expiresAt: Date.now() - 40 * 3_600_000 },
    ...{ operation: null, keyDigest: null, requestId: null, names: null },
  });
  await storage.close();
  await host.advance(2 * 3600);
  const late = await scrape(host, 120);
  expect(causes('CorridorArchiveLate', late)).toEqual([{ content: 'answers' }]);
  expect(causes('CorridorSealsLate', late)).toEqual([{}]);
  expect(causes('CorridorAuditFindings', late)).toEqual([{}]);
  expect(causes('CorridorCertificateEnds', late)).toEqual([{}]);
  await host.stop();
});

it('leases that pass to other hosts show', async () => {
  const { deployment, host } = await started();
  const receiver = await webhookReceiver();
  cleanups.push(() => receiver.close());
  await expecting(200, host.api.patch('/config', { webhookEndpoint: receiver.url }));
  const customers = await Promise.all(
    Array.from({ length: 16 }, () => createCustomer(host.api, { currencies: ['USD'] })),
  );
  const accounts = await Promise.all(customers.map(({ id }) => accountOf(host.api, id, 'USD')));
  for (const { id } of accounts) await fund(host.api, id, 100);
  await eventually('the first deliveries', () => receiver.deliveries.length >= 16);
  const before = await scrape(host);
  const held: (() => void)[] = [];
  receiver.answerWith((_delivery, response) => void held.push(() => void response.writeHead(200).end()));
  const funded = Promise.all(accounts.map(({ id }) => fund(host.api, id, 100)));
  await eventually('4 requests in flight', () => held.length >= 4);
  // An endpoint gets 4 requests at once if it was idle before, and twice as many after each success.
  for (const answer of held.splice(0, 2)) answer();
  await funded;
  await eventually('12 requests in flight', () => held.length >= 12);
  const database = new Sqlite(deployment.address, { timeout: 0 });
  cleanups.push(() => void database.close());
  // What another host does that claims the events when their leases have ended.
  await whenFree(database, "update events set version = version + 1 where status = 'QUEUED'");
  receiver.answerWith((_delivery, response) => void response.writeHead(200).end());
  for (const answer of held) answer();
  await eventually('lost leases', async () => {
    expect(causes('CorridorLeasesLost', before, await scrape(host, 10))).toEqual([{ of: 'event' }]);
    return true;
  });
  await host.stop();
});

it('a clock that is ahead of the database, and a secret that does not open, show', async () => {
  const deployment = await createDeployment('postgres');
  cleanups.push(() => deployment.remove());
  const right = await deployment.start();
  // The work of the start may wait for a connection.
  const first = await eventually('a host that has started', async () => {
    const seen = await scrape(right);
    return firing('CorridorDatabaseBusy', seen).length === 0 ? seen : null;
  });
  expect(firing('CorridorClockDiffers', first)).toEqual([]);
  expect(valuesOf(first, 'corridor_database_connections_max')).not.toEqual([]);
  const busy = altered(first, 'corridor_database_waiting', (sample) => ({ ...sample, value: 3 }));
  expect(causes('CorridorDatabaseBusy', busy)).toEqual([{ instance: 'a' }]);
  await createCustomer(right.api, {
    customerType: 'BUSINESS',
    fullName: undefined,
    businessInfo: { legalName: 'Acme LLC', taxId: '98-7654321' },
  });
  await right.stop();
  const storage = deployment.open();
  const other = createSealer(Buffer.alloc(32, 7));
  const alter: Reseal = (text, place) => (place.table === 'customers' ? other.seal('98-7654321', place) : text);
  expect(await resealAll(storage.units, alter)).toBe(1);
  await storage.close();
  const ahead = await deployment.start({}, { clockAhead: 90 });
  const before = await scrape(ahead);
  expect(causes('CorridorClockDiffers', before)).toEqual([OF_SCRAPE]);
  await expecting(200, ahead.api.get('/customers'));
  expect(causes('CorridorSecretUnreadable', before, await scrape(ahead, 10))).toEqual([OF_SCRAPE]);
  await ahead.stop({ afterFaults: true });
});

it('a full disk, a process that grows, a forgotten host and decisions and rates that are late show', async () => {
  const { host } = await started();
  const seen = await scrape(host);
  const [size = 0] = valuesOf(seen, 'corridor_disk_size_bytes');
  const to = (metric: string, value: number): Scrape => altered(seen, metric, (sample) => ({ ...sample, value }));
  const environments = [{ environment: 'SANDBOX' }, { environment: 'PRODUCTION' }];
  expect(causes('CorridorApprovalWaits', to('corridor_oldest_waiting_approvals_seconds', 15_000))).toEqual(
    environments,
  );
  expect(causes('CorridorReviewWaits', to('corridor_oldest_waiting_reviews_seconds', 90_000))).toEqual(environments);
  expect(causes('CorridorScreeningHitWaits', to('corridor_oldest_waiting_hits_seconds', 15_000))).toEqual(environments);
  expect(causes('CorridorTravelRuleWaits', to('corridor_oldest_waiting_transfers_seconds', 15_000))).toEqual(
    environments,
  );
  expect(causes('CorridorRatesOld', to('corridor_rates_usable', 0))).toContainEqual({ source: 'sandbox' });
  const later = await scrape(host, 10);
  const givenUp = altered(later, 'corridor_approval_notices_given_up_total', (sample) => ({ ...sample, value: 1 }));
  expect(causes('CorridorApprovalNoticesGivenUp', seen, givenUp)).toEqual(environments);
  const full = altered(seen, 'corridor_disk_free_bytes', (sample) => ({ ...sample, value: size / 20 }));
  expect(causes('CorridorDiskFills', full)).toEqual([OF_SCRAPE]);
  const grown = altered(seen, 'process_resident_memory_bytes', (sample) => ({ ...sample, value: sample.value + 2e9 }));
  expect(causes('CorridorMemoryHigh', grown)).toEqual([OF_SCRAPE]);
  const other = altered(seen, 'corridor_build_info', ({ labels, ...rest }) => ({
    ...rest,
    labels: { ...labels, version: '0.0.1', instance: 'b' },
  }));
  expect(firing('CorridorVersionsDiffer', seen)).toEqual([]);
  const both = { ...seen, samples: [...seen.samples, ...other.samples] };
  expect(causes('CorridorVersionsDiffer', both)).toEqual([{}]);
  await host.stop();
});

it('a payment that a bank does not deliver shows after a day', async () => {
  playRails('');
  const { host } = await started(connectionsFile('slow', [{ ...PLAYED, name: 'slow-bank' }]));
  await payout(host);
  const place = { environment: 'SANDBOX', kind: 'OUTGOING' };
  const open = await eventually('the open payment', async () => {
    const seen = await scrape(host);
    return valuesOf(seen, 'corridor_open_payments').includes(1) ? seen : null;
  });
  expect(firing('CorridorPaymentStuck', open)).toEqual([]);
  await host.advance(86_400 + 600);
  expect(causes('CorridorPaymentStuck', await scrape(host, 24 * 60))).toEqual([place]);
  await host.stop();
});

it('payments that fail show, and a count that is behind', async () => {
  const { host } = await started();
  const customer = await createCustomer(host.api, { currencies: ['USD'] });
  const source = await fundedAccount(host.api, customer.id, 'USD', 1_000_000);
  const failing = await addAccount(host.api, customer.id, 'EUR', '004');
  const fail = async () => {
    const quote = await quotePayout(host.api, { from: source.id, to: failing.id, amount: 10_000 });
    await executeQuote(host.api, quote.id);
  };
  // Payments of the sandbox often fail on purpose, so the rule is for production.
  const production = async (minutes: number): Promise<Scrape> => {
    const { at, samples } = await scrape(host, minutes);
    const moved = samples
      .filter(({ labels }) => labels['environment'] !== 'PRODUCTION')
      .map(({ labels, ...rest }) => ({ ...rest, labels: { ...labels, environment: 'PRODUCTION' } }));
    return { at, samples: moved };
  };
  const failed = (seen: Scrape): number => Math.max(0, ...valuesOf(seen, 'corridor_payments_failed_total'));
  await fail();
  const before = await eventually('a failed payment', async () => {
    const seen = await production(0);
    return failed(seen) === 1 ? seen : null;
  });
  for (let n = 0; n < 6; n++) await fail();
  const after = await eventually('failed payments', async () => {
    const seen = await production(20);
    return failed(seen) === 7 ? seen : null;
  });
  expect(causes('CorridorSuccessRateDropped', before, after)).toEqual([
    { environment: 'PRODUCTION', kind: 'OUTGOING' },
  ]);
  expect(firing('CorridorPaymentFiguresBehind', after)).toEqual([]);
  const behind = altered(after, 'corridor_payment_figures_behind', (sample) => ({ ...sample, value: 1 }));
  expect(causes('CorridorPaymentFiguresBehind', behind)).toEqual([{}]);
  await host.stop();
});

it('a test of this file causes the fault of every alert', () => {
  expect([...caused].sort()).toEqual(ALERTS.map(({ alert }) => alert).sort());
});
