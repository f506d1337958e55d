import type { Instant, TenantKey } from '../kernel/index.js';
import type { OutboxEvent } from './event.js';
import type { Job } from './job.js';

export interface Claim {
  /** Host time: what is due at or before it and not leased beyond it can be claimed. */
  readonly now: Instant;
  readonly leaseUntil: Instant;
  readonly limit: number;
}

/** A tenant's clock has been moved ahead. */
export interface ClockMove {
  readonly tenant: TenantKey;
  /** Milliseconds by which it is ahead of the host's clock now. */
  readonly offset: number;
  /** Host time. */
  readonly now: Instant;
}

/** What only a clock that was ahead can have written. */
export interface ClockCorrection {
  /** Host time. */
  readonly now: Instant;
  /** No lease ends later than this, and nothing was written later. */
  readonly latest: Instant;
}

/** The jobs of all tenants, for workers. */
export interface JobStore {
  /** Leases due jobs, each to one claimer; `attempts` and `version` are one higher in what comes back. */
  claim(claim: Claim): Promise<readonly Job[]>;
  /** When the next job that nobody leases is due; null when there is none. */
  nextDue(): Promise<Instant | null>;
  /**
   * Brings the due times of a tenant that were reckoned with a smaller offset forward by the difference; answers how
   * many. Doing it again changes nothing. What is leased is left alone: it was due, and whoever has it in hand writes
   * its next due time. What a claimer has read before is void (`version` grows).
   */
  moveDue(move: ClockMove): Promise<number>;
  /**
   * Sets right what a clock that was ahead has written: a lease that ends after `latest` is taken as run out, and what
   * was written after it is due as long from `now` as it was to be from then. Answers how many jobs that were.
   */
  correctClock(correction: ClockCorrection): Promise<number>;
  /** Whether a job of the tenant is due at that host time, in somebody's hand or not. */
  isDue(tenant: TenantKey, now: Instant): Promise<boolean>;
}

export interface OutboxClaim extends Claim {
  readonly perTenant: number;
  /** Tenants of which the claimer has enough in hand. */
  readonly except: readonly TenantKey[];
  /** Tenants of which it has enough retries in hand, but not of what was never tried. */
  readonly untriedOnly: readonly TenantKey[];
}

/** The outbox of all tenants, for the webhook dispatcher. */
export interface OutboxStore {
  /**
   * Leases queued events that are due, at most `perTenant` of each tenant, so that one dead endpoint does not
   * hold up the others, and none of the tenants in `except`. Of each resource only the earliest QUEUED event
   * (by position) is a candidate: while it is leased or not yet due, those after it wait, and may be given its due time.
   * Of each tenant, events that were never tried come before retries; of either, what is due first.
   * `attempts` and `version` are one higher in what comes back.
   */
  claim(claim: OutboxClaim): Promise<readonly OutboxEvent[]>;
  nextDue(): Promise<Instant | null>;
  /** As that of jobs, for the next attempts of queued events. */
  moveDue(move: ClockMove): Promise<number>;
  /** As that of jobs, for queued events. */
  correctClock(correction: ClockCorrection): Promise<number>;
  /** Whether an event that waits for no other of its resource is due at that host time, in somebody's hand or not. */
  isDue(tenant: TenantKey, now: Instant): Promise<boolean>;
}

/** One signed HTTP request to a platform's endpoint; never follows redirects. Refusals of the address are failures. */
export interface WebhookTransport {
  send(request: WebhookRequest): Promise<WebhookOutcome>;
  /** The headers and the body that `send` would send now, for whoever fetches events; absent where nobody can. */
  sign?(request: Pick<WebhookRequest, 'event' | 'signing'>): Promise<SignedWebhook>;
}

/** A webhook as it goes over the wire. Names of headers are in lower case. */
export interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookRequest {
  readonly url: string;
  readonly environment: 'SANDBOX' | 'PRODUCTION';
  readonly event: OutboxEvent;
  readonly signing: {
    /** PEM of the P-256 key behind `X-Svc-Signature`. */
    readonly privateKey: string;
    /** Standard Webhooks secrets (`whsec_…`), the current one first. */
    readonly secrets: readonly string[];
  };
}

export type WebhookOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'unreachable'; readonly reason: string };
