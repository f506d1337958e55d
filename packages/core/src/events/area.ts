import { type Cursors, type TenantKey, unitsFor } from '../kernel/index.js';
import { deliveryHealth } from './delivery-health.js';
import { deliverNow } from './deliver-now.js';
import { createDispatcher, type DispatcherPorts } from './dispatch.js';
import { followEvents, getEvent, listEvents } from './read-events.js';
import type { UndeliveredEvents } from './ports.js';
import { redeliverEvent, type RedeliverPorts } from './redeliver-event.js';
import { redeliverPeriod } from './redeliver-period.js';
import { createEventSigner } from './sign-event.js';
import { createWebhookTest, type WebhookTestPorts } from './test-webhook.js';

export type EventsAreaPorts = DispatcherPorts & WebhookTestPorts & RedeliverPorts & { readonly cursors: Cursors };

/** Delivery of the outbox: due events, test events and redeliveries. */
export function eventsArea(ports: EventsAreaPorts) {
  const dispatcher = createDispatcher({ ...ports, units: unitsFor(ports.units, 'deliveries') });
  const useCases = {
    test: createWebhookTest(ports),
    redeliver: redeliverEvent(ports),
    /** For operators: the next attempt of a queued event begins now. */
    deliverNow,
    /** Runs several units of work, so it is not a `UseCase`. */
    redeliverPeriod: redeliverPeriod(ports),
    /** For operators: how the deliveries of the newest events went. */
    health: deliveryHealth,
    /** For operators: the queued events of a tenant; null if there are none. */
    undelivered: async (tenant: TenantKey): Promise<UndeliveredEvents | null> =>
      (await ports.outbox.undelivered(tenant)).find((each) => each.tenant === tenant) ?? null,
    get: getEvent,
    /**
     * Webhook events of the platform, newest first, each with the state of its delivery. Only the filter `resource`
     * uses an index.
     *
     * @example
     * ```ts
     * const transfer = await run(core.transfers.out, {
     *   sourceId: dollars.id,
     *   destinationId: bankAccount.id,
     *   amount: 5_000n,
     * });
     * const { data } = await read(core.events.list, { resource: transfer.id });
     * data.length; // 1
     * ```
     */
    list: listEvents(ports.cursors),
    follow: followEvents(ports.cursors),
    sign: createEventSigner(ports),
  } as const;
  return { useCases, dispatcher } as const;
}

export type Events = ReturnType<typeof eventsArea>['useCases'];
