import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type Environment, instant } from '@corridor/core';
import { createRailStore, exampleAccountInfo } from '@corridor/core/internal';
import type {
  OutboundHttp,
  OutboundOutcome,
  OutboundRequest,
  PayoutInstruction,
  RailCallbackAnswer,
  RailConnection,
  ConnectionContext,
  RailTelling,
  TellCore,
} from '@corridor/core/ports';
import { fixedClock, type FixedClock, seededRandom } from '@corridor/core/testing';
import { Webhook } from 'standardwebhooks';
import { createSealer, nodeCrypto } from '../custody/index.js';
import { httpRail } from '../http-rail/index.js';

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

export const ENTRY = {
  url: 'https://rail.example/v1',
  secret: { env: 'SECRET' },
  callbackSecret: { env: 'CALLBACK_SECRET' },
  capabilities: {
    accountTypes: ['EUR_ACCOUNT'],
    currencies: ['EUR'],
    paymentRails: ['SEPA'],
    push: true,
    pull: true,
    pullsFrom: ['EUR_ACCOUNT'],
    receive: true,
    cancellable: true,
    settlementSeconds: 10,
  },
  funding: [
    {
      currency: 'EUR',
      notes: 'Put {reference} into the memo.',
      account: { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000', reference: '{reference}' },
    },
  ],
};

export const PAYOUT: PayoutInstruction = {
  reference: 'Transaction:0199c0de-0000-7000-8000-000000000001',
  account: exampleAccountInfo('EUR_ACCOUNT'),
  currency: 'EUR' as PayoutInstruction['currency'],
  amount: 1_250n,
  paymentRail: 'SEPA',
  purposeOfPayment: null,
  sameCurrency: true,
  remittanceInformation: 'Invoice 4711',
  submittedAt: instant(Date.UTC(2026, 0, 15)),
  cancelRequestedAt: null,
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

export interface PlayedRail {
  readonly connection: RailConnection;
  readonly clock: FixedClock;
  /** What was sent to the rail. */
  readonly requests: OutboundRequest[];
  readonly warnings: object[];
  /** The next outcomes: a value is answered as JSON with the signature of the rail. */
  answer: (request: OutboundRequest) => unknown;
  /** Changes each outcome on its way to the service. */
  outcome: (outcome: OutboundOutcome & { kind: 'answered' }, request: OutboundRequest) => OutboundOutcome;
  /** Sends a message of the rail, signed by it unless other headers are given. */
  report(
    message: unknown,
    over?: { headers?: Readonly<Record<string, string>>; path?: string },
  ): Promise<RailCallbackAnswer>;
  /** The messages that core received. */
  readonly told: RailTelling[];
  tell: TellCore;
}

/** A connection to a rail that the test plays. */
export async function playRail(
  entry: Readonly<Record<string, unknown>> = ENTRY,
  environment: Environment = 'PRODUCTION',
): Promise<PlayedRail> {
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  const told: RailTelling[] = [];
  const requests: OutboundRequest[] = [];
  const warnings: object[] = [];
  const play: Omit<PlayedRail, 'connection'> = {
    clock,
    requests,
    warnings,
    told,
    answer: () => ({ state: 'pending', checkAfterSeconds: 60 }),
    outcome: (outcome) => outcome,
    async report(message, { headers, path = 'events' } = {}) {
      const body = typeof message === 'string' ? message : JSON.stringify(message);
      const signed = headers ?? signedBy(SECRETS['CALLBACK_SECRET']!, clock, 'message 1', body);
      return played.connection.callback!({ path, headers: signed, body: Buffer.from(body) }, (telling) =>
        play.tell(telling),
      );
    },
    tell: async (message) => {
      told.push(message);
      return { ok: true, value: { effect: 'APPLIED', subject: null } };
    },
  };
  const http: OutboundHttp = {
    async send(request) {
      requests.push(request);
      const body = JSON.stringify(play.answer(request));
      const headers = signedBy(SECRETS['CALLBACK_SECRET']!, clock, request.headers['webhook-id']!, body);
      return play.outcome({ kind: 'answered', status: 200, headers, body, truncated: false }, request);
    },
  };
  const context: ConnectionContext = {
    name: 'acme',
    environment,
    store: createRailStore({ units, clock, sealer: createSealer(Buffer.alloc(32, 9)) }, environment, 'acme'),
    clock,
    random: seededRandom(),
    digest: nodeCrypto.digest,
    http,
    log: { info: () => undefined, warn: (fields) => void warnings.push(fields) },
    rateOf: () => Promise.resolve(null),
    addressesOf: () => Promise.resolve(0),
    secretOf: (_, reference) => SECRETS[(reference as { readonly env: string }).env] ?? '',
  };
  const played: PlayedRail = Object.assign(play, { connection: await httpRail(entry, context) });
  return played;
}
