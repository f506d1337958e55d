import { type CurrencyCode, instant } from '@corridor/core';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.js';
import type { Figures } from './prometheus.js';
import { packageVersion } from './version.js';

const lags = { events: async () => 1.5, jobs: async () => 0 };

const position = { environment: 'SANDBOX', currency: 'USD', account: 'fx' } as const;
const NOT_READY = { database: false, host: false };
const figures: Figures = {
  readiness: async () => ({ database: true, host: true }),
  undelivered: async () => ({
    environments: [{ environment: 'SANDBOX', count: 40, failing: 1 }],
    platforms: [{ environment: 'SANDBOX', platform: 'Platform:1', seconds: 90 }],
  }),
  disk: async () => ({ free: 5, size: 50 }),
  positions: async () =>
    [
      { ...position, tenant: 'Platform:1/SANDBOX', balance: 40n },
      { ...position, tenant: 'Platform:2/SANDBOX', balance: 2n },
    ] as never,
  exceptions: async () =>
    [{ environment: 'SANDBOX', kind: 'REFUND_FAILED', currency: 'USD', count: 3, amount: 700n }] as never,
  rails: async () => [
    {
      name: 'acme-bank',
      environment: 'PRODUCTION' as const,
      isReachable: true,
      lastExchangeAt: instant(1_790_000_000_500),
      backlog: { 'payments waiting for a file': 7 },
      problems: ['one', 'two'],
    },
    {
      name: 'new-bank',
      environment: 'SANDBOX' as const,
      isReachable: false,
      lastExchangeAt: null,
      backlog: {},
      problems: [],
    },
  ],
  holdings: async () => [
    {
      ...{ rail: 'base', currency: 'USDC' as CurrencyCode, asOf: 'block 7' },
      ...{ amount: 100n, untold: -5n, ledger: 104n, difference: 1n },
    },
  ],
};

test('exports the trial balance and the exceptions without a label for the platform', async () => {
  const { body } = await createMetrics(lags, figures).render();
  const open = '{environment="SANDBOX",kind="REFUND_FAILED",currency="USD"}';
  expect(body).toContain('corridor_position{environment="SANDBOX",currency="USD",account="fx"} 42');
  expect(body).toContain(`corridor_open_exceptions${open} 3`);
  expect(body).toContain(`corridor_open_exception_amount${open} 700`);
  expect(body).not.toMatch(/corridor_(position|trial_balance|open).*Platform:/);
});

test('exports the undelivered events, the disk and what the host runs', async () => {
  const { body } = await createMetrics(lags, figures).render();
  expect(body).toContain('corridor_undelivered_events{environment="SANDBOX"} 40');
  expect(body).toContain('corridor_failing_webhook_endpoints{environment="SANDBOX"} 1');
  expect(body).toContain('corridor_oldest_undelivered_event_seconds{environment="SANDBOX",platform="Platform:1"} 90');
  expect(body).toContain('corridor_disk_free_bytes 5');
  expect(body).toContain(`corridor_build_info{version="${packageVersion()}",node="${process.versions.node}"} 1`);
});

test('sums the trial balance exactly where floating-point numbers would not', async () => {
  const large = 9_007_199_254_740_993n;
  const lines = [large, -large, 1n, -1n].map((balance, n) => ({ ...position, account: `account${n}`, balance }));
  const whole = { ...figures, positions: async () => lines as never };
  expect((await createMetrics(lags, whole).render()).body).toContain(
    'corridor_trial_balance{environment="SANDBOX",currency="USD"} 0',
  );
  const torn = { ...figures, positions: async () => lines.slice(0, 3) as never };
  expect((await createMetrics(lags, torn).render()).body).toContain(
    'corridor_trial_balance{environment="SANDBOX",currency="USD"} 1',
  );
});

test('leaves out what cannot be read, counts it, and exports the rest', async () => {
  let ready = false;
  const metrics = createMetrics(lags, {
    ...figures,
    readiness: async () => (ready ? { database: true, host: true } : NOT_READY),
    disk: async () => null,
    rails: () => Promise.reject(new Error('no rails')),
  });
  metrics.observeRequest('createQuote', 503, 0.004);
  await metrics.render();
  const { body } = await metrics.render();
  expect(body).toContain('corridor_ready 0');
  expect(body).toContain('corridor_http_request_seconds_count{operation="createQuote",status="503"} 1');
  expect(body).toContain('corridor_unread_figures_total{metric="corridor_event_lag_seconds"} 1');
  expect(body).not.toMatch(/^corridor_(event_lag|position|open_exceptions|undelivered|rail_reachable|disk)\S* /m);
  ready = true;
  const after = (await metrics.render()).body;
  expect(after).toContain('corridor_ready 1');
  expect(after).toContain('corridor_event_lag_seconds 1.5');
});

test('reads figures that several gauges show once for each scrape', async () => {
  let reads = 0;
  const metrics = createMetrics(lags, {
    ...figures,
    undelivered: async () => {
      reads += 1;
      return { environments: [], platforms: [] };
    },
  });
  await metrics.render();
  await metrics.render();
  expect(reads).toBe(2);
});

test('exports the condition of each connection', async () => {
  const { body } = await createMetrics(lags, figures).render();
  expect(body).toContain('corridor_rail_reachable{rail="acme-bank"} 1');
  expect(body).toContain('corridor_rail_reachable{rail="new-bank"} 0');
  expect(body).toContain('corridor_rail_last_exchange_timestamp_seconds{rail="acme-bank"} 1790000000.5');
  expect(body).not.toContain('corridor_rail_last_exchange_timestamp_seconds{rail="new-bank"}');
  expect(body).toContain('corridor_rail_backlog{rail="acme-bank",item="payments waiting for a file"} 7');
  expect(body).toContain('corridor_rail_problems{rail="acme-bank"} 2');
});

test('exports what each rail holds, what the ledger says, and the difference', async () => {
  const { body } = await createMetrics(lags, figures).render();
  expect(body).toContain('corridor_rail_holding{rail="base",currency="USDC"} 100');
  expect(body).toContain('corridor_rail_ledger{rail="base",currency="USDC"} 104');
  expect(body).toContain('corridor_rail_difference{rail="base",currency="USDC"} 1');
});

test('exports what was counted before the first scrape, with the current lags', async () => {
  const metrics = createMetrics(lags, figures);
  metrics.observeRequest('createQuote', 201, 0.004);
  metrics.observeRequest('createQuote', 201, 0.006);
  metrics.railCall('sandbox-bank', 'submit', 'answered', 0.001);
  metrics.worked(3, 0.01);
  metrics.retried('a job failed');
  metrics.delivery('SANDBOX', 'refused');
  metrics.leaseLost('event');
  const { contentType, body } = await metrics.render();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('corridor_http_request_seconds_count{operation="createQuote",status="201"} 2');
  expect(body).toContain('corridor_rail_call_seconds_count{rail="sandbox-bank",call="submit",outcome="answered"} 1');
  expect(body).toContain('corridor_work_items_total 3');
  expect(body).toContain('corridor_work_retries_total{what="a job failed"} 1');
  expect(body).toContain('corridor_webhook_deliveries_total{environment="SANDBOX",outcome="refused"} 1');
  expect(body).toContain('corridor_webhook_deliveries_total{environment="PRODUCTION",outcome="given-up"} 0');
  expect(body).toContain('corridor_leases_lost_total{of="event"} 1');
  expect(body).toContain('corridor_event_lag_seconds 1.5');
  expect(body).toContain('process_cpu_seconds_total');
});

test('counts separately for two hosts in one process', async () => {
  const one = createMetrics(lags, figures);
  const two = createMetrics(lags, figures);
  one.worked(5, 0.01);
  expect((await one.render()).body).toContain('corridor_work_items_total 5');
  expect((await two.render()).body).toContain('corridor_work_items_total 0');
});
