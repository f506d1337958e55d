import { machine, type StateOf } from '../kernel/index.js';

/** Delivery of an outbox event (behaviour, "Webhooks"). */
export const EVENT = machine('Event', 'status', [], [
  { from: null, on: 'emit', to: 'QUEUED', emits: null, why: 'written with the state change' },
  { from: 'QUEUED', on: 'deliver', to: 'DELIVERED', emits: null, why: 'the endpoint answered 2xx or 409' },
  { from: 'QUEUED', on: 'store', to: 'STORED', emits: null, why: 'the platform has no endpoint' },
  { from: 'QUEUED', on: 'give-up', to: 'FAILED', emits: null, why: '7 days of retries, or a kind that is tried once' },
  { from: 'STORED', on: 'redeliver', to: 'QUEUED', emits: null, why: 'asked for by the platform' },
  { from: 'FAILED', on: 'redeliver', to: 'QUEUED', emits: null, why: 'asked for by the platform' },
  { from: 'DELIVERED', on: 'redeliver', to: 'QUEUED', emits: null, why: 'asked for by the platform' },
] as const);
export type EventState = StateOf<typeof EVENT>;
