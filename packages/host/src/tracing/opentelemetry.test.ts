import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createOpenTelemetry, reporting } from './opentelemetry.js';

const PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const request = { name: 'request', kind: 'server', attributes: {}, parent: null } as const;
const unit = { name: 'unit of work', kind: 'internal', attributes: {} } as const;
const traceIdOf = (trace: string | null) => trace?.slice(3, 35);

/** A collector that answers with this status. */
async function collectorOf(status: () => number) {
  const bodies: string[] = [];
  const server = createServer((incoming, response) => {
    incoming.on('data', (chunk: Buffer) => void bodies.push(String(chunk)));
    incoming.on('end', () => response.writeHead(status()).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    bodies,
    close: () => (server.closeAllConnections(), server.close()),
  };
}

let opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened) await each.close();
  opened = [];
});

async function open(sample = 1, status = () => 200) {
  const collector = await collectorOf(status);
  const lost: string[] = [];
  const tracing = createOpenTelemetry({
    endpoint: collector.endpoint,
    sample,
    onLost: (reason) => lost.push(reason),
  });
  opened.push(tracing, collector);
  return { tracing, lost, collector };
}

/** Lets other asynchronous work run in between. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('tracing by OpenTelemetry', () => {
  it('puts inner spans below the span in which they are called, also if several run at the same time', async () => {
    const { tracing } = await open();
    const run = () =>
      tracing.span(request, async (outer) => {
        await turn();
        const inner = await tracing.inner(unit, async (span) => {
          await turn();
          return [span?.trace, tracing.current()];
        });
        return { outer: outer.trace, inner, after: tracing.current() };
      });
    for (const { outer, inner, after } of await Promise.all([run(), run(), run()])) {
      expect(inner.map((trace) => traceIdOf(trace ?? null))).toEqual([traceIdOf(outer), traceIdOf(outer)]);
      expect([inner[0] === inner[1], inner[0] === outer, after === outer]).toEqual([true, false, true]);
    }
    expect(tracing.current()).toBeNull();
  });

  it('makes no inner span outside of a span', async () => {
    const { tracing, collector } = await open();
    expect(await tracing.inner(unit, async (span) => span)).toBeNull();
    await tracing.close();
    expect(collector.bodies).toEqual([]);
  });

  it('continues the trace of a row, and starts one if the row has none or a text that is none', async () => {
    const { tracing } = await open();
    const traceOf = (parent: string | null) => tracing.span({ ...request, parent }, async ({ trace }) => trace);
    expect(traceIdOf(await traceOf(PARENT))).toBe(traceIdOf(PARENT));
    expect(await traceOf(PARENT)).not.toBe(PARENT);
    for (const parent of [null, 'a trace']) expect(await traceOf(parent)).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('throws the error of the work, with a failed span that does not repeat its message', async () => {
    const { tracing, collector } = await open();
    const failing = tracing.span(request, () => Promise.reject(new TypeError('no account DE89')));
    await expect(failing).rejects.toThrow('no account DE89');
    await tracing.close();
    const sent = collector.bodies.join('');
    expect(sent).toContain('"TypeError"');
    expect(sent).not.toContain('DE89');
  });

  it('records the share of traces that the operator wants, and goes on in those of its rows', async () => {
    const { tracing } = await open(0);
    const flagsOf = (parent: string | null, isParentRemote: boolean) =>
      tracing.span({ ...request, parent, isParentRemote }, async ({ trace }) => trace.slice(-2));
    expect(await flagsOf(null, false)).toBe('00');
    expect(await flagsOf(PARENT, true)).toBe('00');
    expect(await flagsOf(PARENT, false)).toBe('01');
  });

  it('reports why spans were lost', async () => {
    const { tracing, lost } = await open(1, () => 400);
    await tracing.span(request, async () => undefined);
    await tracing.close();
    expect(lost).toEqual([expect.stringMatching(/\S/)]);
  });
});

it('lost spans are reported once, and again after spans were exported', () => {
  const codes = [1, 1, 0, 1];
  const lost: string[] = [];
  const exporter = reporting(
    {
      export: (_, done) => done({ code: codes.shift()!, error: new Error(`with ${codes.length} left`) }),
      shutdown: async () => undefined,
    },
    (reason) => lost.push(reason),
  );
  const results: number[] = [];
  while (codes.length > 0) exporter.export([], ({ code }) => results.push(code));
  expect(results).toEqual([1, 1, 0, 1]);
  expect(lost).toEqual(['with 3 left', 'with 0 left']);
});
