import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { makeSecret } from './example-rails.js';

/** A transfer as the partner keeps it. */
interface Kept {
  readonly body: string;
  answer: object;
}

/** A small partner of the travel rule over HTTP, which keeps what it gets in memory. */
export interface TravelRulePartner {
  readonly url: string;
  readonly secrets: { readonly SECRET: string; readonly CALLBACK_SECRET: string };
  readonly kept: ReadonlyMap<string, Kept>;
  /** What the other institution decides. */
  decide(reference: string, answer: object): void;
  stop(): Promise<void>;
}

/** A habit of its own: it never answers at once, and repeats an answer as it was. */
const PENDING = { state: 'pending', checkAfterSeconds: 300 };

export async function startTravelRulePartner(): Promise<TravelRulePartner> {
  const secrets = { SECRET: makeSecret(), CALLBACK_SECRET: makeSecret() };
  const kept = new Map<string, Kept>();

  function answerTo(method: string, path: string, body: string): object | 404 | 409 {
    if (path === '/status') return { protocol: 1 };
    if (method === 'GET') {
      const reference = decodeURIComponent(path.replace(/^\/transfers\//, ''));
      return kept.get(reference)?.answer ?? { state: 'unknown' };
    }
    if (path !== '/transfers') return 404;
    const { reference } = JSON.parse(body) as { readonly reference: string };
    const before = kept.get(reference);
    if (before !== undefined) return before.body === body ? before.answer : 409;
    kept.set(reference, { body, answer: PENDING });
    return PENDING;
  }

  const server: Server = createServer((request, response) => {
    void read(request).then((body) => {
      const { headers, method = '', url = '' } = request;
      const id = String(headers['webhook-id']);
      try {
        new Webhook(secrets.SECRET).verify(body, headers as Record<string, string>, { jsonParse: false });
      } catch {
        response.writeHead(401).end();
        return;
      }
      const answer = answerTo(method, url, body);
      if (typeof answer === 'number') {
        response.writeHead(answer).end();
        return;
      }
      const text = JSON.stringify(answer);
      const now = new Date();
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': new Webhook(secrets.CALLBACK_SECRET).sign(id, now, text),
        })
        .end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secrets,
    kept,
    decide: (reference, answer) => void (kept.get(reference)!.answer = answer),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
