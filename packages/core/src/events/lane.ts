import { type Instant, instant, plusSeconds, type TenantKey } from '../kernel/index.js';
import type { JudgedEvent, Verdict } from './delivery.js';
import type { OutboxEvent } from './event.js';

/** What a platform's webhooks need: read shortly before each attempt. */
export interface DeliverySettings {
  /** Null: events are stored, not sent. */
  readonly endpoint: string | null;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
  /** `whsec_…`, the current one first. */
  readonly secrets: readonly string[];
  /** PEM of the P-256 key behind `X-Svc-Signature`. */
  readonly privateKey: string;
}

/** The events of one tenant that this host has in hand. */
export interface Lane {
  readonly tenant: TenantKey;
  /** Claimed and not yet sent: what was never tried goes before what was. */
  readonly untried: OutboxEvent[];
  readonly retries: OutboxEvent[];
  inFlight: number;
  /** With a verdict that is not yet being recorded. */
  judged: JudgedEvent[];
  judgedSince: Instant;
  recording: number;
  /** How many may be in flight at once: doubles with a success, halves when the endpoint is not reached. */
  width: number;
  /** Until then nothing of the tenant is claimed. */
  pausedUntil: Instant;
  /** It stands in line for a slot. */
  inLine: boolean;
  /** The last claim gave as many as it may of one tenant, so there is likely to be more. */
  more: boolean;
  /** A claim has been asked for because there is more. */
  asked: boolean;
  settings: { readonly readAt: Instant; readonly value: Promise<DeliverySettings> } | null;
}

/** A new lane is narrow, so that an endpoint that turns out to be dead ties up few slots. */
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

/** Claimed and not yet sent. */
export const waitingIn = (lane: Lane): number => lane.untried.length + lane.retries.length;

export const heldBy = (lane: Lane): number => waitingIn(lane) + lane.inFlight + lane.judged.length + lane.recording;

/** Takes in what was claimed: the claim has counted the attempt that is to come. */
export function takeEvent(lane: Lane, event: OutboxEvent): void {
  (event.attempts > 1 ? lane.retries : lane.untried).push(event);
}

export const nextOf = (lane: Lane): OutboxEvent | undefined => lane.untried.shift() ?? lane.retries.shift();

/** Takes out all that is not yet sent. */
export const emptied = (lane: Lane): readonly OutboxEvent[] => [...lane.untried.splice(0), ...lane.retries.splice(0)];

/** True where nothing is lost when the lane is forgotten. */
export const isIdle = (lane: Lane): boolean =>
  heldBy(lane) === 0 && lane.pausedUntil === 0 && lane.width >= FIRST_WIDTH;

/**
 * Widens or narrows a lane by how an attempt went. One whose endpoint is not reached at its narrowest is paused, and
 * what it had in hand comes back to be put back: a dead endpoint then costs one attempt per pause, however much waits
 * for it. An endpoint that refuses an event is there for the others: the lane is as wide as a new one at least.
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
