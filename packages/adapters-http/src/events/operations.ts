import { type Id, toIso, type VerificationKeys } from '@corridor/core';
import { command, exchange, query, unauthenticated } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody, type Wire } from '../app/wire.js';
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
  exchange({
    method: 'POST',
    path: '/sandbox/webhooks/test',
    operationId: 'sendTestWebhook',
    tag: 'Sandbox',
    summary: 'Send a test webhook now',
    permission: 'TRANSACT',
    responses: { 200: testWebhookResponse },
    perform: (core) => core.events.test,
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
    permission: 'VIEW',
    contentType: TEXT,
    responses: { 200: publicKeys },
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
    contentType: TEXT,
    params: { platformId },
    query: webhookKeyQuery,
    responses: { 200: publicKeys },
    errors: [400, 404, 429, 503],
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
    permission: 'MANAGE',
    responses: { 200: rotatedKey },
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
    permission: 'MANAGE',
    responses: { 200: webhookSecret },
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
    permission: 'MANAGE',
    secretAnswer: true,
    responses: { 200: webhookSecret },
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
    permission: 'VIEW',
    query: webhookEventFilter,
    responses: { 200: webhookEventList },
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
    permission: 'VIEW',
    params: { eventId },
    responses: { 200: webhookEventDetails },
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
    permission: 'MANAGE',
    params: { eventId },
    responses: { 200: webhookEventDetails },
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
    permission: 'MANAGE',
    params: { eventId },
    responses: { 200: signedWebhook },
    errors: [501],
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
    permission: 'VIEW',
    query: webhookFeedQuery,
    responses: { 200: webhookFeed },
    reads: (core) => core.events.follow,
    input: (request) => request.query,
    serialize: serializeFeed,
  }),
];
