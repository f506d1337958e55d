import type { Instant, TenantKey } from '../kernel/index.js';
import type { OutboxEvent } from './event.js';
import type { Job } from './job.js';

export interface Claim {
  /** Host time. A row can be claimed if it is due at `now` and its lease has ended at `now`. */
  readonly now: Instant;
  readonly leaseUntil: Instant;
  readonly limit: number;
}

/** A tenant's clock has been moved ahead. */
export interface ClockMove {
  readonly tenant: TenantKey;
  /** Milliseconds by which the tenant's clock is now ahead of the host's clock. */
  readonly offset: number;
  /** Host time. */
  readonly now: Instant;
}

/** The bound beyond which only a wrong clock can have written a lease or a time. */
export interface ClockCorrection {
  /** Host time. */
  readonly now: Instant;
  /**
   * The latest time at which a lease can end, or a record can have been changed, if the clock that wrote it was
   * correct.
   */
  readonly latest: Instant;
}

/** The jobs of all tenants, for workers. */
export interface JobStore {
  /** Leases due jobs, each to one claimer, and returns them with `attempts` and `version` increased by one. */
  claim(claim: Claim): Promise<readonly Job[]>;
  /** The due time of the next job without a lease; null if there is none. */
  nextDue(): Promise<Instant | null>;
  /**
   * Brings due times of a tenant that were computed with a smaller offset forward by the difference; returns their
   * number. A repetition changes nothing. Leased jobs are not touched: they were due, and their claimer writes the next
   * due time. `version` grows, so that a copy that a claimer has read before the move is stale.
   */
  moveDue(move: ClockMove): Promise<number>;
  /**
   * Corrects jobs that were written while the clock of a host was ahead. A lease that ends after `latest` counts as
   * ended. A job that was last changed after `latest` becomes due at `now` plus its original delay (due time minus time
   * of the last change). Returns the number of corrected jobs.
   */
  correctClock(correction: ClockCorrection): Promise<number>;
  /** Whether a job of the tenant is due at that host time, leased or not. */
  isDue(tenant: TenantKey, now: Instant): Promise<boolean>;
}

/** A resource of a tenant. Its events are delivered in order. */
export interface EventQueue {
  readonly tenant: TenantKey;
  readonly resource: string;
}

export interface OutboxClaim extends Claim {
  readonly perTenant: number;
  /** The maximum number of events of one resource, which the claimer delivers one after another. */
  readonly perResource: number;
  /**
   * Resources of which the claimer has recorded events since its last claim. Their next events are claimed even if they
   * were given the due time of those.
   */
  readonly resumed: readonly EventQueue[];
  /** Tenants of which the claimer needs no events. */
  readonly except: readonly TenantKey[];
  /** Tenants of which the claimer needs no retries, only events that were never tried. */
  readonly untriedOnly: readonly TenantKey[];
}

/** The outbox of all tenants, for the webhook dispatcher. */
export interface OutboxStore {
  /**
   * Leases queued events that are due, at most `perTenant` of each tenant (so that one dead endpoint does not
   * hold up the others) and none of the tenants in `except`. Of each resource, the events are leased in the order of
   * their positions, from the earliest QUEUED one: while it is leased or not due, later events wait, and may be given
   * the time at which it can be claimed. A later event that was never tried has no due time of its own: it is leased
   * together with those before it. The claimer sends it only after the endpoint has accepted those.
   * Within a tenant, the first events of resources come before the second ones, and so on; of the first ones, those
   * that were never tried come before retries, and earlier due times first. Events of one resource are returned in
   * their order, with `attempts` and `version` increased by one.
   */
  claim(claim: OutboxClaim): Promise<readonly OutboxEvent[]>;
  /**
   * The time from which on a claim may find events; null if there are none. It can be earlier than that of the first
   * event that can be claimed, if many events wait behind others of their resource.
   */
  nextDue(): Promise<Instant | null>;
  /** Like `JobStore.moveDue`, for the next attempts of queued events. */
  moveDue(move: ClockMove): Promise<number>;
  /** Like `JobStore.correctClock`, for queued events. */
  correctClock(correction: ClockCorrection): Promise<number>;
  /** Whether the first queued event of some resource is due at that host time, leased or not. */
  isDue(tenant: TenantKey, now: Instant): Promise<boolean>;
  /**
   * The queued events of each tenant that has any. Of each tenant, it examines at least the 2,500 events that were
   * never tried, and the 2,500 retries, that are due first, and may leave out the others: a dead endpoint can have
   * millions. `of` restricts it to one tenant.
   */
  undelivered(of?: TenantKey): Promise<readonly UndeliveredEvents[]>;
}

/** The queued events of one tenant, as far as `OutboxStore.undelivered` examined them. */
export interface UndeliveredEvents {
  readonly tenant: TenantKey;
  /** At least 1. */
  readonly count: number;
  /** How many of them have failed an attempt. */
  readonly failed: number;
  /** When the oldest was queued: `queuedAt` less `clockOffset`, so that its age in host time is that for the tenant. */
  readonly oldestAt: Instant;
}

/** Sends one signed HTTP request to a platform's endpoint. Never follows redirects; a refused address is a failure. */
export interface WebhookTransport {
  send(request: WebhookRequest): Promise<WebhookOutcome>;
  /** The headers and the body that `send` would send now, for callers that fetch events. Optional. */
  sign?(request: Pick<WebhookRequest, 'event' | 'signing'>): Promise<SignedWebhook>;
}

/** A webhook as it is sent. Header names are in lower case. */
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
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: string;
      /** Seconds for which the receiver asks to wait; absent or null if it does not. */
      readonly retryAfter?: number | null;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };
