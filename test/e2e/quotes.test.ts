import { describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.js';
import { DATABASES } from '../support/host.js';
import { ACCOUNT_INFO } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';

describe.each(DATABASES)('quotes that are not executed, on %s', (database) => {
  const used = useHost(database);

  it('can be listed and cancelled, announce it, and send late money back', async () => {
    const { receiver } = used;
    const corridor = clientOf(used.api);
    const { id: customerId } = await corridor.createCustomer({
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US', currencies: ['USD', 'BTC'] },
    });
    const { id: accountId } = await corridor.createCustomerExternalAccount({
      body: { customerId, currency: 'BTC', accountInfo: ACCOUNT_INFO.BTC('900') },
    });
    const quoted = (lockedCurrencyAmount: number) =>
      corridor.createQuote({
        body: {
          source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
          destination: { destinationType: 'ACCOUNT', accountId },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount,
        },
      });
    const kept = await quoted(10_000);
    const dropped = await quoted(20_000);

    const cancelled = await corridor.cancelQuote({ path: { quoteId: dropped.id } });
    expect(cancelled).toMatchObject({ id: dropped.id, status: 'EXPIRED' });
    expect(Date.parse(cancelled.expiresAt)).toBeLessThan(Date.parse(dropped.expiresAt));
    await receiver.sequence(dropped.id, ['QUOTE.EXPIRED']);
    const { event } = await receiver.delivery('QUOTE.EXPIRED', dropped.id);
    expect(event).toMatchObject({ data: cancelled });

    const listed = async (filter: { status?: 'EXPIRED' | 'PENDING' } = {}): Promise<readonly string[]> => {
      const ids: string[] = [];
      for await (const { id } of corridor.each('listQuotes', { query: { customerId, limit: 1, ...filter } }))
        ids.push(id);
      return ids;
    };
    expect(await listed()).toEqual([dropped.id, kept.id]);
    expect(await listed({ status: 'EXPIRED' })).toEqual([dropped.id]);
    expect(await listed({ status: 'PENDING' })).toEqual([kept.id]);

    const { id } = await corridor.sandboxSend({ body: { quoteId: dropped.id, currencyCode: 'USD' } });
    await receiver.delivery('OUTGOING_PAYMENT.REFUND_COMPLETED', id);
    const payment = await corridor.getTransactionById({ path: { transactionId: id } });
    expect(payment).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
  });
});
