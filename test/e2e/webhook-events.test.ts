import type { ListWebhookEventsData, WebhookEvent } from '@corridor/client';
import { verifyWebhook } from '@corridor/client/webhooks';
import { describe, expect, it } from 'vitest';
import { clientOf } from '../support/client.js';
import { createPlatform } from '../support/credentials.js';
import { expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { createCustomer } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import { webhookReceiver } from '../support/webhook-receiver.js';
import type { Page } from '../support/wire.js';

describe('the events of a platform', () => {
  const used = useHost('sqlite', { webhooks: false });
  const list = (query: NonNullable<ListWebhookEventsData['query']>) => clientOf(used.api).listWebhookEvents({ query });

  it('are stored without an endpoint, can be listed and read, and are sent on request', async () => {
    const { api } = used;
    const corridor = clientOf(api);
    const customer = await createCustomer(api);
    const stored = await eventually('both stored events', async () => {
      const { data } = await list({ resource: customer.id, status: 'STORED' });
      return data.length === 2 ? data : null;
    });
    expect(stored.map(({ type }) => type)).toEqual(['CUSTOMER.KYC_APPROVED', 'CUSTOMER.KYC_PENDING']);
    const [approved, pending] = [stored[0]!, stored[1]!];
    const path = { eventId: pending.id };
    expect((await list({ type: 'CUSTOMER.KYC_PENDING', resource: customer.id })).data).toEqual([pending]);
    const first = await list({ resource: customer.id, limit: 1 });
    expect(first).toMatchObject({ data: [approved], hasMore: true });
    expect((await list({ resource: customer.id, limit: 1, cursor: first.nextCursor! })).data).toEqual([pending]);
    await expect(corridor.redeliverWebhookEvent({ path })).rejects.toMatchObject({
      status: 400,
      code: 'WEBHOOK_ENDPOINT_NOT_SET',
    });

    const receiver = await webhookReceiver();
    try {
      await corridor.updatePlatformConfig({ body: { webhookEndpoint: receiver.url } });
      const { payload } = await corridor.getWebhookEvent({ path });
      expect(payload).toMatchObject({ id: pending.id, type: pending.type, data: { id: customer.id } });
      await corridor.redeliverWebhookEvent({ path });
      const { event, body, headers } = await receiver.delivery('CUSTOMER.KYC_PENDING', customer.id);
      expect(event).toEqual(payload);
      const { secret } = await corridor.getWebhookSecret();
      expect(await verifyWebhook(body, headers, { secret })).toEqual(payload);
      const delivered = await eventually('its state', async () => {
        const now = await corridor.getWebhookEvent({ path });
        return now.status === 'DELIVERED' ? now : null;
      });
      expect(delivered).toMatchObject({ attempts: 1, deliveredAt: expect.any(String) as string });
      expect(receiver.typesOf(customer.id)).toEqual(['CUSTOMER.KYC_PENDING']);
    } finally {
      await receiver.close();
    }
  });

  it('are hidden from other platforms, and an unknown event is not found', async () => {
    const { api, deployment } = used;
    const customer = await createCustomer(api);
    const [event] = (await list({ resource: customer.id })).data;
    const other = api.as(await createPlatform(deployment, 'Other'));
    expect(
      (await expecting(200, other.get<Page<WebhookEvent>>('/webhooks/events', { resource: customer.id }))).data,
    ).toEqual([]);
    for (const of of [`/webhooks/events/${event!.id}`, `/webhooks/events/${event!.id}/delivery`]) {
      await refused(404, 'REFERENCE_NOT_FOUND', other.get(of));
    }
    await refused(404, 'REFERENCE_NOT_FOUND', other.post(`/webhooks/events/${event!.id}/redeliver`));
    await refused(400, 'INVALID_INPUT', other.get('/webhooks/feed', { after: event!.id }));
    await refused(404, 'REFERENCE_NOT_FOUND', api.get('/webhooks/events/nonsense'));
    await refused(400, 'INVALID_INPUT', api.get('/webhooks/events', { type: 'NOTHING.HAPPENED' }));
    await refused(400, 'INVALID_INPUT', api.get('/webhooks/feed', { after: 'nonsense' }));
  });
});
