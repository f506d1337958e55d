import { type Cursors, unitsFor } from '../kernel/index.js';
import { createDispatcher, type DispatcherPorts } from './dispatch.js';
import { followEvents, getEvent, listEvents } from './read-events.js';
import { redeliverEvent, type RedeliverPorts } from './redeliver-event.js';
import { createEventSigner } from './sign-event.js';
import { createWebhookTest, type WebhookTestPorts } from './test-webhook.js';

export type EventsAreaPorts = DispatcherPorts & WebhookTestPorts & RedeliverPorts & { readonly cursors: Cursors };

/** Delivery of the outbox: due events, test events and redeliveries. */
export function eventsArea(ports: EventsAreaPorts) {
  const dispatcher = createDispatcher({ ...ports, units: unitsFor(ports.units, 'deliveries') });
  const useCases = {
    test: createWebhookTest(ports),
    redeliver: redeliverEvent(ports),
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
