import { beforeEach, describe, expect, it } from 'vitest';
import { exampleAccountInfo, INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { transition } from '../kernel/index.js';
import { mulDiv, rateOf } from '../money/index.js';
import { playBlocks } from '../testing/play-blocks.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { lightningDirectory } from '../testing/lightning-directory.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { CHAIN_ID, TOKEN } from '../testing/uma-hosts.js';
import { DOMAIN, type UmaReceiver, umaReceiver } from '../testing/uma-receiver.js';

const directory = lightningDirectory();
let clock: FixedClock;
let receiver: UmaReceiver;

const open = async (over: { readonly hasChain?: boolean; readonly hasLightning?: boolean } = {}) => {
  receiver = await umaReceiver({ clock, lightningDirectory: directory(), ...over });
};
beforeEach(async () => {
  clock = fixedClock();
  await open();
});

const CHAIN = { layer: `eip155:${CHAIN_ID}`, asset: `eip155:${CHAIN_ID}/erc20:${TOKEN}` };

describe('an offer to another institution', () => {
  it('has the currencies of the receiver and the limits of an invoice, signed by the domain', async () => {
    await receiver.configure(['EUR', {}], ['USD', { minAmount: 50n, maxAmount: 900_000n }]);
    expect(valueOf(await receiver.offer(receiver.username.toUpperCase()))).toBe('the offer');
    expect(receiver.urls).toEqual([`https://${DOMAIN}/.well-known/lnurlp/${receiver.username.toUpperCase()}?nonce=1`]);
    const address = `${receiver.username}@${DOMAIN}`;
    const [answer] = receiver.offers;
    const [first, second] = answer!.currencies;
    const of = (code: string) => answer!.currencies.find((each) => each.code === code)!;
    expect(answer).toEqual({
      request: expect.objectContaining({ raw: receiver.urls[0], vasp: 'bank.example' }) as object,
      signer: { domain: DOMAIN, signingKey: expect.any(String) as string },
      callback: `https://${DOMAIN}/uma/payreq/${encodeURIComponent(receiver.username)}`,
      metadata: JSON.stringify([
        ['text/plain', `Pay ${address}`],
        ['text/identifier', address],
      ]),
      minMsat: expect.any(BigInt) as bigint,
      maxMsat: expect.any(BigInt) as bigint,
      currencies: [first, second],
      payerData: [],
      isSubjectToTravelRule: false,
    });
    expect(of('EUR')).toMatchObject({ name: 'Euro', symbol: '€', decimals: 2, min: 100n, max: 500_000n });
    expect(of('USD')).toMatchObject({ decimals: 2, min: 50n, max: 900_000n });
    const msat = (code: string, amount: bigint) =>
      mulDiv(amount, of(code).multiplier.num, of(code).multiplier.den, 'ceil');
    expect(of('USD').multiplier).toEqual(rateOf(10_000n, 1n));
    // The smallest invoice is of whole satoshis.
    expect(answer!.minMsat).toBe(mulDiv(msat('USD', 50n), 1n, 1_000n, 'ceil') * 1_000n);
    expect(answer!.maxMsat).toBe(msat('USD', 900_000n));
  });

  it('asks for at least one unit, and for no more than all bitcoin', async () => {
    await receiver.configure(['USD', { minAmount: 0n, maxAmount: 9_000_000_000_000_000n }]);
    valueOf(await receiver.offer());
    expect(receiver.offers[0]!.currencies).toMatchObject([{ min: 1n }]);
    expect([receiver.offers[0]!.minMsat, receiver.offers[0]!.maxMsat]).toEqual([10_000n, 2_100_000_000_000_000n]);
  });

  it('asks for the payer data of all incoming currencies, mandatory if one of them needs it', async () => {
    const fields = (...named: readonly (readonly [string, boolean])[]) => ({
      requiredCounterpartyFields: named.map(([name, mandatory]) => ({ name, mandatory })),
    });
    await receiver.configure(
      ['EUR', fields(['FULL_NAME', true], ['EMAIL', false])],
      ['USD', fields(['FULL_NAME', false], ['BIRTH_DATE', false])],
      ['MXN', fields(['EMAIL', true])],
      ['GBP', { ...fields(['NATIONALITY', true]), enabledTransactionTypes: ['OUTGOING'] }],
    );
    valueOf(await receiver.offer());
    expect(receiver.offers[0]!.payerData).toEqual([
      { key: 'name', mandatory: true },
      { key: 'email', mandatory: true },
      { key: 'birthDate', mandatory: false },
    ]);
    expect(receiver.offers[0]!.currencies.map(({ code }) => code)).not.toContain('GBP');
  });

  it('begins with the currency of the default deposit account', async () => {
    await receiver.configure(['USD', {}], ['EUR', {}]);
    const { core, run } = receiver.host.play;
    const codes = async () => {
      valueOf(await receiver.offer());
      return receiver.offers.at(-1)!.currencies.map(({ code }) => code);
    };
    const usual = await codes();
    const account = valueOf(
      await run(core.accounts.addExternal, {
        ownerType: 'CUSTOMER',
        customerId: receiver.host.customer.id,
        currency: usual[1]!,
        accountInfo: exampleAccountInfo(usual[1] === 'USD' ? 'USD_ACCOUNT' : 'EUR_ACCOUNT'),
        defaultUmaDepositAccount: true,
      }),
    );
    expect(await codes()).toEqual([usual[1], usual[0]]);
    valueOf(await run(core.accounts.deleteExternal, { id: account.id }));
    expect(await codes()).toEqual(usual);
  });

  it('follows the order of the currencies of the customer', async () => {
    await receiver.configure(['USD', {}], ['EUR', {}], ['MXN', {}]);
    const codes = async () => {
      valueOf(await receiver.offer());
      return receiver.offers.at(-1)!.currencies.map(({ code }) => code);
    };
    await receiver.change({ currencies: ['MXN', 'USD'] });
    expect((await codes()).slice(0, 2)).toEqual(['MXN', 'USD']);
    await receiver.change({ currencies: ['EUR', 'MXN', 'USD'] });
    expect((await codes()).slice(0, 3)).toEqual(['EUR', 'MXN', 'USD']);
  });

  it('leaves out currencies whose account was closed', async () => {
    await receiver.configure(['USD', {}], ['EUR', {}]);
    const { storage, tenant, context } = receiver.host.play;
    const { id } = await receiver.host.account('EUR');
    await storage.units.run(tenant, async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, id))!;
      return transition(tx, context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close');
    });
    valueOf(await receiver.offer());
    expect(receiver.offers[0]!.currencies.map(({ code }) => code)).toEqual(['USD']);
  });

  it.each(['customers', 'platforms'] as const)(
    'is refused while one of the %s is blocked, as by any other receiver who cannot receive',
    async (kind) => {
      await receiver.configure(['USD', {}]);
      const { play, customer } = receiver.host;
      const blocks = await playBlocks(play);
      await blocks.block(kind, kind === 'customers' ? customer.id : '', false);
      const blocked = await receiver.offer();
      await blocks.unblock(kind, kind === 'customers' ? customer.id : '');
      valueOf(await receiver.offer());
      await receiver.change({ kycStatus: 'REJECTED' });
      expect(blocked).toEqual(await receiver.offer());
      expect(codeOf(blocked)).toBe('INVALID_RECEIVER');
    },
  );

  it('is refused by a receiver without an account for an incoming currency', async () => {
    await receiver.configure(['EUR', { enabledTransactionTypes: ['OUTGOING'] }]);
    expect(codeOf(await receiver.offer())).toBe('INVALID_RECEIVER');
  });

  it('names no layers on a host with Lightning alone, and each with its rates on others', async () => {
    valueOf(await receiver.offer());
    expect(receiver.offers[0]).not.toHaveProperty('settlements');
    await open({ hasChain: true });
    await receiver.configure(['USD', {}], ['EUR', {}]);
    valueOf(await receiver.offer());
    const { currencies, settlements } = receiver.offers.at(-1)!;
    const [lightning, chain] = settlements!;
    expect(settlements).toHaveLength(2);
    expect(lightning).toEqual({
      layer: 'ln',
      asset: 'BTC',
      multipliers: Object.fromEntries(currencies.map(({ code, multiplier }) => [code, multiplier])),
    });
    expect(chain).toMatchObject(CHAIN);
    expect(chain!.multipliers['USD']).toEqual(rateOf(10_000n, 1n));
    await open({ hasChain: true, hasLightning: false });
    valueOf(await receiver.offer());
    expect(receiver.offers.at(-1)!.settlements).toMatchObject([CHAIN]);
  });

  it.each([
    ['is not an address', 'ada', 'UMA_NOT_FOUND'],
    ['belongs to no customer', '$none', 'UMA_NOT_FOUND'],
  ])('is refused for a name that %s', async (_, name, code) => {
    expect(codeOf(await receiver.offer(name))).toBe(code);
    expect(codeOf(await receiver.host.play.core.uma.serve.payRequest(DOMAIN, name, ''))).toBe(code);
  });

  it('is refused for a domain of another host', async () => {
    expect(codeOf(await receiver.offer(receiver.username, 'other.example'))).toBe('UMA_NOT_FOUND');
  });

  it.each([
    ['who is under review', { kycStatus: 'PENDING' }],
    ['whose identity was rejected', { kycStatus: 'REJECTED' }],
  ])('is refused for a customer %s', async (_, values) => {
    await receiver.change(values);
    expect([codeOf(await receiver.offer()), codeOf(await receiver.pay())]).toEqual([
      'INVALID_RECEIVER',
      'INVALID_RECEIVER',
    ]);
  });

  it('is refused for a customer who has not accepted the terms that the platform requires', async () => {
    const { core, run } = receiver.host.play;
    valueOf(await run(core.platforms.updateOperatorSettings, { requiresEndUserTerms: true }));
    expect(codeOf(await receiver.offer())).toBe('INVALID_RECEIVER');
    await receiver.change({ endUserTermsConsent: { version: '1' } });
    expect(codeOf(await receiver.offer())).toBe('ok');
  });

  it('is refused if the request is not signed by the institution', async () => {
    receiver.isSigned = false;
    expect([codeOf(await receiver.offer()), codeOf(await receiver.pay())]).toEqual([
      'INVALID_SIGNATURE',
      'INVALID_SIGNATURE',
    ]);
    expect([receiver.offers, receiver.answers]).toEqual([[], []]);
  });
});

describe('a domain', () => {
  it('of no platform has the name of the host, and one of a platform the name of the platform', async () => {
    const { core, run } = receiver.host.play;
    expect(valueOf(await receiver.host.play.core.uma.serve.configuration(DOMAIN))).toBe('configuration of Play');
    valueOf(await run(core.platforms.updateConfig, { umaDomain: 'own.example' }));
    expect(valueOf(await receiver.host.play.core.uma.serve.configuration('own.example'))).toBe('configuration of Play');
  });

  it('that no platform uses has no documents', async () => {
    const answered = [
      await receiver.host.play.core.uma.serve.keys('other.example'),
      await receiver.host.play.core.uma.serve.configuration('other.example'),
      await receiver.host.play.core.uma.serve.notice('other.example', 'x', ''),
    ];
    expect(answered.map(codeOf)).toEqual(['REFERENCE_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'REFERENCE_NOT_FOUND']);
  });
});
