import type { Instant, TenantKey } from '../kernel/index.js';
import type { OutboxEvent } from './event.js';
import type { Job } from './job.js';

export interface Claim {
  /** Host time: what is due at or before it and not leased beyond it can be claimed. */
  readonly now: Instant;
  readonly leaseUntil: Instant;
  readonly limit: number;
}

/** The jobs of all tenants, for workers. */
export interface JobStore {
  /** Leases due jobs, each to one claimer; `attempts` and `version` are one higher in what comes back. */
  claim(claim: Claim): Promise<readonly Job[]>;
  /** When the next job that nobody leases is due; null when there is none. */
  nextDue(): Promise<Instant | null>;
}

export interface OutboxClaim extends Claim {
  readonly perTenant: number;
  /** Tenants of which the claimer has enough in hand. */
  readonly except: readonly TenantKey[];
}

/** The outbox of all tenants, for the webhook dispatcher. */
export interface OutboxStore {
  /**
   * Leases queued events that are due, at most `perTenant` of each tenant, so that one dead endpoint does not
   * hold up the others, and none of the tenants in `except`. Of each resource only the earliest QUEUED event
   * (by position) is a candidate: while it is leased or not yet due, those after it wait.
   * `attempts` and `version` are one higher in what comes back.
   */
  claim(claim: OutboxClaim): Promise<readonly OutboxEvent[]>;
  nextDue(): Promise<Instant | null>;
}

/** One signed HTTP request to a platform's endpoint; never follows redirects. Refusals of the address are failures. */
export interface WebhookTransport {
  send(request: WebhookRequest): Promise<WebhookOutcome>;
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
