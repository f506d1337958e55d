import { machine, type StateOf } from '../kernel/index.js';

/** The delivery of an outbox event (docs/areas/events.md#states). */
export const EVENT = machine('Event', 'status', [], [
  {
    from: null,
    on: 'emit',
    to: 'QUEUED',
    emits: null,
    why: 'a unit of work writes the event together with the state change that it reports',
  },
  { from: 'QUEUED', on: 'deliver', to: 'DELIVERED', emits: null, why: 'the endpoint answered 2xx or 409' },
  { from: 'QUEUED', on: 'store', to: 'STORED', emits: null, why: 'the platform has no endpoint' },
  { from: 'QUEUED', on: 'give-up', to: 'FAILED', emits: null, why: 'retries failed for 7 days, or the type has none' },
  { from: 'STORED', on: 'redeliver', to: 'QUEUED', emits: null, why: 'the platform asks for a redelivery' },
  { from: 'FAILED', on: 'redeliver', to: 'QUEUED', emits: null, why: 'the platform asks for a redelivery' },
  { from: 'DELIVERED', on: 'redeliver', to: 'QUEUED', emits: null, why: 'the platform asks for a redelivery' },
] as const);
export type EventState = StateOf<typeof EVENT>;
