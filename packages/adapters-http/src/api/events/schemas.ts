import { ENVIRONMENTS, EVENT_TYPES } from '@corridor/core';
import { EVENT, type EventState } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { queryInstant, meanings, pageOf, pageQuery, queryText, timestamp } from '../../kit/schemas.js';

export const testWebhookResponse = z
  .object({
    url: z.url().optional().describe('The endpoint that was called: `webhookEndpoint` of the configuration.'),
    response_status: z.int().describe('The HTTP status with which your endpoint answered: 2xx or 409.'),
    response_body: z.string().optional().describe('The body of that answer as text.'),
  })
  .meta({ id: 'TestWebhookResponse' });

export const webhookSecret = z
  .object({
    secret: z.string().meta({
      description:
        'Verifies `webhook-signature`: `whsec_` and the base64 of the key of HMAC-SHA256, as Standard Webhooks defines.',
      examples: ['whsec_Zm9yIGV4YW1wbGUgb25seSwgMzIgcmFuZG9tIGJ5dGVzIQ=='],
    }),
  })
  .meta({ id: 'WebhookSecret' });

export const publicKeys = z
  .string()
  .describe('P-256 public keys as PEM: the key in use, followed for 24 hours after a rotation by the previous one.');

export const rotatedKey = z
  .object({
    publicKey: z.string().describe('Verifies webhooks that are signed from now on. A P-256 key as PEM.'),
    previousPublicKey: z
      .string()
      .optional()
      .describe('Verifies webhooks that were signed before; absent if there was no key before.'),
    previousPublicKeyUntil: timestamp
      .optional()
      .describe('Until when the previous key stays listed: 24 hours from now.'),
  })
  .meta({ id: 'RotatedWebhookKey' });

export const webhookKeyQuery = z.object({
  environment: z
    .enum(ENVIRONMENTS)
    .optional()
    .describe('Whose keys to return: each environment has its own. Required if the platform has both.'),
});

const eventType = z.enum(EVENT_TYPES).meta({
  id: 'WebhookEventType',
  description: 'What happened: the kind of record before the dot, and what became of it after the dot.',
});
const eventStatus = z.enum(statesOf(EVENT)).meta({
  id: 'WebhookEventStatus',
  description: meanings<EventState>({
    QUEUED: 'will be sent, or is being sent now; becomes `DELIVERED` or `FAILED`, or `STORED` without an endpoint',
    DELIVERED: 'the endpoint answered 2xx or 409; can be redelivered',
    STORED: 'the platform had no endpoint; can be redelivered once it has one',
    FAILED: 'retries failed for 7 days, or the type is not retried; can be redelivered',
  }),
});

const eventFields = {
  id: z.string().describe('Every delivery of the event carries it, also a repeated one: store it to recognize those.'),
  type: eventType.describe('What happened to the record.'),
  resource: z.string().describe('Id of the record that the event describes. Events of one record arrive in order.'),
  status: eventStatus.describe('How far the delivery to your endpoint is.'),
  createdAt: timestamp.describe('When the change happened, in the time of the platform.'),
  attempts: z.int().min(0).describe('How often a delivery was tried since the event was queued, or queued again.'),
  nextAttemptAt: timestamp.optional().describe('When the next delivery is due; only while the status is `QUEUED`.'),
  deliveredAt: timestamp.optional().describe('When your endpoint accepted the event; absent before.'),
  lastError: z.string().optional().describe('Why the last delivery failed, such as the status of the answer.'),
};

export const webhookEvent = z.object(eventFields).meta({ id: 'WebhookEvent' });

export const webhookEventList = pageOf('WebhookEventListResponse', webhookEvent);

export const webhookEnvelope = z
  .object({
    id: z.string().describe('The same in every delivery of the event, and in the header `webhook-id`.'),
    type: eventType.describe('Decides what `data` contains.'),
    timestamp: timestamp.describe('When the change happened, in the time of the platform; not when it was sent.'),
    data: z
      .looseObject({})
      .optional()
      .describe('The record as it was after the change, in the form that its own operation returns. Absent in `TEST`.'),
  })
  .meta({ id: 'WebhookEnvelope' });

export const webhookEventDetails = z
  .object({
    ...eventFields,
    payload: webhookEnvelope.describe('The body of the webhook, the same in every delivery.'),
  })
  .meta({ id: 'WebhookEventDetails' });

export const webhookEventFilter = z.object({
  type: eventType.optional().describe('Only events of this type. A page can be short although more follow.'),
  status: eventStatus.optional().describe('Only events in this state of delivery. A page can be short too.'),
  resource: queryText.optional().describe('Only events about this record, such as the id of a transaction.'),
  createdAfter: queryInstant.optional().describe('Only events of changes at this time or later.'),
  createdBefore: queryInstant.optional().describe('Only events of changes at this time or earlier.'),
  ...pageQuery,
});

export const webhookFeedQuery = z.object({
  after: queryText
    .optional()
    .describe(
      '`nextCursor` of the answer before, or the id of an event. If absent, the feed starts with the next event.',
    ),
  limit: pageQuery.limit,
});

export const webhookFeed = z
  .object({
    data: z
      .array(
        z
          .object({
            id: z.string().describe('Read the event by it, or pass it as `after` to continue here later.'),
            type: eventType.describe('What happened to the record.'),
            resource: z.string().describe('Id of the record that the event describes.'),
            createdAt: timestamp.describe('When the change happened, in the time of the platform.'),
          })
          .meta({ id: 'WebhookFeedEvent' }),
      )
      .describe('Events after the given place, in the order in which they were written. It can be empty.'),
    nextCursor: z
      .string()
      .describe(
        'Pass it as `after` in the next request, also if `data` is empty. To pause for long, store an id instead.',
      ),
    hasMore: z.boolean().describe('Whether to read on at once; otherwise wait a moment before the next request.'),
  })
  .meta({ id: 'WebhookFeed' });

export const signedWebhook = z
  .object({
    headers: z
      .record(z.string(), z.string())
      .describe('All headers of the delivery, both signatures among them. Names are in lower case.'),
    body: z.string().describe('The exact text that is signed. Do not parse and print it again before you verify it.'),
  })
  .meta({ id: 'SignedWebhook' });
