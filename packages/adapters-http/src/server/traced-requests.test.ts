import { RailUnavailable, Unavailable } from '@corridor/core/ports';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordedTracing, recordedTracing } from '../../../core/src/testing/tracing.js';
import { BASE, startServer, type TestServer } from '../testing/server.js';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7';
/** The context of the latest call of a use case. */
const contextOf = (name: string, { calls }: TestServer) => calls.findLast((call) => call.name.startsWith(name))?.ctx;

const CUSTOMER = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };

describe('a request with spans', () => {
  let server: TestServer;
  const tracing: RecordedTracing = recordedTracing();
  let before = 0;

  beforeAll(async () => {
    server = await startServer({}, {}, (core) => core, tracing);
  });
  beforeEach(() => {
    before = tracing.spans.length;
  });
  const ended = () => tracing.spans.slice(before);
  const create = (headers: Record<string, string> = {}) => server.call('POST', `${BASE}/customers`, CUSTOMER, headers);

  it('has one that names the operation and the status, and the trace of which is that of the context', async () => {
    expect((await create()).status).toBe(201);
    const [span, ...others] = ended();
    expect(others).toEqual([]);
    expect(span).toMatchObject({ name: 'createCustomer', kind: 'server', parent: null, failed: null });
    expect(span!.attributes).toEqual({
      'http.request.method': 'POST',
      'corridor.operation': 'createCustomer',
      'http.response.status_code': 201,
    });
    expect(contextOf('customers.create', server)).toMatchObject({ trace: span!.trace });
    expect(server.log.at(-1)!.fields).toMatchObject({ traceId: span!.trace.slice(3, 35) });
  });

  it.each(['01', '00'])('continues the trace of its caller with the flags %s', async (flags) => {
    await create({ traceparent: `${TRACE}-${flags}` });
    expect(ended()).toMatchObject([{ parent: `${TRACE}-${flags}` }]);
  });

  it.each(['', 'nonsense', `${TRACE}-01-more`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`])(
    'starts a trace if the traceparent is malformed: %j',
    async (traceparent) => {
      expect((await create({ traceparent })).status).toBe(201);
      expect(ended()).toMatchObject([{ parent: null, failed: null }]);
    },
  );

  it.each([
    ['an unknown operation', `${BASE}/no-such-path`, 'unmatched', 404],
    ['a refused one', `${BASE}/customers/nobody`, 'getCustomerById', 404],
  ])('has a span for %s, which is not a failure of the host', async (_, path, name, status) => {
    expect((await server.call('GET', path)).status).toBe(status);
    expect(ended()).toMatchObject([{ name, attributes: { 'http.response.status_code': status }, failed: null }]);
  });

  it.each([
    [new Unavailable('the database is away'), 503],
    [new RailUnavailable('acme', 'instructions', 'malformed'), 503],
    [new TypeError('a bug'), 500],
  ])('has a failed span if it ends with an error of the host: %s', async (thrown, status) => {
    server.answers.set('quotes.get', () => {
      throw thrown;
    });
    expect((await server.call('GET', `${BASE}/quotes/Quote:018bcfe5-6800-7000-8000-000000000001`)).status).toBe(status);
    server.answers.delete('quotes.get');
    expect(ended()).toMatchObject([
      { name: 'getQuoteById', attributes: { 'http.response.status_code': status }, failed: thrown.name },
    ]);
  });

  it.each(['/.well-known/lnurlp/$ada', '/verify/start/secret', '/rails/acme/callbacks/events'])(
    'starts a trace of its own if it does not come from a platform: %s',
    async (path) => {
      await server.call('POST', path, {}, { traceparent: `${TRACE}-01` });
      expect(ended()).toMatchObject([{ parent: null }]);
      expect(JSON.stringify(ended())).not.toMatch(/ada|secret/);
    },
  );

  it.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/'])('has no span on %s', async (path) => {
    expect((await server.call('GET', path)).status).toBe(200);
    expect(ended()).toEqual([]);
  });
});

it('a request without spans has no trace, whatever its caller sends', async () => {
  const server = await startServer();
  await server.call('POST', `${BASE}/customers`, CUSTOMER, { traceparent: `${TRACE}-01` });
  expect(contextOf('customers.create', server)).toMatchObject({ trace: null });
  expect(server.log.at(-1)!.fields).not.toHaveProperty('traceId');
});
