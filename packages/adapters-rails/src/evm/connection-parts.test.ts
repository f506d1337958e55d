import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type CurrencyCode, ok, rateOf } from '@corridor/core';
import { createRailStore } from '@corridor/core/internal';
import type { OutboundHttp, ConnectionContext, TellCore } from '@corridor/core/ports';
import { fixedClock, seededRandom } from '@corridor/core/testing';
import { describe, expect, it } from 'vitest';
import { createSealer } from '../custody/sealer.js';
import { MONDAY } from '../testing/bank-connection.js';
import { EVM_ENTRY, evmSecrets } from '../testing/evm-entry.js';
import { DEPOSIT_MNEMONIC, TREASURY_KEY } from '../testing/evm-treasury.js';
import { digest } from '../testing/ports.js';
import {
  honest,
  NodeError,
  scriptedChain,
  scriptedHttp,
  type ScriptedNode,
  scriptedNode,
} from '../testing/scripted-node.js';
import { createEvmConnection } from './connection.js';
import { depositKeys } from './deposits/index.js';
import type { Hex } from './nodes.js';
import { localSigner } from './signers.js';

const TREASURY = localSigner(TREASURY_KEY).address;
const COLD = EVM_ENTRY.treasury.cold;
const PAYEE = '0x000000000000000000000000000000000000bEEF'.toLowerCase();
const USDC = 'USDC' as CurrencyCode;

const ENTRY = { ...EVM_ENTRY, chainId: 84_532, rpcUrls: ['https://a.example'], quorum: 1 };
const SILENT: OutboundHttp = { send: async () => ({ kind: 'unreachable', reason: 'connection refused' }) };
const tell: TellCore = async () => ok({ effect: 'APPLIED', subject: null });

function contextOf(over: Partial<ConnectionContext> = {}): ConnectionContext {
  const clock = fixedClock(MONDAY);
  const sealer = createSealer(new Uint8Array(32));
  return {
    ...{ name: 'base', environment: 'SANDBOX', clock, digest, http: SILENT },
    secretOf: evmSecrets({ 'treasury.key': TREASURY_KEY, 'deposits.words': DEPOSIT_MNEMONIC }),
    store: createRailStore({ units: createMemoryStorage().units, clock, sealer }, 'SANDBOX', 'base'),
    random: seededRandom('connection'),
    log: { info: () => {}, warn: () => {} },
    rateOf: async () => rateOf(3n, 1n),
    addressesOf: async () => 0,
    ...over,
  };
}

const connect = async (over: object = {}, parts: Partial<ConnectionContext> = {}) =>
  createEvmConnection({ ...ENTRY, ...over }, contextOf(parts));

/** A node on a test network whose token has six decimals. */
function node(over: (method: string) => unknown = () => undefined): ScriptedNode {
  const answers = honest(scriptedChain({ chainId: 84_532 }));
  return scriptedNode((call) => {
    const answer = over(call.method);
    if (answer !== undefined) return answer;
    if (call.method !== 'eth_call') return answers(call);
    const { data } = call.params[0] as { readonly data: Hex };
    return data === '0x313ce567' ? `0x${'6'.padStart(64, '0')}` : '0x';
  });
}

const TRAVEL_RULE = {
  ...{ type: 'http', url: 'https://partner.example/v1' },
  ...{ secret: { env: 'TRAVEL_RULE' }, callbackSecret: { env: 'TRAVEL_RULE' } },
};
const WITH_SECRET: Partial<ConnectionContext> = {
  secretOf: evmSecrets({
    ...{ 'treasury.key': TREASURY_KEY, 'deposits.words': DEPOSIT_MNEMONIC },
    TRAVEL_RULE: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  }),
};

describe('the partner of the travel rule of a chain', () => {
  it('gets the treasury as the address that sends, and reports to the callbacks of the connection', async () => {
    const { travelRule, callback, callbackBytes } = await connect({ travelRule: TRAVEL_RULE }, WITH_SECRET);
    expect(travelRule).toMatchObject({
      ...{ sendingAddress: TREASURY, partner: { name: 'base' } },
      rules: { proofAbove: 100_000n, waitSeconds: 86_400 },
    });
    expect([callbackBytes?.('events'), callbackBytes?.('others')]).toEqual([65_536, null]);
    const forged = { path: 'events', headers: {}, body: Buffer.from('{}') };
    expect(await callback!(forged, tell, async () => ok({ effect: 'APPLIED', subject: null }))).toMatchObject({
      status: 401,
    });
  });

  it('is named with its member if the entry is invalid', async () => {
    const invalid = connect({ travelRule: { ...TRAVEL_RULE, url: 'partner' } }, WITH_SECRET);
    await expect(invalid).rejects.toMatchObject({ member: 'travelRule.url' });
    const missing = connect({ travelRule: TRAVEL_RULE });
    await expect(missing).rejects.toMatchObject({ member: 'travelRule.secret' });
  });

  it('is a problem of the connection while it does not answer', async () => {
    const { check } = await connect({ travelRule: TRAVEL_RULE }, WITH_SECRET);
    expect((await check()).problems.join('\n')).toContain('transfers to other institutions wait: ');
  });

  it('is absent without the member', async () => {
    const { travelRule, callback } = await connect();
    expect([travelRule, callback]).toEqual([undefined, null]);
  });
});

describe('the rails of a chain', () => {
  it('are the treasury, which pays, the deposit addresses, and the cold address', async () => {
    const { rails, claims, tasks, actions, callback } = await connect();
    const capabilities = {
      ...{ accountTypes: [], currencies: ['USDC'], paymentRails: [], push: false, pull: false, pullsFrom: [] },
      ...{ receive: false, followsWallets: false, cancellable: false, settlementSeconds: 180 },
    };
    const [treasury, deposits, cold] = rails;
    expect(treasury).toMatchObject({
      name: 'base',
      environment: 'SANDBOX',
      simulated: false,
      pulls: null,
      funding: null,
    });
    expect(treasury!.capabilities).toEqual({
      ...capabilities,
      ...{ accountTypes: ['BASE_WALLET'], push: true, cancellable: true },
    });
    expect(treasury!.networkFees!.networks(USDC)).toEqual(['BASE']);
    expect(deposits).toMatchObject({ name: 'base.deposits', networkFees: null });
    expect(cold).toEqual({
      ...{ name: 'base.cold', environment: 'SANDBOX', simulated: false, capabilities },
      ...{ payouts: null, pulls: null, funding: null, networkFees: null },
    });
    const first = (await depositKeys(DEPOSIT_MNEMONIC)).addressOf(0);
    expect(claims).toEqual([
      `84532 treasury ${TREASURY}`,
      `84532 deposits ${first}`,
      `84532 cold ${COLD.toLowerCase()}`,
    ]);
    expect(tasks.map(({ name }) => name)).toEqual(['send', 'deposits', 'treasury', 'sweep']);
    expect(actions!.map(({ name }) => name)).toEqual(['settle-problem']);
    expect(callback).toBe(null);
  });

  it('are two without a cold address', async () => {
    const { rails, claims } = await connect({ treasury: { ...ENTRY.treasury, limits: {}, cold: null } });
    expect(rails.map(({ name }) => name)).toEqual(['base', 'base.deposits']);
    expect(claims).toHaveLength(2);
  });

  it.each([
    ['BASE', 'safe', 180],
    ['BASE', 'finalized', 1200],
    ['BASE', 12, 26],
    ['ETHEREUM', 1, 24],
    ['POLYGON', 'finalized', 10],
  ])('on %s with confirmations of %s settle within %i seconds', async (network, confirmations, seconds) => {
    const { rails } = await connect({ network, confirmations });
    expect(rails[0]!.capabilities.settlementSeconds).toBe(seconds);
  });

  it.each([
    ['ETHEREUM', ['ETHEREUM_WALLET', 'ALTCHAIN_WALLET']],
    ['POLYGON', ['POLYGON_WALLET']],
  ])('on %s pay to %s', async (network, accountTypes) => {
    const { rails } = await connect({ network });
    expect(rails[0]!.capabilities.accountTypes).toEqual(accountTypes);
  });

  it('say which tokens they deliver and receive', async () => {
    const { tokens, contractSignatures } = await connect();
    expect(tokens).toEqual([
      {
        ...{ chainId: 84_532, address: ENTRY.tokens[0].address.toLowerCase(), currency: 'USDC', network: 'BASE' },
        ...{ accountType: 'BASE_WALLET', delivers: 'base', receives: 'base.deposits' },
      },
    ]);
    expect(contractSignatures!.network).toBe('BASE');
  });

  it('pay to no deposit address', async () => {
    const parts = contextOf();
    const { rails, traces } = await createEvmConnection(ENTRY, parts);
    const { payouts } = rails[0]!;
    const account = { accountType: 'BASE_WALLET', address: PAYEE } as never;
    expect(await payouts!.lookUp(account, USDC)).toBe('reachable');
    await parts.store.run(async (records) => {
      records.add({ collection: 'deposit-addresses', key: PAYEE, value: 3 });
      return ok();
    });
    expect(await payouts!.lookUp(account, USDC)).toBe('unreachable');
    expect(await traces!('Transaction:unknown')).toEqual([]);
  });

  it('have secrets that their members name', async () => {
    const asked: string[] = [];
    const secretOf = evmSecrets({ 'treasury.key': TREASURY_KEY, 'deposits.words': DEPOSIT_MNEMONIC });
    await connect(
      {},
      {
        secretOf: (member, reference) => {
          asked.push(member);
          return secretOf(member, reference);
        },
      },
    );
    expect(asked).toEqual(['treasury.privateKey', 'deposits.mnemonic']);
  });
});

describe('an entry whose addresses have two roles', () => {
  it.each<[string, number, object, number, string, string]>([
    [
      'the first deposit address as the cold one',
      0,
      {},
      0,
      'treasury.cold',
      'is the first deposit address of `deposits.mnemonic`',
    ],
    ['a deposit address as the cold one', 3, {}, 4, 'treasury.cold', 'is the deposit address with the index 3'],
  ])('is refused with %s', async (_, index, over, allocated, member, message) => {
    const cold = (await depositKeys(DEPOSIT_MNEMONIC)).addressOf(index);
    const connecting = connect(
      { ...over, treasury: { ...ENTRY.treasury, cold } },
      { http: scriptedHttp({ a: node() }), addressesOf: async () => allocated },
    ).then((connection) => connection.verify!());
    await expect(connecting).rejects.toMatchObject({ name: 'RailEntryError', member, message });
  });

  it('is refused if the treasury is a deposit address that a payer has', async () => {
    const keys = await depositKeys(DEPOSIT_MNEMONIC);
    const secretOf = evmSecrets({ 'treasury.key': keys.privateKeyOf(3), 'deposits.words': DEPOSIT_MNEMONIC });
    const spaces: string[] = [];
    const verify = async (allocated: number): Promise<void> => {
      const addressesOf = async (space: string) => {
        spaces.push(space);
        return allocated;
      };
      const connection = await connect({}, { http: scriptedHttp({ a: node() }), secretOf, addressesOf });
      await connection.verify!();
    };
    await verify(3);
    await expect(verify(4)).rejects.toMatchObject({
      ...{ name: 'RailEntryError', member: 'treasury', message: 'is the deposit address with the index 3' },
    });
    expect(spaces).toEqual(['evm', 'evm']);
  });

  it('is compared with the first twenty deposit addresses', async () => {
    const keys = await depositKeys(DEPOSIT_MNEMONIC);
    const verify = async (index: number): Promise<void> => {
      const connection = await connect(
        { treasury: { ...ENTRY.treasury, cold: keys.addressOf(index) } },
        { http: scriptedHttp({ a: node() }), addressesOf: async () => 1000 },
      );
      await connection.verify!();
    };
    await expect(verify(19)).rejects.toThrow('is the deposit address with the index 19');
    await verify(20);
  });
});

describe('a chain whose nodes are silent', () => {
  it('is asked again by each task after its period, and the log says why', async () => {
    const lines: unknown[] = [];
    const log = { info: (data: unknown) => void lines.push(data), warn: () => {} };
    const { tasks } = await connect({ pollSeconds: 7, sweep: { minimum: '1', everySeconds: 90 } }, { log });
    const seconds = [];
    for (const task of tasks) seconds.push(await task.run(tell, async () => new Set()));
    expect(seconds).toEqual([7, 7, 7, 90]);
    expect(lines).toEqual(
      ['send', 'deposits', 'treasury', 'sweep'].map((task) => ({
        task,
        reason: expect.stringContaining('connection refused'),
      })),
    );
  });

  it('is not reachable, and each node is a problem', async () => {
    const connection = await connect({ rpcUrls: ['https://a.example', 'https://b.example'], quorum: 2 });
    const { isReachable, lastExchangeAt, problems, backlog } = await connection.check();
    expect([isReachable, lastExchangeAt]).toEqual([false, null]);
    expect(problems.slice(0, 3)).toEqual([
      expect.stringMatching(/^the entry is not compared with the chain yet: .*connection refused/),
      'the node https://a.example: connection refused',
      'the node https://b.example: connection refused',
    ]);
    expect(Object.keys(backlog)).toEqual(expect.arrayContaining(['payouts waiting', 'deposits to tell']));
  });

  it('throws other errors than silence', async () => {
    const broken = node((method) => {
      if (method === 'eth_call') throw new NodeError(-32_000, 'out of order');
      return undefined;
    });
    const { tasks } = await connect(
      {},
      { http: scriptedHttp({ a: broken }), addressesOf: () => Promise.reject(new Error('no database')) },
    );
    expect(await tasks[0]!.run(tell, async () => new Set())).toBe(4);
    const healthy = await connect(
      {},
      { http: scriptedHttp({ a: node() }), addressesOf: () => Promise.reject(new Error('no database')) },
    );
    await expect(healthy.tasks[0]!.run(tell, async () => new Set())).rejects.toThrow('no database');
  });
});

describe('the check of a connection', () => {
  it('says that no address can be screened, if the list cannot be read', async () => {
    const http = scriptedHttp({ a: node() });
    const unreadable = await connect({ screening: { file: '/nowhere/sanctions.txt' } }, { http });
    const { isReachable, problems } = await unreadable.check();
    expect(isReachable).toBe(true);
    expect(problems[0]).toMatch(/^no address can be screened: .*sanctions\.txt/);
    const without = await connect({}, { http });
    expect((await without.check()).problems.join()).not.toContain('screened');
  });

  it('says what of the entry does not fit the chain', async () => {
    const wrong: (method: string) => Hex | undefined = (method) =>
      method === 'eth_call' ? `0x${'8'.padStart(64, '0')}` : undefined;
    const connection = await connect({}, { http: scriptedHttp({ a: node(wrong) }) });
    expect((await connection.check()).problems[0]).toBe(
      'the entry does not fit the chain: tokens.0.decimals: is 6, but the contract says 8',
    );
  });
});
