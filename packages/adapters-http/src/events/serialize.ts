import {
  type AgentActionView,
  Bug,
  type BulkImportReport,
  type Card,
  type Customer,
  type EventType,
  type EventView,
  type ExceptionRecord,
  type ExternalAccount,
  type Feed,
  type InternalAccount,
  type Invitation,
  type OutboxEvent,
  toIso,
  type Transaction,
  type Verification,
} from '@corridor/core';
import { serializeExternalAccount, serializeInternalAccount } from '../accounts/serialize.js';
import { serializeAction } from '../agents/serialize.js';
import { optionalInstant } from '../app/wire.js';
import { serializeCard } from '../cards/serialize.js';
import { serializeBulkImport } from '../customers/bulk-serialize.js';
import { serializeCustomer } from '../customers/serialize.js';
import { serializeException } from '../ledger/serialize-exception.js';
import { serializeTransaction } from '../transactions/serialize.js';
import { serializeInvitation } from '../uma/serialize.js';
import { serializeVerification } from '../verification/serialize.js';

/** What an event is about: its type up to the dot. */
type Subject = EventType extends infer T ? (T extends `${infer S}.${string}` ? S : T) : never;

type Serializer = (event: OutboxEvent) => object | undefined;

/** The snapshot of an event is the record of its subject. */
const DATA: Readonly<Record<Subject, Serializer>> = {
  OUTGOING_PAYMENT: ({ snapshot }) => serializeTransaction(snapshot as Transaction),
  INCOMING_PAYMENT: ({ snapshot }) => serializeTransaction(snapshot as Transaction),
  CUSTOMER: ({ snapshot }) => serializeCustomer(snapshot as Customer),
  INTERNAL_ACCOUNT: (event) => internalAccount(event),
  EXTERNAL_ACCOUNT: ({ snapshot }) => serializeExternalAccount(snapshot as ExternalAccount),
  VERIFICATION: ({ snapshot }) => serializeVerification(snapshot as Verification),
  INVITATION: ({ snapshot }) => serializeInvitation(snapshot as Invitation),
  BULK_UPLOAD: ({ snapshot }) => serializeBulkImport(snapshot as BulkImportReport),
  AGENT_ACTION: ({ snapshot }) => serializeAction(snapshot as AgentActionView),
  CARD: ({ snapshot }) => serializeCard(snapshot as Card),
  CARD_TRANSACTION: ({ snapshot }) => serializeTransaction(snapshot as Transaction),
  EXCEPTION: ({ snapshot }) => serializeException(snapshot as ExceptionRecord),
  TEST: () => undefined,
};

/** The body of a webhook (interface, "Webhook envelope"): the same for every attempt. */
export function serializeEvent(event: OutboxEvent): object {
  const subject = event.type.split('.')[0] as Subject;
  return {
    id: event.id,
    type: event.type,
    timestamp: toIso(event.createdAt),
    data: DATA[subject](event),
  };
}

function internalAccount({ id, snapshot, available, held }: OutboxEvent): object {
  if (available === null || held === null) throw new Bug(`${id} tells of an internal account without its balances`);
  return serializeInternalAccount(snapshot as InternalAccount, available, held);
}

/** An event with what has become of its delivery. */
export const serializeEventView = ({ event, nextAttemptAt }: EventView): object => ({
  id: event.id,
  type: event.type,
  resource: event.resource,
  status: event.status,
  createdAt: toIso(event.createdAt),
  attempts: event.attempts,
  nextAttemptAt: optionalInstant(nextAttemptAt),
  deliveredAt: optionalInstant(event.deliveredAt),
  lastError: event.lastError ?? undefined,
});

/** The same with the body of its deliveries. */
export const serializeEventDetails = (view: EventView): object => ({
  ...serializeEventView(view),
  payload: serializeEvent(view.event),
});

export const serializeFeed = ({ events, nextCursor, hasMore }: Feed): object => ({
  data: events.map(({ id, type, resource, createdAt }) => ({ id, type, resource, createdAt: toIso(createdAt) })),
  nextCursor,
  hasMore,
});
