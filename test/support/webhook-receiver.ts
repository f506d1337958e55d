import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from './eventually.js';
import type { WebhookEvent } from './wire.js';

/** One received request. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  /** The raw body, which the signatures cover. */
  readonly body: Buffer;
  readonly event: WebhookEvent;
}

/** Answers a request, or leaves it without an answer. */
export type Answering = (delivery: Delivery, response: ServerResponse) => void;

export interface Receiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Sets the behaviour from now on; 200 at first. */
  answerWith(answering: Answering): void;
  /** The types of the events about a record, in the order of arrival. */
  typesOf(recordId: string): readonly string[];
  /** Waits for the first delivery of this type about this record. */
  delivery(type: string, recordId?: string): Promise<Delivery>;
  /** Waits until exactly these events about the record have arrived, once each and in this order. */
  sequence(recordId: string, types: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const OK: Answering = (_delivery, response) => {
  response.writeHead(200).end('thanks');
};

/** A real HTTP server on `port`, or on any free port, that keeps all requests. */
export async function webhookReceiver(port = 0): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  let answering = OK;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const delivery = { headers: request.headers, body, event: JSON.parse(body.toString('utf8')) as WebhookEvent };
      deliveries.push(delivery);
      answering(delivery, response);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const typesOf = (recordId: string): readonly string[] =>
    deliveries.filter(({ event }) => event.data?.id === recordId).map(({ event }) => event.type);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    typesOf,
    answerWith: (next) => {
      answering = next;
    },
    delivery: (type, recordId) =>
      eventually(`${type} of ${recordId ?? 'anything'}`, () =>
        deliveries.find(({ event }) => event.type === type && (recordId === undefined || event.data?.id === recordId)),
      ),
    async sequence(recordId, types) {
      const sameAs = (found: readonly string[]): boolean => found.join() === types.join();
      await eventually(`${types.join(', ')} of ${recordId}`, () => {
        const found = typesOf(recordId);
        if (!sameAs(found)) throw new Error(`so far: ${found.join(', ')}`);
        return true;
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
