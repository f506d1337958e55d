import { beforeEach, describe, expect, it } from 'vitest';
import { DEPOSITS } from '../transactions/index.js';
import { refusal } from '../testing/host.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { CODE, asked, byCode, regulated } from '../testing/play-regulated.js';
import type { Quote } from './index.js';

const NO_QUOTE = 'Quote:01977c5e-71b4-7e02-8a6b-3c2d1e0f9a8b';

let payer: PlayPayer;
let destination: string;
beforeEach(async () => {
  payer = await playPayer();
  destination = (await payer.external()).id;
});
const cancel = (id: string, of: PlayPayer = payer) => of.play.run(of.play.core.quotes.cancel, { id });
const fromDollars = () => payer.quoted(payer.fromAccount(payer.usd.id, destination));
/** Reports the exact money of a quote, with the reference of the quote. */
const arrives = async (quote: Quote, paymentId: string) => {
  const told = await payer.play.core.railTells('SANDBOX', {
    kind: 'arrival',
    rail: 'sandbox-bank',
    paymentId,
    reference: quote.reference!,
    currency: 'USD',
    amount: 100_000n,
    remitter: { name: 'Grace Hopper', account: 'DE89370400440532013000' },
    valueDate: null,
  });
  return valueOf(told);
};

describe('the execution of a quote is refused', () => {
  it('if the quote does not exist', async () => {
    for (const id of [NO_QUOTE, 'nonsense', payer.usd.id]) {
      expect(refusal(await payer.execute(id))).toEqual({ code: 'QUOTE_NOT_FOUND', fields: [] });
      expect(refusal(await cancel(id))).toEqual({ code: 'QUOTE_NOT_FOUND', fields: [] });
    }
  });

  it('if its money has to arrive, and the error names the quote', async () => {
    const quote = await payer.quoted(payer.funded(destination));
    expect(refusal(await payer.execute(quote.id))).toEqual({ code: 'INVALID_INPUT', fields: ['quoteId'] });
  });

  it('after its payment has failed, even before its deadline', async () => {
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('002')).id));
    valueOf(await payer.execute(quote.id));
    await payer.play.pass(0);
    const refused = { code: 'CONFLICT', message: 'the quote is FAILED; create a new quote' };
    expect(await payer.execute(quote.id)).toMatchObject({ error: refused });
    expect(await payer.internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
  });

  it('after it was cancelled, on a host whose clock is behind as well', async () => {
    const quote = await fromDollars();
    valueOf(await cancel(quote.id));
    payer.play.clock.advance(-1);
    const refused = { code: 'CONFLICT', details: { reason: 'QUOTE_EXPIRED' } };
    expect(await payer.execute(quote.id)).toMatchObject({ error: refused });
  });
});

describe('a quote whose money is collected from an account outside', () => {
  it('is executed for the platform, which needs no approval', async () => {
    const { id } = await payer.dollars('891', 'platform');
    const quote = await payer.quoted(payer.fromAccount(id, destination));
    expect(quote).toMatchObject({ pulledFrom: id, fundingRail: 'sandbox-bank', reference: null });
    expect(valueOf(await payer.execute(quote.id))).toEqual({ ...quote, status: 'PROCESSING', version: 2 });
    expect(await payer.payment(quote)).toMatchObject({ status: 'PENDING', sentAmount: 100_000n });
    await payer.play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ status: 'COMPLETED' });
    await payer.auditClean();
  });

  it('is not executed while a change of the identity of its payer is under review', async () => {
    const { play, customerId } = payer;
    const quote = await payer.quoted(payer.fromAccount((await payer.dollars()).id, destination));
    play.clock.advance(1);
    valueOf(await play.run(play.core.customers.update, { id: customerId, fullName: 'Someone Else 001' }));
    expect(refusal(await payer.execute(quote.id))).toEqual({ code: 'USER_NOT_READY', fields: [] });
    expect(await payer.quote(quote.id)).toEqual(quote);
  });
});

describe('money for a quote', () => {
  it('is refused if the quote is paid from an account', async () => {
    const quote = await fromDollars();
    expect(refusal(await payer.pay(quote))).toEqual({ code: 'INVALID_INPUT', fields: ['quoteId'] });
    expect(await payer.quote(quote.id)).toEqual(quote);
  });

  it('is refunded after a cancellation, on a host whose clock is behind as well', async () => {
    const quote = await payer.quoted(payer.funded(destination));
    valueOf(await cancel(quote.id));
    payer.play.clock.advance(-1);
    expect(valueOf(await payer.pay(quote))).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
    expect((await payer.quote(quote.id)).status).toBe('EXPIRED');
  });

  it('that arrives twice at once after the quote has expired is refunded once and returned once', async () => {
    const quote = await payer.quoted(payer.funded(destination));
    await payer.play.pass(300);
    expect((await payer.quote(quote.id)).status).toBe('EXPIRED');
    const both = await Promise.all([arrives(quote, 'first'), arrives(quote, 'second')]);
    expect(both.map(({ arrival }) => arrival!.outcome).toSorted()).toEqual(['QUOTE_REFUNDED', 'RETURNED']);
    expect(new Set(both.map(({ transaction }) => transaction!.id))).toEqual(new Set([quote.transactionId]));
    const { depositId } = both.find(({ arrival }) => arrival!.outcome === 'RETURNED')!.arrival!;
    await payer.play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
    const { play } = payer;
    const deposit = await play.storage.units.read(play.tenant, (reads) => reads.get(DEPOSITS, depositId!));
    expect(deposit).toMatchObject({ status: 'RETURNED', amount: 100_000n });
    await payer.auditClean();
  });

  it('becomes a failed payment without a conversion and without fees, if the amount is another', async () => {
    const quote = await payer.quoted(payer.funded(destination));
    const failed = valueOf(await payer.pay(quote, 100_001n));
    expect(failed).toMatchObject({
      id: quote.transactionId,
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      sentAmount: 100_001n,
      sentCurrency: 'USD',
      receivedAmount: null,
      receivedCurrency: null,
      exchangeRate: null,
      rateTerms: null,
      fees: null,
      platformFees: null,
      refundStatus: 'PENDING',
      refundReason: 'TRANSACTION_FAILED',
    });
  });
});

describe('the cancellation of a quote', () => {
  it('after its deadline leaves the deadline as it was', async () => {
    const quote = await fromDollars();
    payer.play.clock.advance(301);
    expect(valueOf(await cancel(quote.id))).toMatchObject({ status: 'EXPIRED', expiresAt: quote.expiresAt });
  });

  it('ends the wait for an authorization, which can then not be given', async () => {
    const of = await regulated();
    const quote = await asked(of);
    of.play.clock.advance(10);
    expect(valueOf(await cancel(quote.id, of))).toMatchObject({
      status: 'EXPIRED',
      expiresAt: quote.createdAt + 10_000,
    });
    expect(refusal(await of.authorize(quote, byCode(CODE))).code).toBe('CONFLICT');
    await of.play.pass(0);
    expect(of.eventsOf(quote.id)).toEqual(['QUOTE.EXPIRED']);
    expect(await of.internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
    await of.auditClean();
  });
});
