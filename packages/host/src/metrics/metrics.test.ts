import { type CurrencyCode, instant } from '@corridor/core';
import { expect, test } from 'vitest';
import type { Totals } from '@corridor/core/internal';
import { createMetrics } from './metrics.js';
import type { Figures } from './prometheus.js';
import { packageVersion } from '../files/version.js';

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
const held = {
  ...{ rail: 'base', currency: 'USDC' as CurrencyCode, asOf: 'block 7' },
  ...{ amount: 100n, untold: -5n, ledger: 104n, difference: 1n },
};
const NOT_READY = { database: false, host: false };
const figures: Figures = {
  readiness: async () => ({ database: true, host: true }),
  undelivered: async () => ({
    environments: [{ environment: 'SANDBOX', count: 40, failing: 1 }],
    platforms: [{ environment: 'SANDBOX', platform: 'Platform:1', seconds: 90 }],
  }),
  safeguarding: async () => [
    {
      ...{ environment: 'PRODUCTION' as const, currency: 'USD' as CurrencyCode, shortfall: 4_000n, excess: -4_000n },
      ...{ customers: 9_000n, platforms: 0n, own: 0n, other: 0n, safeguarded: 5_000n, elsewhere: 4_000n, lines: [] },
    },
  ],
  prefunding: async () => [
    {
      ...{ connection: 'acme-bank', environment: 'PRODUCTION' as const, rails: ['acme-bank'] },
      ...{ currency: 'USD' as CurrencyCode, floor: 5_000n, held: 1_000n, missing: 4_000n },
    },
  ],
  upkeep: async () => ({
    now: instant(1_790_000_600_000),
    seal: { sealedAt: instant(1_790_000_500_000), lagMs: 100_000 },
    approvals: [
      { environment: 'SANDBOX', count: 0, oldestAt: null },
      { environment: 'PRODUCTION', count: 2, oldestAt: instant(1_790_000_000_000) },
    ],
    reviews: [{ environment: 'PRODUCTION', count: 7, oldestAt: instant(1_790_000_300_000) }],
    hits: [{ environment: 'PRODUCTION', count: 3, oldestAt: instant(1_790_000_300_000) }],
    questions: [{ environment: 'PRODUCTION', count: 5, oldestAt: null }],
    transfers: [{ environment: 'PRODUCTION', count: 4, oldestAt: instant(1_790_000_300_000) }],
    lastAudit: { endedAt: instant(1_790_000_000_000), findings: 3 },
    umaCertificatesEnd: instant(1_790_086_400_000 + 600_000),
    archive: [
      { content: 'events', segments: 7, lagMs: 60_000 },
      { content: 'answers', segments: 0, lagMs: null },
    ],
  }),
  rates: async () => [
    { source: 'ecb', ageMs: 60_000, isUsable: true },
    { source: 'kraken', ageMs: null, isUsable: false },
  ],
  connections: async () => ({ max: 10, inUse: 6, idle: 1, waiting: 4 }),
  clockSkew: async () => null,
  disk: async () => ({ free: 5, size: 50 }),
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
  holdings: async () => ({ compared: [held], isWhole: true }),
};

test('exports the trial balance and the exceptions without a label for the platform', async () => {
  const { body } = await createMetrics('5e771065', lags, figures).render();
  const open = '{environment="SANDBOX",kind="REFUND_FAILED",currency="USD"}';
  expect(body).toContain('corridor_position{environment="SANDBOX",currency="USD",account="fx"} 42');
  expect(body).toContain(`corridor_open_exceptions${open} 3`);
  expect(body).toContain(`corridor_open_exception_amount${open} 700`);
  expect(body).not.toMatch(/corridor_(position|trial_balance|open).*Platform:/);
});

test('exports the undelivered events, the disk and what the host runs', async () => {
  const { body } = await createMetrics('5e771065', lags, figures).render();
  expect(body).toContain('corridor_undelivered_events{environment="SANDBOX"} 40');
  expect(body).toContain('corridor_failing_webhook_endpoints{environment="SANDBOX"} 1');
  expect(body).toContain('corridor_oldest_undelivered_event_seconds{environment="SANDBOX",platform="Platform:1"} 90');
  expect(body).toContain('corridor_disk_free_bytes 5');
  expect(body).toContain(
    `corridor_build_info{version="${packageVersion()}",node="${process.versions.node}",settings="5e771065"} 1`,
  );
});

test('sums the trial balance exactly where floating-point numbers would not', async () => {
  const large = 9_007_199_254_740_993n;
  const lines = [large, -large, 1n, -1n].map((balance, n) => ({ ...position, account: `account${n}`, balance }));
  const whole = { ...figures, positions: async () => lines as never };
  expect((await createMetrics('5e771065', lags, whole).render()).body).toContain(
    'corridor_trial_balance{environment="SANDBOX",currency="USD"} 0',
  );
  const torn = { ...figures, positions: async () => lines.slice(0, 3) as never };
  expect((await createMetrics('5e771065', lags, torn).render()).body).toContain(
    'corridor_trial_balance{environment="SANDBOX",currency="USD"} 1',
  );
});

test('leaves out what cannot be read, counts it, and exports the rest', async () => {
  let ready = false;
  const metrics = createMetrics('5e771065', lags, {
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
  const metrics = createMetrics('5e771065', lags, {
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

test('exports the totals of payments, read once for a scrape', async () => {
  let reads = 0;
  const payments = () => {
    reads += 1;
    return figures.payments();
  };
  const metrics = createMetrics('5e771065', lags, { ...figures, payments });
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
  const metrics = createMetrics('5e771065', lags, { ...figures, payments });
  await metrics.render();
  const { body } = await metrics.render();
  expect(body).toContain('corridor_job_lag_seconds 0');
  expect(body).not.toContain('corridor_payments_accepted_total{');
  expect(body).not.toContain('corridor_payment_figures_behind 0');
  expect(body).toContain('corridor_unread_figures_total{metric="corridor_payments_accepted_total"} 1');
  expect(body).toContain('corridor_unread_figures_total{metric="corridor_payment_figures_behind"} 1');
});

test('says of each metric whether its figures were read for this scrape', async () => {
  let ready = true;
  const metrics = createMetrics('5e771065', lags, {
    ...figures,
    readiness: async () => (ready ? { database: true, host: true } : NOT_READY),
    holdings: async () => ({ compared: [held], isWhole: false }),
  });
  const read = async () => {
    const found = (await metrics.render()).body.matchAll(/^corridor_figures_read\{metric="(\w+)"\} (\d)$/gm);
    return new Map([...found].map(([, metric, value]) => [metric, Number(value)]));
  };
  const withDatabase = await read();
  expect(withDatabase.get('corridor_open_exceptions')).toBe(1);
  expect(withDatabase.get('corridor_oldest_open_payment_seconds')).toBe(1);
  // Of one connection the balances could not be read: those of the others are served.
  expect((await metrics.render()).body).toContain('corridor_rail_difference{rail="base",currency="USDC"} 1');
  expect([...withDatabase].filter(([, value]) => value === 0).map(([metric]) => metric)).toEqual([
    'corridor_rail_holding',
    'corridor_rail_ledger',
    'corridor_rail_difference',
  ]);
  ready = false;
  const without = await read();
  expect([...without.keys()]).toEqual([...withDatabase.keys()]);
  expect(without.get('corridor_open_exceptions')).toBe(0);
  expect(without.get('corridor_oldest_open_payment_seconds')).toBe(0);
  expect(without.get('corridor_rail_reachable')).toBe(0);
  expect(without.get('corridor_rates_usable')).toBe(1);
  ready = true;
  expect(await read()).toEqual(withDatabase);
});

test('exports the condition of each connection', async () => {
  const { body } = await createMetrics('5e771065', lags, figures).render();
  expect(body).toContain('corridor_rail_reachable{rail="acme-bank"} 1');
  expect(body).toContain('corridor_rail_reachable{rail="new-bank"} 0');
  expect(body).toContain('corridor_rail_last_exchange_timestamp_seconds{rail="acme-bank"} 1790000000.5');
  expect(body).not.toContain('corridor_rail_last_exchange_timestamp_seconds{rail="new-bank"}');
  expect(body).toContain('corridor_rail_backlog{rail="acme-bank",item="payments waiting for a file"} 7');
  expect(body).toContain('corridor_rail_problems{rail="acme-bank"} 2');
});

test('exports what each rail holds, what the ledger says, and the difference', async () => {
  const { body } = await createMetrics('5e771065', lags, figures).render();
  expect(body).toContain('corridor_rail_holding{rail="base",currency="USDC"} 100');
  expect(body).toContain('corridor_rail_ledger{rail="base",currency="USDC"} 104');
  expect(body).toContain('corridor_rail_difference{rail="base",currency="USDC"} 1');
});

test('exports what operators have to look after', async () => {
  const { body } = await createMetrics('5e771065', lags, figures).render();
  expect(body).toContain('corridor_seal_lag_seconds 100');
  expect(body).toContain('corridor_archive_files{content="events"} 7');
  expect(body).toContain('corridor_archive_files{content="answers"} 0');
  expect(body).toContain('corridor_archive_lag_seconds{content="events"} 60');
  expect(body).not.toContain('corridor_archive_lag_seconds{content="answers"}');
  expect(body).toContain('corridor_newest_seal_age_seconds 100');
  expect(body).toContain('corridor_waiting_approvals{environment="PRODUCTION"} 2');
  expect(body).toContain('corridor_oldest_waiting_approvals_seconds{environment="PRODUCTION"} 600');
  expect(body).toContain('corridor_oldest_waiting_approvals_seconds{environment="SANDBOX"} 0');
  expect(body).toContain('corridor_waiting_reviews{environment="PRODUCTION"} 7');
  expect(body).toContain('corridor_oldest_waiting_reviews_seconds{environment="PRODUCTION"} 300');
  expect(body).toContain('corridor_waiting_hits{environment="PRODUCTION"} 3');
  expect(body).toContain('corridor_oldest_waiting_hits_seconds{environment="PRODUCTION"} 300');
  expect(body).toContain('corridor_waiting_screenings{environment="PRODUCTION"} 5');
  expect(body).toContain('corridor_oldest_waiting_screenings_seconds{environment="PRODUCTION"} 0');
  expect(body).toContain('corridor_waiting_transfers{environment="PRODUCTION"} 4');
  expect(body).toContain('corridor_oldest_waiting_transfers_seconds{environment="PRODUCTION"} 300');
  expect(body).toContain('corridor_last_audit_age_seconds 600');
  expect(body).toContain('corridor_last_audit_findings 3');
  expect(body).toContain('corridor_uma_certificate_left_seconds 86400');
  expect(body).toContain('corridor_rail_prefunding_floor{rail="acme-bank",currency="USD"} 5000');
  expect(body).toContain('corridor_rail_prefunding_missing{rail="acme-bank",currency="USD"} 4000');
  expect(body).toContain('corridor_safeguarding_shortfall{environment="PRODUCTION",currency="USD"} 4000');
  expect(body).toContain('corridor_rates_age_seconds{source="ecb"} 60');
  expect(body).not.toContain('corridor_rates_age_seconds{source="kraken"}');
  expect(body).toContain('corridor_rates_usable{source="ecb"} 1');
  expect(body).toContain('corridor_rates_usable{source="kraken"} 0');
});

test('exports how many smallest units a unit of each currency has', async () => {
  const { body } = await createMetrics('5e771065', lags, figures).render();
  for (const [currency, units] of [
    ['USD', 100],
    ['JPY', 1],
    ['BTC', 100_000_000],
    ['USDC', 1_000_000],
  ]) {
    expect(body).toContain(`corridor_currency_units{currency="${currency}"} ${units}\n`);
  }
});

test('exports the connections to the database server, and none where the database runs in the process', async () => {
  const { body } = await createMetrics('5e771065', lags, figures).render();
  expect(body).toContain('corridor_database_connections{state="in use"} 6');
  expect(body).toContain('corridor_database_connections{state="idle"} 1');
  expect(body).toContain('corridor_database_connections_max 10');
  expect(body).toContain('corridor_database_waiting 4');
  const alone = await createMetrics('5e771065', lags, { ...figures, connections: async () => null }).render();
  expect(alone.body).not.toMatch(/^corridor_database_\w+(\{.*\})? /m);
});

test('leaves out what has not happened yet', async () => {
  const nothing = { seal: { sealedAt: null, lagMs: 0 }, lastAudit: null, umaCertificatesEnd: null } as const;
  const upkeep = async () => ({ ...(await figures.upkeep()), ...nothing });
  const { body } = await createMetrics('5e771065', lags, { ...figures, upkeep }).render();
  expect(body).toContain('corridor_seal_lag_seconds 0');
  expect(body).not.toMatch(/^corridor_(newest_seal|last_audit|uma_certificate)\w+ /m);
  expect(body).toContain('corridor_figures_read{metric="corridor_last_audit_findings"} 1');
});

test('exports what was counted before the first scrape, with the current lags', async () => {
  const metrics = createMetrics('5e771065', lags, figures);
  metrics.observeRequest('createQuote', 201, 0.004);
  metrics.observeRequest('createQuote', 201, 0.006);
  metrics.railCall('sandbox-bank', 'submit', 'answered', 0.001);
  metrics.worked(3, 0.01);
  metrics.retried('a job failed', 'payout.submit');
  metrics.retried('events were not delivered', '');
  metrics.delivery('SANDBOX', 'refused');
  metrics.leaseLost('event');
  metrics.noticeGivenUp('PRODUCTION');
  metrics.screened('SANDBOX', 'acme-lists', 'hold');
  const { contentType, body } = await metrics.render();
  expect(contentType).toContain('text/plain');
  expect(body).toContain('corridor_http_request_seconds_count{operation="createQuote",status="201"} 2');
  expect(body).toContain('corridor_rail_call_seconds_count{rail="sandbox-bank",call="submit",outcome="answered"} 1');
  expect(body).toContain('corridor_work_items_total 3');
  expect(body).toContain('corridor_work_retries_total{what="a job failed",job="payout.submit"} 1');
  expect(body).toContain('corridor_work_retries_total{what="events were not delivered",job=""} 1');
  expect(body).toContain('corridor_webhook_deliveries_total{environment="SANDBOX",outcome="refused"} 1');
  expect(body).toContain('corridor_webhook_deliveries_total{environment="PRODUCTION",outcome="given-up"} 0');
  expect(body).toContain('corridor_leases_lost_total{of="event"} 1');
  expect(body).toContain('corridor_approval_notices_given_up_total{environment="PRODUCTION"} 1');
  expect(body).toContain('corridor_approval_notices_given_up_total{environment="SANDBOX"} 0');
  expect(body).toContain(
    'corridor_screening_questions_total{environment="SANDBOX",provider="acme-lists",outcome="hold"} 1',
  );
  expect(body).toContain('corridor_event_lag_seconds 1.5');
  expect(body).toContain('process_cpu_seconds_total');
});

test('counts separately for two hosts in one process', async () => {
  const one = createMetrics('5e771065', lags, figures);
  const two = createMetrics('5e771065', lags, figures);
  one.worked(5, 0.01);
  expect((await one.render()).body).toContain('corridor_work_items_total 5');
  expect((await two.render()).body).toContain('corridor_work_items_total 0');
});
