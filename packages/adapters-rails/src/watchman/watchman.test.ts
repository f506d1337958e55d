import type { ScreenedParty, ScreeningQuestion } from '@corridor/core/ports';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PlayedWatchman, playWatchman, WATCHMAN_ENTRY } from '../testing/watchman.js';

const party = (over: Partial<ScreenedParty> = {}): ScreenedParty => ({
  ...{ id: 'Customer:1', role: 'CUSTOMER', kind: 'INDIVIDUAL', name: 'Ada Lovelace', birthDate: '1986-12-10' },
  ...{ nationality: 'GB', country: 'DE', address: null },
  ...over,
});
const question = (...parties: readonly ScreenedParty[]): ScreeningQuestion => ({
  reference: 'Screening:1',
  occasion: 'REPEAT',
  parties,
  payment: null,
});
const NOT_CALLED = () => Promise.reject(new Error('the task neither reports nor holds'));
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';

let played: PlayedWatchman;
beforeEach(async () => {
  played = await playWatchman();
});
const screen = (...parties: readonly ScreenedParty[]) => played.connection.provider.screen(question(...parties));
const searches = () =>
  played.requests
    .map(({ url }) => new URL(url))
    .filter(({ pathname }) => pathname === '/v2/search')
    .map(({ searchParams }) => Object.fromEntries(searchParams));

describe('a question to Watchman', () => {
  it('is clear if nothing matches, which Watchman writes as null', async () => {
    const answer = await screen(party());
    expect(answer).toEqual({
      state: 'clear',
      listVersion: await played.connection.provider.listVersion(),
      matches: [],
    });
  });

  it('sends a name with its type, and no date, country or id', async () => {
    await screen(party(), party({ id: 'Customer:2', kind: 'BUSINESS', name: ' Lovelace Ltd ' }));
    expect(searches()).toEqual([
      { type: 'person', name: 'Ada Lovelace', minMatch: '0.85', limit: '50' },
      { type: 'business', name: 'Lovelace Ltd', minMatch: '0.85', limit: '50' },
      { type: 'organization', name: 'Lovelace Ltd', minMatch: '0.85', limit: '50' },
    ]);
    await screen(party({ kind: null }));
    expect(searches().slice(3)).toMatchObject([{ type: 'person' }, { type: 'business' }, { type: 'organization' }]);
  });

  it('holds for a name that is alike, and says whose it is', async () => {
    played.entities = [
      { name: 'LOVELACE, Ada', alike: 0.9449, born: '1962-11-23' },
      { name: 'Other', alike: 0.5 },
    ];
    const { state, matches } = await screen(party());
    expect(state).toBe('hold');
    expect(matches).toEqual([
      {
        ...{ party: 'Customer:1', list: 'us_ofac', entry: '22790', name: 'LOVELACE, Ada', score: 94 },
        entryVersion: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        reason: 'The name is 94 % like that of this person, born 1962-11-23.',
      },
    ]);
  });

  it('refuses an address that is on a list, in any case of its letters', async () => {
    played.entities = [{ name: 'MIXER', type: 'organization', id: '777', addresses: [WALLET.toLowerCase()] }];
    const payee = party({ id: 'ExternalAccount:1', role: 'PAYEE', kind: null, name: null, address: WALLET });
    expect(await screen(party(), payee)).toMatchObject({
      state: 'refuse',
      matches: [{ party: 'ExternalAccount:1', entry: '777', score: 100 }],
    });
    expect(searches().at(-1)).toEqual({ cryptoAddress: `:${WALLET}`, minMatch: '0.99', limit: '50' });
  });

  it('searches neither for a UMA address nor for an unknown name', async () => {
    await screen(party({ name: null, address: '$grace@bank.example' }), party({ id: 'Customer:2', name: '  ' }));
    expect(searches()).toEqual([]);
  });

  it('holds for a name in other letters, unless this Watchman compares them', async () => {
    const cyrillic = party({ name: 'Ада Лавлейс' });
    expect(await screen(cyrillic)).toMatchObject({
      state: 'hold',
      matches: [{ list: 'watchman', entry: 'other-script' }],
    });
    expect(searches()).toEqual([]);
    played = await playWatchman({ ...WATCHMAN_ENTRY, otherScripts: true });
    expect(await screen(cyrillic)).toMatchObject({ state: 'clear' });
    expect(searches()).toMatchObject([{ name: 'Ада Лавлейс' }]);
  });

  it('takes accents, apostrophes and hyphens as Latin', async () => {
    expect(await screen(party({ name: "Zoë O'Brien-Łukasz Ñandú" }))).toMatchObject({ state: 'clear' });
  });

  it('says that more entries match than are listed', async () => {
    played.entities = Array.from({ length: 60 }, (_, i) => ({ name: `A ${i}`, id: String(i), alike: 0.9 }));
    const { matches } = await screen(party());
    expect(matches).toHaveLength(51);
    expect(matches.at(-1)).toMatchObject({ list: 'watchman', entry: 'more-by-name', score: null });
  });

  it('names an entry that matches by name and by address once', async () => {
    played.entities = [{ name: 'Ada Lovelace', addresses: [WALLET] }];
    const { state, matches } = await screen(party({ address: WALLET }));
    expect([state, matches.length]).toEqual(['refuse', 1]);
  });

  it('gives an entry another version when its content changes, and none with its match', async () => {
    const versionFor = async (alike: number, born: string) => {
      played.entities = [{ name: 'LOVELACE, Ada', alike, born }];
      return (await screen(party())).matches[0]!.entryVersion;
    };
    const first = await versionFor(0.9, '1962-11-23');
    expect(await versionFor(0.95, '1962-11-23')).toBe(first);
    expect(await versionFor(0.95, '1962-11-24')).not.toBe(first);
  });

  it('names an entry without an id by its content', async () => {
    played.entities = [{ name: 'Ada Lovelace', id: '' }];
    const [match] = (await screen(party())).matches;
    expect(match!.entry).toBe(match!.entryVersion);
  });
});

describe('the version of the lists', () => {
  const version = () => played.connection.provider.listVersion();

  it('changes with the content of a list, with Watchman and with the entry, and with nothing else', async () => {
    const first = await version();
    played.endedAt = new Date(played.clock.now()).toISOString();
    expect(await version()).toBe(first);
    played.hashes = { ...played.hashes, eu_csl: 'b001' };
    const second = await version();
    expect(second).not.toBe(first);
    played.version = 'v0.67.0';
    expect(await version()).not.toBe(second);
    played = await playWatchman({ ...WATCHMAN_ENTRY, minMatch: 0.8 });
    expect(await version()).not.toBe(first);
  });

  it('is the time of the refresh for a Watchman without digests', async () => {
    played.spoil = (answer) => ({
      ...answer,
      body: answer.body.replace(/"listHashes":\{[^}]*\}/, '"listHashes":null'),
    });
    const first = await version();
    played.endedAt = new Date(played.clock.now()).toISOString();
    expect(await version()).not.toBe(first);
  });
});

describe('a Watchman in trouble', () => {
  const isSearch = ({ url }: { readonly url: string }) => url.includes('/v2/search');

  it('answers nothing while a list of the entry is not loaded', async () => {
    played.hashes = { us_ofac: '0629' };
    await expect(screen(party())).rejects.toThrow(
      'lists failed (list-version): these lists of the entry are not loaded or are empty: eu_csl',
    );
    expect(searches()).toEqual([]);
  });

  it('answers nothing if the lists change during the searches', async () => {
    played.spoil = (answer, request) => {
      if (isSearch(request)) played.hashes = { ...played.hashes, us_ofac: 'new' };
      return answer;
    };
    await expect(screen(party())).rejects.toThrow('the lists changed during the searches');
    await expect(screen(party())).resolves.toMatchObject({ state: 'clear' });
  });

  it.each<[string, PlayedWatchman['spoil'], string]>([
    ['it fails', (answer) => ({ ...answer, status: 500 }), 'it answered HTTP 500'],
    ['it is slow', () => ({ kind: 'unreachable', reason: 'no answer within 10000 ms' }), 'no answer within'],
    ['its answer is cut', (answer) => ({ ...answer, truncated: true }), 'the answer is too long'],
    ['its answer is empty', (answer) => ({ ...answer, body: '' }), 'the answer is invalid: the body'],
    ['a proxy answers', (answer) => ({ ...answer, body: '<html>' }), 'the answer is invalid: the body'],
    [
      'entities are missing',

      (answer) => ({ ...answer, body: '{"query":{}}' }),
      'the answer is invalid: entities',
    ],
    [
      'entities have another form',

      (answer) => ({ ...answer, body: '{"entities":[{"entity":{"name":"x"},"match":0.9}]}' }),
      'the answer is invalid: entities.0.name',
    ],
  ])('knows nothing if %s', async (_what, spoil, reason) => {
    played.spoil = (answer, request) => (isSearch(request) ? spoil(answer, request) : answer);
    await expect(screen(party())).rejects.toThrow(reason);
  });

  it('knows nothing if it ignores the address that it was asked for', async () => {
    played.spoil = (answer, request) =>
      request.url.includes('cryptoAddress')
        ? {
            ...answer,
            body: '{"entities":[{"name":"x","entityType":"person","sourceList":"a","sourceID":"1","match":1}]}',
          }
        : answer;
    await expect(screen(party({ address: WALLET }))).rejects.toThrow('entries that do not have the address');
  });

  it('drops what is less alike than the entry says', async () => {
    played.entities = [{ name: 'Other', alike: 0.4 }];
    played.spoil = (answer, { url }) =>
      url.includes('/v2/search')
        ? {
            ...answer,
            body: '{"entities":[{"name":"x","entityType":"person","sourceList":"a","sourceID":"1","match":0.4}]}',
          }
        : answer;
    expect(await screen(party())).toMatchObject({ state: 'clear' });
  });
});

describe('the condition of a Watchman', () => {
  it('is well with recent lists', async () => {
    expect(await played.connection.check()).toMatchObject({ isReachable: true, problems: [] });
  });

  it('reports old lists and missing ones, also in the log', async () => {
    played.endedAt = new Date(played.clock.now() - 40 * 3_600_000).toISOString();
    played.hashes = { us_ofac: '0629' };
    const problems = [
      'these lists of the entry are not loaded or are empty: eu_csl',
      'the lists were refreshed 40 hours ago; the entry allows 36',
    ];
    expect(await played.connection.check()).toMatchObject({ isReachable: true, problems });
    expect(await played.connection.tasks[0]!.run(NOT_CALLED, NOT_CALLED)).toBe(300);
    expect(played.warnings).toEqual(problems.map((problem) => ({ problem })));
  });

  it('says why it cannot be reached, and when it answered last', async () => {
    await played.connection.check();
    const answeredAt = played.clock.now();
    played.spoil = () => ({ kind: 'unreachable', reason: 'connect ECONNREFUSED' });
    played.clock.advance(60);
    expect(await played.connection.check()).toMatchObject({
      isReachable: false,
      lastExchangeAt: answeredAt,
      problems: ['lists failed (list-version): connect ECONNREFUSED'],
    });
  });
});

describe('an entry for Watchman', () => {
  it.each<[string, object, string]>([
    ['url', { url: 'http://watchman.example' }, 'must begin with https://'],
    ['lists', { lists: [] }, 'is invalid'],
    ['lists', { lists: undefined }, 'is invalid'],
    ['minMatch', { minMatch: 85 }, 'is invalid'],
    ['token', { token: { env: 'TEXT' } }, 'must be 1 to 4096 characters'],
    ['', { secret: { env: 'SECRET' } }, 'has unknown members: secret'],
  ])('names the invalid member %s', async (member, over, message) => {
    const error: unknown = await playWatchman({ ...WATCHMAN_ENTRY, ...over }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      name: 'RailEntryError',
      member,
      message: expect.stringContaining(message) as string,
    });
  });

  it('sends the token, and may name a plain address on the same machine', async () => {
    played = await playWatchman({ ...WATCHMAN_ENTRY, url: 'http://127.0.0.1:8084/', token: { env: 'SECRET' } });
    await screen(party());
    expect(played.requests[0]).toMatchObject({
      url: 'http://127.0.0.1:8084/v2/listinfo',
      headers: { authorization: expect.stringMatching(/^Bearer whsec_/) as string },
    });
  });
});
