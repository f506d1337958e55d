import { beforeAll, describe, expect, it } from 'vitest';
import { alter } from '../../packages/adapters-storage/src/testing/alterable.js';
import { expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { priceToDeliver } from '../support/pricing.js';
import {
  addAccount,
  balances,
  createCustomer,
  executeQuote,
  fundedAccount,
  payoutRequest,
  platformAccountOf,
  quoteFunding,
  pay,
  quotePayout,
  settled,
  transactionWhen,
} from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { PlatformConfig } from '../support/wire.js';

const feeConfig = (variableFeeBps: number, amount: number, currency = 'USD') => ({
  feeType: 'CROSS_CURRENCY_TRANSACTION',
  sourceCurrency: currency,
  variableFeeBps,
  fixedFee: { amount, currency },
});

describe('platform fees', () => {
  // The service fee is one percent.
  const used = useHost('sqlite', { env: { CORRIDOR_SERVICE_FEE_BPS: '100' } });
  beforeAll(async () => {
    await expecting(200, used.api.patch('/config', { feeConfigs: [feeConfig(30, 50)] }));
  });

  const platformBalance = async (): Promise<number> => (await platformAccountOf(used.api, 'USD')).balance.amount;
  /** Fees are swept after a delay; the test moves the clock past it. */
  const swept = async (from: number, by: number): Promise<void> => {
    await used.host.advance(10);
    await eventually(`a sweep of ${by}`, async () => {
      const now = await platformBalance();
      if (now !== from + by) throw new Error(`the platform has ${now}, had ${from}`);
      return true;
    });
  };

  async function payer(): Promise<{ customerId: string; from: string; to: string }> {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', 10_000);
    const payee = await addAccount(api, customer.id, 'EUR');
    return { customerId: customer.id, from: source.id, to: payee.id };
  }

  it('are created or replaced by fee type and currency', async () => {
    const { api } = used;
    const set = (...feeConfigs: readonly object[]) =>
      expecting(200, api.patch<PlatformConfig>('/config', { feeConfigs }));
    expect((await set(feeConfig(10, 7))).feeConfigs).toEqual([feeConfig(10, 7)]);
    expect((await set(feeConfig(30, 50))).feeConfigs).toEqual([feeConfig(30, 50)]);
    expect((await set()).feeConfigs).toEqual([feeConfig(30, 50)]);
    await refused(501, 'NOT_IMPLEMENTED', api.patch('/config', { feeConfigs: [feeConfig(30, 50, 'EUR')] }));
    const both = { feeConfigs: [feeConfig(1, 1), feeConfig(2, 2)] };
    const { details } = await refused(400, 'INVALID_INPUT', api.patch('/config', both));
    expect(details?.errors?.map(({ field }) => field)).toEqual(['feeConfigs.1.sourceCurrency']);
    expect((await expecting(200, api.get<PlatformConfig>('/config'))).feeConfigs).toEqual([feeConfig(30, 50)]);
  });

  it("are charged before conversion, shown separately, and swept into the platform's account", async () => {
    const { api, receiver } = used;
    const before = await platformBalance();
    const { customerId, from, to } = await payer();
    const quote = await quotePayout(api, { from, to, amount: 1_000 });
    expect(quote).toMatchObject({ feesIncluded: 63, platformFeesIncluded: 53, totalReceivingAmount: 862 });
    await executeQuote(api, quote.id);
    expect(await settled(api, quote.transactionId)).toMatchObject({ fees: 63, platformFees: 53 });
    expect(await balances(api, customerId, 'USD')).toEqual([9_000, 9_000]);
    await swept(before, 53);
    const account = await platformAccountOf(api, 'USD');
    const { event } = await receiver.delivery('INTERNAL_ACCOUNT.BALANCE_UPDATED', account.id);
    expect(event.data).toMatchObject({ balance: { amount: before + 53 } });
  });

  it('are part of the smallest debit that delivers a locked receiving amount', async () => {
    const { api } = used;
    const before = await platformBalance();
    const { from, to } = await payer();
    const terms = { rate: [92n, 100n], serviceBps: 100n, platformBps: 30n, platformFixed: 50n } as const;
    const price = priceToDeliver(5_000n, terms);
    const quote = await quotePayout(api, { from, to, amount: 5_000, side: 'RECEIVING' }, { immediatelyExecute: true });
    expect(quote).toMatchObject({
      totalSendingAmount: price.sending,
      totalReceivingAmount: 5_000,
      feesIncluded: price.fees,
      platformFeesIncluded: price.platformFees,
    });
    await settled(api, quote.transactionId);
    await swept(before, price.platformFees);
  });

  it('of many payments are swept together without a rounding loss', async () => {
    const { api } = used;
    const before = await platformBalance();
    const { from, to } = await payer();
    const quotes = await Promise.all(
      Array.from({ length: 8 }, () => quotePayout(api, { from, to, amount: 1_000 }, { immediatelyExecute: true })),
    );
    await Promise.all(quotes.map(({ transactionId }) => settled(api, transactionId)));
    await swept(before, 8 * 53);
  });

  it('can be overridden for one quote', async () => {
    const { api } = used;
    const before = await platformBalance();
    const { customerId, from, to } = await payer();
    const override = (amount: number, platformVariableFeeBps: number, currency = 'USD') => ({
      platformFeeOverride: { platformFixedFee: { amount, currency }, platformVariableFeeBps },
    });
    const free = await quotePayout(api, { from, to, amount: 1_000 }, override(0, 0));
    expect(free).toMatchObject({ feesIncluded: 10, platformFeesIncluded: 0 });
    const quote = await quotePayout(api, { from, to, amount: 1_000 }, override(20, 100));
    expect(quote).toMatchObject({ feesIncluded: 40, platformFeesIncluded: 30 });
    await executeQuote(api, quote.id);
    await settled(api, quote.transactionId);
    await swept(before, 30);

    const ask = (more: object) => api.post('/quotes', { ...payoutRequest({ from, to, amount: 1_000 }), ...more });
    await refused(400, 'INVALID_INPUT', ask(override(20, 100, 'EUR')));
    await refused(400, 'INVALID_INPUT', ask(override(0, 9_900)));
    await refused(400, 'AMOUNT_OUT_OF_RANGE', ask(override(1_000, 0)));
    expect(await balances(api, customerId, 'USD')).toEqual([9_000, 9_000]);
  });

  it('are also charged with realtime funding', async () => {
    const { api } = used;
    const before = await platformBalance();
    const { customerId, to } = await payer();
    const quote = await quoteFunding(api, { customerId, to, amount: 1_000 });
    expect(quote).toMatchObject({ feesIncluded: 63, platformFeesIncluded: 53 });
    await settled(api, (await pay(api, quote.id)).id);
    await swept(before, 53);
  });

  it('go back to the payer if a payout is returned after the sweep', async () => {
    const { api } = used;
    const before = await platformBalance();
    const { customerId, from } = await payer();
    const returning = await addAccount(api, customerId, 'EUR', '005');
    const quote = await quotePayout(api, { from, to: returning.id, amount: 1_000 }, { immediatelyExecute: true });
    await settled(api, quote.transactionId);
    await swept(before, 53);
    await used.host.advance(30);
    await transactionWhen(api, quote.transactionId, 'refunded', ({ refund }) => refund?.status === 'COMPLETED');
    expect(await balances(api, customerId, 'USD')).toEqual([10_000, 10_000]);

    // The platform owes what was already paid out to it, so its next fees are kept back.
    const { from: other, to } = await payer();
    await settled(
      api,
      (await quotePayout(api, { from: other, to, amount: 3_000 }, { immediatelyExecute: true })).transactionId,
    );
    const fees = 50 + Math.round(2_950 * 0.003);
    await swept(before, fees);
  });

  it('are swept correctly after `corridor checkpoint rebuild` has repaired a checkpoint next to a running host', async () => {
    const { api, deployment } = used;
    const before = await platformBalance();
    const charge = async (): Promise<void> => {
      const { from, to } = await payer();
      await settled(
        api,
        (await quotePayout(api, { from, to, amount: 1_000 }, { immediatelyExecute: true })).transactionId,
      );
    };
    alter(deployment.address, "update readable_checkpoints set balance = balance + 1000 where id like 'fees:%:USD'");
    expect((await deployment.command('audit')).stdout).toMatch(
      /^checkpoint of fees:\S+:USD is 10.59 USD, its postings sum to 0.59 USD/m,
    );
    const { exitCode, stdout } = await deployment.command('checkpoint', 'rebuild');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^fees:\S+:USD: [\d.,]+ USD at position \d+, was [\d.,]+ USD at \d+$/m);
    expect(stdout).toMatch(/^rebuilt \d+ checkpoints, of which 1 were wrong$/m);
    expect((await deployment.command('audit')).exitCode).toBe(0);
    await charge();
    await swept(before, 53);
  });
});
