import { createDispatcher, type DispatcherPorts } from './dispatch.js';
import { redeliverEvent, type RedeliverDeps } from './redeliver-event.js';
import { createWebhookTest, type WebhookTestPorts } from './test-webhook.js';

export type EventsDeps = DispatcherPorts & WebhookTestPorts & RedeliverDeps;

/** Delivery of the outbox: what is due, a test on request, and what was sent once already. */
export function eventsArea(deps: EventsDeps) {
  const dispatcher = createDispatcher(deps);
  return {
    deliverDue: dispatcher.deliverDue,
    stop: dispatcher.stop,
    test: createWebhookTest(deps),
    redeliver: redeliverEvent(deps),
  } as const;
}

export type Events = ReturnType<typeof eventsArea>;
