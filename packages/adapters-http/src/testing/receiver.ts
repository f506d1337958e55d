import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { RECEIVER_CERTIFICATE, RECEIVER_KEY } from './receiver-certificate.js';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that records what it receives. `answer` can imitate any misbehaving server. */
export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly received: readonly Received[];
  /** Connections opened in total, and those still open. */
  readonly connections: { readonly made: number; readonly open: number };
  answer: (response: ServerResponse, request: Received) => void;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  readonly tls?: boolean;
}

export async function startReceiver({
  host = '127.0.0.1',
  port = 0,
  tls = false,
}: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  const connections = { made: 0, open: 0 };
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const message: Received = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(message);
    receiver.answer(response, message);
  }
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    handle(request, response).catch(() => response.destroy());
  };
  const server = tls
    ? createTlsServer({ key: RECEIVER_KEY, cert: RECEIVER_CERTIFICATE }, onRequest)
    : createServer(onRequest);
  server.on('connection', (socket) => {
    connections.made += 1;
    connections.open += 1;
    socket.on('error', () => undefined);
    socket.on('close', () => (connections.open -= 1));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;
  const receiver: Receiver = {
    port: bound,
    url: `${tls ? 'https' : 'http'}://${host}:${bound}`,
    received,
    connections,
    answer: (response) => response.writeHead(200).end('ok'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}
