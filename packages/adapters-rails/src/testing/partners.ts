import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { Environment, Result } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type {
  ConnectionContext,
  OutboundOutcome,
  OutboundRequest,
  RailCallback,
  RailCallbackAnswer,
  RailEffect,
} from '@corridor/core/ports';
import { type FixedClock, fixedClock, seededRandom } from '@corridor/core/testing';
import { Webhook } from 'standardwebhooks';
import { createSealer, nodeCrypto } from '../custody/index.js';

const secretOf = (byte: number): string => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;

/** The secrets of the host, by the names under which entries refer to them. */
export const SECRETS: Readonly<Record<string, string>> = {
  SECRET: secretOf(1),
  NEXT_SECRET: secretOf(2),
  CALLBACK_SECRET: secretOf(3),
  NEXT_CALLBACK_SECRET: secretOf(4),
  SHORT: 'whsec_c2hvcnQ=',
  TEXT: 'a password',
};

/** Signs with the clock of the test, as a rail would with the library of Standard Webhooks. */
export function signedBy(
  secret: string,
  clock: FixedClock,
  id: string,
  body: string,
): Readonly<Record<string, string>> {
  const now = new Date(clock.now());
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}

/** A partner that the test plays. */
export interface PlayedPartner {
  readonly clock: FixedClock;
  /** What was sent to the partner. */
  readonly requests: OutboundRequest[];
  readonly warnings: object[];
  /** The next outcomes: a value is answered as JSON with the signature of the partner. */
  answer: (request: OutboundRequest) => unknown;
  /** Changes each outcome on its way to the service. */
  outcome: (outcome: OutboundOutcome & { kind: 'answered' }, request: OutboundRequest) => OutboundOutcome;
}

/** A partner that the test plays, which also sends messages. */
export interface PlayedSpeaker<T> extends PlayedPartner {
  /** Sends a message of the partner, signed by it unless other headers are given. */
  report(
    message: unknown,
    over?: { headers?: Readonly<Record<string, string>>; path?: string },
  ): Promise<RailCallbackAnswer>;
  /** The messages that core received. */
  readonly told: T[];
  tell: (telling: T) => Promise<Result<RailEffect>>;
}

/** `answer` is the first answer of the partner. `hear` gives a message to the connection under test. */
export function playSpeaker<T>(
  answer: object,
  hear: (callback: RailCallback, tell: PlayedSpeaker<T>['tell']) => Promise<RailCallbackAnswer>,
): PlayedSpeaker<T> {
  const clock = fixedClock();
  const told: T[] = [];
  const play: PlayedSpeaker<T> = {
    ...{ clock, requests: [], warnings: [], told },
    answer: () => answer,
    outcome: (outcome) => outcome,
    report(message, { headers, path = 'events' } = {}) {
      const body = typeof message === 'string' ? message : JSON.stringify(message);
      const signed = headers ?? signedBy(SECRETS['CALLBACK_SECRET']!, clock, 'message 1', body);
      return hear({ path, headers: signed, body: Buffer.from(body) }, (telling) => play.tell(telling));
    },
    tell: async (message) => {
      told.push(message);
      return { ok: true, value: { effect: 'APPLIED', subject: null } };
    },
  };
  return play;
}

/** A partner that has not decided. */
export const PENDING = { state: 'pending', checkAfterSeconds: 60 };

/** What a host gives to the connection to the played partner. */
export function partnerContext(name: string, environment: Environment, play: PlayedPartner): ConnectionContext {
  const { clock, requests, warnings } = play;
  const { units } = createMemoryStorage();
  return {
    name,
    environment,
    store: createRailStore({ units, clock, sealer: createSealer(Buffer.alloc(32, 9)) }, environment, name),
    clock,
    random: seededRandom(),
    digest: nodeCrypto.digest,
    http: {
      async send(request) {
        requests.push(request);
        const body = JSON.stringify(play.answer(request));
        const headers = signedBy(SECRETS['CALLBACK_SECRET']!, clock, request.headers['webhook-id']!, body);
        return play.outcome({ kind: 'answered', status: 200, headers, body, truncated: false }, request);
      },
    },
    log: { info: () => undefined, warn: (fields) => void warnings.push(fields) },
    rateOf: () => Promise.resolve(null),
    addressesOf: () => Promise.resolve(0),
    secretOf: (_, reference) => SECRETS[(reference as { readonly env: string }).env] ?? '',
  };
}
