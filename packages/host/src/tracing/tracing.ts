import type { OutboundHttpClient } from '@corridor/adapters-http/outbound';
import type { Tracing, UnitOfWork } from '@corridor/core/ports';
import type { Configuration } from '../settings/configuration.js';
import type { Log } from '../logging/logging.js';
import type { HostTracing } from './opentelemetry.js';

/** Null if the operator configured no endpoint; then no module of OpenTelemetry is loaded. */
export async function openTracing(tracing: Configuration['tracing'], log: Log): Promise<HostTracing | null> {
  if (tracing === null) return null;
  const { createOpenTelemetry } = await import('./opentelemetry.js');
  return createOpenTelemetry({
    ...tracing,
    onLost: (reason) => log.warn({ reason }, 'spans could not be exported'),
  });
}

/** The same units of work, each in a span of the request or job that runs it. */
export const tracedUnits = (units: UnitOfWork, tracing: Tracing | null): UnitOfWork =>
  tracing === null
    ? units
    : {
        run: (tenant, work, traffic = 'requests') => {
          const attributes = { 'corridor.traffic': traffic };
          return tracing.inner({ name: 'unit of work', kind: 'internal', attributes }, async (span) => {
            const result = await units.run(tenant, work, traffic);
            // A refusal is an answer. The request or job that receives it decides whether it has failed.
            span?.set({ 'corridor.outcome': result.ok ? 'committed' : result.error.code });
            return result;
          });
        },
        read: (tenant, work, extent) => units.read(tenant, work, extent),
        removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
      };

/**
 * The same outgoing HTTP, each request in a span. A span names the host only: paths and queries can contain secrets and
 * names of customers.
 */
export const tracedHttp = (client: OutboundHttpClient, tracing: Tracing | null): OutboundHttpClient =>
  tracing === null
    ? client
    : {
        send: (request) => {
          const attributes = { 'http.request.method': request.method, 'server.address': hostOf(request.url) };
          return tracing.inner({ name: `HTTP ${request.method}`, kind: 'client', attributes }, async (span) => {
            const headers =
              span !== null && request.passesTrace === true
                ? { ...request.headers, traceparent: span.trace }
                : request.headers;
            const outcome = await client.send({ ...request, headers });
            if (outcome.kind === 'answered') span?.set({ 'http.response.status_code': outcome.status });
            else span?.fail(outcome.kind);
            return outcome;
          });
        },
        close: () => client.close(),
      };

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'invalid');
