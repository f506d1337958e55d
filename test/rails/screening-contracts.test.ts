import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { httpScreening } from '@corridor/adapters-rails/http-screening';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createRailStore } from '@corridor/core/internal';
import type {
  MadeScreeningConnection,
  ScreenedParty,
  ScreeningProvider,
  ScreeningQuestion,
  ScreeningTelling,
} from '@corridor/core/ports';
import { screeningContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import { playWatchman, WATCHMAN_ENTRY } from '../../packages/adapters-rails/src/testing/watchman.js';
import { eventually } from '../support/eventually.js';
import { makeSecret } from '../support/example-rails.js';
import {
  type ExampleScreening,
  hasPythonForScreening,
  screeningConnectionsFile,
  startScreening,
} from '../support/example-screening.js';

const { afterAll, beforeAll, describe, expect, it } = runner;

const LISTED = { name: 'Viktor Petrov-Example', birthDate: '1961-04-12' };
const WALLET = '0x00000000000000000000000000000000000000E3';

describe('Watchman, played by a stand-in', async () => {
  const entities = [{ name: LISTED.name, born: LISTED.birthDate }];
  const played = await playWatchman({ ...WATCHMAN_ENTRY, otherScripts: true });
  played.entities = entities;
  screeningContract(runner, {
    open: () => played.connection.provider,
    listed: LISTED,
    keepsNothing: true,
    changeLists: async () => {
      played.hashes = { ...played.hashes, us_ofac: 'changed' };
    },
  });
});

describe.skipIf(!hasPythonForScreening())('the example with Python', () => {
  let example: ExampleScreening;
  let server: Server;
  let connection: MadeScreeningConnection;
  const told: ScreeningTelling[] = [];
  let isAway = false;

  async function connect(secrets: Readonly<Record<string, string>>): Promise<MadeScreeningConnection> {
    const [{ type: _type, name: _name, environment: _environment, ...members }] = screeningConnectionsFile().screening;
    const { units } = createMemoryStorage();
    const sealer = createSealer(nodeCrypto.random.bytes(32));
    return httpScreening(
      { ...members, url: example.url },
      {
        ...nodeCrypto,
        ...{ name: 'acme-lists', environment: 'SANDBOX', clock: systemClock },
        store: createRailStore({ units, clock: systemClock, sealer }, 'SANDBOX', 'acme-lists'),
        http: createOutboundHttp({ allowPrivate: true, timeoutMs: 10_000 }),
        log: { info: () => undefined, warn: () => undefined },
        rateOf: () => Promise.resolve(null),
        addressesOf: () => Promise.resolve(0),
        secretOf: (_, reference) => secrets[(reference as { readonly env: string }).env]!,
      },
    );
  }

  beforeAll(async () => {
    // Receives the messages as a host does.
    server = createServer(async (request, response) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk as Uint8Array);
      const headers = request.headers as Readonly<Record<string, string>>;
      const callback = { path: 'events', headers, body: Buffer.concat(chunks) };
      const { status } = isAway
        ? { status: 503 }
        : await connection.callback!(callback, async (telling) => {
            told.push(telling);
            return { ok: true, value: { effect: 'APPLIED', subject: null } };
          });
      response.statusCode = status;
      response.end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    example = await startScreening(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    connection = await connect(example.secrets);
  });
  afterAll(async () => {
    server.close();
    await example.stop();
  });

  const party = (over: Partial<ScreenedParty>): ScreenedParty => ({
    ...{ id: 'Customer:1', role: 'CUSTOMER', kind: 'INDIVIDUAL', name: 'Ada Lovelace', birthDate: null },
    ...{ nationality: null, country: null, address: null },
    ...over,
  });
  let serial = 0;
  const question = (over: Partial<ScreeningQuestion>): ScreeningQuestion => ({
    ...{ reference: `Screening:own.${++serial}`, occasion: 'PAYMENT', parties: [party({})], payment: null },
    ...over,
  });
  const screen = (over: Partial<ScreeningQuestion>) => connection.provider.screen(question(over));
  const unlisted = (name: string) => JSON.stringify({ entries: [{ list: 'Other', id: 'O-1', names: [name] }] });
  const delivered = () => eventually('the messages of the provider', async () => (await example.unsent()) === 0);

  screeningContract(runner, {
    open: async () => connection.provider,
    listed: LISTED,
    changeLists: async () => example.writeLists(`${example.readLists()}\n`),
    openForged: async () => (await connect({ ...example.secrets, SCREENING_SECRET: makeSecret() })).provider,
  });

  it.each<[string, Partial<ScreenedParty>, string, string | null]>([
    ['another order and case of the words', { name: 'petrov-example VIKTOR' }, 'hold', 'E-1'],
    ['accents', { name: 'Viktor Pétrov Éxample' }, 'hold', 'E-1'],
    ['another script', { name: 'Виктор Петров-Пример' }, 'hold', 'E-1'],
    ['a mistake', { name: 'Viktor Petrow-Example' }, 'hold', 'E-1'],
    ['the birth date too', LISTED, 'refuse', 'E-1'],
    ['an unknown kind', { kind: null, name: 'NES Example' }, 'hold', 'E-2'],
    ['the name of a business as that of a person', { name: 'NES Example' }, 'clear', null],
    ['an address', { kind: null, name: null, address: WALLET }, 'refuse', 'E-3'],
    ['another name', {}, 'clear', null],
  ])('answers for %s', async (_what, over, state, entry) => {
    const answer = await screen({ parties: [party(over)] });
    expect([answer.state, answer.matches.map((match) => match.entry)]).toEqual([state, entry === null ? [] : [entry]]);
  });

  it('finds a payment that is above a rule together with those of the day', async () => {
    const payment = {
      ...{ id: 'Transaction:1', direction: 'OUT', currency: 'EUR', amount: 60_000_000n, paymentRail: 'SEPA' },
      sums: [{ days: 1, direction: 'OUT', currency: 'EUR', amount: 40_000_000n, count: 2 }],
    } as unknown as NonNullable<ScreeningQuestion['payment']>;
    expect(await screen({ payment })).toMatchObject({ state: 'clear' });
    const larger = { ...payment, amount: 60_000_001n };
    expect(await screen({ payment: larger })).toMatchObject({
      state: 'hold',
      matches: [{ party: null, list: 'rules', entry: 'large-day', score: null }],
    });
  });

  it('reports other lists, after it was killed and the host was away too', async () => {
    await delivered();
    told.length = 0;
    isAway = true;
    const before = example.readLists();
    example.writeLists(unlisted('Another Person'));
    await example.look();
    await example.restart();
    expect(await screen({ parties: [party(LISTED)] })).toMatchObject({ state: 'clear' });
    isAway = false;
    await delivered();
    expect(told).toEqual([{ kind: 'lists-changed' }]);
    example.writeLists(before);
    await example.look();
    await delivered();
    expect(told).toHaveLength(2);
  });

  it('reports that an answer changed, about a question that it knows', async () => {
    await delivered();
    told.length = 0;
    const asked = question({});
    await connection.provider.screen(asked);
    await example.changed(asked.reference);
    await delivered();
    expect(told).toEqual([{ kind: 'changed', reference: asked.reference }]);
    await expect(example.changed('Screening:unknown')).rejects.toThrow('404');
  });

  it.each(['{', '{"entries": []}', '{"entries": [{"id": "x"}]}', ''])(
    'answers nothing with the file %j, so that no party is clear by mistake',
    async (content) => {
      const before = example.readLists();
      example.writeLists(content);
      try {
        await expect(screen({})).rejects.toThrow('it answered HTTP 503');
        await expect(connection.provider.listVersion()).rejects.toThrow('it answered HTTP 503');
      } finally {
        example.writeLists(before);
      }
    },
  );

  it('declares what its entry says', async () => {
    const opened = await connect(example.secrets);
    expect(await opened.check()).toMatchObject({ isReachable: true, problems: [] });
  });
});

describe('the contract of screening providers', () => {
  const GOOD: ScreeningProvider = {
    name: 'play',
    screen: async () => ({ state: 'clear', listVersion: '1', matches: [] }),
    listVersion: async () => '1',
  };
  const SEE = 'See docs/connections/screening.md#questions-and-answers';

  /** The sentences of the cases that fail. */
  async function faultsOf(
    provider: Partial<ScreeningProvider>,
    options: Partial<Parameters<typeof screeningContract>[1]> = {},
  ): Promise<readonly string[]> {
    const cases: (() => Promise<void>)[] = [];
    const recording = { ...runner, test: (_name: string, run: () => Promise<void>) => void cases.push(run) };
    screeningContract(recording as never, {
      open: () => ({ ...GOOD, ...provider }),
      ...{ keepsNothing: true, ...options },
    });
    const outcomes = await Promise.allSettled(cases.map((run) => run()));
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []));
  }

  it('passes a provider that finds nothing', async () => {
    expect(await faultsOf({})).toEqual([]);
  });

  it.each<[string, Partial<ScreeningProvider>, Parameters<typeof faultsOf>[1], string, number?]>([
    [
      'keeps no references',
      {},
      { keepsNothing: false },
      `screen (a reference with other content): the answer is {"listVersion":"1","matches":[],"state":"clear"}, but must be refused (over HTTP with 409), because a reference is one question. ${SEE}`,
    ],
    [
      'does not find a party on a list',
      {},
      { listed: { name: 'Listed' } },
      `screen (a party on a list): state is "clear", but must be hold or refuse. ${SEE}`,
      2,
    ],
    [
      'answers by another version than it says',
      { listVersion: async () => '2' },
      {},
      `screen: listVersion is "1", but must be the answer of \`listVersion\` (over HTTP, GET /list-version), "2". ${SEE}`,
    ],
    [
      'does not notice other lists',
      {},
      { changeLists: async () => undefined },
      `listVersion (after \`changeLists\`): the answer is "1", but must be another one than 1. ${SEE}`,
    ],
    [
      'accepts a wrong signature',
      {},
      { openForged: () => GOOD },
      `screen (a wrong signature): the answer is {"listVersion":"1","matches":[],"state":"clear"}, but must be refused. ${SEE}`,
    ],
    [
      'accepts no other letters',
      {
        screen: async ({ parties }) => {
          if (/[^\x00-\xff]/.test(parties[0]!.name ?? '')) throw new Error('unknown character');
          return GOOD.screen(undefined as never);
        },
      },
      {},
      `screen (the name Zoë Ångström-Łukasz): there is no valid answer: unknown character. ${SEE}`,
    ],
  ])('says in a sentence that a provider %s', async (_what, provider, options, sentence, times = 1) => {
    expect(await faultsOf(provider, options)).toEqual(Array.from({ length: times }, () => sentence));
  });

  it('says that a match names another party', async () => {
    const about = (party: string) => ({
      ...{ party, list: 'a', entry: '1', entryVersion: '1', name: null, score: null, reason: 'alike' },
    });
    const wrong: ScreeningProvider['screen'] = async ({ parties }) => ({
      ...{ state: 'hold', listVersion: '1', matches: [about(parties[0]!.id)] },
    });
    expect(await faultsOf({ screen: wrong }, { listed: { name: 'Listed' } })).toEqual([
      expect.stringContaining('screen (a party on a list): matches is ["Customer:'),
    ]);
    const foreign: ScreeningProvider['screen'] = async () => ({
      ...{ state: 'hold', listVersion: '1', matches: [about('Customer:x')] },
    });
    expect((await faultsOf({ screen: foreign })).join('\n')).toContain('matches.0.party');
  });
});
