import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { Environment } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { ConnectionContext, OutboundOutcome, OutboundRequest } from '@corridor/core/ports';
import { type FixedClock, seededRandom } from '@corridor/core/testing';
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
