import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createProxy } from '../../packages/adapters-storage/src/testing/proxy.js';
import { expecting } from '../support/api.js';
import { eventually, pause } from '../support/eventually.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { createDeployment } from '../support/host.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  fundedAccount,
  quotePayout,
} from '../support/scenario.js';
import { ALERTMANAGER, type Monitoring, PROMETHEUS, startMonitoring } from './monitoring.js';
import { ROOT } from './rules.js';

const isInstalled = PROMETHEUS !== null && ALERTMANAGER !== null;
const hint = isInstalled ? '' : ' (skipped: install prometheus and prometheus-alertmanager)';
if (!isInstalled) console.warn('No alert is played against a living Prometheus: it or Alertmanager is not installed.');

const cleanups: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** The latest notification about an alert. */
const latest = ({ notified }: Monitoring, alert: string) => notified.findLast((each) => each.alert === alert);
const reaches = (monitoring: Monitoring, alert: string, status: 'firing' | 'resolved') =>
  eventually(
    `${alert} to be ${status}`,
    () => (latest(monitoring, alert)?.status === status ? latest(monitoring, alert)! : null),
    {
      withinMs: 90_000,
    },
  );

/** A rail whose condition a file says. */
const RAIL = `
  import { readFile } from 'node:fs/promises';
  import create from './play-rail.mjs';
  export default (entry, surroundings) => {
    const made = create(entry, surroundings);
    const check = made.check.bind(made);
    made.check = async () => ({ ...(await check()), ...JSON.parse(await readFile(entry.says, 'utf8')) });
    return made;
  };`;

it.skipIf(!isInstalled)(
  `operators hear of a rail that is down, of webhooks that are stuck and of a refund that fails, and no alert about money resolves because the database or the host stops${hint}`,
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-living-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    copyFileSync(`${ROOT}packages/host/src/testing/play-rail.mjs`, join(folder, 'play-rail.mjs'));
    writeFileSync(join(folder, 'living-rail.mjs'), RAIL);
    const says = join(folder, 'condition.json');
    const say = (condition: object): void => writeFileSync(says, JSON.stringify(condition));
    say({});
    const rails = [
      { type: 'module', module: './living-rail.mjs', name: 'living-bank', environment: 'PRODUCTION', says },
    ];
    writeFileSync(join(folder, 'connections.json'), JSON.stringify({ rails }));

    const port = await freePort();
    const deployment = await createDeployment('postgres', {
      CORRIDOR_CONNECTIONS_FILE: join(folder, 'connections.json'),
      CORRIDOR_PORT: String(port),
    });
    cleanups.push(() => deployment.remove());
    const proxy = await createProxy(deployment.address);
    cleanups.push(() => proxy.close());
    const settings = { CORRIDOR_DATABASE_URL: proxy.url };
    let host = await deployment.launch(settings);
    const monitoring = await startMonitoring(`127.0.0.1:${port}`);
    cleanups.push(() => monitoring.close());
    const heard: string[] = [];
    cleanups.push(() => {
      for (const { at, receiver, status, alert, labels } of monitoring.notified) {
        const { alertname: _, severity: __, job: ___, ...rest } = labels;
        heard.push(`${at.toFixed(1).padStart(6)} s  ${receiver}: ${status} ${alert} ${JSON.stringify(rest)}`);
      }
      console.info(heard.toSorted((a, b) => parseFloat(a) - parseFloat(b)).join('\n'));
    });
    const mark = (what: string): void => void heard.push(`${monitoring.now().toFixed(1).padStart(6)} s  -- ${what}`);

    mark('the rail goes down');
    say({ isReachable: false, problems: ['the bank does not answer'] });
    const down = await reaches(monitoring, 'CorridorRailUnreachable', 'firing');
    expect(down).toMatchObject({ receiver: 'on-call', labels: { rail: 'living-bank', severity: 'critical' } });
    expect(down.labels).not.toHaveProperty('runbooks');
    expect(down.annotations['runbook_url']).toBe('https://docs.example.com/alerts/rail-unreachable.md');
    mark('the rail is back');
    say({});
    await reaches(monitoring, 'CorridorRailUnreachable', 'resolved');
    // It follows from the first one, as its rail is the same.
    expect(latest(monitoring, 'CorridorRailProblem')).toBeUndefined();

    mark('an endpoint goes down');
    await expecting(200, host.api.patch('/config', { webhookEndpoint: 'http://127.0.0.1:1/hook' }));
    const customer = await createCustomer(host.api, { currencies: ['USD'] });
    await fund(host.api, (await accountOf(host.api, customer.id, 'USD')).id, 100);
    expect(await reaches(monitoring, 'CorridorEndpointFails', 'firing')).toMatchObject({
      receiver: 'sandbox',
      labels: { environment: 'SANDBOX' },
    });

    mark('a refund fails');
    const source = await fundedAccount(host.api, customer.id, 'USD', 50_000);
    const payee = await addAccount(host.api, customer.id, 'EUR', '007');
    const quote = await quotePayout(host.api, { from: source.id, to: payee.id, amount: 10_000 });
    await executeQuote(host.api, quote.id);
    await reaches(monitoring, 'CorridorRefundFailed', 'firing');
    const money = ['CorridorRefundFailed', 'CorridorEndpointFails'];
    const resolved = () =>
      monitoring.notified.filter(({ status, alert }) => status === 'resolved' && money.includes(alert));

    mark('the database stops');
    proxy.lead('postgres://127.0.0.1:1/nothing');
    await reaches(monitoring, 'CorridorHostNotReady', 'firing');
    // Much longer than Prometheus looks back, and than it takes for unread figures to be an alert.
    await pause(30_000);
    expect(resolved()).toEqual([]);
    expect(latest(monitoring, 'CorridorFiguresUnread')).toBeUndefined();
    // The connection cannot read its store, which says nothing about the bank.
    expect(latest(monitoring, 'CorridorRailUnreachable')?.status).toBe('resolved');

    mark('the host stops');
    await host.kill();
    await reaches(monitoring, 'CorridorHostDown', 'firing');
    await pause(15_000);
    expect(resolved()).toEqual([]);

    mark('the database and the host are back');
    proxy.lead(deployment.address);
    host = await deployment.launch(settings);
    await reaches(monitoring, 'CorridorHostDown', 'resolved');
    expect(resolved()).toEqual([]);

    mark('the refund is resolved');
    const database = new pg.Client({ connectionString: deployment.address });
    await database.connect();
    await database.query("update exceptions set status = 'RESOLVED'").finally(() => database.end());
    await reaches(monitoring, 'CorridorRefundFailed', 'resolved');
    expect(resolved().map(({ alert }) => alert)).toEqual(['CorridorRefundFailed']);
    mark('end');
    await host.stop({ afterFaults: true });
  },
);
