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
import { EVENTS, type OutboxEvent } from './event.js';
import { EVENT } from './event-states.js';
import type { EventType } from './event-types.js';
import type { WebhookOutcome } from './ports.js';

/** When what failed is tried again; all in seconds. */
export interface RetrySchedule {
  /** From the moment the event was queued. */
  readonly retryFor: number;
  readonly firstRetry: number;
  readonly maxRetry: number;
}

/** What has become of one claimed event. */
export type Verdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'stored' }
  /**
   * `delay`: seconds until the next attempt; null where there is none. `isUnreached`: what failed was not this event, but
   * the way to the endpoint.
   */
  | { readonly kind: 'failed'; readonly error: string; readonly delay: number | null; readonly isUnreached?: boolean }
  /** It was not sent, and is due at `at`. */
  | { readonly kind: 'put-back'; readonly at: Instant };

export interface JudgedEvent {
  readonly event: OutboxEvent;
  readonly verdict: Verdict;
}

/** Questions whose answer is of no use later: a failure ends them. */
const TRIED_ONCE: ReadonlySet<EventType> = new Set<EventType>(['TEST', 'INCOMING_PAYMENT.PENDING']);

/** A receiver answers 409 for an event that it has seen. */
export const isSuccess = (status: number): boolean => (status >= 200 && status < 300) || status === 409;

export const failureOf = (outcome: WebhookOutcome): string =>
  outcome.kind === 'answered' ? `the endpoint answered ${outcome.status}` : outcome.reason;

/** `fraction`: draws a random number in [0, 1) for the jitter. */
export function verdictOf(
  event: OutboxEvent,
  outcome: WebhookOutcome,
  schedule: RetrySchedule,
  fraction: () => number,
): Verdict {
  if (outcome.kind === 'answered' && isSuccess(outcome.status)) return { kind: 'delivered' };
  return { ...failedAttempt(event, failureOf(outcome), schedule, fraction), isUnreached: outcome.kind !== 'answered' };
}

export function failedAttempt(
  event: OutboxEvent,
  error: string,
  schedule: RetrySchedule,
  fraction: () => number,
): Verdict & { readonly kind: 'failed' } {
  const delay = TRIED_ONCE.has(event.type) ? null : retryDelay(event.attempts, schedule, fraction());
  return { kind: 'failed', error, delay };
}

const JITTER = 0.2;

/**
 * Seconds between attempt n (from 1) and the next: doubling from `firstRetry`, up to a fifth longer at random so that
 * what failed together does not come back together, and never above `maxRetry`.
 */
function retryDelay(attempt: number, schedule: RetrySchedule, fraction: number): number {
  const doubled = schedule.firstRetry * 2 ** (attempt - 1);
  return Math.min(doubled, schedule.maxRetry / (1 + JITTER)) * (1 + JITTER * fraction);
}

/** The lease has passed to another host, which sends the event again and records what comes of that. */
export const LEASE_LOST = domainError('CONFLICT', 'the lease of the event has passed to another host');

/** Writes what became of an event; the unit ends with LEASE_LOST where the lease is no longer ours. */
export function writeVerdict(tx: Tx, ctx: Context, judged: JudgedEvent, schedule: RetrySchedule): Result<unknown> {
  const { event, verdict } = judged;
  const leaseUntil = instant(0);
  const unsent = { leaseUntil, attempts: event.attempts - 1 };
  switch (verdict.kind) {
    case 'delivered': {
      const patch = { leaseUntil, deliveredAt: ctx.now, lastError: null };
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
      if (delay === null || plusSeconds(ctx.now, delay) > plusSeconds(event.queuedAt, schedule.retryFor)) {
        return transition(tx, ctx, EVENT, EVENTS, event, 'give-up', { leaseUntil, lastError }, LEASE_LOST);
      }
      const clockOffset = clockOffsetOf(ctx);
      const nextAttemptAt = instant(Math.round(plusSeconds(ctx.hostNow, delay)));
      return ok(update(tx, ctx, EVENTS, event, { leaseUntil, lastError, nextAttemptAt, clockOffset }, LEASE_LOST));
    }
  }
}
