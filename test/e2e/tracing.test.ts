import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Api, expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { EXPRESS, connectionsFileOf, startExample } from '../support/example-rails.js';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { BOOTSTRAP, createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import { accountOf, addAccount, createCustomer, fundedAccount, quotePayout, settled } from '../support/scenario.js';
import { type ReceivedSpan, type SpanReceiver, spanReceiver } from '../support/span-receiver.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import type { Quote } from '../support/wire.js';

const PROBE = fileURLToPath(new URL('../support/loaded-packages.mjs', import.meta.url));
const TRACED_HOST = fileURLToPath(new URL('../support/tracing-probe.mjs', import.meta.url));
const COMPLETED = 'OUTGOING_PAYMENT.COMPLETED';
/** Sends spans soon, because a killed host loses those that it has not sent. */
const SOON = { OTEL_BSP_SCHEDULE_DELAY: '50' };

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const newTraceparent = (flags = '01') => `00-${hex(16)}-${hex(8)}-${flags}`;
const traceIdOf = (traceparent: string) => traceparent.slice(3, 35);
const spanIdOf = (traceparent: string) => traceparent.slice(36, 52);

let collector: SpanReceiver;
let receiver: Receiver;
let deployment: Deployment;

beforeEach(async () => {
  collector = await spanReceiver();
  receiver = await webhookReceiver();
});
afterEach(async () => {
  await deployment.remove();
  await receiver.close();
  await collector.close();
});

/** A quote of a new customer that can be executed, and everything about it that a trace must not contain. */
async function payable(api: Api) {
  await expecting(200, api.patch('/config', { webhookEndpoint: `${receiver.url}/of-acme?key=a-secret-of-acme` }));
  const customer = await createCustomer(api, { currencies: ['USD'], platformCustomerId: 'ada-7' });
  const source = await fundedAccount(api, customer.id, 'USD', 50_000);
  const payee = await addAccount(api, customer.id, 'EUR');
  const quote = await quotePayout(api, { from: source.id, to: payee.id, amount: 1_234 });
  const uuid = (id: string) => id.slice(id.indexOf(':') + 1);
  const { iban } = payee.accountInfo as { readonly iban?: string };
  expect(iban).toMatch(/^DE/);
  const secrets = [
    ...[customer.id, source.id, payee.id, quote.id, quote.transactionId].map(uuid),
    ...[iban!, 'ada-7', customer.umaAddress, 'Lovelace', 'Hopper', '1234', '50000', 'of-acme', '/hook'],
    ...[BOOTSTRAP.clientId, BOOTSTRAP.clientSecret],
  ];
  return { quote, secrets };
}

const execute = (api: Api, { id }: Quote, headers: Readonly<Record<string, string>>) =>
  expecting(200, api.post<Quote>(`/quotes/${id}/execute`, undefined, { headers }));

const spansOf = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId);

/** The names of the spans from the first one of the trace down to this one. */
function pathTo(span: ReceivedSpan): readonly string[] {
  const parent = collector.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent === undefined ? [] : pathTo(parent)), span.name];
}

describe.each(DATABASES)('a payment on %s', (database) => {
  it('is one trace from the request to the delivered webhook, which carries it on', async () => {
    deployment = await createDeployment(database, { CORRIDOR_TRACING_ENDPOINT: collector.endpoint });
    const host = await deployment.start();
    const { quote, secrets } = await payable(host.api);
    const traceparent = newTraceparent();
    await execute(host.api, quote, { traceparent });
    const delivery = await receiver.delivery(COMPLETED, quote.transactionId);
    await host.stop();

    const spans = spansOf(traceIdOf(traceparent));
    const request = spans.find(({ name }) => name === 'executeQuote');
    expect(request).toMatchObject({
      parentSpanId: spanIdOf(traceparent),
      attributes: { 'corridor.operation': 'executeQuote', 'http.response.status_code': 200 },
    });
    const ids = new Set(spans.map(({ spanId }) => spanId));
    for (const span of spans) if (span !== request) expect(ids).toContain(span.parentSpanId);
    const DELIVERED = ['webhook delivery', 'HTTP POST'];
    expect([...new Set(spans.map((span) => pathTo(span).join(' > ')))].sort()).toEqual(
      [
        ['executeQuote'],
        ['executeQuote', 'unit of work'],
        ['executeQuote', 'webhook delivery'],
        ['executeQuote', ...DELIVERED],
        ['executeQuote', 'job payout.submit'],
        ['executeQuote', 'job payout.submit', 'unit of work'],
        ['executeQuote', 'job payout.submit', 'rail submit'],
        ['executeQuote', 'job payout.submit', 'webhook delivery'],
        ['executeQuote', 'job payout.submit', ...DELIVERED],
      ]
        .map((path) => path.join(' > '))
        .sort(),
    );
    expect(spans.find(({ name }) => name === 'rail submit')?.attributes).toEqual({
      'corridor.rail': 'sandbox-bank',
      'corridor.rail.call': 'submit',
      'corridor.rail.outcome': 'answered',
    });
    const sent = String(delivery.headers['traceparent']);
    const post = spans.find(({ spanId }) => spanId === spanIdOf(sent));
    expect([traceIdOf(sent), post?.name, post?.attributes['http.response.status_code']]).toEqual([
      traceIdOf(traceparent),
      'HTTP POST',
      200,
    ]);
    const told = spans.find(({ spanId }) => spanId === post?.parentSpanId);
    expect(told?.attributes).toMatchObject({ 'corridor.event': COMPLETED, 'http.response.status_code': 200 });
    expect(collector.spans.filter(({ isFailed }) => isFailed)).toEqual([]);
    const texts = collector.spans.flatMap(({ name, attributes }) => [name, ...Object.values(attributes).map(String)]);
    expect(texts.filter((text) => secrets.some((secret) => text.includes(secret)))).toEqual([]);
    await deployment.audit();
  }, 60_000);

  it('goes on in its trace after the host was killed between the commit and the job', async () => {
    deployment = await createDeployment(database, { CORRIDOR_TRACING_ENDPOINT: collector.endpoint, ...SOON });
    const first = await deployment.launch({ CORRIDOR_WORKERS: 'false' });
    const { quote } = await payable(first.api);
    const traceparent = newTraceparent();
    await execute(first.api, quote, { traceparent });
    await eventually('the span of the request', () =>
      spansOf(traceIdOf(traceparent)).find(({ name }) => name === 'executeQuote'),
    );
    await first.kill();
    const second = await deployment.launch();
    await receiver.delivery(COMPLETED, quote.transactionId);
    await second.stop();
    const told = spansOf(traceIdOf(traceparent)).find(
      ({ name, attributes }) => name === 'webhook delivery' && attributes['corridor.event'] === COMPLETED,
    );
    expect(told && pathTo(told)).toEqual(['executeQuote', 'job payout.submit', 'webhook delivery']);
    await deployment.audit();
  }, 60_000);
});

describe('on sqlite', () => {
  let host: Host;
  async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    deployment = await createDeployment('sqlite', { CORRIDOR_TRACING_ENDPOINT: collector.endpoint, ...settings });
    host = await deployment.start();
  }

  it('a delivery that is repeated starts a trace with a link to that of the payment', async () => {
    await start();
    const { quote } = await payable(host.api);
    let refusals = 1;
    receiver.answerWith(({ event }, response) => {
      response.writeHead(event.type === COMPLETED && refusals-- > 0 ? 500 : 200).end();
    });
    const traceparent = newTraceparent();
    await execute(host.api, quote, { traceparent });
    const toldTimes = () => receiver.typesOf(quote.transactionId).filter((type) => type === COMPLETED).length;
    await eventually('a refused delivery', () => toldTimes() === 1);
    await eventually('a repeated delivery', async () => {
      await host.advance(10);
      return toldTimes() === 2;
    });
    await host.stop();
    const [refused, repeated] = collector.spans.filter(
      ({ name, attributes }) => name === 'webhook delivery' && attributes['corridor.event'] === COMPLETED,
    );
    expect(refused).toMatchObject({ traceId: traceIdOf(traceparent), isFailed: true, links: [] });
    expect(repeated).toMatchObject({ parentSpanId: null, isFailed: false, attributes: { 'corridor.attempts': 2 } });
    expect(repeated!.traceId).not.toBe(refused!.traceId);
    // The event was written by the job, whose span the delivery continued.
    expect(repeated!.links).toEqual([`${refused!.traceId}-${refused!.parentSpanId}`]);
    expect(spansOf(repeated!.traceId).map(({ name }) => name)).toContain('HTTP POST');
  });

  it('a trace that its caller does not record is not recorded here, but carried on', async () => {
    await start();
    const { quote } = await payable(host.api);
    const traceparent = newTraceparent('00');
    await execute(host.api, quote, { traceparent });
    const { headers } = await receiver.delivery(COMPLETED, quote.transactionId);
    await host.stop();
    expect(headers['traceparent']).toMatch(new RegExp(`^00-${traceIdOf(traceparent)}-[0-9a-f]{16}-00$`));
    expect(spansOf(traceIdOf(traceparent))).toEqual([]);
    expect(collector.spans.length).toBeGreaterThan(0);
  });

  it('a caller cannot have more traces recorded than the operator wants', async () => {
    await start({ CORRIDOR_TRACING_SAMPLE: '0' });
    const { quote } = await payable(host.api);
    await execute(host.api, quote, { traceparent: newTraceparent('01') });
    await receiver.delivery(COMPLETED, quote.transactionId);
    await host.stop();
    expect(collector.spans).toEqual([]);
  });

  it('a callback of a rail is a trace of its own, to which the webhooks about its money belong', async () => {
    const port = await freePort();
    const rail = await startExample(EXPRESS, `http://127.0.0.1:${port}/rails/${EXPRESS.name}/callbacks/events`);
    const folder = mkdtempSync(join(tmpdir(), 'corridor-tracing-'));
    try {
      const connectionsFile = join(folder, 'connections.json');
      const rails = connectionsFileOf('rail-express').rails.map((entry) => ({ ...entry, url: rail.url }));
      writeFileSync(connectionsFile, JSON.stringify({ rails }));
      await start({ CORRIDOR_CONNECTIONS_FILE: connectionsFile, CORRIDOR_PORT: String(port), ...rail.secrets });
      await expecting(200, host.api.patch('/config', { webhookEndpoint: receiver.url }));
      const { id: customerId } = await createCustomer(host.api, { currencies: ['USD'] });
      const { id, fundingPaymentInstructions } = await accountOf(host.api, customerId, 'USD');
      const [first] = fundingPaymentInstructions as readonly { readonly accountOrWalletInfo: object }[];
      const { reference } = first!.accountOrWalletInfo as { readonly reference: string };
      await rail.bank('arrivals', { reference, amount: '90000' });
      await rail.reported();
      const { headers } = await receiver.delivery('INTERNAL_ACCOUNT.BALANCE_UPDATED', id);
      await host.stop();
      const spans = spansOf(traceIdOf(String(headers['traceparent'])));
      const post = spans.find(({ spanId }) => spanId === spanIdOf(String(headers['traceparent'])));
      expect(post && pathTo(post)).toEqual(['railCallback', 'webhook delivery', 'HTTP POST']);
      expect(spans.map((span) => pathTo(span).join(' > '))).toContain('railCallback > unit of work');
      expect(spans.filter(({ parentSpanId }) => parentSpanId === null).map(({ name }) => name)).toEqual([
        'railCallback',
      ]);
    } finally {
      await rail.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('a request with a malformed traceparent starts a trace of its own', async () => {
    await start();
    for (const traceparent of ['nonsense', '00-0-0-01', newTraceparent().toUpperCase()]) {
      await createCustomer(host.api);
      await expecting(200, host.api.send('GET', '/config', { headers: { traceparent } }));
    }
    await host.stop();
    const requests = collector.spans.filter(({ name }) => name === 'getPlatformConfig');
    expect(requests.map(({ parentSpanId }) => parentSpanId)).toEqual([null, null, null]);
  });

  it('the log line of a request names its trace', async () => {
    await start();
    const traceparent = newTraceparent();
    await expecting(200, host.api.send('GET', '/config', { headers: { traceparent } }));
    await host.stop();
    const lines = host
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"operationId":"getPlatformConfig"'));
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ traceId: traceIdOf(traceparent) });
  });

  it.each([
    ['does not exist', async () => 'http://127.0.0.1:1/v1/traces'],
    ['never answers', async () => (collector.answerWith(() => undefined), collector.endpoint)],
    [
      'refuses everything',
      async () => (collector.answerWith((response) => void response.writeHead(503).end()), collector.endpoint),
    ],
  ])('requests and the end of the host do not wait for a collector that %s', async (_, endpointOf) => {
    await start({ CORRIDOR_TRACING_ENDPOINT: await endpointOf() });
    const { quote } = await payable(host.api);
    await execute(host.api, quote, {});
    await receiver.delivery(COMPLETED, quote.transactionId);
    await settled(host.api, quote.transactionId);
    const durations: number[] = [];
    for (let request = 0; request < 50; request++) {
      const begun = performance.now();
      await expecting(200, host.api.get('/config'));
      durations.push(performance.now() - begun);
    }
    expect(Math.max(...durations)).toBeLessThan(5_000);
    const begun = performance.now();
    await host.stop();
    expect(performance.now() - begun).toBeLessThan(8_000);
    await deployment.audit();
  });
});

describe('the packages of OpenTelemetry', () => {
  const SDK = ['@opentelemetry/sdk-trace-node', '@opentelemetry/exporter-trace-otlp-http'];

  /** The packages of OpenTelemetry that a host asks for. */
  async function loadedBy(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-tracing-'));
    const loaded = join(folder, 'loaded.txt');
    try {
      await promisify(execFile)(process.execPath, ['--import', PROBE, TRACED_HOST], {
        env: {
          PATH: process.env['PATH'],
          LOADED_PACKAGES: loaded,
          CORRIDOR_PORT: '0',
          CORRIDOR_DATA_DIR: folder,
          CORRIDOR_LOG_LEVEL: 'warn',
          ...settings,
        },
      });
      const packages = new Set(readFileSync(loaded, 'utf8').split('\n'));
      expect(packages).toContain('better-sqlite3');
      return [...packages].filter((name) => name.startsWith('@opentelemetry/'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  beforeEach(async () => {
    deployment = await createDeployment('sqlite');
  });

  it('are loaded by a host with an endpoint, and by no other', async () => {
    expect(await loadedBy({ CORRIDOR_TRACING_ENDPOINT: collector.endpoint })).toEqual(expect.arrayContaining(SDK));
    // The client of Prometheus loads the interface, of which it uses nothing.
    expect((await loadedBy({})).filter((name) => name !== '@opentelemetry/api')).toEqual([]);
  }, 60_000);
});
