import { describe, expect, it } from 'vitest';
import type { CurrencyCode, Result } from '../kernel/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { refusal } from '../testing/host.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import type { Quote, QuoteRequest } from './index.js';

const currency = (currencyCode: string, over: object = {}) => ({
  currencyCode,
  requiredCounterpartyFields: [],
  minAmount: 1n,
  maxAmount: 10_000_000n,
  enabledTransactionTypes: ['OUTGOING', 'INCOMING'],
  ...over,
});

const configure = async ({ play }: PlayPayer, ...supportedCurrencies: readonly object[]): Promise<void> => {
  valueOf(await play.run(play.core.platforms.updateConfig, { supportedCurrencies } as never));
};

async function attempt(payer: PlayPayer, over: Partial<QuoteRequest>): Promise<Result<Quote>> {
  const { account } = await payer.internal('EUR');
  return payer.play.run(payer.play.core.quotes.create, payer.fromAccount(payer.usd.id, account.id, over));
}

describe('the limits of the platform for the sending currency', () => {
  it('include their bounds, and are those of no third currency', async () => {
    const payer = await playPayer();
    const limits = { minAmount: 1_000n, maxAmount: 50_000n };
    await configure(payer, currency('GBP', { minAmount: 60_000n }), currency('EUR'), currency('USD', limits));
    const answers = [];
    for (const lockedCurrencyAmount of [999n, 1_000n, 50_000n, 50_001n]) {
      const made = await attempt(payer, { lockedCurrencyAmount });
      answers.push(made.ok ? made.value.totalSendingAmount : made.error.code);
    }
    expect(answers).toEqual(['AMOUNT_OUT_OF_RANGE', 1_000n, 50_000n, 'AMOUNT_OUT_OF_RANGE']);
  });

  it('hold for the amount that is sent, if the amount that arrives is locked', async () => {
    const payer = await playPayer();
    await configure(payer, currency('USD', { maxAmount: 100_000n }), currency('EUR'));
    const locked = (lockedCurrencyAmount: bigint) =>
      attempt(payer, { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount });
    expect(valueOf(await locked(91_540n)).totalSendingAmount).toBe(100_000n);
    expect(refusal(await locked(91_541n)).code).toBe('AMOUNT_OUT_OF_RANGE');
  });
});

describe('the limits of the platform for the receiving currency', () => {
  const limits = { minAmount: 100n, maxAmount: 50_000n };

  it('include their bounds, whichever amount is locked', async () => {
    const payer = await playPayer();
    await configure(payer, currency('USD'), currency('EUR', limits));
    const answers = async (lockedCurrencySide: 'SENDING' | 'RECEIVING', ...amounts: readonly bigint[]) => {
      const made = [];
      for (const lockedCurrencyAmount of amounts) {
        const quote = await attempt(payer, { lockedCurrencySide, lockedCurrencyAmount });
        made.push(quote.ok ? quote.value.totalReceivingAmount : quote.error.code);
      }
      return made;
    };
    const refused = 'AMOUNT_OUT_OF_RANGE';
    expect(await answers('RECEIVING', 99n, 100n, 50_000n, 50_001n)).toEqual([refused, 100n, 50_000n, refused]);
    expect(await answers('SENDING', 109n, 110n, 54_620n, 54_622n)).toEqual([refused, 100n, 49_999n, refused]);
  });

  it('are not asked of a currency that the platform has not configured', async () => {
    const payer = await playPayer();
    await configure(payer, currency('USD'));
    expect((await attempt(payer, { lockedCurrencyAmount: 3n })).ok).toBe(true);
  });

  it('bound what a lookup and the exchange rates tell', async () => {
    const payer = await playPayer();
    await configure(payer, currency('USD'), currency('EUR', limits));
    const { id: accountId } = await payer.external();
    const { play, customerId } = payer;
    const lookup = valueOf(await play.core.quotes.lookUpAccount(play.context(), { accountId, customerId }));
    expect(lookup.supportedCurrencies).toMatchObject([{ currency: 'EUR', min: 100n, max: 50_000n }]);

    const filter = { sourceCurrency: 'USD', destinationCurrency: ['EUR'] };
    const [rate] = valueOf(await play.read(play.core.rates.exchangeRates, filter));
    const { minSendingAmount, maxSendingAmount } = rate!;
    const quoted = async (lockedCurrencyAmount: bigint) => (await attempt(payer, { lockedCurrencyAmount })).ok;
    const tried = [minSendingAmount - 1n, minSendingAmount, maxSendingAmount, maxSendingAmount + 1n];
    expect(await Promise.all(tried.map(quoted))).toEqual([false, true, true, false]);
  });
});

describe('a payment is not quoted', () => {
  it('in a currency whose outgoing payments the platform has not enabled', async () => {
    const payer = await playPayer();
    const refused = { code: 'INVALID_CURRENCY', fields: [] };
    await configure(payer, currency('USD', { enabledTransactionTypes: ['INCOMING'] }), currency('EUR'));
    expect(refusal(await attempt(payer, {}))).toEqual(refused);
    await configure(payer, currency('EUR'));
    expect(refusal(await attempt(payer, {}))).toEqual(refused);
    await configure(payer, currency('EUR'), currency('USD', { enabledTransactionTypes: ['OUTGOING'] }));
    expect((await attempt(payer, {})).ok).toBe(true);
  });

  it('with a fee of the platform that is not valid', async () => {
    const payer = await playPayer();
    const platformFeeOverride = { fixed: { amount: 1n, currency: 'EUR' }, variableBps: 0.5 };
    expect(refusal(await attempt(payer, { platformFeeOverride }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['platformFeeOverride.platformVariableFeeBps', 'platformFeeOverride.platformFixedFee.currency'],
    });
  });

  it('if its fees use up the amount, or the amount is zero', async () => {
    const payer = await playPayer();
    const platformFeeOverride = { fixed: { amount: 5_000n, currency: 'USD' }, variableBps: 0 };
    for (const lockedCurrencyAmount of [0n, 5_000n]) {
      const made = await attempt(payer, { platformFeeOverride, lockedCurrencyAmount });
      expect(refusal(made).code).toBe('AMOUNT_OUT_OF_RANGE');
    }
  });
});

it('a corridor that requires verified accounts is open to the internal accounts of this ledger', async () => {
  const corridor = { source: 'USD' as CurrencyCode, destination: 'EUR' as CurrencyCode, ownershipVerification: true };
  const payer = await playPayer({
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      corridors: [corridor],
    },
  });
  const unverified = payer.fromAccount(payer.usd.id, (await payer.external('102')).id);
  const refused = await payer.play.run(payer.play.core.quotes.create, unverified);
  expect(refusal(refused).code).toBe('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
  expect(valueOf(await attempt(payer, {}))).toMatchObject({ rail: null, paymentRail: null, settlementSeconds: null });
});
