import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it gets through, or it is lost on the way to the host or the response on the way back. */
export type Fate = 'passes' | 'request is lost' | 'response is lost';

export interface LossyProxy {
  /** The address of the API through the proxy. */
  readonly baseUrl: string;
  close(): void;
}

/**
 * A server between a program and the host at `baseUrl`. `fateOf` decides about each request; `lost` is called at the
 * moment of a loss, before the connection breaks.
 */
export async function lossyProxy(
  baseUrl: string,
  fateOf: (method: string) => Fate,
  lost: () => void = () => undefined,
): Promise<LossyProxy> {
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const lose = (): void => {
      lost();
      response.destroy();
    };
    const body = Buffer.concat(await request.toArray());
    const { method = '', url = '', headers } = request;
    const fate = fateOf(method);
    if (fate === 'request is lost') return lose();
    const { host: _host, connection: _connection, 'content-length': _length, ...others } = headers;
    const answer = await fetch(new URL(url, baseUrl), {
      method,
      headers: others as Record<string, string>,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (fate === 'response is lost') return lose();
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(text);
  }
  // A program that dies breaks its requests off.
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = new URL(baseUrl);
  own.port = String((server.address() as AddressInfo).port);
  return {
    baseUrl: own.href,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
