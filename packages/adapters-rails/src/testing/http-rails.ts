import { type Environment, instant } from '@corridor/core';
import { exampleAccountInfo } from '@corridor/core/internal';
import type { PayoutInstruction, RailConnection, RailTelling, TellTravelRule } from '@corridor/core/ports';
import { httpRail } from '../http-rail/index.js';
import { partnerContext, PENDING, type PlayedSpeaker, playSpeaker } from './partners.js';

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

export interface PlayedRail extends PlayedSpeaker<RailTelling> {
  readonly connection: RailConnection;
}

/** A connection to a rail that the test plays. */
export async function playRail(
  entry: Readonly<Record<string, unknown>> = ENTRY,
  environment: Environment = 'PRODUCTION',
): Promise<PlayedRail> {
  const play = playSpeaker<RailTelling>(PENDING, (callback, tell) =>
    played.connection.callback!(callback, tell, NO_TRAVEL_RULE),
  );
  const context = partnerContext('acme', environment, play);
  const played: PlayedRail = Object.assign(play, { connection: await httpRail(entry, context) });
  return played;
}
