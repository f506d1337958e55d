import {
  clockOffsetOf,
  type Context,
  domainError,
  type Instant,
  instant,
  ok,
  plusSeconds,
  type Result,
  transition,
  type Tx,
  update,
} from '../kernel/index.js';
import { type DeliveryTry, EVENTS, type OutboxEvent, TRIES_KEPT } from './event.js';
import { EVENT } from './event-states.js';
import type { EventType } from './event-types.js';
import type { WebhookOutcome } from './ports.js';

/** The retries of failed deliveries; all in seconds. */
export interface RetrySchedule {
  /** From the moment the event was queued. */
  readonly retryFor: number;
  readonly firstRetry: number;
  readonly maxRetry: number;
}

/** The outcome of an attempt to send one claimed event. */
export type Verdict =
  | { readonly kind: 'delivered'; readonly tried: DeliveryTry }
  | { readonly kind: 'stored' }
  /**
   * `delay`: seconds until the next attempt; null if there is none. `isUnreached`: the endpoint was not reached, so the
   * failure does not concern this event alone.
   */
  | {
      readonly kind: 'failed';
      readonly tried: DeliveryTry;
      readonly error: string;
      readonly delay: number | null;
      readonly isUnreached?: boolean;
      /** Seconds for which the endpoint takes no events. */
      readonly pause?: number;
    }
  /** The event was not sent and is due at `at`. */
  | { readonly kind: 'put-back'; readonly at: Instant };

export interface JudgedEvent {
  readonly event: OutboxEvent;
  readonly verdict: Verdict;
}

/** Types of events whose answer is useless later; these events are tried once. */
const TRIED_ONCE: ReadonlySet<EventType> = new Set<EventType>(['TEST', 'INCOMING_PAYMENT.PENDING']);

/** An endpoint may answer 409 to an event that it has already processed. */
export const isSuccess = (status: number): boolean => (status >= 200 && status < 300) || status === 409;

export const failureOf = (outcome: WebhookOutcome): string =>
  outcome.kind === 'answered' ? `the endpoint answered ${outcome.status}` : outcome.reason;

/** The attempt that began at `at` and has ended now, both in host time. */
export const tryOf = (at: Instant, now: Instant, outcome: WebhookOutcome): DeliveryTry => ({
  at,
  // A clock that was set back during the attempt.
  milliseconds: Math.max(0, now - at),
  status: outcome.kind === 'answered' ? outcome.status : null,
  reason: outcome.kind === 'answered' ? null : outcome.reason,
});

/** `fraction` draws a random number in [0, 1) for the jitter. */
export function verdictOf(
  event: OutboxEvent,
  outcome: WebhookOutcome,
  tried: DeliveryTry,
  schedule: RetrySchedule,
  fraction: () => number,
): Verdict {
  if (outcome.kind === 'answered' && isSuccess(outcome.status)) return { kind: 'delivered', tried };
  return asked(failedAttempt(event, failureOf(outcome), tried, schedule, fraction), outcome);
}

/** A receiver can delay the next attempt by so much. */
const LONGEST_ASKED_SECONDS = 3600;
/** The receiver is overloaded or down: its `Retry-After` concerns all events. */
const BUSY = [429, 503];
/** The endpoint has been removed for good. */
export const GONE = 410;

/** What the receiver asks for: to wait, or to send nothing more. */
function asked(failed: Verdict & { readonly kind: 'failed' }, outcome: WebhookOutcome): Verdict {
  if (outcome.kind !== 'answered') return { ...failed, isUnreached: true };
  if (outcome.status === GONE) return { ...failed, delay: null, isUnreached: false };
  const seconds = Math.min(outcome.retryAfter ?? 0, LONGEST_ASKED_SECONDS);
  const delay = failed.delay === null ? null : Math.max(failed.delay, seconds);
  const pauses = seconds > 0 && BUSY.includes(outcome.status);
  return { ...failed, delay, isUnreached: false, ...(pauses && { pause: seconds }) };
}

export function failedAttempt(
  event: OutboxEvent,
  error: string,
  tried: DeliveryTry,
  schedule: RetrySchedule,
  fraction: () => number,
): Verdict & { readonly kind: 'failed' } {
  const delay = TRIED_ONCE.has(event.type) ? null : retryDelay(event.attempts, schedule, fraction());
  return { kind: 'failed', tried, error, delay };
}

const JITTER = 0.2;

/**
 * Seconds between attempt n (from 1) and the next: doubling from `firstRetry`, never above `maxRetry`, with up to 20 %
 * jitter so that events that failed together are not retried together.
 */
function retryDelay(attempt: number, schedule: RetrySchedule, fraction: number): number {
  const doubled = schedule.firstRetry * 2 ** (attempt - 1);
  return Math.min(doubled, schedule.maxRetry / (1 + JITTER)) * (1 + JITTER * fraction);
}

const triesAfter = ({ tries }: OutboxEvent, tried: DeliveryTry): readonly DeliveryTry[] =>
  [...(tries ?? []), tried].slice(-TRIES_KEPT);

/** Whether an attempt after that delay in seconds would come after the last one. */
export const isTooLate = (event: OutboxEvent, delay: number, now: Instant, schedule: RetrySchedule): boolean =>
  plusSeconds(now, delay) > plusSeconds(event.queuedAt, schedule.retryFor);

/** The lease has passed to another host, which sends the event again and records its own outcome. */
export const LEASE_LOST = domainError('CONFLICT', 'the lease of the event has passed to another host');

/** Records the outcome of an event. The unit of work ends with LEASE_LOST if this host no longer holds the lease. */
export function writeVerdict(tx: Tx, ctx: Context, judged: JudgedEvent, schedule: RetrySchedule): Result<unknown> {
  const { event, verdict } = judged;
  const leaseUntil = instant(0);
  const unsent = { leaseUntil, attempts: event.attempts - 1 };
  switch (verdict.kind) {
    case 'delivered': {
      const tries = triesAfter(event, verdict.tried);
      const patch = { leaseUntil, deliveredAt: ctx.now, lastError: null, tries };
      return transition(tx, ctx, EVENT, EVENTS, event, 'deliver', patch, LEASE_LOST);
    }
    case 'stored':
      return transition(tx, ctx, EVENT, EVENTS, event, 'store', unsent, LEASE_LOST);
    case 'put-back':
      return ok(
        update(
          tx,
          ctx,
          EVENTS,
          event,
          { ...unsent, nextAttemptAt: verdict.at, clockOffset: clockOffsetOf(ctx) },
          LEASE_LOST,
        ),
      );
    case 'failed': {
      const { error: lastError, delay } = verdict;
      const tries = triesAfter(event, verdict.tried);
      if (delay === null || isTooLate(event, delay, ctx.now, schedule)) {
        return transition(tx, ctx, EVENT, EVENTS, event, 'give-up', { leaseUntil, lastError, tries }, LEASE_LOST);
      }
      const clockOffset = clockOffsetOf(ctx);
      const nextAttemptAt = instant(Math.round(plusSeconds(ctx.hostNow, delay)));
      const patch = { leaseUntil, lastError, tries, nextAttemptAt, clockOffset };
      return ok(update(tx, ctx, EVENTS, event, patch, LEASE_LOST));
    }
  }
}
