import { type Id, toIso, type VerificationKeys } from '@corridor/core';
import { command, exchange, prepared, query, unauthenticated } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { pageBody, type Wire } from '../../kit/wire.js';
import { EVENT_DETAILS_EXAMPLE, EVENT_EXAMPLE, PUBLIC_KEY_EXAMPLE, SECRET_EXAMPLE } from './examples.js';
import {
  publicKeys,
  rotatedKey,
  signedWebhook,
  testWebhookResponse,
  webhookEventDetails,
  webhookEventFilter,
  webhookEventList,
  webhookFeed,
  webhookFeedQuery,
  webhookKeyQuery,
  webhookSecret,
} from './schemas.js';
import { serializeEventDetails, serializeEventView, serializeFeed } from './serialize.js';

const TAG = 'Webhooks';
const TEXT = 'text/plain; charset=utf-8';
const eventId = pathId('Webhook', 'REFERENCE_NOT_FOUND');
const platformId = pathId('Platform', 'REFERENCE_NOT_FOUND');

const serializeSecret = ({ secret }: { readonly secret: string }): Wire<typeof webhookSecret> => ({ secret });

/** The key in use comes first: a client that reads only one key reads that one. */
const serializeKeys = ({ current, previous }: VerificationKeys): string =>
  [current, ...(previous === null ? [] : [previous.publicKey])].join('');

export const eventOperations: readonly Operation[] = [
  prepared({
    method: 'POST',
    path: '/sandbox/webhooks/test',
    operationId: 'sendTestWebhook',
    tag: 'Sandbox',
    summary: 'Send a test webhook now',
    description: `Sends an event of type \`TEST\` to the \`webhookEndpoint\` of your configuration, signed like every
webhook, and waits up to 5 seconds for the answer. Use it to see whether your endpoint is reachable, verifies
signatures, and answers with 2xx. The event is not sent again if it fails.

**Events:** \`TEST\`.`,
    permission: 'TRANSACT',
    responses: { 200: testWebhookResponse },
    outcomes: { 200: 'Your endpoint has accepted the event; this is what it answered.' },
    refusals: {
      FORBIDDEN: 'The token does not have the permission `TRANSACT`, or belongs to production.',
      WEBHOOK_ENDPOINT_NOT_SET: 'The configuration has no `webhookEndpoint`.',
      WEBHOOK_DELIVERY_ERROR:
        'Your endpoint did not answer in time, or refused the event; `details` has its address and its status.',
    },
    examples: [
      {
        title: 'Test your endpoint',
        status: 200,
        answer: { url: 'https://platform.example.com/webhooks', response_status: 200, response_body: 'ok' },
      },
    ],
    useCase: (core) => core.events.test,
    input: () => undefined,
    serialize: ({ url, responseStatus, responseBody }) => ({
      url,
      response_status: responseStatus,
      response_body: responseBody,
    }),
  }),
  exchange({
    method: 'GET',
    path: '/webhooks/public-key',
    operationId: 'getWebhookPublicKey',
    tag: TAG,
    summary: 'Read the public keys that verify X-Svc-Signature of your webhooks',
    description: `Returns the keys that verify the header \`X-Svc-Signature\` (ECDSA with P-256 over SHA-256 of the
exact body) of your webhooks in the environment of the token. Accept a signature that any listed key verifies. Keep the
keys, and read them again if none verifies a webhook: a key may have been rotated.`,
    isExtension: true,
    permission: 'VIEW',
    contentType: TEXT,
    responses: { 200: publicKeys },
    outcomes: { 200: 'One or two public keys in PEM format, the key in use first.' },
    examples: [{ title: 'Read the keys', status: 200, answer: PUBLIC_KEY_EXAMPLE }],
    perform: (core) => core.platforms.webhookKeys,
    input: () => undefined,
    serialize: serializeKeys,
  }),
  unauthenticated({
    method: 'GET',
    path: '/webhooks/public-key/{platformId}',
    operationId: 'getWebhookPublicKeyOfPlatform',
    tag: TAG,
    summary: "Read the public keys that verify X-Svc-Signature of a platform's webhooks, without a credential",
    description: `Lets programs without an API token verify webhooks of a platform, such as a receiver that runs on its
own. The id is \`id\` of \`GET /config\`. Requests are limited by client address.`,
    isExtension: true,
    contentType: TEXT,
    params: { platformId },
    query: webhookKeyQuery,
    responses: { 200: publicKeys },
    outcomes: { 200: 'One or two public keys in PEM format, the key in use first.' },
    refusals: {
      INVALID_INPUT: 'The platform has both environments and `environment` is missing, or has another value.',
      REFERENCE_NOT_FOUND: 'No platform has this id, or it does not have this environment.',
      RATE_LIMITED: 'Too many requests came from this address; `Retry-After` names the seconds to wait.',
      SERVICE_UNAVAILABLE: 'The host is starting, stopping or overloaded.',
    },
    examples: [
      {
        title: 'Read the keys of the sandbox',
        query: { environment: 'SANDBOX' },
        status: 200,
        answer: PUBLIC_KEY_EXAMPLE,
      },
    ],
    perform:
      (core) =>
      (params, { environment }) =>
        core.platforms.findWebhookKeys({ platformId: params.platformId as Id<'Platform'>, environment }),
    serialize: serializeKeys,
  }),
  command({
    method: 'POST',
    path: '/webhooks/public-key/rotate',
    operationId: 'rotateWebhookPublicKey',
    tag: TAG,
    summary: 'Create a new signing key and use it from now on; the previous public key stays listed for 24 hours',
    description: `Replaces the key behind \`X-Svc-Signature\`. Webhooks are signed with the new key within a second.
The previous public key stays listed for 24 hours, so that webhooks on their way still verify; its private half is
destroyed. A second rotation within that time drops the older key. Receivers that read the keys again when none
verifies need no change.`,
    isExtension: true,
    permission: 'MANAGE',
    responses: { 200: rotatedKey },
    outcomes: { 200: 'The new key, and the previous one with the end of its listing.' },
    refusals: {
      CONFLICT:
        'The idempotency key was used for another request, or the first key of the platform was created at this moment.',
    },
    examples: [
      {
        title: 'Rotate the key',
        status: 200,
        answer: {
          publicKey: PUBLIC_KEY_EXAMPLE,
          previousPublicKey: PUBLIC_KEY_EXAMPLE,
          previousPublicKeyUntil: '2026-01-06T10:00:00.000Z',
        },
      },
    ],
    useCase: (core) => core.platforms.rotateWebhookKey,
    input: () => undefined,
    serialize: ({ current, previous }) => ({
      publicKey: current,
      previousPublicKey: previous?.publicKey,
      previousPublicKeyUntil: previous === null ? undefined : toIso(previous.until),
    }),
  }),
  query({
    method: 'GET',
    path: '/webhooks/secret',
    operationId: 'getWebhookSecret',
    tag: TAG,
    summary: 'Read the Standard Webhooks secret',
    description: `Returns the secret with which libraries of Standard Webhooks verify the header \`webhook-signature\`.
The sandbox and production have different secrets. During the 24 hours after a rotation, webhooks also carry a
signature with the previous secret, which cannot be read here.`,
    isExtension: true,
    permission: 'MANAGE',
    responses: { 200: webhookSecret },
    outcomes: { 200: 'The secret that is in use.' },
    examples: [{ title: 'Read the secret', status: 200, answer: { secret: SECRET_EXAMPLE } }],
    reads: (core) => core.platforms.webhookSecret,
    input: () => undefined,
    serialize: serializeSecret,
  }),
  command({
    method: 'POST',
    path: '/webhooks/secret/rotate',
    operationId: 'rotateWebhookSecret',
    tag: TAG,
    summary: 'Create a new Standard Webhooks secret; the previous one stays valid for 24 hours',
    description: `Replaces the secret behind \`webhook-signature\`. For 24 hours webhooks carry two signatures, one
with each secret, so that receivers can change to the new one without missing any. A second rotation within that time
drops the older secret at once. Rotate if the secret may be known to others.`,
    isExtension: true,
    permission: 'MANAGE',
    secretAnswer: true,
    responses: { 200: webhookSecret },
    outcomes: { 200: 'The new secret. Give it to your receivers within 24 hours.' },
    examples: [{ title: 'Rotate the secret', status: 200, answer: { secret: SECRET_EXAMPLE } }],
    useCase: (core) => core.platforms.rotateWebhookSecret,
    input: () => undefined,
    serialize: serializeSecret,
  }),
  query({
    method: 'GET',
    path: '/webhooks/events',
    operationId: 'listWebhookEvents',
    tag: TAG,
    summary: 'List events, newest first; with type or status a page can be short or empty although more events follow',
    description: `Shows what was sent to your endpoint, what waits, and what failed. An event is written in the same
step as the change that it reports, so the list is complete, also for a platform without an endpoint. To catch up after
an outage of your endpoint, list events with \`status=FAILED\` and redeliver them, or read the feed.`,
    isExtension: true,
    permission: 'VIEW',
    query: webhookEventFilter,
    responses: { 200: webhookEventList },
    outcomes: { 200: 'A page of events with the state of their delivery, without their bodies.' },
    examples: [
      {
        title: 'Events about an account',
        query: { resource: exampleId('InternalAccount') },
        status: 200,
        answer: { data: [EVENT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
      {
        title: 'Events that could not be delivered',
        query: { status: 'FAILED', createdAfter: '2026-01-05T00:00:00.000Z' },
        status: 200,
        answer: { data: [], hasMore: false },
      },
    ],
    reads: (core) => core.events.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeEventView),
  }),
  query({
    method: 'GET',
    path: '/webhooks/events/{eventId}',
    operationId: 'getWebhookEvent',
    tag: TAG,
    summary: 'Read an event with the body of its webhook',
    description: `Returns the event with the exact content of its webhook: the record as it was after the change, not
as it is now. Use it to process an event that your endpoint has missed.`,
    isExtension: true,
    permission: 'VIEW',
    params: { eventId },
    responses: { 200: webhookEventDetails },
    outcomes: { 200: 'The event, the state of its delivery, and the body of the webhook.' },
    examples: [{ title: 'Read an event', status: 200, answer: EVENT_DETAILS_EXAMPLE }],
    reads: (core) => core.events.get,
    input: ({ params }) => ({ id: params.eventId }),
    serialize: serializeEventDetails,
  }),
  command({
    method: 'POST',
    path: '/webhooks/events/{eventId}/redeliver',
    operationId: 'redeliverWebhookEvent',
    tag: TAG,
    summary: 'Send an event again, with the same id and with all retries',
    description: `Queues a \`STORED\`, \`FAILED\` or \`DELIVERED\` event for your present endpoint. Id and body are
those of the first delivery, so a receiver that stores ids recognizes it. It can arrive after later events of the same
record. No record changes and no money moves.`,
    isExtension: true,
    permission: 'MANAGE',
    params: { eventId },
    responses: { 200: webhookEventDetails },
    outcomes: { 200: 'The event is `QUEUED` and will be sent at once, with all of its retries.' },
    refusals: {
      WEBHOOK_ENDPOINT_NOT_SET: 'The configuration has no `webhookEndpoint` to send it to.',
      INVALID_STATE_TRANSITION: 'The event is `QUEUED`: it is being sent, or waits for its next attempt.',
    },
    examples: [
      {
        title: 'Send an event again',
        status: 200,
        answer: {
          ...EVENT_DETAILS_EXAMPLE,
          status: 'QUEUED',
          attempts: 0,
          deliveredAt: undefined,
          nextAttemptAt: '2026-01-05T11:00:00.000Z',
        },
      },
    ],
    useCase: (core) => core.events.redeliver,
    input: ({ params }) => ({ id: params.eventId }),
    serialize: serializeEventDetails,
  }),
  exchange({
    method: 'GET',
    path: '/webhooks/events/{eventId}/delivery',
    operationId: 'signWebhookEvent',
    tag: TAG,
    summary: 'Read the signed webhook that a delivery of the event would send now',
    description: `Returns headers and body of a delivery without sending it, signed with the present keys and the
present time. Programs that cannot be reached from outside, such as one on a developer's machine, can fetch events from
the feed and treat this answer like a webhook. The state of the delivery does not change.`,
    isExtension: true,
    permission: 'MANAGE',
    params: { eventId },
    responses: { 200: signedWebhook },
    outcomes: { 200: 'The webhook as it would be sent now.' },
    refusals: { NOT_IMPLEMENTED: 'The host sends webhooks through a transport that cannot sign without sending.' },
    examples: [
      {
        title: 'Fetch a webhook',
        status: 200,
        answer: {
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Corridor',
            'x-svc-signature': '{"v":"1","s":"MEUCIQDXz5pq7l0mJ9cL2nT4c3eRk8mUu1sVb6aYw0xQf7hTgAIgK2d4"}',
            'webhook-id': exampleId('Webhook'),
            'webhook-timestamp': '1767607200',
            'webhook-signature': 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          },
          body: JSON.stringify(EVENT_DETAILS_EXAMPLE.payload),
        },
      },
    ],
    perform: (core) => core.events.sign,
    input: ({ params }) => ({ id: params.eventId }),
    serialize: ({ headers, body }) => ({ headers, body }),
  }),
  query({
    method: 'GET',
    path: '/webhooks/feed',
    operationId: 'followWebhookEvents',
    tag: TAG,
    summary: 'Follow events in the order of their delivery, independent of their delivery status',
    description: `Reads events as a stream that you poll, instead of or beside webhooks. Start without \`after\`: the
answer has no events, but a cursor that begins now. Then pass \`nextCursor\` as \`after\` in each request. No event is
skipped, also one that was committed late. To continue after days, store the id of the last event and pass it as
\`after\`, because cursors can become invalid with a new version of the host.`,
    isExtension: true,
    permission: 'VIEW',
    query: webhookFeedQuery,
    responses: { 200: webhookFeed },
    outcomes: { 200: 'The next events, and the cursor to continue with.' },
    refusals: { INVALID_INPUT: '`after` is neither the id of an event nor a cursor of this feed.' },
    examples: [
      {
        title: 'Start with new events',
        status: 200,
        answer: { data: [], nextCursor: 'eyJmIjoiZmVlZCIsInAiOjQxfQ', hasMore: false },
      },
      {
        title: 'Continue after an event',
        query: { after: exampleId('Webhook') },
        status: 200,
        answer: {
          data: [
            {
              id: exampleId('Webhook', 2),
              type: 'INTERNAL_ACCOUNT.BALANCE_UPDATED',
              resource: exampleId('InternalAccount'),
              createdAt: '2026-01-05T10:00:05.000Z',
            },
          ],
          nextCursor: 'eyJmIjoiZmVlZCIsInAiOjQyfQ',
          hasMore: false,
        },
      },
    ],
    reads: (core) => core.events.follow,
    input: (request) => request.query,
    serialize: serializeFeed,
  }),
];
