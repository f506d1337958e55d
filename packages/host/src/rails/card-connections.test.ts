import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createRateBook } from '@corridor/core/internal';
import type { CardConnection } from '@corridor/core/ports';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../kernel/errors.js';
import { createLog } from '../logging/logging.js';
import { conditionOf } from './rail-conditions.js';
import { openConnections } from './rail-connections.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-card-connections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'connections.json');
const observed: unknown[] = [];
const environment = { CARDS_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}` };
const { units } = createMemoryStorage();

function open(content: object) {
  writeFileSync(path, JSON.stringify(content));
  return openConnections(path, ['sandbox-bank', 'sandbox-cards'], {
    ...{ units, environment, clock: systemClock, random: nodeCrypto.random, digest: nodeCrypto.digest },
    rates: createRateBook({ sources: [], clock: systemClock, cacheSeconds: 60, maxAgeSeconds: 120 }),
    sealer: createSealer(nodeCrypto.random.bytes(32)),
    http: { send: async () => ({ kind: 'unreachable', reason: 'a test' }) },
    log: createLog('silent', { write: () => undefined }),
    guard: { timeoutMs: 1_000, observe: (...call) => void observed.push(call.slice(0, 3)) },
  });
}

async function refusal(content: object): Promise<string> {
  const error: unknown = await open(content).then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ConfigurationError);
  const { message } = error as ConfigurationError;
  expect(message).not.toContain('\n');
  return message.replace(`CORRIDOR_CONNECTIONS_FILE: ${path} `, '');
}

const processor = (more: object = {}) => ({
  ...{ type: 'http', name: 'acme-cards', environment: 'PRODUCTION', url: 'https://cards.example/v1' },
  ...{ secret: { env: 'CARDS_SECRET' }, callbackSecret: { env: 'CARDS_SECRET' } },
  ...{ currencies: ['USD', 'EUR'], brands: ['VISA'] },
  ...more,
});

/** A module whose connection is an instance of a class, with other members of the issuer or of the connection. */
function moduleOf(file: string, { issuer = '', connection = '' } = {}) {
  writeFileSync(
    join(folder, file),
    `class Processor {
      constructor(name, environment) {
        Object.assign(this, { name, environment, claims: [], tasks: [], callback: null });
        this.issuer = { name, environments: [environment], issue: async () => ({ kind: 'rejected' }),
          tell: async () => undefined, reveal: async () => { throw new Error('no page'); }, ${issuer} };
        Object.assign(this, { ${connection} });
      }
      async check() { return { isReachable: true, lastExchangeAt: null, backlog: {}, problems: [this.name] }; }
    }
    export default (entry, { name, environment }) => new Processor(name, environment);`,
  );
  return { type: 'module', name: 'own-cards', environment: 'PRODUCTION', module: `./${file}` };
}

describe('the section cards of the connections file', () => {
  test('makes a connection of each environment, without rails, whose clearing account has floors', async () => {
    const sandbox = processor({ name: 'test-cards', environment: 'SANDBOX', url: 'https://test.example' });
    const opened = await open({ cards: [processor({ floors: { USD: 1_000_000 } }), sandbox] });
    expect(
      opened.map(({ section, type, connection, cards }) => [section, type, connection.rails, cards!.name]),
    ).toEqual([
      ['cards', 'http', [], 'acme-cards'],
      ['cards', 'http', [], 'test-cards'],
    ]);
    expect(opened[0]).toMatchObject({
      ...{ kyc: null, screening: null, safeguarding: [] },
      floors: [
        {
          ...{ connection: 'acme-cards', environment: 'PRODUCTION', rails: ['acme-cards'] },
          ...{ currency: 'USD', floor: 1_000_000n },
        },
      ],
      cards: { issuer: { name: 'acme-cards', environments: ['PRODUCTION'], currencies: ['USD', 'EUR'] } },
    });
    expect(await conditionOf(opened[0]!.connection, 1_000)).toMatchObject({
      isReachable: false,
      problems: ['acme-cards failed (capabilities): a test'],
    });
  });

  test('guards the issuer, whose calls are counted as those of rails', async () => {
    const [opened] = await open({ cards: [processor()] });
    observed.length = 0;
    await expect(opened!.cards!.issuer.tell('Card:1' as never, 'CLOSED')).rejects.toThrow('acme-cards failed (state)');
    expect(observed).toEqual([['acme-cards', 'card-tell', 'failed']]);
  });

  test('loads a module, which may be an instance of a class', async () => {
    const [made] = await open({ cards: [moduleOf('cards.mjs')] });
    const cards: CardConnection = made!.cards!;
    expect(await cards.issuer.issue({} as never, 0)).toEqual({ kind: 'rejected' });
    expect((await cards.check()).problems).toEqual(['own-cards']);
    expect(cards).toMatchObject({ name: 'own-cards', callback: null });
  });

  test.each<[string, Parameters<typeof moduleOf>[1], string]>([
    ['no issuer', { connection: 'issuer: undefined' }, 'made a connection without an issuer'],
    ['an issuer that shows no card', { issuer: 'reveal: 1' }, 'made an issuer without the function reveal'],
    ['an issuer of another name', { issuer: "name: 'x'" }, 'made an issuer with the name x'],
    [
      'an issuer of both environments',
      { issuer: "environments: ['SANDBOX', 'PRODUCTION']" },
      'made an issuer whose environments are not PRODUCTION alone',
    ],
    [
      'no callback',
      { connection: 'callback: undefined' },
      'made a connection whose member callback is neither a function nor null; null receives no messages',
    ],
  ])('refuses a module with %s', async (what, over, why) => {
    expect(await refusal({ cards: [moduleOf(`${what.replaceAll(' ', '-')}.mjs`, over)] })).toBe(
      `cards own-cards: ${why}`,
    );
  });

  test.each<[string, object, string]>([
    ['a wrong address', { cards: [processor({ url: 'nowhere' })] }, 'cards acme-cards: url: must be the address'],
    ['no currencies', { cards: [processor({ currencies: undefined })] }, 'cards acme-cards: currencies: is invalid'],
    ['another type', { cards: [processor({ type: 'evm' })] }, 'cards acme-cards: type: must be http or module'],
    ['an unknown member', { cards: [processor({ holdHours: 1 })] }, 'cards acme-cards: has unknown members: holdHours'],
    ['the name of the sandbox issuer', { cards: [processor({ name: 'sandbox-cards' })] }, 'is the name of a bundled'],
    [
      'a floor in a currency that its cards do not have',
      { cards: [processor({ floors: { GBP: 1 } })] },
      'cards acme-cards: floors.GBP: is not a currency of the cards of this connection',
    ],
    [
      'a floor that is a fraction',
      { cards: [processor({ floors: { USD: 0.5 } })] },
      'floors.USD: must be a whole number',
    ],
    [
      'a second processor of an environment',
      { cards: [processor(), processor({ name: 'other-cards', url: 'https://other.example' })] },
      'cards other-cards: environment: PRODUCTION has the processor acme-cards already, and one issues all new cards; ' +
        'remove one of the two entries',
    ],
    [
      'the name and address of a KYC provider',
      { kyc: [{ ...processor(), currencies: undefined, brands: undefined }], cards: [processor()] },
      'cards acme-cards: name: is the name of two connections',
    ],
  ])('stops the start for %s', async (_what, content, message) => {
    expect(await refusal(content)).toContain(message);
  });
});
