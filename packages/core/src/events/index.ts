export * from './area.js';
export * from './delivery.js';
export * from './delivery-health.js';
export * from './dispatch.js';
export * from './event-states.js';
export * from './event-types.js';
export * from './event.js';
export {
  type AttemptedWork,
  FAILED_ATTEMPTS,
  type FailedAttempt,
  type FailedAttempts,
  giveUp,
  noteFailure,
  retryLater,
} from './failed-attempt.js';
export * from './job.js';
export type { DeliverySettings } from './lane.js';
export * from './observe-work.js';
export * from './ports.js';
export * from './read-events.js';
export { deliverNow } from './deliver-now.js';
export { redeliverEvent, type RedeliverPorts } from './redeliver-event.js';
export * from './redeliver-period.js';
export * from './run-jobs.js';
export * from './shared-unit.js';
export { type ClockCatchUp, type ClockCatchUpPorts, createClockCatchUp } from './clock-catch-up.js';
export { stepClock, type StepClockPorts } from './step-clock.js';
export * from './test-webhook.js';
