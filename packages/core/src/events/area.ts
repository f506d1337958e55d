import type { Cursors } from '../kernel/index.js';
import { createDispatcher, type DispatcherPorts } from './dispatch.js';
import { followEvents, getEvent, listEvents } from './read-events.js';
import { redeliverEvent, type RedeliverDeps } from './redeliver-event.js';
import { createEventSigner } from './sign-event.js';
import { createWebhookTest, type WebhookTestPorts } from './test-webhook.js';

export type EventsDeps = DispatcherPorts & WebhookTestPorts & RedeliverDeps & { readonly cursors: Cursors };

/** Delivery of the outbox: what is due, a test on request, and what was sent once already. */
export function eventsArea(deps: EventsDeps) {
  const dispatcher = createDispatcher(deps);
  return {
    deliverDue: dispatcher.deliverDue,
    resume: dispatcher.resume,
    stop: dispatcher.stop,
    test: createWebhookTest(deps),
    redeliver: redeliverEvent(deps),
    get: getEvent,
    list: listEvents(deps.cursors),
    follow: followEvents(deps.cursors),
    sign: createEventSigner(deps),
  } as const;
}

export type Events = ReturnType<typeof eventsArea>;
