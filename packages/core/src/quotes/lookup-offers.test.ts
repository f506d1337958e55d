import { describe, expect, it } from 'vitest';
import { exampleAccountInfo } from '../accounts/index.js';
import { Bug, type CurrencyCode, type Result } from '../kernel/index.js';
import { MAX_AMOUNT, rateOf } from '../money/index.js';
import type { CorridorSetting } from '../rates/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { refusal } from '../testing/host.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails, type PlayPayer, playPayer } from '../testing/play-payer.js';
import type { CurrencyPreference, Lookup } from './index.js';

const OPTIONS = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32).fill(1), publicAuthority: 'localhost:8080' };
const EUR = 'EUR' as CurrencyCode;

const payerWith = (over: Partial<CorridorSetting>): Promise<PlayPayer> =>
  playPayer({ options: { ...OPTIONS, corridors: [{ source: 'USD' as CurrencyCode, destination: EUR, ...over }] } });

const currency = (currencyCode: string, minAmount: bigint, maxAmount: bigint) => ({
  currencyCode,
  requiredCounterpartyFields: [],
  minAmount,
  maxAmount,
  enabledTransactionTypes: ['OUTGOING'],
});
const configure = async ({ play }: PlayPayer, ...supportedCurrencies: readonly object[]): Promise<void> => {
  valueOf(await play.run(play.core.platforms.updateConfig, { supportedCurrencies } as never));
};

const lookUp = (of: PlayPayer, accountId: string, over: object = {}): Promise<Result<Lookup>> =>
  of.play.core.quotes.lookUpAccount(of.play.context(), { accountId, customerId: of.customerId, ...over });
async function offered(of: PlayPayer, accountId?: string): Promise<CurrencyPreference> {
  const { supportedCurrencies } = valueOf(await lookUp(of, accountId ?? (await of.external()).id));
  expect(supportedCurrencies).toHaveLength(1);
  return supportedCurrencies[0]!;
}
const boundsOf = async (of: PlayPayer): Promise<readonly bigint[]> => {
  const { min, max } = await offered(of);
  return [min, max];
};

describe('a lookup offers', () => {
  it('what the limits of the platform allow, or those of the corridor if they are narrower', async () => {
    // 0.92 euros for a dollar, less 0.5 % of the largest amount.
    const bounds: (readonly bigint[])[] = [];
    for (const corridor of [
      {},
      { minAmount: 2_000n, maxAmount: 40_000n },
      { minAmount: 500n, maxAmount: 60_000n },
      { transactionCap: 30_000n },
      { maxAmount: 20_000n, transactionCap: 30_000n },
    ]) {
      const of = await payerWith(corridor);
      await configure(of, currency('GBP', 7n, 8n), currency('USD', 1_000n, 50_000n));
      bounds.push(await boundsOf(of));
    }
    expect(bounds).toEqual([
      [920n, 45_770n],
      [1_840n, 36_616n],
      [920n, 45_770n],
      [920n, 27_462n],
      [920n, 18_308n],
    ]);
  });

  it('any amount, if the platform has no limits for the currency of the sender', async () => {
    const of = await playPayer();
    await configure(of, currency('GBP', 7n, 8n));
    expect(await boundsOf(of)).toEqual([1n, (MAX_AMOUNT * 995n * 92n) / 100_000n]);
  });

  it('what the platform allows for the receiving currency, if that is narrower', async () => {
    const of = await playPayer();
    await configure(of, currency('EUR', 1_000n, 40_000n), currency('USD', 1_000n, 50_000n));
    expect(await boundsOf(of)).toEqual([1_000n, 40_000n]);
    const { id } = await of.dollars();
    await configure(of, currency('EUR', 1n, 60_000n), currency('USD', 2_000n, 50_000n));
    expect(await offered(of, id)).toMatchObject({ min: 2_000n, max: 50_000n });
  });

  it('at most the largest amount, though more would arrive', async () => {
    const of = await playPayer();
    const { id } = await of.dollars();
    await configure(of, currency('USD', 1n, MAX_AMOUNT), currency('EUR', 1n, MAX_AMOUNT));
    expect((await offered(of, id)).max).toBe(MAX_AMOUNT);
    // Little more than the largest amount would arrive, which a computation still holds.
    await configure(of, currency('USD', 1n, MAX_AMOUNT), currency('EUR', 1n, 8_323_000_000_000_000n));
    expect((await offered(of, id)).max).toBe(MAX_AMOUNT);
    await configure(of, currency('USD', 1n, MAX_AMOUNT), currency('EUR', 1n, 920_000n));
    expect((await offered(of, id)).max).toBe(995_000n);
  });

  it('no minimum above its maximum', async () => {
    const of = await playPayer();
    await configure(of, currency('USD', 1_000n, 1_000n));
    expect(await boundsOf(of)).toEqual([915n, 915n]);
  });

  it('the currency itself at the rate 1, if the sender has no other', async () => {
    const of = await playPayer({}, { currencies: ['USD'] });
    const { id } = await of.dollars();
    await configure(of, currency('USD', 1_000n, 50_000n));
    expect(await offered(of, id)).toEqual({
      currency: 'USD',
      estimatedExchangeRate: rateOf(1n, 1n),
      min: 1_000n,
      max: 50_000n,
    });
  });

  it('the rate from the first account of the sender that is in another currency', async () => {
    const of = await playPayer({}, { currencies: ['EUR', 'USD'] });
    expect((await offered(of)).estimatedExchangeRate).toEqual(rateOf(23n, 25n));
  });

  it('with it the fields of the payer that a quote in the currency requires', async () => {
    const requirement = {
      currency: EUR,
      customerFields: ['FULL_NAME', 'BIRTH_DATE'],
      counterpartyCustomerFields: [],
    } as const;
    const of = await playPayer({ options: { ...OPTIONS, providerRequirements: [requirement] } });
    expect(valueOf(await lookUp(of, (await of.external()).id)).requiredPayerDataFields).toEqual([
      { name: 'FULL_NAME', mandatory: true },
      { name: 'BIRTH_DATE', mandatory: true },
    ]);
    expect(valueOf(await lookUp(of, (await of.dollars()).id)).requiredPayerDataFields).toEqual([]);
  });
});

describe('a lookup is refused', () => {
  it('for a sender that is not a customer, and the error names the field', async () => {
    const of = await playPayer();
    const { id } = await of.external();
    for (const customerId of ['nonsense', of.usd.id])
      expect(refusal(await lookUp(of, id, { customerId }))).toEqual({ code: 'INVALID_INPUT', fields: ['customerId'] });
  });

  it('for an account whose ownership is not verified', async () => {
    const of = await playPayer();
    const wallet = await of.play.run(of.play.core.accounts.addExternal, {
      ownerType: 'CUSTOMER',
      customerId: of.customerId,
      currency: 'USDC',
      ownershipType: 'FIRST_PARTY',
      accountInfo: exampleAccountInfo('SOLANA_WALLET'),
    });
    const code = 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED';
    expect(refusal(await lookUp(of, valueOf(wallet).id)).code).toBe(code);
  });

  it('without a current rate', async () => {
    const of = await playPayer();
    const { id } = await of.external();
    of.play.clock.advance(7 * 86_400);
    expect(refusal(await lookUp(of, id)).code).toBe('QUOTE_REQUEST_FAILED');
  });
});

it('a rail that throws when it is asked about an account did not answer, and a bug in it is a defect', async () => {
  const failing = async (cause: Error) => {
    const of = await playPayer({ rails: bankRails({ lookUp: () => Promise.reject(cause) }) });
    return lookUp(of, (await of.external()).id);
  };
  expect(refusal(await failing(new TypeError('broken'))).code).toBe('LOOKUP_REQUEST_FAILED');
  await expect(failing(new Bug('broken'))).rejects.toThrow('broken');
});
