import { type EventView, type Feed, toIso } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { InternalAccount, OutboxEvent } from '@corridor/core/records';
import { type EventSnapshots, type EventSubject, isErased, subjectOf } from '@corridor/core/internal';
import { serializeExternalAccount, serializeInternalAccount } from '../accounts/serialize.js';
import { serializeTerms } from './announced-terms.js';
import { serializeAction } from '../agents/serialize.js';
import { optionalInstant, type Wire } from '../../kit/wire.js';
import { serializeCard } from '../cards/serialize.js';
import { serializeBulkImport } from '../customers/bulk-serialize.js';
import { serializeCustomer } from '../customers/serialize.js';
import { serializeException } from '../ledger/serialize-exception.js';
import { serializeQuote } from '../quotes/serialize.js';
import { serializeTransaction } from '../transactions/serialize.js';
import { serializeInvitation } from '../uma/serialize.js';
import { serializeVerification } from '../verification/serialize.js';
import type { webhookEnvelope, webhookEvent, webhookEventDetails, webhookFeed } from './schemas.js';

type Data = Wire<typeof webhookEnvelope>['data'];

/** The data of an event by its subject. A new subject without a serializer does not compile. */
const DATA: { readonly [S in EventSubject]: (snapshot: EventSnapshots[S], event: OutboxEvent) => object | undefined } =
  {
    OUTGOING_PAYMENT: serializeTransaction,
    INCOMING_PAYMENT: serializeTransaction,
    CUSTOMER: serializeCustomer,
    INTERNAL_ACCOUNT: internalAccount,
    EXTERNAL_ACCOUNT: serializeExternalAccount,
    VERIFICATION: serializeVerification,
    INVITATION: serializeInvitation,
    BULK_UPLOAD: serializeBulkImport,
    AGENT_ACTION: serializeAction,
    CARD: serializeCard,
    CARD_TRANSACTION: serializeTransaction,
    QUOTE: serializeQuote,
    EXCEPTION: serializeException,
    PLATFORM: serializeTerms,
    TEST: () => undefined,
  };

/** The body of a webhook, the same for every attempt (docs/http.md#webhooks); without data if they were erased. */
export const serializeEvent = (event: OutboxEvent): Wire<typeof webhookEnvelope> => ({
  id: event.id,
  type: event.type,
  timestamp: toIso(event.createdAt),
  data: isErased(event) ? undefined : dataOf(subjectOf(event.type), event),
});

/**
 * The outbox stores snapshots without their type. The cast is safe because `emit` only accepts the snapshot of the
 * subject.
 */
function dataOf<S extends EventSubject>(subject: S, event: OutboxEvent): Data {
  const data = DATA[subject](event.snapshot as EventSnapshots[S], event);
  return data === undefined ? undefined : { ...data };
}

function internalAccount(account: InternalAccount, { id, available, held }: OutboxEvent): object {
  if (available === null || held === null) throw new Bug(`${id} is an event of an internal account without balances`);
  return serializeInternalAccount(account, available, held);
}

/** An event with its delivery status. */
export const serializeEventView = ({ event, nextAttemptAt }: EventView): Wire<typeof webhookEvent> => ({
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

/** An event with its delivery status and the body of its webhook. */
export const serializeEventDetails = (view: EventView): Wire<typeof webhookEventDetails> => ({
  ...serializeEventView(view),
  payload: serializeEvent(view.event),
});

export const serializeFeed = ({ events, nextCursor, hasMore }: Feed): Wire<typeof webhookFeed> => ({
  data: events.map(({ id, type, resource, createdAt }) => ({ id, type, resource, createdAt: toIso(createdAt) })),
  nextCursor,
  hasMore,
});
