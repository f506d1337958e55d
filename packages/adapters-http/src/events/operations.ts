import { command, exchange, open, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { publicKey, testWebhookResponse, webhookSecret } from './schemas.js';

const TAG = 'Webhooks';

const serializeSecret = ({ secret }: { readonly secret: string }): object => ({ secret });

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
  open({
    path: '/webhooks/public-key',
    operationId: 'getWebhookPublicKey',
    tag: TAG,
    summary: 'Read the key that verifies X-Svc-Signature',
    contentType: 'text/plain; charset=utf-8',
    response: publicKey,
    text: (core) => core.platforms.publicKey(),
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
    summary: 'Renew the Standard Webhooks secret; the old one stays valid for 24 hours',
    permission: 'MANAGE',
    secretAnswer: true,
    responses: { 200: webhookSecret },
    useCase: (core) => core.platforms.rotateWebhookSecret,
    input: () => undefined,
    serialize: serializeSecret,
  }),
];
