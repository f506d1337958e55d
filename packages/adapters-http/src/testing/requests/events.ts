import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const eventRequests: Requests = {
  sendTestWebhook: { method: 'POST', path: '/sandbox/webhooks/test', body: null },
  getWebhookPublicKey: { method: 'GET', path: '/webhooks/public-key', body: null },
  getWebhookPublicKeyOfPlatform: { method: 'GET', path: `/webhooks/public-key/${idOf('Platform')}`, body: null },
  rotateWebhookPublicKey: { method: 'POST', path: '/webhooks/public-key/rotate', body: null },
  getWebhookSecret: { method: 'GET', path: '/webhooks/secret', body: null },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/secret/rotate', body: null },
  listWebhookEvents: { method: 'GET', path: '/webhooks/events', body: null },
  getWebhookEvent: { method: 'GET', path: `/webhooks/events/${idOf('Webhook')}`, body: null },
  redeliverWebhookEvent: { method: 'POST', path: `/webhooks/events/${idOf('Webhook')}/redeliver`, body: null },
  signWebhookEvent: { method: 'GET', path: `/webhooks/events/${idOf('Webhook')}/delivery`, body: null },
  followWebhookEvents: { method: 'GET', path: '/webhooks/feed', body: null },
};
