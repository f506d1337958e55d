import { eventually } from './eventually.js';

/** Calls an operation of the API; POST if there is a body. Throws for an error. */
export type Call = <T>(path: string, body?: object) => Promise<T>;

/** A payment from dollars to bitcoin, which the sandbox funds and settles; resolves when it is completed. */
export async function makeFirstPayment(call: Call): Promise<void> {
  const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };
  const { id: customerId } = await call<{ readonly id: string }>('/customers', ada);
  const address = 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu';
  const accountInfo = { accountType: 'LAYER2_WALLET', address };
  const wallet = { customerId, currency: 'BTC', accountInfo };
  const { id: accountId } = await call<{ readonly id: string }>('/customers/external-accounts', wallet);
  const { id: quoteId } = await call<{ readonly id: string }>('/quotes', {
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId },
    ...{ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 10_000 },
  });
  const { id } = await call<{ readonly id: string }>('/sandbox/send', { quoteId, currencyCode: 'USD' });
  await eventually('the payment is completed', async () => {
    const { status } = await call<{ readonly status: string }>(`/transactions/${id}`);
    return status === 'COMPLETED';
  });
}
