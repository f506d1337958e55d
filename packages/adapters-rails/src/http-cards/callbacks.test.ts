import { err, instant } from '@corridor/core';
import type { CardReply } from '@corridor/core/ports';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CARD_ID,
  CARDS_ENTRY,
  MERCHANT,
  MESSAGES,
  type PlayedProcessor,
  playProcessor,
} from '../testing/http-cards.js';
import { SECRETS, signedBy } from '../testing/partners.js';

const ASK = MESSAGES.authorization;
const LINE = { kind: 'clearing', messageId: 'M', authorizationId: null, amount: '-1' };
const START = instant(Date.UTC(2026, 0, 15));

let played: PlayedProcessor;
beforeEach(async () => {
  played = await playProcessor({ ...CARDS_ENTRY, partialApproval: true });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a message of a processor', () => {
  it.each(Object.values(MESSAGES).map((message) => [String(message['kind']), message] as const))(
    'of the kind %s reaches core',
    async (kind, message) => {
      expect(await played.report(message)).toMatchObject({ status: 200 });
      expect(played.told).toMatchObject([
        { kind, messageId: message['messageId'], at: START, ...(kind !== 'settlement' && { cardId: CARD_ID }) },
      ]);
    },
  );

  it('has the lines and totals of a report, below 0 for what the service pays', async () => {
    await played.report(MESSAGES.settlement);
    expect(played.told).toMatchObject([
      {
        lines: [
          { kind: 'clearing', messageId: 'M-5', authorizationId: null, amount: -1_250n },
          { kind: 'final', messageId: 'M-1', authorizationId: 'A-1', amount: -100n },
        ],
        totals: { interchange: 15n, fees: [{ name: 'network', amount: 3n }], net: -1_338n },
      },
    ]);
  });

  it.each([
    ['a part behind the last one', { part: 2 }],
    ['a part in the middle with totals', { parts: 2 }],
    ['the last part without totals', { totals: null }],
    [
      'a final line without its use',
      { lines: [{ kind: 'final', messageId: 'M', authorizationId: null, amount: '1' }] },
    ],
    ['a day that does not exist', { day: '2026-02-30' }],
    ['an amount that is too large', { lines: [{ ...LINE, amount: '-9999999999999999' }] }],
    ['too many lines', { lines: Array.from({ length: 501 }, () => LINE) }],
  ])('that is a report with %s is refused', async (_, over) => {
    expect(await played.report({ ...MESSAGES.settlement, ...over })).toMatchObject({ status: 400 });
    expect(played.told).toEqual([]);
  });

  it('reaches core with amounts as integers, times as instants, and the details that are known', async () => {
    await played.report(ASK);
    expect(played.told).toEqual([
      {
        ...{ kind: 'authorization', messageId: 'M-1', at: START, cardId: CARD_ID, authorizationId: 'A-1' },
        ...{ decision: 'ASK', direction: 'DEBIT', amount: 1_250n, currency: 'USD', merchant: MERCHANT },
        ...{ isFinal: false, partialAllowed: true, expiresAt: null },
        details: {
          ...{ merchantName: 'Books', merchantId: 'm-1', wallet: 'APPLE_PAY', network: 'VISA' },
          original: { amount: 1_150n, currency: 'EUR', exchangeRate: '1.087' },
          fees: [{ type: 'cross-border', amount: 12n }],
        },
      },
    ]);
    await played.report(MESSAGES.increment);
    expect(played.told[1]).toMatchObject({ expiresAt: Date.UTC(2026, 0, 31, 23) });
  });

  it('allows no part if the entry says that the processor approves none', async () => {
    played = await playProcessor();
    await played.report(ASK);
    expect(played.told).toMatchObject([{ partialAllowed: false }]);
  });

  it.each<[string, unknown]>([
    ['no JSON', '{'],
    ['an unknown kind', { ...ASK, kind: 'chargeback' }],
    ['a number as its amount', { ...ASK, amount: 1250 }],
    ['a negative amount', { ...ASK, amount: '-1' }],
    ['a fraction', { ...ASK, amount: '12.50' }],
    ['an amount beyond all numbers', { ...ASK, amount: '9007199254740992' }],
    ['a time without a zone', { ...ASK, at: '2026-01-15T00:00:00' }],
    ['a country of three letters', { ...ASK, merchant: { ...MERCHANT, country: 'USA' } }],
    ['a card number', { ...ASK, number: '4242424242424242' }],
    ['no id', { ...ASK, messageId: '' }],
    ['an increment of 0', { ...MESSAGES.increment, amount: '0' }],
    ['a decision that an increment cannot have', { ...MESSAGES.increment, decision: 'DECLINED' }],
    ['a clearing without its flag', { ...MESSAGES.clearing, isFinal: undefined }],
    ['an unknown event of a dispute', { ...MESSAGES.dispute, event: 'second chargeback' }],
    ['a dispute without the id of the network', { ...MESSAGES.dispute, networkCaseId: null }],
    ['a negative amount of a dispute', { ...MESSAGES.dispute, amount: '-1' }],
  ])('is refused with %s', async (_what, message) => {
    expect(await played.report(message)).toMatchObject({ status: 400 });
    expect(played.told).toEqual([]);
  });

  it('is refused if it is forged, replayed late, or posted to another path', async () => {
    const body = JSON.stringify(ASK);
    const headers = signedBy(SECRETS['SECRET']!, played.clock, 'M-1', body);
    expect(await played.report(ASK, { headers })).toMatchObject({ status: 401 });
    const right = signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'M-1', body);
    expect(await played.report({ ...ASK, amount: '1' }, { headers: right })).toMatchObject({ status: 401 });
    played.clock.advance(301);
    expect(await played.report(ASK, { headers: right })).toMatchObject({ status: 401 });
    expect(await played.report(ASK, { path: 'decisions' })).toMatchObject({ status: 404 });
    expect(played.told).toEqual([]);
  });

  it.each([
    ['REFERENCE_NOT_FOUND', 404],
    ['TRANSACTION_NOT_FOUND', 404],
    ['INVALID_INPUT', 400],
    ['INVALID_CURRENCY', 400],
    ['AMOUNT_OUT_OF_RANGE', 400],
    ['CONFLICT', 409],
    ['INVALID_STATE_TRANSITION', 409],
    ['SERVICE_UNAVAILABLE', 503],
  ] as const)('is answered with the status for %s, without a reply', async (code, status) => {
    played.tell = async () => err(code, 'why');
    expect(await played.report(ASK)).toEqual({ status, message: 'why' });
  });
});

describe('the reply to a message', () => {
  const repliedWith = async (value: CardReply) => {
    played.tell = async () => ({ ok: true, value });
    return played.report(ASK);
  };

  it.each<[CardReply, object]>([
    [
      { kind: 'approved', amount: 1_250n, currency: 'USD' as never, transactionId: null },
      { outcome: 'APPROVED', messageId: 'M-1', amount: '1250', currency: 'USD' },
    ],
    [
      { kind: 'declined', reason: 'INSUFFICIENT_FUNDS' },
      { outcome: 'DECLINED', messageId: 'M-1', reason: 'INSUFFICIENT_FUNDS' },
    ],
    [
      { kind: 'balance', available: 0n, currency: 'USD' as never },
      { outcome: 'BALANCE', messageId: 'M-1', available: '0', currency: 'USD' },
    ],
    [
      { kind: 'booked', transactionId: null },
      { outcome: 'BOOKED', messageId: 'M-1' },
    ],
  ])('is signed with the id of the message: %o', async (reply, body) => {
    vi.useFakeTimers({ now: played.clock.now(), toFake: ['Date'] });
    const { status, message, signed } = await repliedWith(reply);
    expect([status, message]).toEqual([200, null]);
    expect(new Webhook(SECRETS['SECRET']!).verify(signed!.body, signed!.headers)).toEqual(body);
    expect(signed!.headers['webhook-id']).toBe('message 1');
    expect(() => new Webhook(SECRETS['CALLBACK_SECRET']!).verify(signed!.body, signed!.headers)).toThrow();
  });

  it('is 503 if core has not decided within the time of the entry, and core goes on', async () => {
    played = await playProcessor({ ...CARDS_ENTRY, answerSeconds: 0.1 });
    let decide: (reply: CardReply) => void = () => undefined;
    const decided = new Promise<CardReply>((resolve) => (decide = resolve));
    played.tell = async () => ({ ok: true, value: await decided });
    expect(await played.report(ASK)).toEqual({
      status: 503,
      message: 'not decided in time: decide, and tell your decision',
    });
    decide({ kind: 'booked', transactionId: null });
    expect(await played.report(ASK)).toMatchObject({ status: 200 });
  });

  it('does not hide that core failed', async () => {
    played.tell = async () => {
      throw new Error('no database');
    };
    await expect(played.report(ASK)).rejects.toThrow('no database');
  });
});
