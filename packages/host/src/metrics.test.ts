import { type CurrencyCode, instant } from '@corridor/core';
import { expect, test } from 'vitest';
import type { Totals } from '@corridor/core/internal';
import { createMetrics } from './metrics.js';

const lags = { events: async () => 1.5, jobs: async () => 0 };

const position = { environment: 'SANDBOX', currency: 'USD', account: 'fx' } as const;
const cell = {
  environment: 'PRODUCTION' as const,
  kind: 'OUTGOING' as const,
  rail: 'acme-bank',
  currency: 'USD' as CurrencyCode,
  accepted: 10,
  settled: 5,
  amount: 1_000n,
  returned: 1,
  failed: { ACCOUNT_INVALID: 2, CANCELLED: 1 },
  times: { 0: 3, 2: 1, 19: 1 },
  settleMs: 9_000_500,
};
const totals: Totals = {
  cells: [
    cell,
    { ...cell, currency: 'EUR' as CurrencyCode, accepted: 1, failed: {}, times: { 0: 1 }, settleMs: 500 },
    { ...cell, environment: 'SANDBOX', kind: 'CARD' },
  ],
  open: [{ environment: 'PRODUCTION', kind: 'TRANSFER', count: 4, oldestSince: instant(1_790_000_000_000) }],
  isBehind: false,
};
const figures = {
  positions: async () =>
    [
      { ...position, tenant: 'Platform:1/SANDBOX', balance: 40n },
      { ...position, tenant: 'Platform:2/SANDBOX', balance: 2n },
    ] as never,
  exceptions: async () =>
    [{ environment: 'SANDBOX', kind: 'REFUND_FAILED', currency: 'USD', count: 3, amount: 700n }] as never,
  payments: async () => ({ totals, now: instant(1_790_000_600_000) }),
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
  expect(body).not.toContain('Platform:');
});

test('exports the totals of payments, read once for a scrape', async () => {
  let reads = 0;
  const payments = () => {
    reads += 1;
    return figures.payments();
  };
  const metrics = createMetrics(lags, { ...figures, payments });
  await metrics.render();
  const { body } = await metrics.render();
  expect(reads).toBe(2);
  const outgoing = 'environment="PRODUCTION",kind="OUTGOING"';
  const acme = 'environment="PRODUCTION",rail="acme-bank"';
  expect(body).toContain(`corridor_payments_accepted_total{${outgoing}} 11`);
  expect(body).toContain(`corridor_payments_settled_total{${outgoing},rail="acme-bank"} 10`);
  expect(body).toContain(`corridor_payments_failed_total{${outgoing},reason="ACCOUNT_INVALID"} 2`);
  expect(body).toContain(`corridor_payments_failed_total{${outgoing},reason="CANCELLED"} 1`);
  expect(body).toContain(`corridor_payments_returned_total{${acme}} 2`);
  expect(body).toContain(`corridor_payments_amount_total{${outgoing},currency="EUR"} 1000`);
  expect(body).toContain('# TYPE corridor_payment_settle_seconds histogram');
  expect(body).toContain(`corridor_payment_settle_seconds_bucket{${acme},le="1"} 4`);
  expect(body).toContain(`corridor_payment_settle_seconds_bucket{${acme},le="5"} 5`);
  expect(body).toContain(`corridor_payment_settle_seconds_bucket{${acme},le="2592000"} 5`);
  expect(body).toContain(`corridor_payment_settle_seconds_bucket{${acme},le="+Inf"} 6`);
  expect(body).toContain(`corridor_payment_settle_seconds_sum{${acme}} 9001`);
  expect(body).toContain(`corridor_payment_settle_seconds_count{${acme}} 6`);
  expect(body).toContain('corridor_open_payments{environment="PRODUCTION",kind="TRANSFER"} 4');
  expect(body).toContain('corridor_oldest_open_payment_seconds{environment="PRODUCTION",kind="TRANSFER"} 600');
  expect(body).toContain('corridor_payment_figures_behind 0');
});

test('leaves out the totals of payments that cannot be read, and exports the rest', async () => {
  const payments = () => Promise.reject(new Error('no database'));
  const { body } = await createMetrics(lags, { ...figures, payments }).render();
  expect(body).toContain('corridor_job_lag_seconds 0');
  expect(body).not.toContain('corridor_payments_accepted_total{');
  expect(body).not.toContain('corridor_payment_figures_behind 0');
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
  const { contentType, body } = await metrics.render();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('corridor_http_request_seconds_count{operation="createQuote",status="201"} 2');
  expect(body).toContain('corridor_rail_call_seconds_count{rail="sandbox-bank",call="submit",outcome="answered"} 1');
  expect(body).toContain('corridor_work_items_total 3');
  expect(body).toContain('corridor_work_retries_total{what="a job failed"} 1');
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
