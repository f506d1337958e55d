import { describe, expect, it } from 'vitest';
import { type CurrencyCode, ok, type Result } from '../kernel/index.js';
import type { Quote, QuoteRequest } from './index.js';
import { type CorridorSetting, DAILY_VOLUMES, type DailyVolume, reserveDailyVolume } from '../rates/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { fixedClock } from '../testing/ports.js';
import { transactionOf } from './payment.js';

const usdEur = (over: Partial<CorridorSetting>): CorridorSetting => ({
  source: 'USD' as CurrencyCode,
  destination: 'EUR' as CurrencyCode,
  ...over,
});

/** A payer on a host with these corridors. The payments are of 1,000 dollars. */
const payerWith = (...corridors: readonly CorridorSetting[]): Promise<PlayPayer> =>
  playPayer({
    clock: fixedClock(),
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      corridors,
    },
  });
const codeOf = (result: Result<unknown>): string | null => (result.ok ? null : result.error.code);

async function attempt(payer: PlayPayer, amount: bigint, suffix?: string) {
  const { play, fromAccount, external, usd } = payer;
  const request = fromAccount(usd.id, (await external(suffix)).id, { lockedCurrencyAmount: amount });
  return play.run(play.core.quotes.create, request);
}

describe('a quote in a corridor', () => {
  it('has the validity and the fee of the corridor', async () => {
    const payer = await payerWith(usdEur({ variableFeeBps: 10, fixedFee: 25n, quoteSeconds: 30 }));
    const made = valueOf(await attempt(payer, 100_000n));
    expect(made).toMatchObject({ serviceFee: 125n, serviceFeeBps: 10, serviceFixedFee: 25n });
    expect(made.expiresAt - payer.play.clock.now()).toBe(30_000);
    await payer.play.pass(31);
    expect((await payer.quote(made.id)).status).toBe('EXPIRED');
  });

  it('has the mid-rate less the spread of the corridor, and keeps both with the source and its time', async () => {
    const payer = await payerWith(usdEur({ spreadBps: 250 }), usdEur({ rail: 'SEPA_INSTANT', spreadBps: 0 }));
    const { play } = payer;
    const asOf = play.clock.now();
    const { id } = await payer.external();
    const by = (paymentRail: 'SEPA' | 'SEPA_INSTANT', over: Partial<QuoteRequest> = {}) =>
      payer.quoted(
        payer.fromAccount(payer.usd.id, '', {
          destination: { destinationType: 'ACCOUNT', accountId: id, paymentRail },
          ...over,
        }),
      );
    // 1,000 dollars less a fee of 5 are 995, at 0.92 less 2.5 %: 892.515 euros.
    const mid = { num: 23n, den: 25n };
    const made = await by('SEPA');
    expect(made).toMatchObject({
      serviceFee: 500n,
      totalReceivingAmount: 89_251n,
      exchangeRate: { num: 897n, den: 1_000n },
    });
    expect(made.rateBasis).toEqual({ mid, spreadBps: 250, origins: [{ source: 'sandbox', asOf }] });
    expect(await by('SEPA_INSTANT')).toMatchObject({
      totalReceivingAmount: 91_540n,
      exchangeRate: mid,
      rateBasis: { mid, spreadBps: 0 },
    });
    // 892.51 euros cost what a locked sending amount would have had to be, not a cent less.
    const locked = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 89_251n } as const;
    expect(await by('SEPA', locked)).toMatchObject({ totalSendingAmount: 100_000n, totalReceivingAmount: 89_251n });

    valueOf(await payer.execute(made.id));
    await play.pass(0);
    expect(await payer.payment(made)).toMatchObject({ status: 'COMPLETED', receivedAmount: 89_251n });
    await payer.auditClean();
  });

  it('has the rate that an exchange rate and a lookup show', async () => {
    const payer = await payerWith(usdEur({ spreadBps: 37 }), usdEur({ rail: 'SEPA', spreadBps: 250 }));
    const { play } = payer;
    const made = valueOf(await attempt(payer, 100_000n));
    const filter = { sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: 100_000n };
    const rows = valueOf(await play.read(play.core.rates.exchangeRates, filter));
    expect(rows.find(({ destinationPaymentRail }) => destinationPaymentRail === 'SEPA')).toMatchObject({
      exchangeRate: made.exchangeRate,
      receivingAmount: made.totalReceivingAmount,
    });
    expect(rows.find(({ destinationPaymentRail }) => destinationPaymentRail === 'SEPA_INSTANT')).toMatchObject({
      exchangeRate: { num: 229_149n, den: 250_000n },
    });
    const looked = valueOf(
      await play.core.quotes.lookUpAccount(play.context(), {
        accountId: (await payer.external('891')).id,
        customerId: payer.customerId,
      }),
    );
    expect(looked.supportedCurrencies).toMatchObject([{ estimatedExchangeRate: made.exchangeRate }]);
  });

  it('has the terms of the requested payment rail, or of the first that reaches the account', async () => {
    const payer = await payerWith(
      usdEur({ variableFeeBps: 30 }),
      usdEur({ rail: 'SEPA', variableFeeBps: 20 }),
      usdEur({ rail: 'SEPA_INSTANT', variableFeeBps: 10 }),
    );
    const { id } = await payer.external();
    const feeBy = async (paymentRail?: 'SEPA' | 'SEPA_INSTANT') => {
      const destination = { destinationType: 'ACCOUNT', accountId: id, paymentRail } as const;
      return (await payer.quoted(payer.fromAccount(payer.usd.id, '', { destination }))).serviceFeeBps;
    };
    expect([await feeBy('SEPA_INSTANT'), await feeBy('SEPA'), await feeBy()]).toEqual([10, 20, 20]);
    const inside = await payer.internal('EUR');
    const within = await payer.quoted(payer.fromAccount(payer.usd.id, inside.account.id));
    expect(within.serviceFeeBps).toBe(30);
  });

  it('names that payment rail, and whether it was requested', async () => {
    const payer = await payerWith();
    const { id } = await payer.external();
    const promisedBy = async (paymentRail: 'SEPA_INSTANT' | undefined, kept: Partial<Quote>) => {
      const destination = { destinationType: 'ACCOUNT', accountId: id, paymentRail } as const;
      const quote = await payer.quoted(payer.fromAccount(payer.usd.id, '', { destination }));
      const promised = transactionOf({ tenant: quote.tenant, now: quote.createdAt }, { ...quote, ...kept });
      return [promised.paymentRail, promised.railSelectionMode];
    };
    expect(await promisedBy('SEPA_INSTANT', {})).toEqual(['SEPA_INSTANT', 'MANUAL']);
    expect(await promisedBy(undefined, {})).toEqual(['SEPA', 'AUTO']);
    // A quote from before payment rails were stored promises the requested payment rail, or none.
    expect(await promisedBy('SEPA_INSTANT', { paymentRail: null })).toEqual(['SEPA_INSTANT', 'MANUAL']);
    expect(await promisedBy(undefined, { paymentRail: null })).toEqual([null, 'AUTO']);
  });

  it('is refused below and above its range, and above the cap of one transaction', async () => {
    const payer = await payerWith(usdEur({ minAmount: 1_000n, maxAmount: 9_000n, transactionCap: 5_000n }));
    const codes: (string | null)[] = [];
    for (const amount of [999n, 1_000n, 5_000n, 5_001n, 9_001n])
      codes.push(codeOf(await attempt(payer, amount, `${amount}`)));
    expect(codes).toEqual([
      'AMOUNT_OUT_OF_RANGE',
      null,
      null,
      'TRANSACTION_SIZE_LIMIT_EXCEEDED',
      'AMOUNT_OUT_OF_RANGE',
    ]);
  });

  it.each([
    ['890', null],
    ['107', null],
    ['102', 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'],
    ['104', 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED'],
  ])('that requires verified accounts, to an account ending in %s: %s', async (suffix, refusal) => {
    const payer = await payerWith(usdEur({ ownershipVerification: true }));
    expect(codeOf(await attempt(payer, 1_000n, suffix))).toBe(refusal);
  });
});

describe('the daily volume of a corridor', () => {
  const volumes = async ({ play }: PlayPayer): Promise<readonly DailyVolume[]> =>
    (await play.core.units.read(play.tenant, (reads) => reads.list(DAILY_VOLUMES, { order: 'asc', limit: 10 }))).rows;
  const remaining = async (payer: PlayPayer) => (await volumes(payer)).map((row) => row.remaining);

  it('is used by executions, not by quotes, and starts again at midnight UTC', async () => {
    const payer = await payerWith(usdEur({ dailyVolume: 250_000n, quoteSeconds: 86_400 }));
    const { id } = await payer.external();
    const quotes = [];
    for (let at = 0; at < 3; at += 1) quotes.push(await payer.quoted(payer.fromAccount(payer.usd.id, id)));
    expect(await volumes(payer)).toEqual([]);
    valueOf(await payer.execute(quotes[0]!.id));
    valueOf(await payer.execute(quotes[1]!.id));
    expect(await payer.execute(quotes[2]!.id)).toMatchObject({
      // The test clock starts at noon.
      error: { code: 'DAILY_VOLUME_LIMIT_EXCEEDED', details: { retryAfter: 12 * 60 * 60 } },
    });
    expect((await payer.quote(quotes[2]!.id)).status).toBe('PENDING');
    expect(await payer.internal('USD')).toMatchObject({ available: 800_000n, held: 200_000n });
    await payer.play.pass(12 * 60 * 60);
    valueOf(await payer.execute(quotes[2]!.id));
    expect(await volumes(payer)).toMatchObject([
      { corridor: 'USD/EUR', day: '2026-01-15', cap: 250_000n, remaining: 50_000n },
      { corridor: 'USD/EUR', day: '2026-01-16', cap: 250_000n, remaining: 150_000n },
    ]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('is not exceeded by concurrent payments, even when the first one creates its row', async () => {
    const payer = await payerWith(usdEur({ dailyVolume: 300_000n }));
    const { id } = await payer.external();
    const request = payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true });
    const { play } = payer;
    const answers = await Promise.all(Array.from({ length: 8 }, () => play.run(play.core.quotes.create, request)));
    expect(answers.map(codeOf).filter((code) => code === null)).toHaveLength(3);
    expect(answers.map(codeOf).filter((code) => code === 'DAILY_VOLUME_LIMIT_EXCEEDED')).toHaveLength(5);
    expect(await remaining(payer)).toEqual([0n]);
    await payer.play.pass(0);
    await payer.auditClean();
  });

  it('is given back by a payment that fails before its delivery, and not by a returned one', async () => {
    const payer = await payerWith(usdEur({ dailyVolume: 250_000n }));
    const failing = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('002')).id));
    valueOf(await payer.execute(failing.id));
    expect(await remaining(payer)).toEqual([150_000n]);
    await payer.play.pass(0);
    expect(await payer.payment(failing)).toMatchObject({ status: 'FAILED' });
    expect(await remaining(payer)).toEqual([250_000n]);
    const returning = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('005')).id));
    valueOf(await payer.execute(returning.id));
    await payer.play.pass(0);
    await payer.play.pass(60);
    expect(await payer.payment(returning)).toMatchObject({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED' });
    expect(await remaining(payer)).toEqual([150_000n]);
    await payer.auditClean();
  });

  it('is given back once, to the day it was taken from, by a payment cancelled or not collected after midnight', async () => {
    const payer = await payerWith(usdEur({ dailyVolume: 400_000n }));
    const { play } = payer;
    play.clock.advance(12 * 60 * 60 - 10);
    await play.core.work.refreshRates();
    const slow = (await payer.dollars('005')).id;
    const start = async (from: string, suffix: string) =>
      payer.quoted(payer.fromAccount(from, (await payer.external(suffix)).id, { immediatelyExecute: true }));
    const [collecting, delivering, failing] = [
      await start(slow, '891'),
      await start(payer.usd.id, '003'),
      await start(slow, '892'),
    ];
    await play.pass(0);
    expect(await remaining(payer)).toEqual([100_000n]);
    await play.pass(15);
    for (const { transactionId: id } of [collecting, delivering]) {
      const cancel = () => play.core.transactions.cancel(play.context(), { id });
      await Promise.all([cancel(), cancel()]);
    }
    expect(await remaining(payer)).toEqual([300_000n]);
    await play.pass(400);
    expect(await payer.payment(failing)).toMatchObject({ status: 'FAILED', refundStatus: null });
    expect(await remaining(payer)).toEqual([400_000n]);
    await payer.auditClean();
    await start(payer.usd.id, '893');
    expect(await remaining(payer)).toEqual([400_000n, 300_000n]);
  });

  it('refunds money that arrives for a quote above the rest of the volume', async () => {
    const payer = await payerWith(usdEur({ dailyVolume: 150_000n }));
    const { id } = await payer.external();
    const [first, second] = [await payer.quoted(payer.funded(id)), await payer.quoted(payer.funded(id))];
    expect(valueOf(await payer.pay(first)).status).toBe('PROCESSING');
    expect(valueOf(await payer.pay(second))).toMatchObject({ status: 'FAILED', failureReason: 'LIMIT_EXCEEDED' });
    await payer.play.pass(0);
    expect(await payer.payment(second)).toMatchObject({
      refundStatus: 'COMPLETED',
      refundReason: 'TRANSACTION_FAILED',
    });
    expect((await payer.quote(second.id)).status).toBe('FAILED');
    expect(await remaining(payer)).toEqual([50_000n]);
    await payer.auditClean();
  });

  it('applies a cap that changed during the day', async () => {
    const payer = await payerWith();
    const reserve = (dailyVolume: bigint) =>
      payer.play.run(async (tx, ctx) => {
        const limit = { corridor: 'USD/EUR', amount: dailyVolume };
        return ok(await reserveDailyVolume(tx, ctx, limit, 100n));
      }, undefined);
    expect(codeOf(await reserve(250n))).toBeNull();
    expect(codeOf(await reserve(250n))).toBeNull();
    expect(codeOf(await reserve(250n))).toBe('DAILY_VOLUME_LIMIT_EXCEEDED');
    expect(codeOf(await reserve(300n))).toBeNull();
    expect(codeOf(await reserve(100n))).toBe('DAILY_VOLUME_LIMIT_EXCEEDED');
    expect(codeOf(await reserve(400n))).toBeNull();
    expect(await volumes(payer)).toMatchObject([{ cap: 400n, remaining: 0n }]);
  });

  it('stores nothing if no volume is configured', async () => {
    const payer = await payerWith();
    const made = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    valueOf(await payer.execute(made.id));
    expect(await volumes(payer)).toEqual([]);
    expect((await payer.payment(made)).dailyVolumeId).toBeNull();
  });
});

describe('customer fields that providers require', () => {
  it('must be present on the paying customer; the error names all missing ones', async () => {
    const payer = await playPayer({
      options: {
        ...DEFAULT_OPTIONS,
        cursorKey: new Uint8Array(32).fill(1),
        publicAuthority: 'localhost:8080',
        providerRequirements: [
          {
            currency: 'EUR' as CurrencyCode,
            customerFields: ['FULL_NAME', 'BIRTH_DATE', 'NATIONALITY'],
            counterpartyCustomerFields: [],
          },
        ],
      },
    });
    expect(await attempt(payer, 1_000n)).toMatchObject({
      error: { code: 'MISSING_MANDATORY_USER_INFO', details: { fields: ['BIRTH_DATE', 'NATIONALITY'] } },
    });
    const { play, customerId } = payer;
    const known = { id: customerId, birthDate: '1990-12-10', nationality: 'GB' };
    valueOf(await play.run(play.core.customers.update, known as never));
    expect(codeOf(await attempt(payer, 1_000n, '891'))).toBeNull();
  });
});
