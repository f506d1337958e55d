import { createHmac } from 'node:crypto';
import type { Clock, Messages, OutboundHttp } from '@corridor/core/ports';
import { wordingOf } from './wording.js';

export interface WebhookMessagesOptions {
  /** Where a program of the host's operator takes messages and sends them on. */
  readonly url: string;
  /** Standard Webhooks secret: `whsec_` and base64. */
  readonly secret: string;
  readonly http: OutboundHttp;
  readonly clock: Clock;
}

/** Statuses with which a receiver says that trying again is of no use. */
const REFUSALS = [400, 404, 410, 422];

/**
 * Hands each message over as one POST, signed as Standard Webhooks are: `{type, timestamp, data}` with `data` the
 * channel, recipient, text, and the code by itself for those who have words of their own. 2xx: accepted.
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
      });
      if (outcome.kind === 'unreachable') return { kind: 'unavailable', reason: 'the receiver was not reached' };
      if (outcome.status >= 200 && outcome.status < 300) return { kind: 'accepted' };
      const reason = `the receiver answered ${outcome.status}`;
      return { kind: REFUSALS.includes(outcome.status) ? 'refused' : 'unavailable', reason };
    },
  };
}
