import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMetrics } from '../metrics/metrics.js';
import type { Figures } from '../metrics/prometheus.js';
import { channels } from '../testing/channels.js';
import { createSummedMetrics, offerMetrics } from './metrics.js';

/** A loaded machine must not make a process late: time passes only where a test says so. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A host whose figures come from a database that counts how often it is read. */
function host() {
  const read = { positions: 0, lags: 0, disk: 0 };
  const warned: string[] = [];
  const summed = createSummedMetrics({ warn: (_fields, message) => void warned.push(message) });

  function start({ ready = true, serving = true }: { readonly ready?: boolean; readonly serving?: boolean } = {}) {
    const state = { ready, serving, silent: false, answered: 0 };
    const figures: Figures = {
      readiness: async () => ({ database: true, host: state.ready }),
      positions: async () => {
        read.positions += 1;
        const position = { environment: 'SANDBOX', currency: 'USD', account: 'fx' };
        return [{ ...position, tenant: 'Platform:1/SANDBOX', balance: 42n }] as never;
      },
      exceptions: async () => [],
      payments: async () => ({
        totals: {
          cells: [
            {
              ...{ environment: 'SANDBOX', kind: 'OUTGOING', rail: 'bank', currency: 'USD', accepted: 7, settled: 5 },
              ...{ amount: 9n, returned: 0, failed: {}, times: { 0: 5 }, settleMs: 5_000 },
            },
          ],
          open: [],
          isBehind: false,
        } as never,
        now: 0 as never,
      }),
      undelivered: async () => ({ environments: [], platforms: [] }),
      rails: async () => [],
      holdings: async () => ({ compared: [], isWhole: true }),
      prefunding: async () => [],
      safeguarding: async () => [],
      upkeep: async () => ({
        seal: { sealedAt: null, lagMs: 0 },
        approvals: [],
        reviews: [],
        hits: [],
        questions: [],
        transfers: [],
        lastAudit: null,
        umaCertificatesEnd: null,
        archive: [],
        now: 0 as never,
      }),
      rates: async () => [],
      connections: async () => ({ max: 10, inUse: 1, idle: 2, waiting: 3 }),
      clockSkew: async () => null,
      disk: async () => {
        read.disk += 1;
        return { free: 5, size: 50 };
      },
    };
    const lags = {
      events: async () => {
        read.lags += 1;
        return 1.5;
      },
      jobs: async () => 0,
    };
    const { supervisor, process, disconnect } = channels();
    const own = createMetrics('5e771065', lags, figures);
    const readOwn = own.read;
    own.read = async (withFigures) => {
      const read = await readOwn(withFigures);
      if (state.silent) await new Promise(() => undefined);
      state.answered += 1;
      return read;
    };
    const metrics = offerMetrics(own, { channel: process, isServing: () => state.serving });
    summed.add(supervisor);
    const end = () => {
      disconnect();
      summed.ended(supervisor);
    };
    return { metrics, state, kill: end, stop: () => metrics.close().then(end) };
  }
  return { summed, start, read, warned };
}

/** The value of a series in the sum; null if it is absent. */
async function valueOf(render: () => Promise<{ readonly body: string }>, series: string): Promise<number | null> {
  const lines = (await render()).body.split('\n').filter((each) => each.startsWith(`${series} `));
  expect(lines.length).toBeLessThanOrEqual(1);
  return lines.length === 0 ? null : Number(lines[0]!.slice(series.length + 1));
}

const REQUESTS = 'corridor_http_request_seconds_count{operation="createQuote",status="201"}';
const ITEMS = 'corridor_work_items_total';

test('sums counters and histograms exactly, and figures of the database appear once', async () => {
  const { summed, start, read } = host();
  const processes = [start(), start(), start()];
  for (const [at, { metrics }] of processes.entries()) {
    for (let n = 0; n <= at; n++) metrics.observeRequest('createQuote', 201, 0.25);
    metrics.worked(at + 1, 0.01);
    metrics.delivery('SANDBOX', 'refused');
  }
  const { body, contentType } = await processes[2]!.metrics.render();
  expect(contentType).toContain('text/plain');
  const render = async () => ({ body });
  expect(await valueOf(render, REQUESTS)).toBe(6);
  const request = 'operation="createQuote",status="201"';
  expect(body).toMatch(/corridor_http_request_seconds_sum\{operation="createQuote",status="201"\} 1\.5$/m);
  expect(body).toMatch(
    new RegExp(`corridor_http_request_seconds_bucket\\{(le="0.1",${request}|${request},le="0.1")\\} 0$`, 'm'),
  );
  expect(body).toMatch(
    new RegExp(`corridor_http_request_seconds_bucket\\{(le="0.25",${request}|${request},le="0.25")\\} 6$`, 'm'),
  );
  expect(await valueOf(render, ITEMS)).toBe(6);
  expect(await valueOf(render, 'corridor_webhook_deliveries_total{environment="SANDBOX",outcome="refused"}')).toBe(3);
  expect(await valueOf(render, 'corridor_position{environment="SANDBOX",currency="USD",account="fx"}')).toBe(42);
  expect(await valueOf(render, 'corridor_payments_accepted_total{environment="SANDBOX",kind="OUTGOING"}')).toBe(7);
  expect(await valueOf(render, 'corridor_payment_settle_seconds_count{environment="SANDBOX",rail="bank"}')).toBe(5);
  expect(await valueOf(render, 'corridor_event_lag_seconds')).toBe(1.5);
  expect(await valueOf(render, 'corridor_disk_free_bytes')).toBe(5);
  // Each process has connections of its own.
  expect(await valueOf(render, 'corridor_database_connections{state="idle"}')).toBe(6);
  expect(await valueOf(render, 'corridor_database_waiting')).toBe(9);
  expect(await valueOf(render, 'corridor_ready')).toBe(1);
  expect(body.match(/^corridor_build_info\{.*\} 1$/gm)).toHaveLength(1);
  expect(read).toEqual({ positions: 1, lags: 1, disk: 1 });
  await summed.render();
  expect(read).toEqual({ positions: 2, lags: 2, disk: 2 });
});

test('has the metrics and labels of a host of one process', async () => {
  const { summed, start } = host();
  const alone = start();
  const described = (body: string) => body.match(/^# (HELP|TYPE) .*$/gm)!.toSorted();
  const { own, figures } = await alone.metrics.read(true);
  const names = [...own, ...figures].map(({ name }) => name);
  const summedNames = described((await summed.render()).body).filter((line) => line.startsWith('# TYPE'));
  expect(summedNames.map((line) => line.split(' ')[2]).toSorted()).toEqual(names.toSorted());
});

test('adds processor time and memory, and takes the worst lag and the earliest start', async () => {
  const { summed, start } = host();
  start();
  const alone = await summed.render();
  start();
  start();
  const after = await summed.render();
  const value = (of: { readonly body: string }, series: string) => valueOf(async () => of, series);
  // All of these processes and their supervisor are this test's process.
  const memory = 'process_resident_memory_bytes';
  expect((await value(after, memory))! / (await value(alone, memory))!).toBeGreaterThan(1.5);
  const started = await value(after, 'process_start_time_seconds');
  expect(started).toBe(await value(alone, 'process_start_time_seconds'));
  expect(Math.abs(started! - (Date.now() / 1000 - process.uptime()))).toBeLessThan(5);
});

test('a silent process is left out and logged, and what it counted before stays', async () => {
  const { summed, start, warned } = host();
  type Started = ReturnType<typeof start>;
  /** A scrape whose time for answers passes after all processes have answered but the silent one. */
  async function renderWithAnswerOf(answering: Started) {
    const before = answering.state.answered;
    const rendering = summed.render();
    while (answering.state.answered === before) await new Promise(setImmediate);
    // The answer reaches the supervisor in one of the next turns of the event loop.
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    vi.runAllTimers();
    return rendering;
  }
  const [silent, other] = [start(), start()];
  silent.metrics.worked(5, 0.01);
  other.metrics.worked(2, 0.01);
  const before = await summed.render();
  expect(await valueOf(async () => before, ITEMS)).toBe(7);
  silent.state.silent = true;
  silent.metrics.worked(1, 0.01);
  const during = await renderWithAnswerOf(other);
  expect(await valueOf(async () => during, ITEMS)).toBe(7);
  expect(await valueOf(async () => during, 'corridor_ready')).toBe(0);
  expect(warned).toEqual([expect.stringContaining('did not send its metrics')]);
  // From the next scrape on, another process reads the figures.
  const next = await renderWithAnswerOf(other);
  expect(await valueOf(async () => next, 'corridor_event_lag_seconds')).toBe(1.5);
  silent.state.silent = false;
  expect(await valueOf(summed.render, ITEMS)).toBe(8);
  expect(await valueOf(summed.render, 'corridor_ready')).toBe(1);
});

test('is ready if all processes that serve are, and at least one does', async () => {
  const { summed, start } = host();
  const [one, two] = [start(), start({ ready: false })];
  const ready = () => valueOf(summed.render, 'corridor_ready');
  expect(await ready()).toBe(0);
  // A process that drains in a rolling restart takes no new requests.
  two.state.serving = false;
  expect(await ready()).toBe(1);
  one.state.serving = false;
  expect(await ready()).toBe(0);
});

test('counters do not decrease when processes are replaced', async () => {
  const { summed, start } = host();
  const [stopped, killed] = [start(), start()];
  stopped.metrics.worked(10, 0.01);
  killed.metrics.worked(100, 0.01);
  killed.metrics.observeRequest('createQuote', 201, 0.25);
  expect(await valueOf(summed.render, ITEMS)).toBe(110);
  // Counted after the last scrape: an orderly stop hands it over, a kill loses it.
  stopped.metrics.worked(1, 0.01);
  killed.metrics.worked(1, 0.01);
  await stopped.stop();
  killed.kill();
  expect(await valueOf(summed.render, ITEMS)).toBe(111);
  const next = start();
  next.metrics.worked(1_000, 0.01);
  next.metrics.observeRequest('createQuote', 201, 0.25);
  const after = await summed.render();
  expect(await valueOf(async () => after, ITEMS)).toBe(1_111);
  expect(await valueOf(async () => after, REQUESTS)).toBe(2);
  expect(
    await valueOf(async () => after, 'corridor_payments_accepted_total{environment="SANDBOX",kind="OUTGOING"}'),
  ).toBe(7);
});

test('two scrapes at once read each process once', async () => {
  const { summed, start, read } = host();
  start();
  const [one, two] = await Promise.all([summed.render(), summed.render()]);
  expect(one.body).toBe(two.body);
  expect(read.positions).toBe(1);
});

test('a process whose supervisor has ended cannot render', async () => {
  const { start } = host();
  const { metrics, kill } = start();
  kill();
  await expect(metrics.render()).rejects.toThrow('ended');
  await metrics.close();
});
