import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeSecret } from './example-rails.js';

interface Party {
  readonly id: string;
  readonly name: string | null;
  readonly address: string | null;
}
interface Question {
  readonly reference: string;
  readonly parties: readonly Party[];
}

/** What a provider of a test does. Each test makes one thing wrong. */
export interface ScreeningHabits {
  /** The method that the id of a request must name; by default that of the request. */
  readonly expectedMethod: (method: string, signed: string) => string;
  /** Whether a signature of this age is accepted. */
  readonly isFresh: (ageSeconds: number) => boolean;
  /** The signatures in the header. */
  readonly signatures: (header: string) => readonly string[];
  /** The longest body, in bytes. */
  readonly longest: number;
  /** The status for a reference that had other content. */
  readonly refusal: number;
  /** The path that the id of a request must name; by default that of the request. */
  readonly expectedPath: (path: string, signed: string) => string;
  readonly matches: (party: Party) => boolean;
  /** The party that a match is about. */
  readonly about: (matching: Party, question: Question) => string;
  readonly entryVersion: () => string;
  readonly listVersion: () => string;
  /** Whether the reference is refused, because it had other content. */
  readonly refuses: (question: Question, first: Question) => boolean;
  /** Answers in the place of the provider; null: the provider answers itself. */
  readonly status: (path: string) => readonly [number, string] | null;
  /** Changes the headers with which an answer is signed. */
  readonly headers: (right: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
  /** Changes a screening on its way out. */
  readonly answer: (screening: object) => object;
}

export const LISTED = { name: 'Vera Verboten', address: '0x1111111111111111111111111111111111111111' };

const RIGHT: ScreeningHabits = {
  expectedMethod: (method) => method,
  isFresh: (ageSeconds) => Math.abs(ageSeconds) <= 300,
  signatures: (header) => header.split(' '),
  longest: 1024 * 1024,
  refusal: 409,
  expectedPath: (path) => path,
  matches: ({ name, address }) => name === LISTED.name || address === LISTED.address,
  about: ({ id }) => id,
  entryVersion: () => '2026-01-02',
  listVersion: () => 'v1',
  refuses: (question, first) => JSON.stringify(question) !== JSON.stringify(first),
  status: () => null,
  headers: (right) => right,
  answer: (screening) => screening,
};

export interface PlayedScreening {
  readonly url: string;
  readonly secrets: { readonly PLAYED_SECRET: string; readonly PLAYED_CALLBACK_SECRET: string };
  /** The entry of the connections file. */
  readonly entry: Readonly<Record<string, unknown>>;
  stop(): void;
}

/** A screening provider in this process, which does everything right but for the given habits. */
export async function playScreening(wrong: Partial<ScreeningHabits> = {}): Promise<PlayedScreening> {
  const habits = { ...RIGHT, ...wrong };
  const secrets = { PLAYED_SECRET: makeSecret(), PLAYED_CALLBACK_SECRET: makeSecret() };
  const macOf = (secret: string, id: string, time: string, body: Uint8Array | string): string =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${time}.`)
      .update(body)
      .digest('base64')}`;
  const known = new Map<string, Question>();

  function screened(question: Question): object {
    const matches = question.parties.filter(habits.matches).map((party) => ({
      ...{ party: habits.about(party, question), list: 'EU', entry: '4711', entryVersion: habits.entryVersion() },
      ...{ name: LISTED.name, score: 100, reason: 'it is on the list' },
    }));
    const state = matches.length === 0 ? 'clear' : 'hold';
    return habits.answer({ state, listVersion: habits.listVersion(), matches });
  }

  function answerTo(path: string, body: string): readonly [number, object] {
    if (path === '/capabilities') return [200, { protocol: 1, capabilities: { payments: true } }];
    if (path === '/list-version') return [200, { listVersion: habits.listVersion() }];
    if (path !== '/screenings') return [404, {}];
    const question = JSON.parse(body) as Question;
    const first = known.get(question.reference) ?? question;
    known.set(question.reference, first);
    return habits.refuses(question, first)
      ? [habits.refusal, { message: 'the reference is known' }]
      : [200, screened(question)];
  }

  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks);
    const path = request.url!;
    const header = (name: string): string => (request.headers[`webhook-${name}`] as string | undefined) ?? '';
    const [id, time] = [header('id'), header('timestamp')];
    const [method, signedPath = ''] = id.split(' ');
    const isRight =
      habits.isFresh(Date.now() / 1000 - Number(time)) &&
      method === habits.expectedMethod(request.method!, method!) &&
      signedPath === habits.expectedPath(path, signedPath) &&
      habits.signatures(header('signature')).includes(macOf(secrets.PLAYED_SECRET, id, time, body));
    const isShort = body.length <= habits.longest;
    const tooLong = [400, { message: 'the body is too long' }] as const;
    const [status, answer] = !isRight ? ([401, {}] as const) : isShort ? answerTo(path, body.toString()) : tooLong;
    const instead = habits.status(path);
    const text = instead === null ? JSON.stringify(answer) : instead[1];
    const now = String(Math.floor(Date.now() / 1000));
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': now,
      'webhook-signature': macOf(secrets.PLAYED_CALLBACK_SECRET, id, now, text),
    };
    response.writeHead(instead?.[0] ?? status, habits.headers(headers)).end(text);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    secrets,
    entry: {
      ...{ type: 'http', name: 'played', environment: 'SANDBOX', url },
      ...{ secret: { env: 'PLAYED_SECRET' }, callbackSecret: { env: 'PLAYED_CALLBACK_SECRET' } },
    },
    stop: () => void server.close().closeAllConnections(),
  };
}

/** A version that changes with the time of day: as it is, or in seconds. */
export const timeOfDay = (unit: 1 | 1000): string =>
  createHash('sha256')
    .update(String(Math.floor(Date.now() / unit)))
    .digest('hex')
    .slice(0, 16);
