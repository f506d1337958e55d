import { type CurrencyCode, instant } from '@corridor/core';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.js';

const lags = { events: async () => 1.5, jobs: async () => 0 };

const position = { environment: 'SANDBOX', currency: 'USD', account: 'fx' } as const;
const figures = {
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
  expect(body).not.toContain('Platform:');
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
