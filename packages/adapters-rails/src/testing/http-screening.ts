import type { Environment } from '@corridor/core';
import type { MadeScreeningConnection, ScreeningQuestion, ScreeningTelling } from '@corridor/core/ports';
import { httpScreening } from '../http-screening/index.js';
import { partnerContext, type PlayedSpeaker, playSpeaker } from './partners.js';

export const SCREENING_ENTRY = {
  url: 'https://lists.example/v1',
  secret: { env: 'SECRET' },
  callbackSecret: { env: 'CALLBACK_SECRET' },
};

const CUSTOMER = 'Customer:0199c0de-0000-7000-8000-000000000002';

export const QUESTION = {
  reference: 'Screening:0199c0de-0000-7000-8000-000000000001',
  occasion: 'PAYMENT',
  parties: [
    {
      ...{ id: CUSTOMER, role: 'CUSTOMER', kind: 'INDIVIDUAL', name: 'Ada Lovelace', birthDate: '1986-12-10' },
      ...{ nationality: 'GB', country: 'DE', address: null, tenant: 'never sent' },
    },
    {
      ...{ id: 'ExternalAccount:0199c0de-0000-7000-8000-000000000003', role: 'PAYEE', kind: null, name: null },
      ...{ birthDate: null, nationality: null, country: null, address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    },
  ],
  payment: {
    ...{ id: 'Transaction:0199c0de-0000-7000-8000-000000000004', direction: 'OUT', currency: 'USDC' },
    ...{ amount: 9_007_199_254_740_993n, paymentRail: null },
    sums: [
      { days: 1, direction: 'OUT', currency: 'USDC', amount: 0n, count: 0 },
      { days: 30, direction: 'IN', currency: 'EUR', amount: 125_000n, count: 3 },
    ],
  },
} as unknown as ScreeningQuestion;

export const MATCH = {
  ...{ party: CUSTOMER, list: 'OFAC SDN', entry: '22790', entryVersion: 'a1', name: 'LOVELACE, Ada', score: 97 },
  reason: 'the names are alike',
};

export interface PlayedScreening extends PlayedSpeaker<ScreeningTelling> {
  readonly connection: MadeScreeningConnection;
}

/** A connection to a provider that the test plays. */
export async function playScreening(
  entry: Readonly<Record<string, unknown>> = SCREENING_ENTRY,
  environment: Environment = 'PRODUCTION',
): Promise<PlayedScreening> {
  const clear = { state: 'clear', listVersion: 'v1', matches: [] };
  const play = playSpeaker<ScreeningTelling>(clear, (callback, tell) => played.connection.callback!(callback, tell));
  const context = partnerContext('acme-lists', environment, play);
  const played: PlayedScreening = Object.assign(play, { connection: await httpScreening(entry, context) });
  return played;
}
