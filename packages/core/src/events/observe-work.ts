import type { Environment, Instant } from '../kernel/index.js';
import { isTooLate, type JudgedEvent, type RetrySchedule } from './delivery.js';

/**
 * How an attempt to deliver an event ended: the endpoint accepted it, refused it, or was not reached; or the attempt
 * failed and was the last one.
 */
export const DELIVERY_OUTCOMES = ['delivered', 'refused', 'unreached', 'given-up'] as const;
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number];

/**
 * How an attempt to ask a screening provider ended: with what it answered, or `away`, if it did not answer or answered by
 * lists that are not the present ones.
 */
export const SCREENING_OUTCOMES = ['clear', 'hold', 'refuse', 'away'] as const;
export type ScreeningOutcome = (typeof SCREENING_OUTCOMES)[number];

/** Counts what the workers of this process do, for metrics. Its functions do not throw. */
export interface WorkObserver {
  /** The outcome of an attempt to deliver an event has been recorded. */
  delivery(environment: Environment, outcome: DeliveryOutcome): void;
  /** Another host had claimed a job or an event before this host could record what it did. */
  leaseLost(of: 'job' | 'event'): void;
  /** A notice to approvers was refused, or its last attempt failed. */
  noticeGivenUp(environment: Environment): void;
  /** A screening provider was asked, and what it said has been recorded. */
  screened(environment: Environment, provider: string, outcome: ScreeningOutcome): void;
}

export const NO_OBSERVER: WorkObserver = {
  delivery: () => undefined,
  leaseLost: () => undefined,
  noticeGivenUp: () => undefined,
  screened: () => undefined,
};

/** `now` is the tenant's time. Null if there was no attempt: the event was stored, or released unsent. */
export function deliveryOutcome(
  { event, verdict }: JudgedEvent,
  now: Instant,
  schedule: RetrySchedule,
): DeliveryOutcome | null {
  if (verdict.kind === 'delivered') return 'delivered';
  if (verdict.kind !== 'failed') return null;
  if (verdict.delay === null || isTooLate(event, verdict.delay, now, schedule)) return 'given-up';
  return verdict.isUnreached === true ? 'unreached' : 'refused';
}
