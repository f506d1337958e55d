import type { OutboundRequest } from '@corridor/core/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import { APPLICATION, KYC_ENTRY, type PlayedProvider, playProvider } from '../testing/http-kyc.js';

const FETCHING = { ...KYC_ENTRY, documents: 'fetch' };
const [document] = APPLICATION.documents;

let played: PlayedProvider;
beforeEach(async () => {
  played = await playProvider(FETCHING);
  played.answer = ({ method }) => (method === 'GET' ? { state: 'unknown' } : { state: 'manual-review' });
});

interface Content {
  readonly document: string;
  readonly url: string;
  readonly expiresAt: string;
}

async function reviewed(): Promise<readonly Content[]> {
  await played.connection.provider.review(APPLICATION);
  const { body } = played.requests.at(-1) as OutboundRequest;
  return (JSON.parse(body as string) as { readonly contents: readonly Content[] }).contents;
}
const tokenOf = ({ url }: Content): string => url.split('/').at(-1)!;
/** Finds what an address leads to and uses it up, as a request does. */
async function use(token: string) {
  const { addresses } = played.connection;
  const found = await addresses!.find(token);
  return (await addresses!.use(token)) ? found : null;
}

describe('documents that the provider fetches', () => {
  it('have an address in the application, and are not sent', async () => {
    const [content] = await reviewed();
    expect(played.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
    expect(content).toEqual({
      document: document!.id,
      url: expect.stringMatching(/^https:\/\/pay\.example\/kyc\/acme-id\/documents\/[A-Za-z0-9_-]{43}$/) as string,
      expiresAt: new Date(played.clock.now() + 900_000).toISOString(),
    });
  });

  it('are found once, also by two requests at the same time', async () => {
    const [content] = await reviewed();
    const token = tokenOf(content!);
    const found = await Promise.all([use(token), use(token), use(token)]);
    const one = { reference: APPLICATION.reference, document: document!.id };
    expect(found.filter((each) => each !== null)).toEqual([one]);
    expect(await use(token)).toBeNull();
  });

  it('are found again until the address is used up, so that a failed read can be repeated', async () => {
    const token = tokenOf((await reviewed())[0]!);
    const { addresses } = played.connection;
    for (const _ of [1, 2]) expect(await addresses!.find(token)).toMatchObject({ document: document!.id });
    expect(await use(token)).not.toBeNull();
    expect(await addresses!.find(token)).toBeNull();
  });

  it('are not found after 15 minutes, nor by a guess', async () => {
    const [early, late] = [tokenOf((await reviewed())[0]!), tokenOf((await reviewed())[0]!)];
    played.clock.advance(899);
    expect(await use(early)).toMatchObject({ document: document!.id });
    played.clock.advance(1);
    expect([await use(late), await use('x'.repeat(43)), await use('')]).toEqual([null, null, null]);
  });

  it('have new addresses when the application is submitted again', async () => {
    const [first, second] = [await reviewed(), await reviewed()];
    expect(first[0]!.url).not.toBe(second[0]!.url);
    expect(await use(tokenOf(second[0]!))).not.toBeNull();
    expect(await use(tokenOf(first[0]!))).not.toBeNull();
  });

  it('leave no address behind that was not used', async () => {
    const token = tokenOf((await reviewed())[0]!);
    const sweep = played.connection.tasks.find(({ name }) => name === 'document-addresses')!;
    const run = () =>
      sweep.run(
        async () => ({ ok: true, value: { effect: 'NONE', subject: null } }),
        async () => new Set(),
      );
    expect(await run()).toBe(3600);
    expect(await use(token)).not.toBeNull();
    const late = tokenOf((await reviewed())[0]!);
    played.clock.advance(900);
    await run();
    played.clock.advance(-900);
    expect(await use(late)).toBeNull();
  });

  it('are sent by a connection whose entry does not say otherwise', async () => {
    const pushing = await playProvider(KYC_ENTRY);
    expect(pushing.connection.addresses).toBeUndefined();
    pushing.answer = ({ method }) => (method === 'PUT' ? { stored: true } : { state: 'unknown' });
    await pushing.connection.provider.review(APPLICATION).catch(() => undefined);
    expect(JSON.parse(pushing.requests.at(-1)!.body as string)).toMatchObject({ contents: null });
  });

  it('need the public address of a host, with encryption in production', async () => {
    const refusal = (publicUrl: string | null) =>
      playProvider(FETCHING, 'PRODUCTION', publicUrl).catch((cause: unknown) => cause);
    expect(await refusal(null)).toMatchObject({ name: 'RailEntryError', member: 'documents' });
    expect(await refusal('http://pay.example/kyc/acme-id')).toMatchObject({
      name: 'RailEntryError',
      member: 'documents',
    });
  });
});
