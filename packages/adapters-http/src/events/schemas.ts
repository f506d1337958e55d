import { ENVIRONMENTS, EVENT_TYPES } from '@corridor/core';
import { EVENT } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { instant, pageOf, pageQuery, queryText, timestamp } from '../app/schemas.js';

export const testWebhookResponse = z
  .object({ url: z.url().optional(), response_status: z.int(), response_body: z.string().optional() })
  .meta({ id: 'TestWebhookResponse' });

export const webhookSecret = z
  .object({ secret: z.string().meta({ description: 'Standard Webhooks secret', examples: ['whsec_…'] }) })
  .meta({ id: 'WebhookSecret' });

const publicKey = z.string().meta({ description: 'P-256 public key as PEM' });

export const publicKeys = z.string().meta({
  description: 'P-256 public keys as PEM: the key in use, followed for 24 hours after a rotation by the previous one',
});

export const rotatedKey = z
  .object({
    publicKey,
    previousPublicKey: publicKey.optional(),
    previousPublicKeyUntil: timestamp.optional(),
  })
  .meta({ id: 'RotatedWebhookKey' });

export const webhookKeyQuery = z.object({
  environment: z.enum(ENVIRONMENTS).meta({ description: 'Required if the platform has both environments' }).optional(),
});

const eventType = z.enum(EVENT_TYPES).meta({ id: 'WebhookEventType' });
const eventStatus = z.enum(statesOf(EVENT)).meta({ id: 'WebhookEventStatus' });

const eventFields = {
  id: z.string().meta({ description: 'The id that every delivery of the event carries' }),
  type: eventType,
  resource: z.string().meta({ description: 'Id of the record that the event describes' }),
  status: eventStatus,
  createdAt: timestamp,
  attempts: z.int().min(0).meta({ description: 'Delivery attempts since the event was queued, or queued again' }),
  nextAttemptAt: timestamp.optional(),
  deliveredAt: timestamp.optional(),
  lastError: z.string().optional(),
};

export const webhookEvent = z.object(eventFields).meta({ id: 'WebhookEvent' });

export const webhookEventList = pageOf('WebhookEventListResponse', webhookEvent);

export const webhookEnvelope = z
  .object({
    id: z.string(),
    type: eventType,
    timestamp,
    data: z.looseObject({}).meta({ description: 'The record as it was when the event was written' }).optional(),
  })
  .meta({ id: 'WebhookEnvelope' });

export const webhookEventDetails = z
  .object({
    ...eventFields,
    payload: webhookEnvelope,
  })
  .meta({ id: 'WebhookEventDetails' });

export const webhookEventFilter = z.object({
  type: eventType.optional(),
  status: eventStatus.optional(),
  resource: queryText.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  ...pageQuery,
});

export const webhookFeedQuery = z.object({
  after: queryText
    .meta({
      description: 'A cursor of this feed, or the id of an event; if absent, the feed starts with the next event',
    })
    .optional(),
  limit: pageQuery.limit,
});

export const webhookFeed = z
  .object({
    data: z.array(
      z
        .object({ id: z.string(), type: eventType, resource: z.string(), createdAt: timestamp })
        .meta({ id: 'WebhookFeedEvent' }),
    ),
    nextCursor: z.string(),
    hasMore: z.boolean(),
  })
  .meta({ id: 'WebhookFeed' });

export const signedWebhook = z
  .object({
    headers: z.record(z.string(), z.string()).meta({ description: 'Header names in lower case' }),
    body: z.string().meta({ description: 'The exact text that is signed' }),
  })
  .meta({ id: 'SignedWebhook' });
