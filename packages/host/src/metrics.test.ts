import { expect, test } from 'vitest';
import { createMetrics } from './metrics.js';

const lags = { events: async () => 1.5, jobs: async () => 0 };

test('what was counted before the first scrape is in it, with the lags of that moment', async () => {
  const metrics = createMetrics(lags);
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

test('two hosts in one process count apart', async () => {
  const one = createMetrics(lags);
  const two = createMetrics(lags);
  one.worked(5, 0.01);
  expect((await one.render()).body).toContain('corridor_work_items_total 5');
  expect((await two.render()).body).toContain('corridor_work_items_total 0');
});
