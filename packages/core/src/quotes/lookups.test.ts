import { beforeEach, describe, expect, it } from 'vitest';
import { RailUnavailable } from '../accounts/index.js';
import type { Result } from '../kernel/index.js';
import { printRate } from '../money/index.js';
import type { CurrencyPreference, Lookup } from './index.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';

let payer: PlayPayer;
beforeEach(async () => {
  payer = await playPayer();
});

const lookUp = (accountId: string, over: object = {}, of = payer): Promise<Result<Lookup>> =>
  of.play.core.quotes.lookUpAccount(of.play.context(), {
    accountId,
    customerId: of.customerId,
    ...over,
  });
const ABSENT_CUSTOMER = 'Customer:018bcfe5-6800-7000-8000-000000000000';

describe('the lookup of an external account', () => {
  it('returns the currency, and the estimated rate from the currency of the sender', async () => {
    const { id } = await payer.external();
    const { supportedCurrencies, ...lookup } = valueOf(await lookUp(id));
    expect(lookup).toMatchObject({ receiverType: 'EXTERNAL_ACCOUNT', receiver: id, customerId: payer.customerId });
    expect(lookup.expiresAt - payer.play.clock.now()).toBe(600_000);
    const [only] = supportedCurrencies as [CurrencyPreference];
    expect([only.currency, printRate(only.estimatedExchangeRate)]).toEqual(['EUR', 0.92]);
    expect(only.min).toBe(1n);
    expect(only.max).toBe(91_540_000_000n);
  });

  it('returns bounds that follow from the limits of the platform', async () => {
    const supportedCurrencies = [
      {
        currencyCode: 'USD',
        requiredCounterpartyFields: [],
        minAmount: 1_000n,
        maxAmount: 50_000n,
        enabledTransactionTypes: ['OUTGOING'],
      },
    ];
    valueOf(await payer.play.run(payer.play.core.platforms.updateConfig, { supportedCurrencies } as never));
    const { id } = await payer.external();
    const [{ min, max }] = valueOf(await lookUp(id)).supportedCurrencies as [CurrencyPreference];
    const locked = (amount: bigint) =>
      payer.play.run(
        payer.play.core.quotes.create,
        payer.fromAccount(payer.usd.id, id, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: amount }),
      );
    for (const fits of [min, max]) expect((await locked(fits)).ok, `${fits}`).toBe(true);
    expect(await locked(max + 1n)).toMatchObject({ error: { code: 'AMOUNT_OUT_OF_RANGE' } });
  });

  it('accepts a sender by UMA address, and assumes the platform if none is named', async () => {
    const { id } = await payer.external();
    const { customer } = valueOf(await payer.play.read(payer.play.core.customers.get, { id: payer.customerId }));
    const byAddress = { customerId: undefined, senderUmaAddress: customer.umaAddress };
    expect(valueOf(await lookUp(id, byAddress)).customerId).toBe(payer.customerId);
    const senderUmaAddress = customer.umaAddress.toUpperCase();
    for (const over of [{ senderUmaAddress }, { customerId: undefined, senderUmaAddress }]) {
      expect(valueOf(await lookUp(id, over)).customerId).toBe(payer.customerId);
    }
    expect(valueOf(await lookUp(id, { customerId: undefined })).customerId).toBeNull();
    for (const over of [
      { customerId: ABSENT_CUSTOMER },
      { customerId: undefined, senderUmaAddress: '$unknown@localhost:8080' },
    ]) {
      expect(await lookUp(id, over)).toMatchObject({ error: { code: 'USER_NOT_FOUND' } });
    }
  });

  it('fails if the account does not exist, its rail fails, or the rail cannot pay it', async () => {
    expect(await lookUp('ExternalAccount:018bcfe5-6800-7000-8000-000000000000')).toMatchObject({
      error: { code: 'REFERENCE_NOT_FOUND' },
    });
    const down = async (): Promise<never> => {
      throw new RailUnavailable('sandbox-bank', 'look-up', 'no answer');
    };
    const failing = await playPayer({ rails: bankRails({ lookUp: down }) });
    expect(await lookUp((await failing.external()).id, {}, failing)).toMatchObject({
      error: { code: 'LOOKUP_REQUEST_FAILED' },
    });
    const closed = await playPayer({ rails: bankRails({ lookUp: async () => 'unreachable' }) });
    expect(await lookUp((await closed.external()).id, {}, closed)).toMatchObject({
      error: { code: 'INVALID_RECEIVER' },
    });
  });
});

describe('a quote with a lookup', () => {
  const quote = (destination: string, lookupId: string) =>
    payer.play.run(payer.play.core.quotes.create, payer.fromAccount(payer.usd.id, destination, { lookupId }));

  it('is accepted for ten minutes, only to the account that was looked up', async () => {
    const { id } = await payer.external();
    const lookup = valueOf(await lookUp(id));
    payer.play.clock.advance(599);
    await payer.play.core.work.refreshRates();
    expect((await quote(id, lookup.id)).ok).toBe(true);
    const missing = { error: { code: 'LOOKUP_REQUEST_NOT_FOUND' } };
    expect(await quote((await payer.external('891')).id, lookup.id)).toMatchObject(missing);
    expect(await quote(id, 'Lookup:018bcfe5-6800-7000-8000-000000000000')).toMatchObject(missing);
    payer.play.clock.advance(1);
    expect(await quote(id, lookup.id)).toMatchObject(missing);
  });
});
