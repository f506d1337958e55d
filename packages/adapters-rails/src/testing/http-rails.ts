import { type Environment, instant } from '@corridor/core';
import { exampleAccountInfo } from '@corridor/core/internal';
import type {
  OutboundRequest,
  PayoutInstruction,
  RailCallbackAnswer,
  RailConnection,
  RailTelling,
  TellCore,
  TellTravelRule,
} from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { httpRail } from '../http-rail/index.js';
import { partnerContext, type PlayedPartner, SECRETS, signedBy } from './partners.js';

export { SECRETS, signedBy } from './partners.js';

/** For connections that hear nothing about the travel rule. */
export const NO_TRAVEL_RULE: TellTravelRule = async () => {
  throw new Error('the connection told something about the travel rule');
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

export interface PlayedRail extends PlayedPartner {
  readonly connection: RailConnection;
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
      return played.connection.callback!(
        { path, headers: signed, body: Buffer.from(body) },
        (telling) => play.tell(telling),
        NO_TRAVEL_RULE,
      );
    },
    tell: async (message) => {
      told.push(message);
      return { ok: true, value: { effect: 'APPLIED', subject: null } };
    },
  };
  const context = partnerContext('acme', environment, play);
  const played: PlayedRail = Object.assign(play, { connection: await httpRail(entry, context) });
  return played;
}
