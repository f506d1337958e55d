import type { OutboundRequest } from '@corridor/core/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import { APPLICATION, KYC_ENTRY, type PlayedProvider, playProvider } from '../testing/http-kyc.js';

const REFERENCE = 'KycLink:0199c0de-0000-7000-8000-000000000009';
const HOSTING = { ...KYC_ENTRY, capabilities: { customerTypes: ['BUSINESS'], hostedLink: true } };

let played: PlayedProvider;
let answer: object;
beforeEach(async () => {
  played = await playProvider(HOSTING);
  answer = {
    url: 'https://id.acme.example/start/4f1c',
    token: 'embed-4f1c',
    expiresAt: new Date(played.clock.now() + 60_000).toISOString(),
  };
  played.answer = () => answer;
});

const create = (over: object = {}) =>
  played.connection.provider.links!.create({
    ...{ reference: REFERENCE, customer: APPLICATION.customer, redirectUri: 'myapp:/done' },
    ...over,
  });

describe('a link to the page of a provider over HTTP', () => {
  it('is asked for with what is known of the customer', async () => {
    expect(await create()).toEqual({
      url: 'https://id.acme.example/start/4f1c',
      token: 'embed-4f1c',
      expiresAt: played.clock.now() + 60_000,
    });
    const [{ method, url, body }] = played.requests as [OutboundRequest];
    expect([method, url]).toEqual(['POST', 'https://provider.example/v1/links']);
    expect(JSON.parse(body as string)).toMatchObject({
      reference: REFERENCE,
      redirectUri: 'myapp:/done',
      customer: { id: APPLICATION.customer.id, businessInfo: { taxId: '12-3456789' } },
    });
    expect(body).not.toContain('never sent');
  });

  it('may have no token', async () => {
    answer = { ...answer, token: null };
    expect(await create()).toMatchObject({ token: null });
  });

  it.each<[string, () => object, string]>([
    ['another scheme', () => ({ url: 'javascript:alert(1)' }), 'url is not the address of a page'],
    ['a page without encryption', () => ({ url: 'http://id.acme.example/' }), 'url is not the address of a page'],
    ['credentials in the address', () => ({ url: 'https://a:b@id.acme.example/' }), 'url is not the address of a page'],
    ['an end in the past', () => ({ expiresAt: '2020-01-01T00:00:00Z' }), 'expiresAt is in the past'],
    ['no end', () => ({ expiresAt: undefined }), 'the answer is invalid: expiresAt'],
    ['an unknown member', () => ({ state: 'approved' }), 'has the unknown member'],
  ])('is refused with %s', async (_what, over, reason) => {
    answer = { ...answer, ...over() };
    await expect(create()).rejects.toThrow(reason);
  });

  it('is left to the service for customers on whom the provider does not decide', async () => {
    expect(await create({ customer: { ...APPLICATION.customer, customerType: 'INDIVIDUAL' } })).toBeNull();
    expect(played.requests).toEqual([]);
    expect((await playProvider(KYC_ENTRY)).connection.provider.links).toBeUndefined();
  });

  it.each([{ state: 'open', checkAfterSeconds: 60 }, { state: 'submitted' }, { state: 'ended' }])(
    'is looked up: %j',
    async (state) => {
      answer = state;
      expect(await played.connection.provider.links!.look(REFERENCE)).toEqual(state);
      expect(played.requests[0]!.url).toBe(`https://provider.example/v1/links/${REFERENCE}`);
    },
  );

  it('has no other state', async () => {
    answer = { state: 'approved' };
    await expect(played.connection.provider.links!.look(REFERENCE)).rejects.toThrow('the answer is invalid: state');
  });
});

describe('the condition of a provider with a page', () => {
  it('names a page that only one side declares', async () => {
    answer = { protocol: 1, capabilities: { customerTypes: ['BUSINESS'] } };
    expect((await played.connection.check()).problems).toEqual([
      'hostedLink is true in the connections file, but the provider answers false',
    ]);
  });
});
