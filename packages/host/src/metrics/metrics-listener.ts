import type { RequestListener } from 'node:http';
import type { Metrics } from '@corridor/adapters-http';

/** Serves `/metrics` only. */
export const metricsListener =
  (metrics: Pick<Metrics, 'render'>, report: (cause: unknown) => void): RequestListener =>
  (request, response) => {
    request.resume();
    if (request.url?.split('?')[0] !== '/metrics') return void response.writeHead(404).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    }
    metrics.render().then(
      ({ contentType, body }) => response.writeHead(200, { 'Content-Type': contentType }).end(body),
      (cause: unknown) => {
        report(cause);
        response.writeHead(500).end();
      },
    );
  };
