import { describe, expect, it } from 'vitest';
import { CUSTOMERS } from '../customers/index.js';
import { withoutRefused } from '../kernel/index.js';
import { refusal } from '../testing/host.js';
import { valueOf } from '../testing/play-core.js';
import { asked, byCode, CODE, PHONE, regulated, type Regulated } from '../testing/play-regulated.js';
import { paymentAction } from './authorization.js';
import type { Quote } from './index.js';

const NO_QUOTE = 'Quote:01977c5e-71b4-7e02-8a6b-3c2d1e0f9a8b';

/** The first half of an authorization by the right code; the second one decides. */
const prepared = async ({ play, core }: Regulated, quote: Quote) =>
  valueOf(await core.quotes.authorize.prepare(play.context(), { id: quote.id, code: CODE }));

describe('what a payer authorizes', () => {
  const actionOf = (payer: Regulated, quote: Quote) =>
    payer.play.storage.units.read(payer.play.tenant, async (reads) =>
      paymentAction(reads, quote, (await reads.get(CUSTOMERS, payer.customerId))!),
    );

  it('are the amounts, the account and the identity of the account of this quote', async () => {
    const payer = await regulated();
    const account = await payer.external();
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, account.id));
    expect(account.identity).not.toBe('');
    expect(await actionOf(payer, quote)).toEqual({
      operation: 'payment',
      path: quote.id,
      customerId: payer.customerId,
      body: {
        quoteId: quote.id,
        sendingAmount: '100000',
        sendingCurrency: 'USD',
        receivingAmount: '91540',
        receivingCurrency: 'EUR',
        payee: account.id,
        payeeIdentity: account.identity,
      },
      purpose: 'pay 1,000.00 USD to Grace Hopper (…3890)',
    });
  });

  it('name an internal account by its id', async () => {
    const payer = await regulated();
    const { id } = (await payer.internal('EUR')).account;
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, id));
    expect(await actionOf(payer, quote)).toMatchObject({
      body: { payee: id, payeeIdentity: id },
      purpose: `pay 1,000.00 USD to ${id}`,
    });
  });
});

describe('an authorization', () => {
  it('is kept with its factor, its time and the address of the payer, beside the factor that was requested', async () => {
    const payer = await regulated();
    const { id } = await payer.external();
    const quotes = [
      await payer.quoted({
        ...payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true }),
        scaFactor: 'SMS_OTP',
      }),
      await payer.quoted({ ...payer.funded(id), scaFactor: 'SMS_OTP' }),
    ];
    for (const quote of quotes) {
      const { challenge } = quote.sca!;
      expect(quote.sca).toEqual({ factor: 'SMS_OTP', challenge, authorized: null });
      payer.play.clock.advance(7);
      const at = payer.play.clock.now();
      const authorized = { factor: 'SMS_OTP', at, endUserIpAddress: '203.0.113.7' };
      const { sca } = valueOf(await payer.authorize(quote, byCode(CODE)));
      expect(sca).toEqual({ factor: 'SMS_OTP', challenge, authorized });
      expect((await payer.quote(quote.id)).sca).toEqual(sca);
    }
  });

  it('may leave out the address of the payer', async () => {
    const payer = await regulated();
    const quote = await asked(payer);
    const done = await payer.play.run(payer.core.quotes.authorize, { id: quote.id, code: CODE });
    expect(withoutRefused(done)).toMatchObject({
      value: { sca: { factor: null, authorized: { endUserIpAddress: null } } },
    });
  });

  it('asks outside only for the assertion of a passkey', async () => {
    const { asks } = (await regulated()).core.quotes.authorize;
    expect(asks!({ id: NO_QUOTE, passkeyAssertion: {} })).toBe(true);
    expect(asks!({ id: NO_QUOTE, code: CODE })).toBe(false);
  });

  it('is refused for a quote that does not exist or awaits none, and no code is sent for one', async () => {
    const payer = await regulated();
    const { id } = await payer.external();
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, id));
    for (const unknown of [NO_QUOTE, 'nonsense']) {
      const no = { ...quote, id: unknown as never };
      expect(refusal(await payer.authorize(no, byCode(CODE))).code).toBe('QUOTE_NOT_FOUND');
      expect(refusal(await payer.resend(no)).code).toBe('QUOTE_NOT_FOUND');
    }
    const refusedAs = async (status: string) => {
      const error = { code: 'CONFLICT', message: expect.stringContaining(`the quote is ${status};`) };
      expect(await payer.authorize(quote, byCode(CODE))).toMatchObject({ error });
      expect(await payer.resend(quote)).toMatchObject({ error });
    };
    await refusedAs('PENDING');
    valueOf(await payer.execute(quote.id));
    valueOf(await payer.authorize(quote, byCode(CODE)));
    await payer.core.work.drain();
    payer.play.sent.length = 0;
    await refusedAs('COMPLETED');
    await payer.core.work.drain();
    expect(payer.play.sent).toEqual([]);
  });

  it('is refused for a payer outside the EEA', async () => {
    const payer = await regulated();
    const { play } = payer;
    const details = { customerType: 'INDIVIDUAL', fullName: 'Bo Ek', region: 'US', currencies: ['USD'] } as const;
    const { id: customerId } = valueOf(await play.run(play.core.customers.create, details));
    const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId } as const;
    const quote = await payer.quoted(payer.funded((await payer.external()).id, { source }));
    expect(quote.sca).toBeNull();
    expect(refusal(await payer.authorize(quote, byCode(CODE))).code).toBe('CONFLICT');
  });

  it('is refused if its quote was cancelled, or its payer is under review, while the proof was examined', async () => {
    const payer = await regulated();
    const { play, core } = payer;
    const [cancelled, waiting] = [await asked(payer), await asked(payer, (await payer.external('891')).id)];
    const [first, second] = [await prepared(payer, cancelled), await prepared(payer, waiting)];
    valueOf(await play.run(core.quotes.cancel, { id: cancelled.id }));
    expect(refusal(await play.run(core.quotes.authorize.finish, first)).code).toBe('CONFLICT');
    play.clock.advance(1);
    const renamed = { id: payer.customerId, fullName: 'Someone Else 001' };
    valueOf(await play.run(core.customers.update, renamed));
    expect(refusal(await play.run(core.quotes.authorize.finish, second)).code).toBe('USER_NOT_READY');
    expect((await payer.quote(waiting.id)).status).toBe('PENDING_AUTHORIZATION');
    expect(await payer.internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
  });

  it('is possible until the deadline of the quote, not at it', async () => {
    const payer = await regulated();
    const [early, late] = [await asked(payer), await asked(payer, (await payer.external('891')).id)];
    payer.play.clock.advance(299.999);
    expect(valueOf(await payer.authorize(early, byCode(CODE))).status).toBe('PROCESSING');
    payer.play.clock.advance(0.001);
    const error = { code: 'CONFLICT', details: { reason: 'QUOTE_EXPIRED' } };
    expect(await payer.authorize(late, byCode(CODE))).toMatchObject({ error });
  });
});

describe('a payer of the EEA is asked', () => {
  it('for a payment of the whole balance', async () => {
    const payer = await regulated();
    const { id } = await payer.external();
    const all = { lockedCurrencyAmount: 1_000_000n, immediatelyExecute: true };
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, id, all));
    expect(quote.status).toBe('PENDING_AUTHORIZATION');
    valueOf(await payer.authorize(quote, byCode(CODE)));
    expect(await payer.internal('USD')).toMatchObject({ available: 0n, held: 1_000_000n });
    await payer.auditClean();
  });

  it('for a payment that is collected from an account outside', async () => {
    const payer = await regulated();
    const quote = await payer.quoted(payer.fromAccount((await payer.dollars()).id, (await payer.external()).id));
    const waiting = valueOf(await payer.execute(quote.id));
    expect(waiting).toMatchObject({ status: 'PENDING_AUTHORIZATION', sca: { challenge: { factor: 'SMS_OTP' } } });
    await payer.core.work.drain();
    expect(payer.play.sent).toMatchObject([{ to: PHONE }]);
    expect(valueOf(await payer.authorize(waiting, byCode(CODE))).status).toBe('PROCESSING');
    expect(await payer.payment(quote)).toMatchObject({ status: 'PENDING', sentAmount: 100_000n });
    await payer.play.pass(0);
    expect(await payer.payment(quote)).toMatchObject({ status: 'COMPLETED' });
    expect(await payer.internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
    await payer.auditClean();
  });
});
