import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { sandboxRates } from '@corridor/adapters-rails/rates';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { instant, ok, type TenantKey } from '@corridor/core';
import { createRateBook } from '@corridor/core/internal';
import { ADDRESS_COUNTERS } from '@corridor/core/records';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../kernel/errors.js';
import { createLog } from '../logging/logging.js';
import { conditionOf, verifyConnection } from './rail-conditions.js';
import { hasIssuer, openConnections, providersOf } from './rail-connections.js';

const PLAY_RAIL = fileURLToPath(new URL('../testing/play-rail.mjs', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'corridor-connections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
copyFileSync(PLAY_RAIL, join(folder, 'play-rail.mjs'));

const path = join(folder, 'connections.json');
const observed: unknown[] = [];

const rates = createRateBook({
  sources: [sandboxRates(systemClock)],
  clock: systemClock,
  cacheSeconds: 60,
  maxAgeSeconds: 120,
});
const { units } = createMemoryStorage();

function open(content: unknown, environment: Readonly<Record<string, string>> = {}) {
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return openConnections(path, ['sandbox-bank', 'lightning'], {
    units,
    rates,
    clock: systemClock,
    random: nodeCrypto.random,
    digest: nodeCrypto.digest,
    sealer: createSealer(nodeCrypto.random.bytes(32)),
    http: { send: async () => ({ kind: 'unreachable', reason: 'a test' }) },
    log: createLog('silent', { write: () => undefined }),
    guard: { timeoutMs: 1_000, observe: (...call) => void observed.push(call.slice(0, 3)) },
    environment,
  });
}

const entry = (more: object = {}) => ({
  type: 'module',
  module: './play-rail.mjs',
  name: 'acme-bank',
  environment: 'PRODUCTION',
  ...more,
});
const openOne = (more: object = {}, environment = {}) => open({ rails: [entry(more)] }, environment);

async function refusal(opening: Promise<unknown>): Promise<string> {
  const error: unknown = await opening.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  const { message } = error as ConfigurationError;
  const start = `CORRIDOR_CONNECTIONS_FILE: ${path} `;
  expect(message.slice(0, start.length)).toBe(start);
  expect(message).not.toContain('\n');
  return message.slice(start.length);
}

describe('the connections file', () => {
  test('makes no connection if it is missing or empty', async () => {
    const ports = {} as never;
    expect(await openConnections(null, [], ports)).toEqual([]);
    expect(await open({ rails: [] })).toEqual([]);
  });

  test('makes its connections in its order, each with its own rails behind the guard', async () => {
    const [first, second] = await open({
      rails: [entry({ name: 'z-bank', rails: ['z-bank', 'z-bank.DE1'] }), entry({ environment: 'SANDBOX' })],
    });
    expect(first).toMatchObject({
      section: 'rails',
      type: 'module',
      connection: { name: 'z-bank', environment: 'PRODUCTION' },
    });
    expect(first!.connection.rails.map(({ name }) => name)).toEqual(['z-bank', 'z-bank.DE1']);
    expect(second).toMatchObject({ connection: { name: 'acme-bank', environment: 'SANDBOX' } });
    await first!.connection.rails[0]!.payouts!.lookUp({ accountType: 'EUR_ACCOUNT' }, 'EUR' as never);
    expect(observed).toEqual([['z-bank', 'look-up', 'answered']]);
  });

  test('gives a connection its floors, and refuses one of a currency that its rails do not have', async () => {
    const [made] = await openOne({ currencies: ['USD', 'EUR'], floors: { USD: 5_000_000 } });
    const { rails } = made!.connection;
    expect(made!.floors).toEqual([
      {
        ...{ connection: 'acme-bank', environment: 'PRODUCTION', rails: rails.map(({ name }) => name) },
        ...{ currency: 'USD', floor: 5_000_000n },
      },
    ]);
    expect((await openOne({}))[0]!.floors).toEqual([]);
    expect(await refusal(open({ rails: [entry({ currencies: ['EUR'], floors: { USD: 1 } })] }))).toBe(
      'rail acme-bank: floors.USD: is not a currency of the rails of this connection',
    );
  });

  test('marks the accounts of all rails of an entry as safeguarding, or of those that it names', async () => {
    const own = { rails: ['acme-bank', 'acme-bank.DE1'] };
    expect((await openOne(own))[0]!.safeguarding).toEqual([]);
    expect((await openOne({ ...own, safeguarding: false }))[0]!.safeguarding).toEqual([]);
    expect((await openOne({ ...own, safeguarding: true }))[0]!.safeguarding).toEqual([
      { environment: 'PRODUCTION', rail: 'acme-bank' },
      { environment: 'PRODUCTION', rail: 'acme-bank.DE1' },
    ]);
    expect((await openOne({ ...own, safeguarding: ['acme-bank.DE1', 'acme-bank.DE1'] }))[0]!.safeguarding).toEqual([
      { environment: 'PRODUCTION', rail: 'acme-bank.DE1' },
    ]);
    expect(await refusal(open({ rails: [entry({ ...own, safeguarding: ['acme-bank.DE2'] })] }))).toBe(
      'rail acme-bank: safeguarding.0: is not one of the rails of this connection: acme-bank, acme-bank.DE1',
    );
  });

  test('keeps the methods of a connection that is an instance of a class', async () => {
    const [made] = await openOne({ condition: { problems: ['look at me'] } });
    expect(await made!.connection.check()).toMatchObject({
      backlog: { 'payments waiting': 0 },
      problems: ['look at me'],
    });
  });

  test.each<[string, unknown, string]>([
    ['not JSON', '{', 'is not JSON'],
    ['a list', [], 'Invalid input: expected object, received array'],
    ['no list of rails', { rails: {} }, 'rails: must be a list'],
    ['an unknown member', { rails: [], rail: [] }, 'Unrecognized key: "rail"'],
    ['an entry that is a text', { rails: ['acme'] }, 'rails.0: Invalid input: expected object, received string'],
    ['no name', { rails: [entry({ name: undefined })] }, 'rails.0: name: must be a text'],
    [
      'a floor of an unknown currency',
      { rails: [entry({ floors: { USX: 1 } })] },
      'rail acme-bank: floors.USX: is not a currency of the rails of this connection',
    ],
    ['a floor of 0', { rails: [entry({ floors: { USD: 0 } })] }, 'rail acme-bank: floors.USD: must be above 0'],
    [
      'a mark of safeguarding that is a text',
      { rails: [entry({ safeguarding: 'yes' })] },
      'rail acme-bank: safeguarding: must be true, or a list of names of the rails whose accounts safeguard',
    ],
    [
      'a floor with a fraction',
      { rails: [entry({ floors: { USD: 1.5 } })] },
      'rail acme-bank: floors.USD: must be a whole number of smallest units',
    ],
    [
      'an unknown type',
      { rails: [entry({ type: 'sepa' })] },
      'rail acme-bank: type: must be bank-files or evm or http or evm-issuer or module',
    ],
    [
      'no type',
      { rails: [entry({ type: undefined })] },
      'rail acme-bank: type: must be bank-files or evm or http or evm-issuer or module',
    ],
    [
      'two environments',
      { rails: [entry({ environment: ['SANDBOX', 'PRODUCTION'] })] },
      'rail acme-bank: environment: must be SANDBOX or PRODUCTION',
    ],
    [
      'a name that is used twice',
      { rails: [entry(), entry()] },
      'rail acme-bank: name: is the name of two connections',
    ],
  ])('refuses %s', async (_what, content, message) => {
    expect(await refusal(open(content))).toBe(message);
  });

  test.each(['Acme', 'acme_bank', 'acme.bank', '', 'a'.repeat(41)])('refuses the name "%s"', async (name) => {
    expect(await refusal(openOne({ name }))).toBe(
      'rails.0: name: must be 1 to 40 lower-case letters, digits and hyphens',
    );
  });

  test('refuses the name of a bundled rail', async () => {
    expect(await refusal(openOne({ name: 'lightning' }))).toBe(
      'rail lightning: name: is the name of a bundled rail or issuer',
    );
  });

  test('refuses two entries that use the same account, in particular in two environments', async () => {
    const claims = ['folder /bank/out', 'IBAN DE89370400440532013000'];
    const rails = [
      entry({ name: 'live', claims }),
      entry({ name: 'test', environment: 'SANDBOX', claims: [claims[1]] }),
    ];
    expect(await refusal(open({ rails }))).toBe(
      'rail test: uses IBAN DE89370400440532013000, which rail live uses too',
    );
  });

  test.each([
    ['IBAN DE89370400440532013000', 'iban de89 3704 0044 0532 0130 00'],
    [
      'ETHEREUM_WALLET 0xAbC0000000000000000000000000000000000001',
      'ETHEREUM_WALLET 0xabc0000000000000000000000000000000000001',
    ],
  ])('refuses %s in another spelling too', async (claim, other) => {
    const rails = [
      entry({ name: 'live', claims: [claim] }),
      entry({ name: 'test', environment: 'SANDBOX', claims: [other] }),
    ];
    expect(await refusal(open({ rails }))).toBe(`rail test: uses ${other}, which rail live uses too`);
  });

  test.each<[object, string]>([
    [{ madeName: 'other' }, 'made a connection with the name other'],
    [{ madeEnvironment: 'SANDBOX' }, 'made a connection of SANDBOX'],
    [{ railEnvironment: 'SANDBOX' }, 'made the rail acme-bank of SANDBOX'],
    [{ rails: ['acme-bank', 'acme-bank'] }, 'made two rails with the name acme-bank'],
    [
      { tokens: [{ delivers: 'acme-bank', receives: 'acme-bank.deposits' }] },
      'made a token of the rail acme-bank.deposits, which it did not make',
    ],
    [
      { rails: ['acme-banking'] },
      'made the rail acme-banking; the names of its rails must be acme-bank or begin with "acme-bank."',
    ],
    [{ simulated: true }, 'made the simulated rail acme-bank; the sandbox has rails of its own'],
    [{ wrongMember: 'accounts.0.iban' }, 'accounts.0.iban: is wrong'],
    [{ fails: 'x is\n  undefined' }, 'could not be made: TypeError: x is undefined'],
  ])('refuses a connection that does not belong to its entry: %j', async (more, message) => {
    expect(await refusal(openOne(more))).toBe(`rail acme-bank: ${message}`);
  });
});

describe('the processContext of a connection', () => {
  test('have the rates and the address counters of its environment', async () => {
    writeFileSync(
      join(folder, 'ask-processContext.mjs'),
      `import create from './play-rail.mjs';
       export default async (entry, given) => {
         const rate = await given.rateOf('USDC', 'USD');
         const answers = [rate && rate.num + '/' + rate.den, await given.rateOf('USDC', 'XXX'), await given.addressesOf('evm')];
         return Object.assign(create({}, given), { claims: [answers.join(' ')] });
       };`,
    );
    await units.run(null, async (tx) => {
      const at = { createdAt: instant(0), updatedAt: instant(0), version: 1 };
      tx.add(ADDRESS_COUNTERS, { id: 'SANDBOX/evm', tenant: 'Platform:1/SANDBOX' as TenantKey, allocated: 12, ...at });
      return ok(null);
    });
    const asked = async (environment: string) =>
      (await openOne({ module: './ask-processContext.mjs', environment }))[0]!.connection.claims;
    expect(await asked('SANDBOX')).toEqual(['1/10000  12']);
    expect(await asked('PRODUCTION')).toEqual(['  0']);
  });
});

test('the tokens of a connection reach the payments between institutions', async () => {
  const token = { chainId: 8453, address: '0xa0', currency: 'USDC', network: 'BASE', accountType: 'BASE_WALLET' };
  const tokens = [{ ...token, delivers: 'acme-bank', receives: 'acme-bank.deposits' }];
  const [made] = await openOne({ rails: ['acme-bank', 'acme-bank.deposits'], tokens });
  expect(made!.connection.tokens).toEqual(tokens);
});

describe('the verification of an entry', () => {
  test('names the member that contradicts the other side', async () => {
    const [made] = await openOne({ verify: 'chainId' });
    expect(await refusal(verifyConnection(made!.connection, 1_000))).toBe('rail acme-bank: chainId: is wrong');
  });

  test.each([
    [{}, null],
    [{ verify: 'unreachable' }, 'the entry was not verified: no node answers'],
    [{ verify: 'silent' }, 'the entry was not verified within 0.02 seconds'],
  ])('of %j answers %s', async (more, problem) => {
    const [made] = await openOne(more);
    expect(await verifyConnection(made!.connection, 20)).toBe(problem);
  });
});

describe('a module', () => {
  test.each<[string, unknown, string | RegExp]>([
    ['without a path', undefined, 'module: must be the path of an ES module, or the name of a package'],
    ['that is missing', './missing.mjs', /^module: \.\/missing\.mjs cannot be loaded: Error.*Cannot find module/],
    [
      'of a package that is not installed',
      'acme-rail',
      /^module: acme-rail cannot be loaded: Error.*Cannot find package/,
    ],
    ['with a mistake in its syntax', './broken.mjs', /^module: \.\/broken\.mjs cannot be loaded: \w*Error: /],
    ['without a function', './empty.mjs', 'module: ./empty.mjs exports no function as its default'],
  ])('%s is refused', async (_what, module, message) => {
    writeFileSync(join(folder, 'broken.mjs'), 'export default {');
    writeFileSync(join(folder, 'empty.mjs'), 'export default {};');
    const told = await refusal(openOne({ module }));
    const prefix = 'rail acme-bank: ';
    expect(told.slice(0, prefix.length)).toBe(prefix);
    if (typeof message === 'string') expect(told.slice(prefix.length)).toBe(message);
    else expect(told.slice(prefix.length)).toMatch(message);
  });

  test('can await at its top level, and can be a file of an absolute path', async () => {
    mkdirSync(join(folder, 'elsewhere'), { recursive: true });
    const module = join(folder, 'elsewhere', 'rail.mjs');
    writeFileSync(module, `const { default: create } = await import('../play-rail.mjs');\nexport default create;`);
    expect(await openOne({ module })).toHaveLength(1);
  });
});

describe('a secret', () => {
  const secretOf = async (secret: unknown, environment = {}): Promise<unknown> => {
    const [made] = await openOne({ secret, claims: [] }, environment);
    return made;
  };

  test('comes from the environment, or from a file beside the connections file without the newline at its end', async () => {
    writeFileSync(join(folder, 'key.txt'), 'line 1\nline 2\r\n');
    writeFileSync(
      join(folder, 'show-secret.mjs'),
      `import create from './play-rail.mjs';
       export default (entry, given) => {
         const made = create({}, given);
         return { ...made, check: () => made.check(), claims: [JSON.stringify(given.secretOf('secret', entry.secret))] };
       };`,
    );
    const shown = async (secret: unknown) =>
      (await openOne({ module: './show-secret.mjs', secret }, { ACME_KEY: ' k ' }))[0]!.connection.claims[0];
    expect(await shown({ env: 'ACME_KEY' })).toBe('" k "');
    expect(await shown({ file: 'key.txt' })).toBe('"line 1\\nline 2"');
    expect(await shown({ file: join(folder, 'key.txt') })).toBe('"line 1\\nline 2"');
  });

  test.each<unknown>(['hunter2', { env: 'A', file: 'hunter2' }, { value: 'hunter2' }, null, 7])(
    'is refused in place of a reference, and is not shown: %j',
    async (given) => {
      expect(await refusal(secretOf(given))).toBe(
        'rail acme-bank: secret: must name the secret and not contain it: {"env": "NAME"} or {"file": "path"}',
      );
    },
  );

  test('is refused if it is missing or empty', async () => {
    writeFileSync(join(folder, 'blank.txt'), ' \n');
    const told = async (given: unknown, environment = {}) =>
      (await refusal(secretOf(given, environment))).slice('rail acme-bank: secret: '.length);
    expect(await told({ env: 'ACME_KEY' })).toBe('the environment variable ACME_KEY is missing or empty');
    expect(await told({ env: 'ACME_KEY' }, { ACME_KEY: '' })).toBe(
      'the environment variable ACME_KEY is missing or empty',
    );
    expect(await told({ file: 'blank.txt' })).toBe('the file blank.txt is missing or empty');
    expect(await told({ file: 'none.txt' })).toBe('the file none.txt cannot be read (ENOENT)');
  });
});

describe('a connection with an issuer of stablecoins', () => {
  test('has it behind the guard, and needs no rails', async () => {
    const connections = await open({
      rails: [entry({ rails: [], issuer: 'EVM' }), entry({ name: 'acme-plain' })],
    });
    const issuers = connections.map(({ connection }) => (hasIssuer(connection) ? connection.issuer : null));
    expect(issuers).toEqual([expect.objectContaining({ name: 'EVM' }), null]);
    await expect(issuers[0]!.price({} as never, {} as never)).rejects.toThrow(
      'issuer-evm did not answer in time (issuer-price)',
    );
  });

  test('is refused for a provider that the API does not know', async () => {
    expect(await refusal(openOne({ issuer: 'ACME' }))).toBe(
      'rail acme-bank: made an issuer of the unknown provider ACME',
    );
  });
});

describe('the section kyc of the connections file', () => {
  const provider = (more: object = {}) => ({
    type: 'http',
    name: 'acme-id',
    environment: 'PRODUCTION',
    url: 'https://kyc.example/v1',
    secret: { env: 'ACME_ID_SECRET' },
    callbackSecret: { env: 'ACME_ID_SECRET' },
    ...more,
  });
  const secret = { ACME_ID_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` };
  const openKyc = (kyc: readonly object[], rails: readonly object[] = []) => open({ rails, kyc }, secret);

  test('makes connections without rails, after those of rails, and their providers', async () => {
    const opened = await openKyc(
      [provider(), provider({ name: 'test-id', environment: 'SANDBOX', url: 'http://t' })],
      [entry()],
    );
    expect(opened.map(({ section, type, connection: { name, rails } }) => [section, type, name, rails.length])).toEqual(
      [
        ['rails', 'module', 'acme-bank', 1],
        ['kyc', 'http', 'acme-id', 0],
        ['kyc', 'http', 'test-id', 0],
      ],
    );
    const { PRODUCTION, SANDBOX } = providersOf(opened);
    expect([PRODUCTION?.name, SANDBOX?.name]).toEqual(['acme-id', 'test-id']);
    expect(await conditionOf(opened[1]!.connection, 1_000)).toMatchObject({
      isReachable: false,
      problems: ['acme-id failed (capabilities): a test'],
    });
  });

  test.each([
    ['claims: undefined', 'made a connection whose member claims is not a list of texts; an empty list claims nothing'],
    ['claims: [1]', 'made a connection whose member claims is not a list of texts; an empty list claims nothing'],
    ['tasks: null', 'made a connection whose member tasks is not a list; an empty list has no task'],
    ['check: 1', 'made a connection whose member check is not a function; it tells whether the other side answers'],
    [
      'callback: undefined',
      'made a connection whose member callback is neither a function nor null; null receives no messages',
    ],
    [
      "provider: { name, review: async () => ({ state: 'manual-review' }) }",
      'made a provider without the function reviewOwner',
    ],
  ])('refuses a module that makes a provider with %s', async (member, why) => {
    const file = `malformed-${member.replaceAll(/\W/g, '')}.mjs`;
    writeFileSync(
      join(folder, file),
      `export default (_, { name, environment }) => ({ name, environment, claims: [], tasks: [], callback: null,
        provider: { name, review: async () => ({ state: 'manual-review' }), reviewOwner: async () => null },
        check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }), ${member} });`,
    );
    const given = { type: 'module', name: 'acme-id', environment: 'PRODUCTION', module: `./${file}` };
    expect(await refusal(openKyc([given]))).toBe(`kyc acme-id: ${why}`);
  });

  const PAGE = '{ create: async () => null, look: async () => ({ state: "ended" }) }';
  test.each<[file: string, provider: string, connection: string, entry: object, why: string]>([
    ['a', 'links: { create: async () => null }', '', {}, 'do not have both functions, create and look; omit links'],
    ['b', 'links: null', '', {}, 'do not have both functions, create and look; omit links'],
    ['c', 'decideAtOnce: true', '', {}, 'made a provider whose member decideAtOnce is not a function'],
    ['d', '', 'addresses: {}', {}, 'made a connection whose member addresses lacks the function find or use'],
    ['e', '', 'callbackBytes: 9', {}, 'made a connection whose member callbackBytes is not a function'],
    ['f', '', '', { capabilities: { hostedLink: true } }, 'capabilities.hostedLink: is true, and the provider'],
    ['g', `links: ${PAGE}`, '', { capabilities: { hostedLink: false } }, 'capabilities.hostedLink: is false, and'],
    ['h', '', '', { documents: 'fetch' }, 'documents: is "fetch", and the connection that was made has no addresses'],
    [
      'i',
      '',
      'addresses: { find: async () => null, use: async () => false }',
      { documents: 'push' },
      'documents: is "push", and the connection that was',
    ],
  ])('refuses a module that is not what it or its entry says: %s', async (file, own, members, entry, why) => {
    writeFileSync(
      join(folder, `said-${file}.mjs`),
      `export default (_, { name, environment }) => ({ name, environment, claims: [], tasks: [], callback: null,
        provider: { name, review: async () => ({ state: 'manual-review' }), reviewOwner: async () => null, ${own} },
        check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }), ${members} });`,
    );
    const given = {
      type: 'module',
      name: 'acme-id',
      environment: 'PRODUCTION',
      module: `./said-${file}.mjs`,
      ...entry,
    };
    expect(await refusal(openKyc([given]))).toContain(why);
  });

  test('refuses a module that makes nothing', async () => {
    writeFileSync(join(folder, 'nothing.mjs'), 'export default () => undefined;');
    const given = { type: 'module', name: 'acme-id', environment: 'PRODUCTION', module: './nothing.mjs' };
    expect(await refusal(openKyc([given]))).toBe('kyc acme-id: made no connection; return an object');
  });

  test('loads a module that makes a provider', async () => {
    const module = join(folder, 'provider.mjs');
    const made = (name: string) =>
      `export default (_, { name, environment }) => ({ name, environment, claims: [], tasks: [], callback: null,
        provider: { name: ${name}, review: async () => ({ state: 'manual-review' }), reviewOwner: async () => null },
        check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }) });`;
    writeFileSync(module, made('name'));
    const given = { type: 'module', name: 'acme-id', environment: 'PRODUCTION', module: './provider.mjs' };
    expect(providersOf(await openKyc([given]))).toMatchObject({ PRODUCTION: { name: 'acme-id' } });
    const wrong = join(folder, 'wrong-provider.mjs');
    writeFileSync(wrong, made("'other'"));
    expect(await refusal(openKyc([{ ...given, module: './wrong-provider.mjs' }]))).toBe(
      'kyc acme-id: made a provider with the name other',
    );
    expect(await refusal(openKyc([{ ...given, module: './play-rail.mjs' }]))).toBe(
      'kyc acme-id: made a connection without a provider',
    );
  });

  test.each<[string, readonly object[], readonly object[], string]>([
    ['a wrong address', [provider({ url: 'nowhere' })], [], 'kyc acme-id: url: must be the address'],
    ['no name', [provider({ name: undefined })], [], 'kyc.0: name: must be a text'],
    ['a type of rails', [provider({ type: 'bank-files' })], [], 'kyc acme-id: type: must be http or module'],
    ['a floor', [provider({ floors: { USD: 1 } })], [], 'kyc acme-id: has unknown members: floors'],
    [
      'a secret in the file',
      [provider({ secret: 'whsec_x' })],
      [],
      'kyc acme-id: secret: must name the secret and not contain it',
    ],
    [
      'a second provider of an environment',
      [provider(), provider({ name: 'other-id', url: 'https://other.example' })],
      [],
      'kyc other-id: environment: PRODUCTION has the provider acme-id already, and one decides on all; remove one of the two entries',
    ],
    [
      'the name of a rail',
      [provider({ name: 'acme-bank' })],
      [entry()],
      'kyc acme-bank: name: is the name of two connections',
    ],
    [
      'the address of another provider',
      [provider(), provider({ name: 'test-id', environment: 'SANDBOX' })],
      [],
      'kyc test-id: uses address https://kyc.example/v1, which kyc acme-id uses too',
    ],
  ])('stops the start for %s', async (_what, kyc, rails, message) => {
    expect(await refusal(openKyc(kyc, rails))).toContain(message);
  });
});

describe('the section screening of the connections file', () => {
  const provider = (more: object = {}) => ({
    type: 'http',
    name: 'acme-lists',
    environment: 'PRODUCTION',
    url: 'https://lists.example/v1',
    secret: { env: 'LISTS_SECRET' },
    callbackSecret: { env: 'LISTS_SECRET' },
    ...more,
  });
  const secret = { LISTS_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` };
  const openScreening = (screening: readonly object[], more: object = {}) => open({ screening, ...more }, secret);
  const watchman = { type: 'watchman', name: 'lists', environment: 'SANDBOX', url: 'http://w', lists: ['us_ofac'] };

  test('makes connections of both types, without rails, and with the rules of their entries', async () => {
    const rules = { notDuring: ['SEPA_INSTANT', 'SEPA_INSTANT'], passBelow: { EUR: 10_000 }, holdHours: 2 };
    const opened = await openScreening([provider(rules), watchman]);
    expect(
      opened.map(({ section, type, connection, screening }) => [section, type, connection.rails, screening!.rules]),
    ).toEqual([
      [...['screening', 'http', []], { notDuring: ['SEPA_INSTANT'], passBelow: { EUR: 10_000n }, holdSeconds: 7_200 }],
      [...['screening', 'watchman', []], { notDuring: [], passBelow: {}, holdSeconds: 86_400 }],
    ]);
    expect(opened[0]!.kyc).toBeNull();
    expect(await conditionOf(opened[1]!.connection, 1_000)).toMatchObject({
      isReachable: false,
      problems: ['lists failed (list-version): a test'],
    });
  });

  test('loads a module, which may be an instance of a class, and gives it no rules', async () => {
    const module = join(folder, 'lists.mjs');
    writeFileSync(
      module,
      `class Lists {
        constructor(entry, { name, environment }) {
          Object.assign(this, { name, environment, claims: [], tasks: [], callback: null, entry });
          const listVersion = JSON.stringify(entry);
          this.provider = { name, screen: async () => ({ state: 'clear', listVersion, matches: [] }), listVersion: async () => listVersion };
        }
        async check() { return { isReachable: true, lastExchangeAt: null, backlog: {}, problems: [this.name] }; }
      }
      export default (entry, context) => new Lists(entry, context);`,
    );
    const given = { type: 'module', name: 'own-lists', environment: 'PRODUCTION', module: './lists.mjs', holdHours: 1 };
    const [made] = await openScreening([{ ...given, own: 1 }]);
    const screening = made!.screening!;
    expect(screening).toMatchObject({ name: 'own-lists', callback: null, rules: { holdSeconds: 3_600 } });
    expect((await screening.provider.screen({} as never)).listVersion).toBe('{"own":1}');
    expect((await screening.check()).problems).toEqual(['own-lists']);
    expect(await refusal(openScreening([{ ...given, module: './provider.mjs' }]))).toBe(
      'screening own-lists: made a connection without a provider',
    );
  });

  test.each<[string, readonly object[], object, string]>([
    ['a wrong address', [provider({ url: 'nowhere' })], {}, 'screening acme-lists: url: must be the address'],
    ['another type', [provider({ type: 'evm' })], {}, 'screening acme-lists: type: must be http or watchman or module'],
    ['an unknown member', [provider({ floors: {} })], {}, 'screening acme-lists: has unknown members: floors'],
    [
      'a rail that is not of instant credit transfers in euro',
      [provider({ notDuring: ['SEPA'] })],
      {},
      'screening acme-lists: notDuring.0: must be SEPA_INSTANT: Article 5d of Regulation (EU) 260/2012 is about',
    ],
    [
      'an unknown currency',
      [provider({ passBelow: { EURO: 1 } })],
      {},
      'screening acme-lists: passBelow.EURO: is not a currency of this service',
    ],
    [
      'a fraction of the smallest unit',
      [provider({ passBelow: { EUR: 1.5 } })],
      {},
      'screening acme-lists: passBelow.EUR: must be a whole number of smallest units',
    ],
    ['an amount of 0', [provider({ passBelow: { EUR: 0 } })], {}, 'passBelow.EUR: must be above 0'],
    ['hours in a text', [provider({ holdHours: '24' })], {}, 'holdHours: must be a whole number of hours'],
    ['too many hours', [provider({ holdHours: 169 })], {}, 'holdHours: must be at most 168'],
    [
      'a second provider of an environment',
      [provider(), provider({ name: 'other-lists', url: 'https://other.example' })],
      {},
      'screening other-lists: environment: PRODUCTION has the provider acme-lists already',
    ],
    [
      'the name of a rail',
      [provider({ name: 'acme-bank' })],
      { rails: [entry()] },
      'screening acme-bank: name: is the name of two connections',
    ],
  ])('stops the start for %s', async (_what, screening, more, message) => {
    expect(await refusal(openScreening(screening, more))).toContain(message);
  });

  test('may stand beside a KYC provider of the same environment', async () => {
    const kyc = provider({ name: 'acme-id', url: 'https://kyc.example' });
    const opened = await openScreening([provider()], { kyc: [kyc] });
    expect(opened.map(({ section }) => section)).toEqual(['kyc', 'screening']);
  });
});
