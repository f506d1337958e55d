import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, expect, test } from 'vitest';
import {
  type Context,
  type Environment,
  type Id,
  type PreparedUseCase,
  readAll,
  type Result,
  runUseCase,
  splitTenant,
  type TenantKey,
  tenantKey,
  type UseCase,
} from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { fixedClock } from '../testing/ports.js';
import { heldAddress } from '../customers/index.js';
import { JOBS } from '../events/index.js';
import type { Platform } from './platform.js';
import { proofOf } from './uma-domain.js';

const DOMAIN = 'bank.example';
const MINUTE = 60;

/** TXT records by name, and the names that were looked up; with `isAway` DNS does not answer. */
let records: Map<string, readonly string[]>;
let asked: string[];
let isAway: boolean;
let play: PlayCore;
let bank: TenantKey;
let squatter: TenantKey;

beforeEach(async () => {
  [records, asked, isAway] = [new Map(), [], false];
  play = await playCore({
    domainRecords: {
      async txt(name) {
        asked.push(name);
        return isAway ? null : (records.get(name) ?? []);
      },
    },
  });
  bank = await platform('0b', 'PRODUCTION');
  squatter = await platform('0e', 'PRODUCTION');
});

const asOn =
  (host: PlayCore) =>
  <I, P, O>(tenant: TenantKey, useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I): Promise<Result<O>> =>
    runUseCase(host.storage.units, { ...host.context(), tenant } as Context, useCase, input);
const as = <I, P, O>(tenant: TenantKey, useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I) =>
  asOn(play)(tenant, useCase, input);

async function platform(id: string, environment: Environment, umaDomain: string | null = null): Promise<TenantKey> {
  const tenant = tenantKey(`Platform:018bcfe5-6800-7000-8000-0000000000${id}` as Id<'Platform'>, environment);
  valueOf(await as(tenant, play.core.platforms.create, { name: id, currencies: ['USD'], umaDomain }));
  return tenant;
}

const ask = async (tenant: TenantKey, umaDomain: string | null = DOMAIN): Promise<Platform> =>
  valueOf(await as(tenant, play.core.platforms.updateConfig, { umaDomain }));
const config = async (tenant: TenantKey): Promise<Platform> => {
  const ctx = { ...play.context(), tenant };
  return valueOf(await play.storage.units.read(tenant, (reads) => play.core.platforms.getConfig(reads, ctx)));
};
const prove = (tenant: TenantKey, domain = DOMAIN): void =>
  void records.set(`_corridor.${domain}`, ['v=spf1 -all', `corridor=${splitTenant(tenant).platformId}`]);
const create = (tenant: TenantKey, umaAddress: string | null = null) =>
  as(tenant, play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', umaAddress });

test('in production a UMA domain is pending until its TXT record names the platform', async () => {
  const pending = await ask(bank, 'Bank.Example:8443');
  expect(pending).toMatchObject({ umaDomain: null, pendingUmaDomain: 'bank.example:8443' });
  expect(proofOf(pending)).toEqual({
    domain: 'bank.example:8443',
    name: '_corridor.bank.example',
    value: splitTenant(bank).platformId,
  });
  await play.pass(0);
  expect(asked).toEqual(['_corridor.bank.example']);
  expect(await config(bank)).toMatchObject({ umaDomain: null, pendingUmaDomain: 'bank.example:8443' });
  expect(codeOf(await create(bank, '$ada@bank.example:8443'))).toBe('INVALID_UMA_ADDRESS');
  expect(valueOf(await create(bank)).umaAddress).toMatch(/@localhost:8080$/);

  prove(bank);
  await play.pass(MINUTE);
  expect(await config(bank)).toMatchObject({ umaDomain: 'bank.example:8443', pendingUmaDomain: null });
  valueOf(await create(bank, '$ada@bank.example:8443'));
  asked.length = 0;
  await play.pass(24 * 60 * MINUTE);
  expect(asked).toEqual([]);
});

test('another platform’s record or no answer proves nothing, and the look-up repeats', async () => {
  prove(squatter);
  await ask(bank);
  await play.pass(0);
  expect((await config(bank)).umaDomain).toBeNull();
  isAway = true;
  await play.pass(MINUTE);
  expect((await config(bank)).umaDomain).toBeNull();
  await play.pass(2 * 60 * MINUTE);
  [isAway, asked] = [false, []];
  prove(bank);
  await play.pass(MINUTE);
  expect(asked).toEqual([]);
  await ask(bank);
  await play.pass(0);
  expect(await config(bank)).toMatchObject({ umaDomain: DOMAIN, pendingUmaDomain: null });
});

test('the proof is looked up every minute for an hour, and then every hour', async () => {
  await ask(bank);
  await play.pass(0);
  for (let minute = 1; minute <= 60; minute++) {
    await play.pass(MINUTE);
    expect(asked).toHaveLength(minute + 1);
  }
  for (let hour = 1; hour <= 2; hour++) {
    await play.pass(59 * MINUTE);
    expect(asked).toHaveLength(60 + hour);
    await play.pass(MINUTE);
    expect(asked).toHaveLength(61 + hour);
  }
});

test('the proof of a domain does not prove the one that the platform has requested meanwhile', async () => {
  let isFirst = true;
  play = await playCore({
    domainRecords: {
      async txt(name) {
        asked.push(name);
        if (isFirst) {
          isFirst = false;
          await ask(bank, 'new.example');
          return [splitTenant(bank).platformId];
        }
        return [];
      },
    },
  });
  bank = await platform('0b', 'PRODUCTION');
  await ask(bank);
  await play.pass(0);
  expect(asked).toEqual(['_corridor.bank.example', '_corridor.new.example']);
  expect(await config(bank)).toMatchObject({ umaDomain: null, pendingUmaDomain: 'new.example' });
});

test('on a host without DNS a domain stays pending, and its job goes on', async () => {
  play = await playCore();
  bank = await platform('0b', 'PRODUCTION');
  await ask(bank);
  await play.pass(0);
  expect(await config(bank)).toMatchObject({ umaDomain: null, pendingUmaDomain: DOMAIN });
  const jobs = await play.storage.units.read(bank, (reads) => readAll(reads, JOBS));
  expect(jobs.filter(({ kind }) => kind === 'platform.prove-domain')).toMatchObject([
    { attempts: 0, dueAt: play.clock.now() + 60_000 },
  ]);
});

test('the domain in force stays until the next one is proven, and setting it again drops the pending one', async () => {
  valueOf(await as(bank, play.core.platforms.updateOperatorSettings, { umaDomain: DOMAIN }));
  expect(await ask(bank, 'new.example')).toMatchObject({ umaDomain: DOMAIN, pendingUmaDomain: 'new.example' });
  expect(await ask(bank)).toMatchObject({ umaDomain: DOMAIN, pendingUmaDomain: null });
  prove(bank, 'new.example');
  await play.pass(MINUTE);
  expect((await config(bank)).umaDomain).toBe(DOMAIN);
  await ask(bank, 'new.example');
  await play.pass(0);
  expect(await config(bank)).toMatchObject({ umaDomain: 'new.example', pendingUmaDomain: null });
  expect(await ask(bank, null)).toMatchObject({ umaDomain: null, pendingUmaDomain: null });
});

test('a pending domain does not block other platforms, and only one platform gets it', async () => {
  await ask(squatter);
  await ask(bank);
  records.set(`_corridor.${DOMAIN}`, [splitTenant(squatter).platformId, splitTenant(bank).platformId]);
  await play.pass(0);
  const holders = [await config(squatter), await config(bank)].filter(({ umaDomain }) => umaDomain === DOMAIN);
  expect(holders).toHaveLength(1);
  const later = holders[0]?.id === bank ? squatter : bank;
  expect(refusal(await as(later, play.core.platforms.updateConfig, { umaDomain: DOMAIN })).fields).toEqual([
    'umaDomain',
  ]);
});

test('the operator puts a domain in force without a proof, and removes it', async () => {
  await ask(bank);
  const change = (umaDomain: string | null) => as(bank, play.core.platforms.updateOperatorSettings, { umaDomain });
  expect(valueOf(await change('Bank.Example'))).toMatchObject({ umaDomain: DOMAIN, pendingUmaDomain: null });
  await play.pass(0);
  expect(asked).toEqual([]);
  expect(refusal(await as(squatter, play.core.platforms.updateConfig, { umaDomain: DOMAIN })).fields).toEqual([
    'umaDomain',
  ]);
  expect(valueOf(await change(null)).umaDomain).toBeNull();
  expect(refusal(await change('not a domain'))).toEqual({ code: 'INVALID_INPUT', fields: ['umaDomain'] });
});

test('in the sandbox a UMA domain is in force at once', async () => {
  const sandbox = await platform('05', 'SANDBOX');
  expect(await ask(sandbox)).toMatchObject({ umaDomain: DOMAIN, pendingUmaDomain: null });
  await play.pass(MINUTE);
  expect(asked).toEqual([]);
});

test('customers of other platforms lose their addresses at a domain that comes into force, and get new ones', async () => {
  valueOf(await as(squatter, play.core.platforms.updateOperatorSettings, { umaDomain: DOMAIN }));
  const taken = valueOf(await create(squatter, '$ceo@bank.example'));
  const elsewhere = valueOf(await create(squatter, '$ceo@localhost:8080'));
  const sandbox = await platform('05', 'SANDBOX');
  await ask(sandbox);
  const inSandbox = valueOf(await create(sandbox, '$ceo@bank.example'));
  valueOf(await as(squatter, play.core.platforms.updateOperatorSettings, { umaDomain: 'other.example' }));
  await ask(sandbox, null);
  expect(await as(squatter, play.core.customers.update, { id: taken.id })).toMatchObject({
    value: { value: { umaAddress: '$ceo@bank.example' } },
  });

  prove(bank);
  await ask(bank);
  await play.pass(0);
  const now = async (tenant: TenantKey, id: string) =>
    valueOf(await as(tenant, play.core.customers.get, { id })).customer;
  expect(await now(squatter, taken.id)).toMatchObject({
    umaAddress: expect.stringMatching(/^\$ada-lovelace-[a-z0-9]{8}@other\.example$/),
  });
  expect(await now(squatter, elsewhere.id)).toMatchObject({ umaAddress: '$ceo@localhost:8080' });
  expect(await now(sandbox, inSandbox.id)).toMatchObject({ umaAddress: '$ceo@bank.example' });
  const ceo = valueOf(await create(bank, '$ceo@bank.example'));
  const held = await play.storage.units.read(null, (reads) => heldAddress(reads, 'PRODUCTION', '$CEO@bank.example'));
  expect(held?.customerId).toBe(ceo.id);
});

test('customers who are deleted or have moved on keep what they have when a domain comes into force', async () => {
  const operator = (tenant: TenantKey, umaDomain: string | null) =>
    as(tenant, play.core.platforms.updateOperatorSettings, { umaDomain });
  valueOf(await operator(squatter, DOMAIN));
  const company = {
    customerType: 'BUSINESS',
    businessInfo: { legalName: 'Acme Ltd' },
    umaAddress: '$acme@bank.example',
  };
  const acme = valueOf(await as(squatter, play.core.customers.create, company));
  const gone = valueOf(await create(squatter, '$gone@bank.example'));
  const moved = valueOf(await create(squatter, '$moved@bank.example'));
  const unnamed = { customerType: 'INDIVIDUAL', umaAddress: '$unnamed@bank.example' };
  const bare = valueOf(await as(squatter, play.core.customers.create, unnamed));
  valueOf(await operator(squatter, null));
  valueOf(await as(squatter, play.core.customers.delete, { id: gone.id }));
  valueOf(await as(squatter, play.core.customers.update, { id: moved.id, umaAddress: '$moved@localhost:8080' }));
  const own = valueOf(await create(bank));
  valueOf(await operator(bank, DOMAIN));
  await play.pass(0);
  const addressOf = async (tenant: TenantKey, id: string) =>
    valueOf(await as(tenant, play.core.customers.get, { id })).customer.umaAddress;
  expect(await addressOf(squatter, acme.id)).toMatch(/^\$acme-ltd-[a-z0-9]{8}@localhost:8080$/);
  expect(await addressOf(squatter, bare.id)).toMatch(/^\$[a-z0-9]{8}@localhost:8080$/);
  expect(await addressOf(squatter, moved.id)).toBe('$moved@localhost:8080');
  expect(await addressOf(bank, own.id)).toBe(own.umaAddress);
  for (const name of ['acme', 'gone', 'unnamed']) valueOf(await create(bank, `$${name}@bank.example`));
});

test('a domain that its platform gave up before others were asked changes no address', async () => {
  valueOf(await as(squatter, play.core.platforms.updateOperatorSettings, { umaDomain: DOMAIN }));
  const taken = valueOf(await create(squatter, '$ceo@bank.example'));
  valueOf(await as(squatter, play.core.platforms.updateOperatorSettings, { umaDomain: null }));
  valueOf(await as(bank, play.core.platforms.updateOperatorSettings, { umaDomain: DOMAIN }));
  valueOf(await as(bank, play.core.platforms.updateOperatorSettings, { umaDomain: null }));
  await play.pass(0);
  const { customer } = valueOf(await as(squatter, play.core.customers.get, { id: taken.id }));
  expect(customer.umaAddress).toBe('$ceo@bank.example');
});

test('all of very many customers of other platforms lose their addresses at the domain', async () => {
  valueOf(await as(squatter, play.core.platforms.updateOperatorSettings, { umaDomain: DOMAIN }));
  const taken = Array.from({ length: 130 }, (_, n) => `$c${n}@bank.example`);
  for (const umaAddress of taken)
    valueOf(await as(squatter, play.core.customers.create, { customerType: 'INDIVIDUAL', umaAddress }));
  valueOf(await as(squatter, play.core.platforms.updateOperatorSettings, { umaDomain: null }));
  valueOf(await as(bank, play.core.platforms.updateOperatorSettings, { umaDomain: DOMAIN }));
  await play.pass(0);
  const holders = await play.storage.units.read(null, (reads) =>
    Promise.all(taken.map((address) => heldAddress(reads, 'PRODUCTION', address))),
  );
  expect(holders.filter((held) => held !== null)).toEqual([]);
});

test('a domain on a port is proven by the record of its host', () => {
  const platformId = splitTenant(bank).platformId;
  expect(proofOf({ pendingUmaDomain: '10.example:80', platformId })?.name).toBe('_corridor.10.example');
  expect(proofOf({ pendingUmaDomain: null, platformId })).toBeNull();
});

test('a proof that arrives while the host crashes is found by the next host', async () => {
  const storage = createMemoryStorage();
  const clock = fixedClock();
  let dies = true;
  const domainRecords = {
    txt: async () => {
      if (dies) throw new Error('the host dies');
      return [splitTenant(bank).platformId];
    },
  };
  play = await playCore({ storage, clock, domainRecords });
  bank = await platform('0b', 'PRODUCTION');
  await ask(bank);
  await play.pass(0);
  expect((await config(bank)).umaDomain).toBeNull();
  dies = false;
  play = await playCore({ storage, clock, domainRecords }, { existing: true });
  await play.pass(MINUTE);
  expect((await config(bank)).umaDomain).toBe(DOMAIN);
});
