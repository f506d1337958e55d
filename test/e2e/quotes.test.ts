import { describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { DATABASES } from '../support/host.js';
import { addAccount, createCustomer, pay, quoteFunding, readTransaction } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { Page, Quote } from '../support/wire.js';

describe.each(DATABASES)('quotes that are not executed, on %s', (database) => {
  const used = useHost(database);

  it('can be listed and cancelled, announce it, and send late money back', async () => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD', 'BTC'] });
    const wallet = await addAccount(api, customer.id, 'BTC');
    const quoted = (amount: number) => quoteFunding(api, { customerId: customer.id, to: wallet.id, amount });
    const kept = await quoted(10_000);
    const dropped = await quoted(20_000);

    const cancelled = await expecting<Quote>(200, api.post(`/quotes/${dropped.id}/cancel`, {}));
    expect(cancelled).toMatchObject({ id: dropped.id, status: 'EXPIRED' });
    expect(Date.parse(cancelled.expiresAt)).toBeLessThan(Date.parse(dropped.expiresAt));
    await receiver.sequence(dropped.id, ['QUOTE.EXPIRED']);
    const { event } = await receiver.delivery('QUOTE.EXPIRED', dropped.id);
    expect(event).toMatchObject({ data: cancelled });

    const listed = async (query: string): Promise<readonly string[]> => {
      const page = await expecting<Page<Quote>>(200, api.get(`/quotes?customerId=${customer.id}${query}`));
      return page.data.map(({ id }) => id);
    };
    expect(await listed('')).toEqual([dropped.id, kept.id]);
    expect(await listed('&status=EXPIRED')).toEqual([dropped.id]);
    expect(await listed('&status=PENDING')).toEqual([kept.id]);

    const { id } = await pay(api, dropped.id);
    await receiver.delivery('OUTGOING_PAYMENT.REFUND_COMPLETED', id);
    expect(await readTransaction(api, id)).toMatchObject({ status: 'FAILED', failureReason: 'QUOTE_EXPIRED' });
  });
});
