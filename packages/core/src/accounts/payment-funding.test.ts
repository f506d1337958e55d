import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALICE } from '../contract-tests/storage/records.js';
import { type Context, type CurrencyCode, ok, tenantKey, type UnitOfWork } from '../kernel/index.js';
import { receivingRail, START, valueOf } from '../testing/index.js';
import type { PaymentInstruction } from './account-types/index.js';
import { fundingAddress, paymentFunding } from './funding.js';
import { createRails, type FundingRail, type FundingRequest, type Rail } from './rail.js';

const USD = 'USD' as CurrencyCode;
const USDC = 'USDC' as CurrencyCode;

let units: UnitOfWork;
let asked: FundingRequest[];
beforeEach(() => {
  units = createMemoryStorage().units;
  asked = [];
});

const ctxOf = (environment: 'SANDBOX' | 'PRODUCTION'): Context => ({
  tenant: tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, environment),
  actor: { kind: 'system' },
  requestId: 'test',
  now: START,
  hostNow: START,
});

const instruction = (address: unknown, rail = ''): PaymentInstruction => ({
  instructionsNotes: rail,
  isPlatformAccount: null,
  accountOrWalletInfo: { accountType: 'BASE_WALLET', address: address as string },
});

/** A rail that receives dollars and USDC on Base, and derives an address for each reference. */
const rail = (name: string, funding: Partial<FundingRail> = {}, over: Partial<Rail> = {}): Rail => ({
  ...receivingRail,
  name,
  capabilities: { ...receivingRail.capabilities, currencies: [USD, USDC] },
  funding: {
    ...receivingRail.funding!,
    networks: (currency) => (currency === USDC ? ['BASE'] : [null]),
    addressSpace: 'chain',
    instructions: (request) => {
      asked.push(request);
      return [instruction(`address ${request.addressIndex}`, name)];
    },
    ...funding,
  },
  ...over,
});

const WANTED = { currency: USDC, reference: 'quote 1', amount: 500n, cryptoNetwork: 'BASE' } as const;

describe('the funding of a payment', () => {
  const fundedBy = async (
    rails: readonly Rail[],
    over: Partial<typeof WANTED> | object = {},
    ctx = ctxOf('SANDBOX'),
  ) => {
    const funded = await units.run(ctx.tenant, async (tx) =>
      paymentFunding(createRails(rails), tx, ctx, { ...WANTED, ...over }),
    );
    return funded.ok ? [funded.value.rail.name, funded.value.instructions] : [funded.error.code, funded.error.message];
  };

  it('has the instructions of the first rail that receives it', async () => {
    expect(await fundedBy([rail('first'), rail('second')])).toEqual(['first', [instruction('address 0', 'first')]]);
    expect(asked).toEqual([{ ...WANTED, addressIndex: 0, walletAddresses: null }]);
  });

  it('keeps the address of its reference, and gets another for another reference', async () => {
    const rails = [rail('first')];
    expect((await fundedBy(rails))[1]).toEqual([instruction('address 0', 'first')]);
    expect((await fundedBy(rails))[1]).toEqual([instruction('address 0', 'first')]);
    expect((await fundedBy(rails, { reference: 'quote 2' }))[1]).toEqual([instruction('address 1', 'first')]);
  });

  it('has no address number on a rail that derives none', async () => {
    await fundedBy([rail('first', { addressSpace: null })]);
    expect(asked).toEqual([{ ...WANTED, addressIndex: null, walletAddresses: null }]);
  });

  it('goes past rails of other networks, and rails without instructions', async () => {
    const rails = [
      rail('on another chain', { networks: () => ['SOLANA'] }),
      rail('without instructions', { instructions: () => null }),
      rail('second'),
    ];
    expect((await fundedBy(rails))[0]).toBe('second');
  });

  it('by no network in particular is received by the first rail of any network', async () => {
    const rails = [rail('on another chain', { networks: () => ['SOLANA'] }), rail('second')];
    expect((await fundedBy(rails, { cryptoNetwork: null }))[0]).toBe('on another chain');
    expect((await fundedBy(rails, { currency: USD, cryptoNetwork: null }))[0]).toBe('on another chain');
  });

  it('is received only by rails of the environment', async () => {
    const rails = [rail('test'), rail('live', {}, { environment: 'PRODUCTION' })];
    expect((await fundedBy(rails))[0]).toBe('test');
    expect((await fundedBy(rails, {}, ctxOf('PRODUCTION')))[0]).toBe('live');
    const refused = await fundedBy([rail('test')], {}, ctxOf('PRODUCTION'));
    expect(refused[0]).toBe('NOT_IMPLEMENTED');
  });

  it('is refused if no rail receives the currency, or none on the network', async () => {
    const solana = { cryptoNetwork: 'SOLANA' };
    expect(await fundedBy([rail('first')], solana)).toEqual([
      'NOT_IMPLEMENTED',
      'no rail in this environment receives USDC on SOLANA',
    ]);
    const none = [rail('first', { networks: () => [] })];
    expect(await fundedBy(none, { currency: USD, cryptoNetwork: null })).toEqual([
      'NOT_IMPLEMENTED',
      'no rail in this environment receives USD',
    ]);
  });
});

describe('the address of a payment on a rail', () => {
  const addressOn = async (of: Pick<Rail, 'funding'>, reference = 'quote 1') => {
    const found = units.run(ALICE, async (tx) =>
      ok(await fundingAddress(of, tx, { ...ctxOf('SANDBOX'), tenant: ALICE }, { ...WANTED, reference })),
    );
    return valueOf(await found);
  };

  it('is the one of its first instruction, allocated for its reference', async () => {
    const several = rail('first', {
      instructions: (request) => {
        asked.push(request);
        return [instruction(`address ${request.addressIndex}`), instruction('another')];
      },
    });
    expect(await addressOn(several)).toBe('address 0');
    expect(await addressOn(several, 'quote 2')).toBe('address 1');
    expect(await addressOn(several)).toBe('address 0');
    expect(asked[0]).toEqual({ ...WANTED, addressIndex: 0, walletAddresses: null });
  });

  it.each<[string, Pick<Rail, 'funding'>]>([
    ['receives nothing', { funding: null }],
    ['does not receive the currency on the network', rail('first', { instructions: () => null })],
    ['has no instruction', rail('first', { instructions: () => [] })],
    ['has instructions without an address', rail('first', { instructions: () => [instruction(undefined)] })],
  ])('is null if the rail %s', async (_, of) => {
    expect(await addressOn(of)).toBeNull();
  });
});
