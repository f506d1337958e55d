import type { OutboundRequest } from '@corridor/core/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import { MATCH, type PlayedScreening, playScreening, QUESTION, SCREENING_ENTRY } from '../testing/http-screening.js';
import { SECRETS, signedBy } from '../testing/partners.js';

let played: PlayedScreening;
beforeEach(async () => {
  played = await playScreening();
});

const sent = ({ method, url }: OutboundRequest) => `${method} ${url.replace('https://lists.example/v1', '')}`;
const screen = () => played.connection.provider.screen(QUESTION);
const bodyOf = ({ body }: OutboundRequest) => JSON.parse(body as string) as Readonly<Record<string, unknown>>;
const HOLD = { state: 'hold', listVersion: 'v2', matches: [MATCH] };

describe('a question over HTTP', () => {
  it('sends the parties and the payment, with amounts as texts, and nothing that the service keeps for itself', async () => {
    expect(await screen()).toEqual({ state: 'clear', listVersion: 'v1', matches: [] });
    expect(played.requests.map(sent)).toEqual(['POST /screenings']);
    const body = bodyOf(played.requests[0]!);
    const [{ tenant: _tenant, ...customer }, payee] = QUESTION.parties as unknown as [Record<string, unknown>, object];
    expect(body).toEqual({
      ...{ reference: QUESTION.reference, occasion: 'PAYMENT', parties: [customer, payee] },
      payment: {
        ...{ id: QUESTION.payment!.id, direction: 'OUT', currency: 'USDC', amount: '9007199254740993' },
        paymentRail: null,
        sums: [
          { days: 1, direction: 'OUT', currency: 'USDC', amount: '0', count: 0 },
          { days: 30, direction: 'IN', currency: 'EUR', amount: '125000', count: 3 },
        ],
      },
    });
  });

  it('has an equal body when it is repeated', async () => {
    await screen();
    await screen();
    const [first, second] = played.requests as [OutboundRequest, OutboundRequest];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).not.toBe(first.headers['webhook-id']);
  });

  it('says nothing about payments to a provider that judges names alone', async () => {
    played = await playScreening({ ...SCREENING_ENTRY, capabilities: { payments: false } });
    await screen();
    expect(bodyOf(played.requests[0]!)).toMatchObject({ payment: null, occasion: 'PAYMENT' });
  });

  it('is signed with both secrets while they are exchanged, and answered with either', async () => {
    const both = (...names: readonly string[]) => names.map((env) => ({ env }));
    played = await playScreening({
      ...SCREENING_ENTRY,
      secret: both('NEXT_SECRET', 'SECRET'),
      callbackSecret: both('NEXT_CALLBACK_SECRET', 'CALLBACK_SECRET'),
    });
    expect(await screen()).toMatchObject({ state: 'clear' });
    expect(played.requests[0]!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
    played.outcome = (outcome, { headers }) => ({
      ...outcome,
      headers: signedBy(SECRETS['NEXT_CALLBACK_SECRET']!, played.clock, headers['webhook-id']!, outcome.body),
    });
    expect(await screen()).toMatchObject({ state: 'clear' });
  });

  it.each<[string, object]>([
    ['matches that an operator decides on', HOLD],
    ['certain matches', { ...HOLD, state: 'refuse' }],
    ['a finding about the payment', { ...HOLD, matches: [{ ...MATCH, party: null, name: null, score: null }] }],
  ])('reads %s', async (_what, answer) => {
    played.answer = () => answer;
    expect(await screen()).toEqual(answer);
  });

  it.each<[string, object, string]>([
    ['an unknown state', { ...HOLD, state: 'maybe' }, 'the answer is invalid: state'],
    [
      'matches of a clear answer',
      { ...HOLD, state: 'clear' },
      'the answer is invalid: matches has more than 0 elements (state clear)',
    ],
    ['no match of a held answer', { ...HOLD, matches: [] }, 'the answer is invalid: matches'],
    ['too many matches', { ...HOLD, matches: Array.from({ length: 51 }, () => MATCH) }, 'invalid: matches'],
    ['no version', { state: 'clear', matches: [] }, 'the answer is invalid: listVersion'],
    [
      'an unknown member',
      { ...HOLD, risk: 1 },
      'the answer is invalid: the body has the unknown member "risk" (state hold)',
    ],
    ['a broken score', { ...HOLD, matches: [{ ...MATCH, score: 0.97 }] }, 'invalid: matches.0.score'],
    ['no reason', { ...HOLD, matches: [{ ...MATCH, reason: '' }] }, 'invalid: matches.0.reason'],
    [
      'a party of another question',
      { ...HOLD, matches: [{ ...MATCH, party: 'Customer:other' }] },
      'matches names a party that is not in the question',
    ],
  ])('refuses %s', async (_what, answer, reason) => {
    played.answer = () => answer;
    await expect(screen()).rejects.toThrow(reason);
  });

  it.each([400, 404, 409, 500, 503])('knows nothing if the provider answers %i', async (status) => {
    played.outcome = (outcome) => ({ ...outcome, status });
    await expect(screen()).rejects.toThrow(`acme-lists failed (screen): it answered HTTP ${status}`);
  });

  it('knows nothing by an answer that the provider did not sign for this request', async () => {
    played.outcome = (outcome) => ({
      ...outcome,
      headers: signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, 'POST /screenings other', outcome.body),
    });
    await expect(screen()).rejects.toThrow('it is not signed for this request');
    played.outcome = (outcome, { headers }) => ({
      ...outcome,
      headers: signedBy(SECRETS['SECRET']!, played.clock, headers['webhook-id']!, outcome.body),
    });
    await expect(screen()).rejects.toThrow('its signature is wrong');
  });

  it('knows nothing if the provider is away or too slow', async () => {
    played.outcome = () => ({ kind: 'unreachable', reason: 'no answer within 10000 ms' });
    await expect(screen()).rejects.toThrow('acme-lists failed (screen): no answer within 10000 ms');
    await expect(played.connection.provider.listVersion()).rejects.toThrow('acme-lists failed (list-version)');
  });
});

describe('the version of the lists', () => {
  it('is asked for', async () => {
    played.answer = () => ({ listVersion: '2026-01-15/3' });
    expect(await played.connection.provider.listVersion()).toBe('2026-01-15/3');
    expect(played.requests.map(sent)).toEqual(['GET /list-version']);
  });

  it('is refused if it is empty', async () => {
    played.answer = () => ({ listVersion: '' });
    await expect(played.connection.provider.listVersion()).rejects.toThrow('the answer is invalid: listVersion');
  });
});

describe('the condition of a provider', () => {
  it('names what the entry and the provider declare differently', async () => {
    played.answer = () => ({ protocol: 1, capabilities: { payments: true } });
    expect(await played.connection.check()).toMatchObject({ isReachable: true, problems: [] });
    played.answer = () => ({ protocol: 1, capabilities: { payments: false } });
    expect((await played.connection.check()).problems).toEqual([
      'payments is true in the connections file, but the provider answers false',
    ]);
  });

  it('says why it cannot be reached', async () => {
    played.outcome = (outcome) => ({ ...outcome, status: 502 });
    expect(await played.connection.check()).toMatchObject({
      isReachable: false,
      problems: ['acme-lists failed (capabilities): it answered HTTP 502'],
    });
  });
});

describe('the entry of a provider', () => {
  it.each<[string, object, string]>([
    ['url', { url: 'ftp://x' }, 'must be the address'],
    ['url', { url: 'http://lists.example' }, 'must begin with https://'],
    ['secret', { secret: { env: 'SHORT' } }, 'must be whsec_'],
    ['callbackSecret', { callbackSecret: [] }, 'must be one reference'],
    ['capabilities.payments', { capabilities: { payments: 'no' } }, 'is invalid'],
    ['', { floors: {} }, 'has unknown members: floors'],
  ])('names the invalid member %s', async (member, over, message) => {
    const error: unknown = await playScreening({ ...SCREENING_ENTRY, ...over }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      name: 'RailEntryError',
      member,
      message: expect.stringContaining(message) as string,
    });
  });

  it('claims its address', () => {
    expect(played.connection.claims).toEqual(['address https://lists.example/v1']);
  });
});
