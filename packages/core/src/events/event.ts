import {
  BASE_COLUMNS,
  type BaseRecord,
  birth,
  clockOffsetOf,
  type Context,
  type Id,
  type IdSource,
  type Instant,
  instant,
  newRecord,
  recordKind,
  type Unit,
} from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { EVENT, type EventState } from './event-states.js';
import type { EventSubject, EventType, EventTypeOf, SnapshotOf } from './event-types.js';

/** One attempt to deliver an event. It has no body, and nothing of the request but its time. */
export interface DeliveryTry {
  /** Host time at which the attempt began. */
  readonly at: Instant;
  readonly milliseconds: number;
  /** The HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  /** Why there was no answer; null if there was one. */
  readonly reason: string | null;
}

/** How many of the last attempts an event keeps. */
export const TRIES_KEPT = 20;

/**
 * An event of the outbox: written with the state change that it reports, delivered later as a webhook.
 * `snapshot` is the record after the change; each delivery renders the same JSON from it.
 */
export interface OutboxEvent extends BaseRecord {
  readonly id: Id<'Webhook'>;
  readonly type: EventType;
  /** Id of the record that the event is about. Events of one resource are delivered in order. */
  readonly resource: string;
  readonly snapshot: object;
  /** On events about an internal account: its balances as the unit of work left them. */
  readonly available: bigint | null;
  readonly held: bigint | null;
  readonly status: EventState;
  /** Tenant's time at which the event was last queued, initially or by a redelivery. Retries end 7 days later. */
  readonly queuedAt: Instant;
  /** The number of attempts since then. */
  readonly attempts: number;
  /** Host time. */
  readonly nextAttemptAt: Instant;
  /** The offset of the tenant's clock with which `nextAttemptAt` was computed. */
  readonly clockOffset: number;
  /** The end of the lease: until this time only one host works on the delivery. 0 if no host has the lease. */
  readonly leaseUntil: Instant;
  readonly deliveredAt: Instant | null;
  readonly lastError: string | null;
  /**
   * The last attempts, oldest first, also of earlier deliveries of the event. Null: none, or the event was last tried
   * before attempts were kept.
   */
  readonly tries: readonly DeliveryTry[] | null;
  /** The span of the request or job that wrote the event, as a W3C `traceparent`; null if it was not traced. */
  readonly trace: string | null;
  /**
   * Random text that the digest of the personal members of the snapshot begins with. Null: they were erased, or the event
   * is from before salts.
   */
  readonly salt: string | null;
  /** The digest of the personal members that were erased from the snapshot; null if none were. */
  readonly erasedDigest: string | null;
}

/** Whether the personal members of the snapshot were erased (docs/areas/seals.md#erased-rows). */
export const isErased = ({ erasedDigest }: Pick<OutboxEvent, 'erasedDigest'>): boolean => erasedDigest !== null;

export const EVENTS = recordKind<OutboxEvent>()({
  name: 'events',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    type: 'text',
    resource: 'text',
    snapshot: 'json',
    available: 'amount?',
    held: 'amount?',
    status: 'text',
    queuedAt: 'instant',
    attempts: 'int',
    nextAttemptAt: 'instant',
    clockOffset: 'int',
    leaseUntil: 'instant',
    deliveredAt: 'instant?',
    lastError: 'text?',
    tries: 'json?',
    trace: 'text?',
    salt: 'text?',
    erasedDigest: 'text?',
  },
  states: ['status'],
  unique: [],
  // One index only: each further one would be written with every event of every payment.
  filters: ['resource'],
  immutable: ['type', 'resource', 'available', 'held', 'trace'],
  erasable: ['snapshot', 'salt', 'erasedDigest'],
  numbered: true,
});

interface EventAbout<S extends EventSubject> {
  readonly type: EventTypeOf<S>;
  readonly resource: string;
  readonly snapshot: SnapshotOf<S>;
  /** Balances of an internal account, unless `emit` copies them from its row. */
  readonly balances?: { readonly available: bigint; readonly held: bigint };
}

/** A new event. The snapshot is the record that the event is about. */
export type NewEvent = { readonly [S in EventSubject]: EventAbout<S> }[EventSubject];

/** A new event in its first state: due at once and not leased. */
export const queuedEvent = (
  ctx: Context,
  ids: IdSource,
  { type, resource, snapshot, balances }: NewEvent,
): OutboxEvent => ({
  type,
  resource,
  snapshot,
  available: balances?.available ?? null,
  held: balances?.held ?? null,
  status: birth(EVENT, 'emit').to,
  queuedAt: ctx.now,
  attempts: 0,
  nextAttemptAt: ctx.hostNow,
  clockOffset: clockOffsetOf(ctx),
  leaseUntil: instant(0),
  deliveredAt: null,
  lastError: null,
  tries: null,
  trace: ctx.trace ?? null,
  salt: ids.salt(),
  erasedDigest: null,
  ...newRecord(ids.next('Webhook'), ctx),
});

/** Writes an event in the unit of the change that it reports. */
export function emit(
  { tx, ctx, ids }: Unit,
  event: NewEvent,
  /**
   * Internal account whose balances, as this unit of work leaves them, are copied to the event. Set if the event is
   * about an internal account.
   */
  balancesOf?: string,
): void {
  tx.add(
    EVENTS,
    queuedEvent(ctx, ids, event),
    balancesOf === undefined
      ? undefined
      : { copy: { kind: BALANCES, id: balancesOf, columns: { available: 'available', held: 'held' } } },
  );
}
