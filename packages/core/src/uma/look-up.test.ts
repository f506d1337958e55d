import { beforeEach, describe, expect, it } from 'vitest';
import { ok, plusSeconds, type Result, tenantKey } from '../kernel/index.js';
import { rateOf } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import { LOOKUPS } from '../quotes/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { CHAIN_ID, playChain, playNetwork, TOKEN, type UmaHost, umaHost } from '../testing/uma-hosts.js';
import { type LookUpRequest, signingDomain } from './look-up.js';
import type { UmaOffer, UmaProtocol, VaspSignature } from './ports.js';

const RECEIVER = '$success.eur@sandbox.uma.money';

const directory = lightningDirectory();
let clock: FixedClock;
let host: UmaHost;
let asked: Parameters<UmaProtocol['lookUp']>[0][];
/** What the institution of the receiver answers instead of the usual. */
let offered: (offer: UmaOffer) => Partial<UmaOffer>;
let signedAs: Partial<VaspSignature>;

const open = async (over: Partial<Parameters<typeof umaHost>[0]> = {}) => {
  host = await umaHost({
    domain: 'payer.example',
    clock,
    chain: playChain(),
    network: playNetwork(),
    lightningDirectory: directory(),
    hasChain: false,
    protocol: (usual) => ({
      async lookUp(request) {
        asked.push(request);
        const { offer, signed } = valueOf(await usual.lookUp(request));
        return ok({ offer: { ...offer, ...offered(offer) }, signed: { ...signed, ...signedAs } });
      },
    }),
    ...over,
  });
};
beforeEach(async () => {
  clock = fixedClock();
  asked = [];
  offered = () => ({});
  signedAs = {};
  await open();
});

const lookUp = (request: Partial<LookUpRequest> = {}) =>
  host.play.core.uma.lookUp(host.play.context(), {
    receiverUmaAddress: RECEIVER,
    customerId: host.customer.id,
    ...request,
  });

describe('a lookup', () => {
  it('asks the institution of the receiver, and keeps its offer for ten minutes', async () => {
    let offer: UmaOffer | null = null;
    offered = (usual) => ((offer = usual), {});
    const { play, customer } = host;
    const lookup = valueOf(await lookUp({ receiverUmaAddress: '$SUCCESS.eur@sandbox.uma.money' }));
    expect(asked).toEqual([
      {
        signer: { domain: 'payer.example', signingKey: expect.any(String) as string },
        receiver: RECEIVER,
        isSubjectToTravelRule: false,
      },
    ]);
    const { currencies } = offer!;
    // The limit of the platform for EUR is below the one of the receiver.
    expect(currencies[0]!.max).toBe(1_000_000_000_000n);
    expect(lookup).toEqual({
      id: lookup.id,
      tenant: play.tenant,
      version: 1,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      receiverType: 'UMA_ADDRESS',
      receiver: RECEIVER,
      customerId: customer.id,
      expiresAt: plusSeconds(play.context().now, 600),
      supportedCurrencies: [
        {
          currency: 'EUR',
          estimatedExchangeRate: lookup.supportedCurrencies[0]!.estimatedExchangeRate,
          min: currencies[0]!.min,
          max: 100_000_000_000n,
        },
      ],
      requiredPayerDataFields: [],
      vasp: 'sandbox.uma.money',
      counterparty: offer,
    });
    expect(await play.storage.units.read(play.tenant, (reads) => reads.get(LOOKUPS, lookup.id))).toEqual(lookup);
  });

  it('says that a regulated platform is subject to the travel rule', async () => {
    const { play } = host;
    valueOf(await play.run(play.core.platforms.updateOperatorSettings, { isRegulatedFinancialInstitution: true }));
    await lookUp();
    expect(asked[0]).toMatchObject({ isSubjectToTravelRule: true });
  });

  it('finds the sender by either name, and needs one', async () => {
    const { customer } = host;
    const byAddress = await lookUp({ customerId: undefined, senderUmaAddress: customer.umaAddress.toUpperCase() });
    expect(valueOf(byAddress).customerId).toBe(customer.id);
    expect(await lookUp({ customerId: undefined })).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'customerId' }, { field: 'senderUmaAddress' }] },
      },
    });
    expect(codeOf(await lookUp({ senderUmaAddress: 'ada' }))).toBe('INVALID_UMA_ADDRESS');
    expect(codeOf(await lookUp({ customerId: 'Customer:018bcfe5-6800-7000-8000-00000000beef' }))).toBe(
      'USER_NOT_FOUND',
    );
    expect(asked).toHaveLength(1);
  });

  it('is refused for text that is not an address, and in an environment without a layer', async () => {
    expect(codeOf(await lookUp({ receiverUmaAddress: 'bob@bank.example' }))).toBe('INVALID_UMA_ADDRESS');
    const { play } = host;
    const live = {
      ...play.context(),
      tenant: tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as never, 'PRODUCTION'),
    };
    const request = { receiverUmaAddress: RECEIVER, customerId: host.customer.id };
    expect(codeOf(await play.core.uma.lookUp(live, request))).toBe('NOT_IMPLEMENTED');
    expect(asked).toEqual([]);
  });

  it('is refused if the answer is for another receiver or signed by another key', async () => {
    offered = () => ({ receiver: '$success.usd@sandbox.uma.money' });
    expect(codeOf(await lookUp())).toBe('INVALID_SIGNATURE');
    offered = () => ({});
    signedAs = { isSignedBy: async () => false };
    expect(codeOf(await lookUp())).toBe('INVALID_SIGNATURE');
  });

  it('is verified with the keys of the institution of the receiver, not of another that the answer names', async () => {
    signedAs = { vasp: 'bank.example', isSignedBy: async (keys) => keys === 'sandbox' };
    expect(codeOf(await lookUp())).toBe('ok');
  });

  it('names the fields that the institution requests about the payer', async () => {
    offered = () => ({
      payerData: [
        { key: 'identifier', mandatory: true },
        { key: 'name', mandatory: true },
        { key: 'birthDate', mandatory: false },
      ],
    });
    expect(valueOf(await lookUp()).requiredPayerDataFields).toEqual([
      { name: 'FULL_NAME', mandatory: true },
      { name: 'BIRTH_DATE', mandatory: false },
    ]);
    offered = () => ({ payerData: [{ key: 'shoeSize', mandatory: true }] });
    expect(codeOf(await lookUp())).toBe('UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY');
  });
});

describe('the currencies of a lookup', () => {
  const currencies = (lookup: Result<{ readonly supportedCurrencies: readonly { readonly currency: string }[] }>) =>
    lookup.ok ? lookup.value.supportedCurrencies.map(({ currency }) => currency) : lookup.error.code;

  it('are those that this host knows with the same decimals', async () => {
    offered = ({ currencies: [euros] }) => ({
      currencies: [
        { ...euros!, code: 'USD', decimals: 3 },
        { ...euros!, code: 'ZZZ', decimals: 2 },
        { ...euros!, code: 'MXN', decimals: 2 },
        euros!,
      ],
    });
    const lookup = await lookUp();
    expect(currencies(lookup)).toEqual(['MXN', 'EUR']);
    expect(valueOf(lookup).counterparty.currencies.map(({ code }) => code)).toEqual(['MXN', 'EUR']);
    offered = ({ currencies: [euros] }) => ({ currencies: [{ ...euros!, decimals: 3 }] });
    expect(currencies(await lookUp())).toBe('INVALID_CURRENCY');
  });

  it('can be received from one unit on, if the institution says zero', async () => {
    offered = ({ currencies: [euros] }) => ({ currencies: [{ ...euros!, min: 0n, max: 900n }] });
    expect(valueOf(await lookUp()).supportedCurrencies).toMatchObject([{ min: 1n, max: 900n }]);
    offered = ({ currencies: [euros] }) => ({ currencies: [{ ...euros!, min: 2n, max: 900n }] });
    expect(valueOf(await lookUp()).supportedCurrencies).toMatchObject([{ min: 2n, max: 900n }]);
  });

  it('have the rate from one major unit of the sender to one of the receiver', async () => {
    const rate = async (decimals: number, code: string) => {
      offered = ({ currencies: [euros] }) => ({
        currencies: [{ ...euros!, code, decimals, multiplier: rateOf(20_000n, 1n) }],
      });
      return valueOf(await lookUp()).supportedCurrencies[0]!.estimatedExchangeRate;
    };
    const { num, den } = await rate(2, 'EUR');
    // One cent of a dollar is 10 satoshis in the sandbox, and one cent of a euro costs 20 of them.
    expect(rateOf(num, den)).toEqual(rateOf(1n, 2n));
    const yen = await rate(0, 'JPY');
    expect(rateOf(yen.num, yen.den)).toEqual(rateOf(100n, 2n));
  });

  it('are those that can be paid by a layer that both know', async () => {
    const asset = `eip155:${CHAIN_ID}/erc20:${TOKEN}`;
    const layer = `eip155:${CHAIN_ID}`;
    await open({ hasChain: true, hasLightning: false });
    offered = ({ currencies: [euros] }) => ({
      currencies: [euros!, { ...euros!, code: 'USD' }],
      settlements: [{ layer, asset, multipliers: { USD: rateOf(10_000n, 1n) } }],
    });
    const lookup = await lookUp();
    expect(currencies(lookup)).toEqual(['USD']);
    expect(valueOf(lookup).counterparty.currencies.map(({ code }) => code)).toEqual(['USD']);
    offered = () => ({ settlements: [{ layer, asset: 'other', multipliers: { EUR: rateOf(10_000n, 1n) } }] });
    expect(currencies(await lookUp())).toBe('NOT_IMPLEMENTED');
  });
});

describe('the domain that signs for a customer', () => {
  const platform = (umaDomain: string | null) => ({ umaDomain }) as Platform;

  it.each([
    ['its address, if the platform has it', 'own.example', '$ada@own.example', 'own.example'],
    ['the platform, for an address of another domain', 'own.example', '$ada@old.example', 'own.example'],
    ['the host, if the platform has none', null, '$ada@host.example', 'host.example'],
    ['the host, for text that is not an address', null, 'ada', 'host.example'],
  ])('is that of %s', (_, umaDomain, address, domain) => {
    expect(signingDomain(platform(umaDomain), 'host.example', address)).toBe(domain);
  });
});
