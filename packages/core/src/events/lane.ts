import { type Instant, instant, plusSeconds, type TenantKey } from '../kernel/index.js';
import type { Settled, Verdict } from './delivery.js';
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
  /** Claimed and not yet sent. */
  readonly queue: OutboxEvent[];
  inFlight: number;
  /** Settled and not yet being recorded. */
  settled: Settled[];
  settledSince: Instant;
  recording: number;
  /** How many may be in flight at once: doubles with a success, halves with a failure. */
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
  queue: [],
  inFlight: 0,
  settled: [],
  settledSince: instant(0),
  recording: 0,
  width: Math.min(FIRST_WIDTH, maxWidth),
  pausedUntil: instant(0),
  inLine: false,
  more: false,
  asked: false,
  settings: null,
});

export const heldBy = (lane: Lane): number => lane.queue.length + lane.inFlight + lane.settled.length + lane.recording;

/** True where nothing is lost when the lane is forgotten. */
export const isIdle = (lane: Lane): boolean =>
  heldBy(lane) === 0 && lane.pausedUntil === 0 && lane.width >= FIRST_WIDTH;

/**
 * Widens or narrows a lane by how an attempt went. One that fails at its narrowest is paused, and what it had
 * in hand comes back to be put back: a dead endpoint then costs one attempt per pause, however much waits for it.
 */
export function adapt(
  lane: Lane,
  verdict: Verdict,
  now: Instant,
  maxWidth: number,
  pause: number,
): readonly OutboxEvent[] {
  if (verdict.kind === 'delivered') {
    lane.width = Math.min(lane.width * 2, maxWidth);
    lane.pausedUntil = instant(0);
  }
  if (verdict.kind !== 'failed') return [];
  const narrowest = lane.width === 1;
  lane.width = Math.max(lane.width >> 1, 1);
  if (!narrowest) return [];
  lane.pausedUntil = plusSeconds(now, pause);
  return lane.queue.splice(0);
}
