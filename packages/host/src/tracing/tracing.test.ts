import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { err, type Id, ok, tenantKey } from '@corridor/core';
import type { OutboundOutcome, OutboundRequest, UnitOfWork } from '@corridor/core/ports';
import { describe, expect, it } from 'vitest';
import { recordedTracing } from '../../../core/src/testing/tracing.js';
import { createSignal, signalling } from '../workers/signal.js';
import { tracedHttp, tracedUnits } from './tracing.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const job = { name: 'job', kind: 'consumer', attributes: {}, parent: null } as const;
const hook: OutboundRequest = {
  url: 'https://user:password@hooks.example:8443/of/ada?key=secret',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"name":"Ada"}',
  httpsOnly: true,
};

function client(outcome: OutboundOutcome = { kind: 'unreachable', reason: 'refused' }) {
  const sent: OutboundRequest[] = [];
  const tracing = recordedTracing();
  const send = async (request: OutboundRequest) => (sent.push(request), outcome);
  return { sent, tracing, http: tracedHttp({ send, close: async () => undefined }, tracing) };
}

describe('traced outgoing HTTP', () => {
  it('has a span with the host and the status, and nothing else of the request', async () => {
    const answered = { kind: 'answered', status: 302, headers: {}, body: 'secret', truncated: false } as const;
    const { tracing, http } = client(answered);
    expect(await tracing.span(job, () => http.send(hook))).toBe(answered);
    expect(tracing.spans[0]).toMatchObject({ name: 'HTTP POST', kind: 'client', failed: null });
    expect(tracing.spans[0]!.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': 'hooks.example',
      'http.response.status_code': 302,
    });
  });

  it('has a failed span if the host is not reachable, or the address is none', async () => {
    const { tracing, http } = client();
    await tracing.span(job, async () => {
      await http.send(hook);
      await http.send({ ...hook, url: 'ada' });
    });
    expect(tracing.spans.slice(0, 2).map(({ attributes, failed }) => [attributes['server.address'], failed])).toEqual([
      ['hooks.example', 'unreachable'],
      ['invalid', 'unreachable'],
    ]);
  });

  it('passes its trace only to receivers of the operator and the platform', async () => {
    const { sent, tracing, http } = client();
    await tracing.span(job, async () => {
      await http.send(hook);
      await http.send({ ...hook, passesTrace: true });
    });
    await http.send({ ...hook, passesTrace: true });
    expect(sent.map(({ headers }) => headers)).toEqual([
      hook.headers,
      { ...hook.headers, traceparent: tracing.spans[1]!.trace },
      hook.headers,
    ]);
  });
});

describe('a traced unit of work', () => {
  it('has a span with its outcome below that of the request or job, and none outside of these', async () => {
    const tracing = recordedTracing();
    const units = tracedUnits(createMemoryStorage().units, tracing);
    await tracing.span(job, async () => {
      await units.run(tenant, async () => ok());
      await units.run(tenant, async () => err('CONFLICT', 'no'), 'jobs');
    });
    await units.run(tenant, async () => ok());
    expect(tracing.spans.map(({ name, attributes, failed }) => [name, attributes, failed])).toEqual([
      ['unit of work', { 'corridor.traffic': 'requests', 'corridor.outcome': 'committed' }, null],
      ['unit of work', { 'corridor.traffic': 'jobs', 'corridor.outcome': 'CONFLICT' }, null],
      ['job', {}, null],
    ]);
  });

  it('passes all arguments to the storage, as a signalling one does', async () => {
    const calls: unknown[][] = [];
    const noting = new Proxy({} as UnitOfWork, {
      get:
        (_units, name) =>
        async (...given: readonly unknown[]) => {
          calls.push([name, ...given]);
          return ok();
        },
    });
    const units = tracedUnits(signalling(noting, createSignal()), recordedTracing());
    const work = async () => ok();
    await units.run(tenant, work, 'jobs');
    await units.read(tenant, work, 'long');
    await units.removeExpired(tenant, {} as never, 5 as never, 7);
    expect(calls).toEqual([
      ['run', tenant, work, 'jobs'],
      ['read', tenant, work, 'long'],
      ['removeExpired', tenant, {}, 5, 7],
    ]);
  });

  it('is the unit itself where nothing is traced', () => {
    const { units } = createMemoryStorage();
    expect(tracedUnits(units, null)).toBe(units);
  });
});
