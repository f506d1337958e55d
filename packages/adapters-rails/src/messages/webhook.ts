import { createHmac } from 'node:crypto';
import type { Clock, Messages, OutboundHttp } from '@corridor/core/ports';
import { wordingOf } from './wording.js';

export interface WebhookMessagesOptions {
  /** The operator's endpoint, which receives messages and delivers them. */
  readonly url: string;
  /** Standard Webhooks secret: `whsec_` and base64. */
  readonly secret: string;
  readonly http: OutboundHttp;
  readonly clock: Clock;
}

/** Statuses by which a receiver says that a retry is pointless. */
const REFUSALS = [400, 404, 410, 422];

/**
 * Posts each message, signed as Standard Webhooks are: `{type, timestamp, data}`, where `data` has the channel, the
 * recipient, a text, and the code for receivers that use their own text. 2xx means accepted.
 */
export function createWebhookMessages({ url, secret, http, clock }: WebhookMessagesOptions): Messages {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return {
    async send(message) {
      const { id, environment, channel, to, sender, purpose, code, validForSeconds } = message;
      const now = clock.now();
      const body = JSON.stringify({
        type: 'message.one_time_code',
        timestamp: new Date(now).toISOString(),
        data: { id, environment, channel, to, sender, purpose, code, validForSeconds, ...wordingOf(message) },
      });
      const timestamp = String(Math.floor(now / 1000));
      const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
      const outcome = await http.send({
        url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Corridor',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${signature}`,
        },
        body,
        httpsOnly: environment === 'PRODUCTION',
        passesTrace: true,
      });
      if (outcome.kind === 'unreachable') return { kind: 'unavailable', reason: 'the receiver is not reachable' };
      if (outcome.status >= 200 && outcome.status < 300) return { kind: 'accepted' };
      const reason = `the receiver answered ${outcome.status}`;
      return { kind: REFUSALS.includes(outcome.status) ? 'refused' : 'unavailable', reason };
    },
  };
}
