import { plusSeconds, toIso } from '@corridor/core';
import type { OutboundRequest } from '@corridor/core/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  CARD_ID,
  CARD_ORDER,
  CARDS_ENTRY,
  ISSUED_CARD,
  type PlayedProcessor,
  playProcessor,
} from '../testing/http-cards.js';
import { SECRETS, signedBy } from '../testing/partners.js';

let played: PlayedProcessor;
beforeEach(async () => {
  played = await playProcessor();
});

const sent = ({ method, url }: OutboundRequest) => `${method} ${url.replace('https://cards.example/v1', '')}`;
const bodyOf = ({ body }: OutboundRequest) => JSON.parse(body as string) as Readonly<Record<string, unknown>>;
const issue = () => played.connection.issuer.issue(CARD_ORDER, 0);
const ISSUED = { kind: 'issued', issuerRef: 'pc-1', brand: 'VISA', last4: '4242', expMonth: 12, expYear: 2029 };

describe('an order of a card over HTTP', () => {
  it('looks for the card, then sends what the processor needs, and nothing else', async () => {
    expect(await issue()).toEqual(ISSUED);
    expect(played.requests.map(sent)).toEqual([`GET /cards/${CARD_ID}`, `PUT /cards/${CARD_ID}`]);
    const { id, ...cardholder } = CARD_ORDER.cardholder;
    expect(bodyOf(played.requests[1]!)).toEqual({
      ...{ cardId: CARD_ID, platformCardId: 'card-7', form: 'VIRTUAL', currency: 'USD' },
      cardholder: { id, name: 'Ada Lovelace', ...cardholder },
      threeDSecurePassword: 'open sesame',
    });
  });

  it('is not repeated if the processor knows the card, so its password is sent once', async () => {
    played.answer = () => ISSUED_CARD;
    expect(await issue()).toEqual(ISSUED);
    played.answer = () => ({ state: 'pending', checkAfterSeconds: 60 });
    expect(await issue()).toEqual({ kind: 'pending', againInSeconds: 60 });
    played.answer = () => ({ state: 'rejected' });
    expect(await issue()).toEqual({ kind: 'rejected' });
    expect(played.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
    expect(JSON.stringify(played.requests)).not.toContain('open sesame');
  });

  it('has an equal body when it is repeated', async () => {
    await issue();
    await issue();
    expect(played.requests[3]!.body).toBe(played.requests[1]!.body);
  });

  it.each<[string, object, string]>([
    ['an unknown state', { ...ISSUED_CARD, state: 'made' }, 'the answer is invalid: state'],
    [
      'a number',
      { ...ISSUED_CARD, number: '4242424242424242' },
      'the answer is invalid: the body has the unknown member "number"',
    ],
    ['another brand', { ...ISSUED_CARD, brand: 'DISCOVER' }, 'the answer is invalid: brand'],
    ['digits that are none', { ...ISSUED_CARD, last4: '42 2' }, 'the answer is invalid: last4'],
    ['a month that is none', { ...ISSUED_CARD, expMonth: 13 }, 'the answer is invalid: expMonth'],
    ['an unknown card', { state: 'unknown' }, 'the answer is invalid: state'],
  ])('is not issued by an answer with %s', async (_what, answer, reason) => {
    played.answer = ({ method }) => (method === 'GET' ? { state: 'unknown' } : answer);
    await expect(issue()).rejects.toThrow(`acme-cards failed (order): ${reason}`);
  });

  it('is asked about again if an answer is not signed for its request, and a 409 becomes a problem', async () => {
    played.outcome = (outcome) => ({
      ...outcome,
      headers: signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'GET /cards other', outcome.body),
    });
    await expect(issue()).rejects.toThrow('it is not signed for this request');
    played.outcome = (outcome, { method }) => ({ ...outcome, status: method === 'GET' ? 200 : 409 });
    await expect(issue()).rejects.toThrow('it answered HTTP 409');
    expect((await played.connection.check()).problems.join()).toContain(`refuses /cards/${CARD_ID} with HTTP 409`);
  });
});

describe('a state over HTTP', () => {
  it.each(['ACTIVE', 'FROZEN', 'CLOSED'] as const)('tells %s', async (state) => {
    played.answer = () => ({ stored: true });
    await played.connection.issuer.tell(CARD_ID, state);
    expect(played.requests.map(sent)).toEqual([`PUT /cards/${CARD_ID}/state`]);
    expect(bodyOf(played.requests[0]!)).toEqual({ state });
  });

  it('tells nothing of a card that is not issued, and fails if the processor does not confirm', async () => {
    await played.connection.issuer.tell(CARD_ID, 'PROCESSING');
    expect(played.requests).toEqual([]);
    await expect(played.connection.issuer.tell(CARD_ID, 'CLOSED')).rejects.toThrow('acme-cards failed (state)');
  });
});

describe('the page of a card', () => {
  const reveal = () => {
    const expiresAt = plusSeconds(played.clock.now(), 120);
    return played.connection.issuer.reveal({ cardId: CARD_ID, tenant: 'never sent' as never, expiresAt });
  };
  const answer = (url: string, seconds: number) => {
    played.answer = () => ({ url, expiresAt: toIso(plusSeconds(played.clock.now(), seconds)) });
  };

  it('is that of the processor', async () => {
    answer('https://pages.example/4f1c', 60);
    expect(await reveal()).toEqual({
      url: 'https://pages.example/4f1c',
      expiresAt: plusSeconds(played.clock.now(), 60),
    });
    expect(played.requests.map(sent)).toEqual([`POST /cards/${CARD_ID}/reveal`]);
    expect(bodyOf(played.requests[0]!)).toEqual({ expiresAt: toIso(plusSeconds(played.clock.now(), 120)) });
  });

  it.each([
    ['http://pages.example/4f1c', 60, 'url is not the address of a page'],
    ['https://user:word@pages.example/', 60, 'url is not the address of a page'],
    ['nowhere', 60, 'url is not the address of a page'],
    ['https://pages.example/4f1c', 121, 'expiresAt is after the time in the request'],
  ])('is refused at %s, valid for %i s', async (url, seconds, reason) => {
    answer(url, seconds);
    await expect(reveal()).rejects.toThrow(`acme-cards failed (reveal): the answer is invalid: ${reason}`);
  });

  it('may be without TLS in the sandbox', async () => {
    played = await playProcessor({ ...CARDS_ENTRY, url: 'http://cards.example' }, 'SANDBOX');
    answer('http://pages.example/4f1c', 60);
    expect((await reveal()).url).toBe('http://pages.example/4f1c');
  });
});

describe('the entry', () => {
  it('says in which currencies and where the issuer works', () => {
    const { issuer, claims, environment } = played.connection;
    expect(issuer).toMatchObject({ name: 'acme-cards', environments: ['PRODUCTION'], currencies: ['USD', 'EUR'] });
    expect([claims, environment]).toEqual([['address https://cards.example/v1'], 'PRODUCTION']);
  });

  it('is compared with what the processor answers', async () => {
    const capabilities = { currencies: ['EUR', 'USD'], brands: ['VISA'], partialApproval: false };
    played.answer = () => ({ protocol: 1, capabilities });
    expect((await played.connection.check()).problems).toEqual([]);
    played.answer = () => ({
      protocol: 1,
      capabilities: { ...capabilities, brands: ['MASTERCARD'], partialApproval: true },
    });
    expect((await played.connection.check()).problems).toEqual([
      'brands is VISA in the connections file, but the processor answers MASTERCARD',
      'partialApproval is false in the connections file, but the processor answers true',
    ]);
  });

  it.each<[string, object, string, string]>([
    ['no currencies', { currencies: undefined }, 'currencies', 'is invalid'],
    ['an empty list', { currencies: [] }, 'currencies', 'is invalid'],
    ['a currency twice', { currencies: ['USD', 'USD'] }, 'currencies', 'names one twice'],
    ['an unknown brand', { brands: ['AMEX'] }, 'brands.0', 'is invalid'],
    ['a time of 0', { answerSeconds: 0 }, 'answerSeconds', 'is invalid'],
    ['a time that no network waits', { answerSeconds: 31 }, 'answerSeconds', 'is invalid'],
    ['an address without TLS', { url: 'http://cards.example' }, 'url', 'must begin with https://'],
    ['an unknown member', { capabilities: {} }, '', 'has unknown members: capabilities'],
  ])('is refused with %s', async (_what, over, member, message) => {
    await expect(playProcessor({ ...CARDS_ENTRY, ...over })).rejects.toMatchObject({
      name: 'RailEntryError',
      member,
      message: expect.stringContaining(message) as string,
    });
  });
});
