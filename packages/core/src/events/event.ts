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

/**
 * An event of the outbox: written with the state change it tells of, delivered later as a webhook.
 * `snapshot` is the record as the change left it; the wire form is made from it on delivery, the same every time.
 */
export interface OutboxEvent extends BaseRecord {
  readonly id: Id<'Webhook'>;
  readonly type: EventType;
  /** Id of the record the event is about: events of one resource are delivered in order. */
  readonly resource: string;
  readonly snapshot: object;
  /** Balances of the internal account as the unit left them, on events about one. */
  readonly available: bigint | null;
  readonly held: bigint | null;
  readonly status: EventState;
  /** Tenant's time at which it was queued, first or again: retries end 7 days later. */
  readonly queuedAt: Instant;
  /** How often it was sent since then. */
  readonly attempts: number;
  /** Host time. */
  readonly nextAttemptAt: Instant;
  /** The offset of the tenant's clock with which `nextAttemptAt` was reckoned. */
  readonly clockOffset: number;
  /** Until then one host has the delivery in hand; 0 when none has. */
  readonly leaseUntil: Instant;
  readonly deliveredAt: Instant | null;
  readonly lastError: string | null;
}

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
  },
  states: ['status'],
  unique: [],
  // No other: every payment pays for an index with each of its events.
  filters: ['resource'],
  immutable: ['type', 'resource', 'snapshot', 'available', 'held'],
  numbered: true,
});

interface EventAbout<S extends EventSubject> {
  readonly type: EventTypeOf<S>;
  readonly resource: string;
  readonly snapshot: SnapshotOf<S>;
  /** Of an internal account, where they are not copied from its row. */
  readonly balances?: { readonly available: bigint; readonly held: bigint };
}

/** An event to be written: its snapshot is the record of its subject. */
export type NewEvent = { readonly [S in EventSubject]: EventAbout<S> }[EventSubject];

/** An event as it is born: due at once, leased by nobody. */
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
  ...newRecord(ids.next('Webhook'), ctx),
});

/** Writes an event in the unit of the change it tells of. */
export function emit(
  { tx, ctx, ids }: Unit,
  event: NewEvent,
  /** Holder whose balances, as this unit leaves them, go with the event: every event about an internal account. */
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
