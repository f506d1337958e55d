import type { CurrencyCode, Environment, Id } from '@corridor/core';
import type {
  CardConnection,
  CardMessage,
  CardOrder,
  OutboundRequest,
  RailCallbackAnswer,
  TellCard,
} from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { httpCards } from '../http-cards/index.js';
import { partnerContext, type PlayedPartner, SECRETS, signedBy } from './partners.js';

export const CARDS_ENTRY = {
  url: 'https://cards.example/v1',
  secret: { env: 'SECRET' },
  callbackSecret: { env: 'CALLBACK_SECRET' },
  currencies: ['USD', 'EUR'],
  brands: ['VISA'],
};

export const CARD_ID = 'Card:0199c0de-0000-7000-8000-000000000001' as Id<'Card'>;

export const CARD_ORDER: CardOrder = {
  cardId: CARD_ID,
  platformCardId: 'card-7',
  cardholderName: 'Ada Lovelace',
  cardholder: {
    id: 'Customer:0199c0de-0000-7000-8000-000000000002' as Id<'Customer'>,
    ...{ customerType: 'INDIVIDUAL', birthDate: '1986-12-10', email: 'ada@example.com', phoneNumber: null },
    address: { line1: '1 Main St', line2: null, city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' },
  },
  form: 'VIRTUAL',
  currency: 'USD' as CurrencyCode,
  threeDSecurePassword: 'open sesame',
};

export const ISSUED_CARD = {
  ...{ state: 'issued', processorCardId: 'pc-1', brand: 'VISA', last4: '4242' },
  ...{ expMonth: 12, expYear: 2029 },
};

const AT = '2026-01-15T00:00:00Z';
export const MERCHANT = { descriptor: 'BOOKS *ONLINE', mcc: '5942', country: 'US' };
const ABOUT = { at: AT, cardId: CARD_ID };
const MONEY = { ...ABOUT, currency: 'USD', details: null, authorizationId: 'A-1' };

/** One message of each kind, as a processor sends it. */
export const MESSAGES: Readonly<Record<CardMessage['kind'], Readonly<Record<string, unknown>>>> = {
  authorization: {
    ...{ kind: 'authorization', messageId: 'M-1', ...MONEY, decision: 'ASK', direction: 'DEBIT', amount: '1250' },
    ...{ merchant: MERCHANT, isFinal: false, partialAllowed: true, expiresAt: null },
    details: {
      ...{ merchantName: 'Books', merchantId: 'm-1', city: null, wallet: 'APPLE_PAY', network: 'VISA' },
      original: { amount: '1150', currency: 'EUR', exchangeRate: '1.087' },
      fees: [{ type: 'cross-border', amount: '12' }],
    },
  },
  increment: {
    ...{ kind: 'increment', messageId: 'M-2', ...MONEY, decision: 'APPROVED', amount: '250' },
    ...{ partialAllowed: false, expiresAt: '2026-02-01T00:00:00+01:00' },
  },
  advice: { kind: 'advice', messageId: 'M-3', ...MONEY, amount: '0', expiresAt: null },
  reversal: { kind: 'reversal', messageId: 'M-4', ...MONEY, amount: null },
  clearing: {
    ...{ kind: 'clearing', messageId: 'M-5', ...MONEY, amount: '1250', isFinal: true, clearedAt: AT },
    merchant: MERCHANT,
  },
  return: {
    ...{ kind: 'return', messageId: 'M-6', ...MONEY, authorizationId: null, clearingId: 'M-5', amount: '1' },
    merchant: { descriptor: 'BOOKS', mcc: null, country: null },
  },
  'return.reversal': { kind: 'return.reversal', messageId: 'M-7', ...MONEY, returnId: 'M-6', amount: '1' },
  dispute: {
    ...{ kind: 'dispute', messageId: 'M-10', ...MONEY, event: 'chargeback', amount: '1250', disputeId: null },
    ...{ networkCaseId: 'C-1', clearingId: 'M-5', reason: 'FRAUD', networkReason: '10.4' },
    dueAt: '2026-02-01T00:00:00Z',
  },
  balance: { kind: 'balance', messageId: 'M-8', ...ABOUT, merchant: MERCHANT },
  card: {
    ...{ kind: 'card', messageId: 'M-9', ...ABOUT },
    change: { kind: 'renewed', last4: '0001', expMonth: 1, expYear: 2032 },
  },
  settlement: {
    ...{ kind: 'settlement', messageId: 'M-10', at: AT, reportId: 'R-1', day: '2026-01-14', currency: 'USD' },
    ...{ part: 1, parts: 1 },
    lines: [
      { kind: 'clearing', messageId: 'M-5', authorizationId: null, amount: '-1250' },
      { kind: 'final', messageId: 'M-1', authorizationId: 'A-1', amount: '-100' },
    ],
    totals: { interchange: '15', fees: [{ name: 'network', amount: '3' }], net: '-1338' },
  },
};

export interface PlayedProcessor extends PlayedPartner {
  readonly connection: CardConnection;
  /** Sends a message of the processor, signed by it unless other headers are given. */
  report(
    message: unknown,
    over?: { headers?: Readonly<Record<string, string>>; path?: string },
  ): Promise<RailCallbackAnswer>;
  /** The messages that core received. */
  readonly told: CardMessage[];
  tell: TellCard;
}

/** A connection to a processor that the test plays. */
export async function playProcessor(
  entry: Readonly<Record<string, unknown>> = CARDS_ENTRY,
  environment: Environment = 'PRODUCTION',
): Promise<PlayedProcessor> {
  const clock = fixedClock();
  const told: CardMessage[] = [];
  const requests: OutboundRequest[] = [];
  const play: Omit<PlayedProcessor, 'connection'> = {
    clock,
    requests,
    warnings: [],
    told,
    answer: ({ method }) => (method === 'GET' ? { state: 'unknown' } : ISSUED_CARD),
    outcome: (outcome) => outcome,
    async report(message, { headers, path = 'events' } = {}) {
      const body = typeof message === 'string' ? message : JSON.stringify(message);
      const signed = headers ?? signedBy(SECRETS['CALLBACK_SECRET']!, clock, 'message 1', body);
      return played.connection.callback!({ path, headers: signed, body: Buffer.from(body) }, (given) =>
        play.tell(given),
      );
    },
    tell: async (message) => {
      told.push(message);
      return { ok: true, value: { kind: 'booked', transactionId: null } };
    },
  };
  const context = partnerContext('acme-cards', environment, play);
  const played: PlayedProcessor = Object.assign(play, { connection: await httpCards(entry, context) });
  return played;
}
