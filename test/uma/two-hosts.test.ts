import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { balances, executeQuote, readQuote, settled } from '../support/scenario.js';
import { eventually } from '../support/eventually.js';
import type { Page, Transaction } from '../support/wire.js';
import { AS_PROCESSES, createNetwork, fundCustomer, type Institution, lookUp, quoteUma } from './institutions.js';

const network = createNetwork(AS_PROCESSES);
let sqlite: Institution;
let postgres: Institution;

beforeAll(async () => {
  sqlite = await network.open('sqlite');
  postgres = await network.open('postgres');
});
afterAll(() => network.close());

/** The receiver's transaction of a payment. */
const incomingOf = (at: Institution, amount: number): Promise<Transaction> =>
  eventually(`an incoming payment at ${at.authority}`, async () => {
    const { data } = await expecting(
      200,
      at.api.get<Page<Transaction>>('/transactions', { type: 'INCOMING', status: 'COMPLETED' }),
    );
    return data.find(
      ({ source, receivedAmount }) => source?.sourceType === 'UMA_ADDRESS' && receivedAmount?.amount === amount,
    );
  });

describe.each([
  ['SQLite pays Postgres', () => [sqlite, postgres] as const, 'EUR'],
  ['Postgres pays SQLite', () => [postgres, sqlite] as const, 'MXN'],
] as const)('%s', (_, parties, currency) => {
  it.each(['SENDING', 'RECEIVING'] as const)('with the %s amount locked, and both books agree', async (side) => {
    const [payer, payee] = parties();
    const to = payee.customer.umaAddress;
    const account = await fundCustomer(payer, 100_000);
    const before = await balances(payee.api, payee.customer.id, currency);
    const { lookupId, supportedCurrencies } = await expecting(200, lookUp(payer, to));
    expect(supportedCurrencies.map(({ currency: { code } }) => code)).toContain(currency);

    const quote = await expecting(
      201,
      quoteUma(payer, { account: account.id, to, lookupId, amount: 5_000, side, currency }),
    );
    expect(side === 'SENDING' ? quote.totalSendingAmount : quote.totalReceivingAmount).toBe(5_000);
    expect(quote).toMatchObject({ destination: { destinationType: 'UMA_ADDRESS', umaAddress: to } });
    const converted = quote.totalSendingAmount - quote.feesIncluded;
    expect(Math.abs(converted * quote.exchangeRate - quote.totalReceivingAmount)).toBeLessThan(1);

    await executeQuote(payer.api, quote.id);
    const sent = await settled(payer.api, quote.transactionId);
    expect(sent.rateDetails).toEqual(quote.rateDetails);
    expect((await readQuote(payer.api, quote.id)).status).toBe('COMPLETED');
    const received = await incomingOf(payee, quote.totalReceivingAmount);
    expect(sent.receivedAmount).toEqual(received.receivedAmount);
    expect(received).toMatchObject({ source: { umaAddress: payer.customer.umaAddress } });
    await eventually('the money', async () => {
      const [now] = await balances(payee.api, payee.customer.id, currency);
      return now === before[0] + quote.totalReceivingAmount;
    });
    const [left, total] = await balances(payer.api, payer.customer.id, 'USD');
    expect([left, total]).toEqual([
      account.balance.amount - quote.totalSendingAmount,
      account.balance.amount - quote.totalSendingAmount,
    ]);
    await payee.receiver.sequence(received.id, ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
  });
});
