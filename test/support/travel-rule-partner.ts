import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { makeSecret } from './example-rails.js';
import { pause } from './eventually.js';

/** A transfer as the partner keeps it. */
interface Kept {
  readonly body: string;
  answer: object;
  /** How often it was posted. */
  times: number;
  /** The answers about it that were sent. */
  readonly said: object[];
}

/**
 * What the partner does with a request: it answers; it dies before or after it has noted a transfer; it answers after the
 * service has given up; it answers with a signature for another request. An object is what it says instead of the answer.
 */
export type Conduct = 'answers' | 'dies before' | 'dies after' | 'stalls' | 'signs for another' | object;

/** A small partner of the travel rule over HTTP, whose books outlive its death. */
export interface TravelRulePartner {
  readonly url: string;
  readonly secrets: { readonly SECRET: string; readonly CALLBACK_SECRET: string };
  readonly kept: ReadonlyMap<string, Kept>;
  /** References that were posted with other content. */
  readonly conflicts: string[];
  /** What the partner does with the next requests about this reference. */
  conduct: (request: { readonly method: string; readonly reference: string }) => Conduct | Promise<Conduct>;
  /** What the other institution decides. */
  decide(reference: string, answer: object): void;
  /** Sends a message to a host, and returns the answer. */
  tell(baseUrl: string, connection: string, message: object): Promise<{ status: number; text: string }>;
  stop(): Promise<void>;
}

/** Longer than the service waits for an answer. */
const STALLED_MS = 11_000;
/** For so long nothing listens after a death. */
const DEAD_MS = 200;

/** A habit of its own: it never answers at once, and repeats an answer as it was. */
const pendingFor = (checkAfterSeconds: number): object => ({ state: 'pending', checkAfterSeconds });

export async function startTravelRulePartner({ checkAfterSeconds = 300 } = {}): Promise<TravelRulePartner> {
  const secrets = { SECRET: makeSecret(), CALLBACK_SECRET: makeSecret() };
  const kept = new Map<string, Kept>();
  const conflicts: string[] = [];

  const signed = (id: string, text: string): Readonly<Record<string, string>> => {
    const now = new Date();
    return {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secrets.CALLBACK_SECRET).sign(id, now, text),
    };
  };

  function answerTo(method: string, path: string, body: string): object | 404 | 409 {
    if (path === '/status') return { protocol: 1 };
    if (method === 'GET') return kept.get(referenceIn(path))?.answer ?? { state: 'unknown' };
    if (path !== '/transfers') return 404;
    const { reference } = JSON.parse(body) as { readonly reference: string };
    const before = kept.get(reference);
    if (before !== undefined && before.body !== body) {
      conflicts.push(reference);
      return 409;
    }
    const present = before ?? { body, answer: pendingFor(checkAfterSeconds), times: 0, said: [] };
    present.times += 1;
    kept.set(reference, present);
    return present.answer;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const { headers, method = '', url = '' } = request;
    const id = String(headers['webhook-id']);
    try {
      new Webhook(secrets.SECRET).verify(body, headers as Record<string, string>, { jsonParse: false });
    } catch {
      response.writeHead(401).end();
      return;
    }
    const reference = body === '' ? referenceIn(url) : String((JSON.parse(body) as { reference: unknown }).reference);
    const conduct = url === '/status' ? 'answers' : await partner.conduct({ method, reference });
    if (conduct === 'dies before') return die();
    const answer = answerTo(method, url, body);
    if (conduct === 'dies after') return die();
    if (typeof answer === 'number') {
      response.writeHead(answer).end();
      return;
    }
    if (conduct === 'stalls') await pause(STALLED_MS);
    const given = typeof conduct === 'object' ? conduct : answer;
    const text = JSON.stringify(given);
    const isOther = conduct === 'signs for another';
    if (!isOther && conduct !== 'stalls') kept.get(reference)?.said.push(given);
    response.writeHead(200, signed(isOther ? 'GET /transfers/another 00' : id, text)).end(text);
  }

  const open = (): Server => createServer((request, response) => void serve(request, response));
  let server = open();
  let isStopped = false;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  /** Cuts off all requests, and comes back with its books. */
  async function die(): Promise<void> {
    if (!server.listening) return;
    await close();
    await pause(DEAD_MS);
    if (isStopped) return;
    server = open();
    server.listen(port, '127.0.0.1');
  }

  async function close(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }

  const partner: TravelRulePartner = {
    url: `http://127.0.0.1:${port}`,
    secrets,
    kept,
    conflicts,
    conduct: () => 'answers',
    decide: (reference, answer) => void (kept.get(reference)!.answer = answer),
    async tell(baseUrl, connection, message) {
      const body = JSON.stringify(message);
      const headers = signed('message', body);
      const url = new URL(`/rails/${connection}/callbacks/events`, baseUrl);
      const answer = await fetch(url, { method: 'POST', headers, body });
      return { status: answer.status, text: await answer.text() };
    },
    async stop() {
      isStopped = true;
      await close();
    },
  };
  return partner;
}

const referenceIn = (path: string): string => decodeURIComponent(path.replace(/^\/transfers\//, ''));

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
