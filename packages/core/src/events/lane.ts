import { type Instant, instant, plusSeconds, type TenantKey } from '../kernel/index.js';
import type { JudgedEvent, Verdict } from './delivery.js';
import type { OutboxEvent } from './event.js';

/** The webhook settings of a platform, at most a second old at each attempt. */
export interface DeliverySettings {
  /** Null: events are stored, not sent. */
  readonly endpoint: string | null;
  /** The endpoint has said that it is gone: events are stored until the platform sets it again. */
  readonly isPaused?: boolean;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
  /** `whsec_…`, the current one first. */
  readonly secrets: readonly string[];
  /** PEM of the P-256 key behind `X-Svc-Signature`. */
  readonly privateKey: string;
}

/** The claimed events of one resource, in their order. */
export interface Chain {
  readonly resource: string;
  /** The event that is in flight, or whose outcome is not recorded yet. The next one waits for that. */
  sent: OutboxEvent | null;
  readonly waiting: OutboxEvent[];
}

/** A lane: the queue of one tenant's events that this host has claimed, with the limits of its endpoint. */
export interface Lane {
  readonly tenant: TenantKey;
  /** The chains by resource. */
  readonly chains: Map<string, Chain>;
  /** The chains whose next event can be sent: an untried one, which is sent before retries, or a retry. */
  readonly untried: Chain[];
  readonly retries: Chain[];
  /** The number of events claimed and not sent yet. */
  waiting: number;
  inFlight: number;
  /** Resources whose last claimed events have been recorded since the last claim. */
  readonly resumed: Set<string>;
  /** Events with an outcome that is not being recorded yet. */
  judged: JudgedEvent[];
  judgedSince: Instant;
  /** Claimed events wait until these outcomes are recorded. */
  isAwaited: boolean;
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
  chains: new Map(),
  untried: [],
  retries: [],
  waiting: 0,
  inFlight: 0,
  resumed: new Set(),
  judged: [],
  judgedSince: instant(0),
  isAwaited: false,
  recording: 0,
  width: Math.min(FIRST_WIDTH, maxWidth),
  pausedUntil: instant(0),
  inLine: false,
  more: false,
  asked: false,
  settings: null,
});

export const heldBy = (lane: Lane): number => lane.waiting + lane.inFlight + lane.judged.length + lane.recording;

/** Adds a claimed event behind the others of its resource. */
export function takeEvent(lane: Lane, event: OutboxEvent): void {
  lane.waiting += 1;
  const chain = lane.chains.get(event.resource);
  if (chain !== undefined) {
    chain.waiting.push(event);
    return;
  }
  const opened = { resource: event.resource, sent: null, waiting: [event] };
  lane.chains.set(event.resource, opened);
  lineUp(lane, opened);
}

/** The claim has already counted the coming attempt. */
const lineUp = (lane: Lane, chain: Chain): unknown =>
  (chain.waiting[0]!.attempts > 1 ? lane.retries : lane.untried).push(chain);

export const canSend = (lane: Lane): boolean => lane.untried.length + lane.retries.length > 0;

export function nextOf(lane: Lane): OutboxEvent | undefined {
  const chain = lane.untried.shift() ?? lane.retries.shift();
  if (chain === undefined) return undefined;
  lane.waiting -= 1;
  chain.sent = chain.waiting.shift()!;
  return chain.sent;
}

/** Adds the outcome of an event that was sent, or is released unsent. */
export function judge(lane: Lane, judged: JudgedEvent, now: Instant): void {
  if (lane.judged.length === 0) lane.judgedSince = now;
  lane.judged.push(judged);
  if ((lane.chains.get(judged.event.resource)?.waiting.length ?? 0) > 0) lane.isAwaited = true;
}

/** Ends the chain of an event that holds up those behind it, and returns these to be released. */
export function heldUpBy(lane: Lane, { resource }: OutboxEvent, verdict: Verdict): readonly OutboxEvent[] {
  const chain = lane.chains.get(resource);
  const holdsUp = verdict.kind === 'put-back' || (verdict.kind === 'failed' && verdict.delay !== null);
  if (chain === undefined || !holdsUp) return [];
  lane.chains.delete(resource);
  lane.waiting -= chain.waiting.length;
  return chain.waiting;
}

/** Removes and returns all unsent events. */
export function emptied(lane: Lane): readonly OutboxEvent[] {
  const unsent = [...lane.chains.values()].flatMap((chain) => chain.waiting.splice(0));
  for (const { resource } of [...lane.untried.splice(0), ...lane.retries.splice(0)]) lane.chains.delete(resource);
  lane.waiting = 0;
  return unsent;
}

/**
 * Lets the next event of each resource follow, now that the outcomes of these are recorded. If none was claimed, the
 * next claim looks for one.
 */
export function goOn(lane: Lane, recorded: readonly JudgedEvent[]): void {
  for (const { event } of recorded) {
    const chain = lane.chains.get(event.resource);
    if (chain !== undefined && chain.sent !== event) continue;
    if (chain !== undefined && chain.waiting.length > 0) {
      chain.sent = null;
      lineUp(lane, chain);
      continue;
    }
    lane.chains.delete(event.resource);
    lane.resumed.add(event.resource);
  }
}

/** Ends the chains of events whose outcomes could not be recorded, and returns the events behind them. */
export function abandon(lane: Lane, unrecorded: readonly JudgedEvent[]): readonly OutboxEvent[] {
  return unrecorded.flatMap(({ event }) => {
    const chain = lane.chains.get(event.resource);
    if (chain?.sent !== event) return [];
    lane.chains.delete(event.resource);
    lane.waiting -= chain.waiting.length;
    return chain.waiting;
  });
}

/** True if the lane has no work, no pause and at least its initial width, so that the dispatcher can drop it. */
export const isIdle = (lane: Lane): boolean =>
  heldBy(lane) === 0 && lane.resumed.size === 0 && lane.pausedUntil === 0 && lane.width >= FIRST_WIDTH;

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
  if (verdict.kind === 'failed' && verdict.pause !== undefined) {
    lane.pausedUntil = plusSeconds(now, verdict.pause);
    return emptied(lane);
  }
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
