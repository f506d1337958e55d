import type { CurrencyCode, Environment } from '@corridor/core';
import type { TravelRuleTelling, TravelRuleTransfer } from '@corridor/core/ports';
import {
  type HttpTravelRule,
  httpTravelRule,
  type TravelRuleEntry,
  travelRuleSchema,
} from '../http-travel-rule/index.js';
import { partnerContext, PENDING, type PlayedSpeaker, playSpeaker } from './partners.js';

export const TRAVEL_RULE_ENTRY = {
  type: 'http',
  url: 'https://partner.example/v1',
  secret: { env: 'SECRET' },
  callbackSecret: { env: 'CALLBACK_SECRET' },
};

const UNKNOWN = {
  ...{ kind: null, name: null, address: null, country: null, birthDate: null, customerId: null },
  ...{ documentType: null, documentNumber: null, accountId: null, ledgerAddress: null },
};

export const TRANSFER: TravelRuleTransfer = {
  reference: 'Transaction:0199c0de-0000-7000-8000-000000000001',
  ...{ network: 'BASE', currency: 'USDC' as CurrencyCode, amount: 1_250_000_000n, institution: 'Example Exchange' },
  originator: {
    ...UNKNOWN,
    ...{ kind: 'INDIVIDUAL', name: 'Ada Lovelace', country: 'US', birthDate: '1990-12-10' },
    address: { line1: '1 Main St', line2: null, city: null, state: 'CA', postalCode: '94105', country: 'US' },
  },
  beneficiary: { ...UNKNOWN, kind: 'INDIVIDUAL', name: 'Grace Hopper', ledgerAddress: '0x22' },
};

/** An address of the service, whose index is 7. */
export const ADDRESS = '0x2222222222222222222222222222222222222222';

export const INCOMING = {
  ...{ kind: 'incoming', reference: 'T-1', network: 'BASE', address: ADDRESS, transactionHash: null },
  ...{ currency: 'USDC', amount: '5000000', institution: 'Other Exchange' },
  originator: TRANSFER.beneficiary,
  beneficiary: TRANSFER.originator,
};

export interface PlayedTravelRule extends PlayedSpeaker<TravelRuleTelling> {
  readonly rule: HttpTravelRule;
}

/** A partner that the test plays. */
export function playTravelRule(
  entry: Readonly<Record<string, unknown>> = TRAVEL_RULE_ENTRY,
  environment: Environment = 'PRODUCTION',
): PlayedTravelRule {
  const place = {
    ...{ network: 'BASE', rails: { delivers: 'base', receives: 'base.deposits' } },
    indexOf: async (address: string) => (address === ADDRESS ? 7 : null),
  };
  const play = playSpeaker<TravelRuleTelling>(PENDING, (callback, tell) => played.rule.hear(place, callback, tell));
  const context = partnerContext('base', environment, play);
  const members: TravelRuleEntry = travelRuleSchema.parse(entry);
  const played: PlayedTravelRule = Object.assign(play, { rule: httpTravelRule(members, context) });
  return played;
}
