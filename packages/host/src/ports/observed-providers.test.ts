import type {
  KycApplication,
  MessageOutcome,
  RateSource,
  ScreeningConnection,
  VerificationPorts,
} from '@corridor/core/ports';
import { expect, test } from 'vitest';
import { observedMessages, observedRates, observedScreening, observedVerification } from './observed-providers.js';

function observer() {
  const seen: string[] = [];
  return {
    seen,
    observe: (provider: string, call: string, outcome: string, seconds: number) => {
      expect(seconds).toBeGreaterThanOrEqual(0);
      seen.push(`${provider} ${call} ${outcome}`);
    },
  };
}

test('counts the fetches of rate sources, keeps their other members, and throws their errors unchanged', async () => {
  const { seen, observe } = observer();
  const down = new Error('no answer');
  const answers = [() => Promise.resolve([]), () => Promise.reject(down)];
  const source: RateSource = {
    name: 'http:acme',
    environments: ['SANDBOX'],
    pairs: [],
    fetch: () => answers.shift()!(),
  };
  const [watched] = observedRates([source], observe);
  expect(await watched!.fetch()).toEqual([]);
  await expect(watched!.fetch()).rejects.toBe(down);
  expect(watched).toMatchObject({ name: 'http:acme', environments: ['SANDBOX'], pairs: [] });
  expect(seen).toEqual(['rates:http:acme fetch answered', 'rates:http:acme fetch failed']);
});

test('counts the calls of KYC providers', async () => {
  const { seen, observe } = observer();
  const provider = {
    name: 'acme-kyc',
    review: async () => ({ state: 'manual-review' }) as const,
    reviewOwner: () => Promise.reject(new Error('down')),
  };
  const ports = { providers: { SANDBOX: provider, PRODUCTION: provider } } as unknown as VerificationPorts;
  const { providers } = observedVerification(ports, observe);
  expect(await providers.PRODUCTION.review({} as KycApplication)).toEqual({ state: 'manual-review' });
  await expect(providers.SANDBOX.reviewOwner({} as never)).rejects.toThrow('down');
  expect(seen).toEqual(['kyc:acme-kyc review answered', 'kyc:acme-kyc review-owner failed']);
});

test('counts the calls of screening providers, and keeps the rest of their connections', async () => {
  const { seen, observe } = observer();
  const connection = {
    ...{ name: 'lists', rules: { holdSeconds: 60 } },
    provider: {
      name: 'lists',
      screen: async () => ({ state: 'clear', listVersion: '1', matches: [] }) as const,
      listVersion: async () => '',
    },
  } as unknown as ScreeningConnection;
  const [watched] = observedScreening([connection], observe);
  expect(watched).toMatchObject({ name: 'lists', rules: { holdSeconds: 60 }, provider: { name: 'lists' } });
  expect(await watched!.provider.screen({ parties: [] } as never)).toMatchObject({ state: 'clear' });
  await expect(watched!.provider.listVersion()).rejects.toThrow('screening lists listVersion: the answer is malformed');
  expect(seen).toEqual(['screening:lists screen answered', 'screening:lists list-version malformed']);
});

test('counts malformed answers', async () => {
  const { seen, observe } = observer();
  const answer = (async () => ({})) as never;
  const [source] = observedRates([{ name: 'acme', environments: ['SANDBOX'], fetch: answer }], observe);
  await expect(source!.fetch()).rejects.toThrow('rates acme fetch: the answer is malformed: base must be');
  const provider = { name: 'acme-kyc', review: answer, reviewOwner: answer };
  const ports = { providers: { SANDBOX: provider, PRODUCTION: provider } } as unknown as VerificationPorts;
  const { providers } = observedVerification(ports, observe);
  await expect(providers.SANDBOX.review({} as never)).rejects.toThrow('kyc acme-kyc review: the answer is malformed');
  const messages = observedMessages({ send: answer, close: async () => undefined }, observe);
  await expect(messages.send({ channel: 'EMAIL' } as never)).rejects.toThrow('the answer is malformed: kind must be');
  expect(seen).toEqual([
    'rates:acme fetch malformed',
    'kyc:acme-kyc review malformed',
    'messages:email send malformed',
  ]);
});

test('counts a message as failed if its provider is unavailable, and not if it refuses the recipient', async () => {
  const { seen, observe } = observer();
  const outcomes: MessageOutcome[] = [
    { kind: 'accepted' },
    { kind: 'refused', reason: 'no such mailbox' },
    { kind: 'unavailable', reason: 'down' },
  ];
  const messages = observedMessages({ send: async () => outcomes.shift()!, close: async () => undefined }, observe);
  for (let n = 0; n < 3; n++) await messages.send({ channel: 'EMAIL' } as never);
  expect(seen).toEqual(['messages:email send answered', 'messages:email send answered', 'messages:email send failed']);
});
