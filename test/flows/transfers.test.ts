import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Api, expecting, refused } from '../support/api.js';
import {
  accountOf,
  addAccount,
  balances,
  createCustomer,
  executeQuote,
  fundedAccount,
  platformAccountOf,
  quoteFunding,
  quotePayout,
  readQuote,
  readTransaction,
  settled,
  transactionWhen,
} from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import type { Transaction } from '../support/wire.js';

const FUNDED = 50_000;
const SENT = 10_000;

interface Parties {
  readonly customerId: string;
  readonly inside: string;
  readonly outside: string;
}

async function parties(api: Api, ending = '900'): Promise<Parties> {
  const { id: customerId } = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const { id: inside } = await fundedAccount(api, customerId, 'USD', FUNDED);
  const { id: outside } = await addAccount(api, customerId, 'USD', ending);
  return { customerId, inside, outside };
}

const transferIn = (api: Api, { inside, outside }: Parties, more: object = {}, key = randomUUID()) =>
  api.post<Transaction>(
    '/transfer-in',
    { source: { accountId: outside }, destination: { accountId: inside }, amount: SENT, ...more },
    { idempotencyKey: key },
  );
const transferOut = (api: Api, { inside, outside }: Parties, more: object = {}, key = randomUUID()) =>
  api.post<Transaction>(
    '/transfer-out',
    { source: { accountId: inside }, destination: { accountId: outside }, amount: SENT, ...more },
    { idempotencyKey: key },
  );
const cancel = (api: Api, id: string) => api.post<Transaction>(`/transactions/${id}/cancel`, { reason: 'sent twice' });

const told = (direction: 'INCOMING' | 'OUTGOING', ...what: readonly string[]): readonly string[] =>
  what.map((each) => `${direction}_PAYMENT.${each}`);

describe.each(databasesOf(import.meta.url))('on %s', { concurrent: true }, (database) => {
  const used = useHost(database);

  describe('transfers', () => {
    it('in credit the collected amount', async () => {
      const { api, receiver } = used;
      const who = await parties(api);
      const made = await expecting(201, transferIn(api, who));
      expect(made).toMatchObject({
        type: 'INCOMING',
        direction: 'CREDIT',
        customerId: who.customerId,
        source: { sourceType: 'ACCOUNT', accountId: who.outside, currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: who.inside, currency: 'USD' },
        receivedAmount: { amount: SENT, currency: { code: 'USD' } },
      });
      expect(['PENDING', 'COMPLETED']).toContain(made.status);
      await settled(api, made.id);
      expect(await balances(api, who.customerId, 'USD')).toEqual([FUNDED + SENT, FUNDED + SENT]);
      await receiver.sequence(made.id, told('INCOMING', 'PENDING', 'COMPLETED'));
    });

    it('out hold and deliver the amount without a fee', async () => {
      const { api, receiver } = used;
      const who = await parties(api);
      const made = await expecting(
        201,
        transferOut(api, who, { remittanceInformation: 'INV-7', purposeOfPayment: 'GIFT' }),
      );
      expect(made).toMatchObject({
        type: 'OUTGOING',
        direction: 'DEBIT',
        sentAmount: { amount: SENT, currency: { code: 'USD' } },
        receivedAmount: { amount: SENT, currency: { code: 'USD' } },
      });
      expect(made.quoteId).toBeUndefined();
      expect(made.rateDetails).toBeUndefined();
      // Without a requested rail, Corridor chooses the first payment rail of the account type that the rail supports.
      expect(made).toMatchObject({ paymentRail: 'ACH', railSelectionMode: 'AUTO' });
      await settled(api, made.id);
      expect(await balances(api, who.customerId, 'USD')).toEqual([FUNDED - SENT, FUNDED - SENT]);
      await receiver.sequence(made.id, told('OUTGOING', 'PROCESSING', 'COMPLETED'));
    });

    it.each(['002', '003', '004'])('with an account ending in %s fail and lose no money', async (ending) => {
      const { api, receiver } = used;
      const who = await parties(api, ending);
      const into = await expecting(201, transferIn(api, who));
      const out = await expecting(201, transferOut(api, who));
      await receiver.sequence(into.id, told('INCOMING', 'PENDING', 'FAILED'));
      await receiver.sequence(out.id, told('OUTGOING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'));
      expect(await readTransaction(api, into.id)).toMatchObject({
        status: 'FAILED',
        failureReason: 'COLLECTION_FAILED',
      });
      expect(await readTransaction(api, out.id)).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED' } });
      expect(await balances(api, who.customerId, 'USD')).toEqual([FUNDED, FUNDED]);
    });

    it('with one idempotency key move money once and have identical answers', async () => {
      const { api } = used;
      const who = await parties(api);
      for (const transfer of [transferIn, transferOut]) {
        const key = randomUUID();
        const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(api, who, {}, key)));
        expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
        await settled(api, answers[0]!.body.id);
      }
      expect(await balances(api, who.customerId, 'USD')).toEqual([FUNDED, FUNDED]);
    });

    it('out never exceed the balance when they are concurrent', async () => {
      const { api } = used;
      const who = await parties(api);
      const answers = await Promise.all(Array.from({ length: 20 }, () => transferOut(api, who)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(FUNDED / SENT);
      for (const { status, body } of answers) {
        if (status !== 201)
          expect([status, (body as unknown as { code: string }).code]).toEqual([400, 'INVALID_AMOUNT']);
      }
      await transactionWhen(
        api,
        answers.find(({ status }) => status === 201)!.body.id,
        'COMPLETED',
        ({ status }) => status === 'COMPLETED',
      );
    });

    it('are refused without an amount, between owners or currencies, and without a rail that collects', async () => {
      const { api } = used;
      const who = await parties(api);
      const other = await parties(api);
      for (const amount of [undefined, 0, -5]) {
        for (const transfer of [transferIn, transferOut]) {
          const body = await refused(400, 'INVALID_AMOUNT', transfer(api, who, { amount }));
          expect(body.details?.errors?.map(({ field }) => field)).toEqual(['amount']);
        }
      }
      const mixed = { ...who, outside: other.outside };
      const euros = { ...who, outside: (await addAccount(api, who.customerId, 'EUR')).id };
      for (const transfer of [transferIn, transferOut]) {
        await refused(404, 'REFERENCE_NOT_FOUND', transfer(api, mixed));
        await refused(400, 'INVALID_CURRENCY', transfer(api, euros));
        const swapped = await refused(
          400,
          'INVALID_INPUT',
          transfer(api, { ...who, inside: who.outside, outside: who.inside }),
        );
        expect(swapped.details?.errors?.map(({ field }) => field).sort()).toEqual([
          'destination.accountId',
          'source.accountId',
        ]);
      }
      const { id: customerId } = await createCustomer(api, { currencies: ['MXN'] });
      const pesos = {
        customerId,
        inside: (await accountOf(api, customerId, 'MXN')).id,
        outside: (await addAccount(api, customerId, 'MXN')).id,
      };
      await refused(400, 'INVALID_INPUT', transferIn(api, pesos));
      await refused(400, 'INVALID_AMOUNT', transferOut(api, pesos));
      const unproven = await createCustomer(api, { fullName: 'Ada Lovelace001', currencies: ['USD'] });
      const waiting = {
        customerId: unproven.id,
        inside: (await accountOf(api, unproven.id, 'USD')).id,
        outside: (await addAccount(api, unproven.id, 'USD')).id,
      };
      await refused(403, 'USER_NOT_READY', transferIn(api, waiting));
      await refused(403, 'USER_NOT_READY', transferOut(api, waiting));
    });

    it('can be cancelled once while they are pending, with the refund in the answer', async () => {
      const { api, receiver } = used;
      const who = await parties(api, '005');
      const into = await expecting(201, transferIn(api, who));
      const out = await expecting(201, transferOut(api, who));
      for (const { id } of [into, out]) {
        const cancelled = await expecting(200, cancel(api, id));
        expect(cancelled).toMatchObject({
          status: 'FAILED',
          refund: { status: 'COMPLETED', reason: 'USER_CANCELLATION' },
        });
        await refused(409, 'TRANSACTION_NOT_CANCELLABLE', cancel(api, id));
        expect(await readTransaction(api, id)).toEqual(cancelled);
      }
      expect(await balances(api, who.customerId, 'USD')).toEqual([FUNDED, FUNDED]);
      await receiver.sequence(into.id, told('INCOMING', 'PENDING', 'FAILED'));
      await receiver.sequence(out.id, told('OUTGOING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'));
      await refused(404, 'TRANSACTION_NOT_FOUND', cancel(api, 'Transaction:nowhere'));
    });

    it('have a receipt that can be confirmed for a given time or now, repeatedly', async () => {
      const { api } = used;
      const who = await parties(api);
      const { id } = await expecting(201, transferOut(api, who));
      const confirm = (body?: object) =>
        expecting(200, api.post<{ receiptDeliveryConfirmedAt: string }>(`/transactions/${id}/confirm`, body));
      const at = '2026-01-01T10:00:00.000Z';
      expect((await confirm({ receiptDeliveryConfirmedAt: at })).receiptDeliveryConfirmedAt).toBe(at);
      expect((await confirm()).receiptDeliveryConfirmedAt > at).toBe(true);
    });
  });

  describe('quotes paid from a bank account', () => {
    it('are collected, converted and delivered', async () => {
      const { api, receiver } = used;
      const who = await parties(api);
      const payee = await addAccount(api, who.customerId, 'EUR');
      const quote = await quotePayout(api, { from: who.outside, to: payee.id, amount: SENT });
      expect(quote.paymentInstructions ?? []).toEqual([]);
      expect((await executeQuote(api, quote.id)).status).toBe('PROCESSING');
      const done = await settled(api, quote.transactionId);
      expect(done).toMatchObject({ type: 'OUTGOING', source: { sourceType: 'ACCOUNT', accountId: who.outside } });
      expect(await readQuote(api, quote.id)).toMatchObject({ status: 'COMPLETED' });
      expect(await balances(api, who.customerId, 'USD')).toEqual([FUNDED, FUNDED]);
      await receiver.sequence(done.id, told('OUTGOING', 'PENDING', 'PROCESSING', 'COMPLETED'));
    });

    it('fail without a refund if nothing was collected, and with one if nothing was delivered', async () => {
      const { api, receiver } = used;
      const poor = await parties(api, '002');
      const rich = await parties(api);
      const now = { immediatelyExecute: true };
      const payee = (await addAccount(api, poor.customerId, 'EUR')).id;
      const closed = (await addAccount(api, rich.customerId, 'EUR', '004')).id;
      const first = await quotePayout(api, { from: poor.outside, to: payee, amount: SENT }, now);
      const second = await quotePayout(api, { from: rich.outside, to: closed, amount: SENT }, now);
      await receiver.sequence(first.transactionId, told('OUTGOING', 'PENDING', 'FAILED'));
      await receiver.sequence(
        second.transactionId,
        told('OUTGOING', 'PENDING', 'PROCESSING', 'FAILED', 'REFUND_PENDING', 'REFUND_COMPLETED'),
      );
      expect((await readTransaction(api, first.transactionId)).refund).toBeUndefined();
      expect((await readTransaction(api, second.transactionId)).refund).toMatchObject({ status: 'COMPLETED' });
    });

    it('must name a lookup of their receiver', async () => {
      const { api } = used;
      const who = await parties(api);
      const payee = await addAccount(api, who.customerId, 'EUR');
      const { lookupId, ...found } = await expecting(
        200,
        api.get<{ lookupId: string }>(`/receiver/external-account/${payee.id}`, { customerId: who.customerId }),
      );
      expect(found).toMatchObject({
        accountId: payee.id,
        supportedCurrencies: [{ currency: { code: 'EUR' }, estimatedExchangeRate: 0.92 }],
      });
      const quote = await quotePayout(api, { from: who.outside, to: payee.id, amount: SENT }, { lookupId });
      expect(quote.status).toBe('PENDING');
      const other = await addAccount(api, who.customerId, 'EUR');
      const request = {
        lookupId,
        source: { sourceType: 'ACCOUNT', accountId: who.outside },
        destination: { destinationType: 'ACCOUNT', accountId: other.id },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: SENT,
      };
      await refused(404, 'LOOKUP_REQUEST_NOT_FOUND', api.post('/quotes', request));
      await refused(404, 'REFERENCE_NOT_FOUND', api.get(`/receiver/external-account/${who.customerId}`));
      await refused(400, 'INVALID_INPUT', api.get(`/receiver/external-account/${payee.id}`, { customerId: 'Ada' }));
    });
  });

  describe('money sent with a reference', () => {
    const send = (reference: string, amount: number, currencyCode = 'USD') =>
      expecting(
        200,
        used.api.post<{ outcome: string; transaction?: Transaction }>('/sandbox/deposits', {
          reference,
          currencyCode,
          amount,
        }),
      );

    it('reaches its quote or account, or goes back if the reference is unknown', async () => {
      const { api } = used;
      const { id: customerId } = await createCustomer(api, { currencies: ['USD'] });
      const account = await accountOf(api, customerId, 'USD');
      const reference = account.fundingPaymentInstructions[0]!.accountOrWalletInfo.reference!;
      const credited = await send(reference, 700);
      expect(credited).toMatchObject({
        outcome: 'ACCOUNT_CREDITED',
        transaction: { type: 'INCOMING', status: 'COMPLETED', reconciliationInstructions: { reference } },
      });
      expect(await send(reference, 700, 'EUR')).toEqual({ outcome: 'RETURNED' });
      expect(await send('NOBODY34679', 700)).toEqual({ outcome: 'RETURNED' });
      expect(await balances(api, customerId, 'USD')).toEqual([700, 700]);

      const payee = await addAccount(api, customerId, 'EUR');
      const quote = await quoteFunding(api, { customerId, to: payee.id, amount: SENT });
      const asked = quote.paymentInstructions![0]!.accountOrWalletInfo.reference!;
      const funded = await send(asked, SENT);
      expect(funded).toMatchObject({ outcome: 'QUOTE_FUNDED', transaction: { id: quote.transactionId } });
      await settled(api, quote.transactionId);
      expect(await send(asked, SENT)).toMatchObject({ outcome: 'RETURNED', transaction: { id: quote.transactionId } });
      const wrong = await quoteFunding(api, { customerId, to: payee.id, amount: SENT });
      const short = await send(wrong.paymentInstructions![0]!.accountOrWalletInfo.reference!, SENT - 1);
      expect(short).toMatchObject({
        outcome: 'QUOTE_REFUNDED',
        transaction: { failureReason: 'FUNDING_AMOUNT_MISMATCH' },
      });
      await refused(
        400,
        'INVALID_CURRENCY',
        api.post('/sandbox/deposits', { reference, currencyCode: 'KPW', amount: 1 }),
      );
    });
  });

  describe('the estimate of a withdrawal', () => {
    it('is consistent, and names the faulty field of a request', async () => {
      const { api } = used;
      const { id: internalAccountId } = await platformAccountOf(api, 'BTC');
      const good = {
        internalAccountId,
        currency: 'BTC',
        cryptoNetwork: 'BITCOIN',
        amount: 100_000,
        destinationAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      };
      const ask = (over: object) =>
        api.post<Record<string, number>>('/crypto/estimate-withdrawal-fee', { ...good, ...over });
      const { networkFee, applicationFee, totalFee, netAmount, networkFeeAsset } = await expecting(200, ask({}));
      expect([networkFee! + applicationFee!, good.amount - totalFee!, networkFeeAsset]).toEqual([
        totalFee,
        netAmount,
        'BTC',
      ]);
      await refused(400, 'INVALID_AMOUNT', ask({ amount: 0 }));
      await refused(400, 'INVALID_AMOUNT', ask({ amount: 1 }));
      await refused(400, 'INVALID_CURRENCY', ask({ currency: 'USDC' }));
      await refused(400, 'INVALID_BANK_ACCOUNT', ask({ destinationAddress: 'nowhere' }));
      await refused(404, 'REFERENCE_NOT_FOUND', ask({ internalAccountId: `InternalAccount:${randomUUID()}` }));
      const wrong = await refused(400, 'INVALID_INPUT', ask({ cryptoNetwork: 'SOLANA' }));
      expect(wrong.details?.errors?.map(({ field }) => field)).toEqual(['cryptoNetwork']);
    });
  });
});
