import { type Instant, instant, plusSeconds, type TenantKey } from '../kernel/index.js';
import type { JudgedEvent, Verdict } from './delivery.js';
import type { OutboxEvent } from './event.js';

/** The webhook settings of a platform, at most a second old at each attempt. */
export interface DeliverySettings {
  /** Null: events are stored, not sent. */
  readonly endpoint: string | null;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
  /** `whsec_…`, the current one first. */
  readonly secrets: readonly string[];
  /** PEM of the P-256 key behind `X-Svc-Signature`. */
  readonly privateKey: string;
}

/** A lane: the queue of one tenant's events that this host has claimed, with the limits of its endpoint. */
export interface Lane {
  readonly tenant: TenantKey;
  /** Events that are claimed and not sent yet. Untried events are sent before retries. */
  readonly untried: OutboxEvent[];
  readonly retries: OutboxEvent[];
  inFlight: number;
  /** Events with an outcome that is not being recorded yet. */
  judged: JudgedEvent[];
  judgedSince: Instant;
  recording: number;
  /** The maximum number in flight: doubles with each success, halves if the endpoint is not reached. */
  width: number;
  /** Until this time no events of the tenant are claimed. */
  pausedUntil: Instant;
  /** Whether the lane waits for a slot. */
  inLine: boolean;
  /** The last claim returned the maximum for one tenant, so more events are likely. */
  more: boolean;
  /** The dispatcher has been asked to claim again, because `more` is true. */
  asked: boolean;
  settings: { readonly readAt: Instant; readonly value: Promise<DeliverySettings> } | null;
}

/** A new lane is narrow, so that a dead endpoint occupies few slots. */
const FIRST_WIDTH = 4;

export const openLane = (tenant: TenantKey, maxWidth: number): Lane => ({
  tenant,
  untried: [],
  retries: [],
  inFlight: 0,
  judged: [],
  judgedSince: instant(0),
  recording: 0,
  width: Math.min(FIRST_WIDTH, maxWidth),
  pausedUntil: instant(0),
  inLine: false,
  more: false,
  asked: false,
  settings: null,
});

/** The number of events claimed and not sent yet. */
export const waitingIn = (lane: Lane): number => lane.untried.length + lane.retries.length;

export const heldBy = (lane: Lane): number => waitingIn(lane) + lane.inFlight + lane.judged.length + lane.recording;

/** Adds a claimed event. The claim has already counted the coming attempt. */
export function takeEvent(lane: Lane, event: OutboxEvent): void {
  (event.attempts > 1 ? lane.retries : lane.untried).push(event);
}

export const nextOf = (lane: Lane): OutboxEvent | undefined => lane.untried.shift() ?? lane.retries.shift();

/** Removes and returns all unsent events. */
export const emptied = (lane: Lane): readonly OutboxEvent[] => [...lane.untried.splice(0), ...lane.retries.splice(0)];

/** True if the lane has no events, no pause and at least its initial width, so that the dispatcher can drop it. */
export const isIdle = (lane: Lane): boolean =>
  heldBy(lane) === 0 && lane.pausedUntil === 0 && lane.width >= FIRST_WIDTH;

/**
 * Adapts the width of a lane to the outcome of an attempt. If the endpoint is not reached at width 1, the lane is
 * paused and its unsent events are returned to be released, so that a dead endpoint costs one attempt per pause at any
 * backlog. An endpoint that refuses an event can still accept others: the lane is then at least as wide as a new one.
 */
export function adapt(
  lane: Lane,
  verdict: Verdict,
  now: Instant,
  maxWidth: number,
  pause: number,
): readonly OutboxEvent[] {
  if (verdict.kind === 'stored' || verdict.kind === 'put-back') return [];
  if (verdict.kind === 'delivered' || verdict.isUnreached !== true) {
    const least = Math.min(FIRST_WIDTH, maxWidth);
    lane.width = verdict.kind === 'delivered' ? Math.min(lane.width * 2, maxWidth) : Math.max(lane.width, least);
    lane.pausedUntil = instant(0);
    return [];
  }
  const narrowest = lane.width === 1;
  lane.width = Math.max(lane.width >> 1, 1);
  if (!narrowest) return [];
  lane.pausedUntil = plusSeconds(now, pause);
  return emptied(lane);
}
