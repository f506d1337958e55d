import { createHmac, createPrivateKey, createSecretKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock, OutboundHttp, WebhookRequest, WebhookTransport } from '@corridor/core/ports';
import type { OutboxEvent } from '@corridor/core/records';
import { DEFAULT_HEADER_PREFIX } from '../kit/options.js';
import { serializeEvent } from '../api/events/serialize.js';
import { remembering } from './remembering.js';
import { retryAfterOf } from './retry-after.js';

export interface WebhookTransportOptions {
  readonly http: OutboundHttp;
  readonly clock: Clock;
  /** The name between `X-` and `-Signature`; `Svc` unless the host configures another. */
  readonly headerPrefix?: string;
}

/** Signs on a thread of the pool of Node: a signature takes longer than the rest of a webhook's preparation. */
const signAside = promisify(sign);

/**
 * Sends an event as one POST with two signatures over the exact bytes of its body: ECDSA with the platform's key, and
 * Standard Webhooks with every valid secret of the platform (docs/http.md#webhooks).
 */
export function createWebhookTransport({
  http,
  clock,
  headerPrefix = DEFAULT_HEADER_PREFIX,
}: WebhookTransportOptions): Required<WebhookTransport> {
  const signatureHeader = `x-${headerPrefix}-signature`.toLowerCase();
  const privateKeys = remembering((pem) => createPrivateKey(pem));
  const secretKeys = remembering((secret) => createSecretKey(secret.replace(/^whsec_/, ''), 'base64'));

  const standardSignature = (head: string, body: Buffer, secret: string): string =>
    `v1,${createHmac('sha256', secretKeys(secret)).update(head).update(body).digest('base64')}`;

  async function signed({ event, signing }: Pick<WebhookRequest, 'event' | 'signing'>) {
    const body = Buffer.from(webhookBody(event));
    const timestamp = Math.floor(clock.now() / 1000);
    const head = `${event.id}.${timestamp}.`;
    const ecdsa = (await signAside('sha256', body, privateKeys(signing.privateKey))).toString('base64');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Corridor',
      [signatureHeader]: `{"v":"1","s":"${ecdsa}"}`,
      'webhook-id': event.id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signing.secrets.map((secret) => standardSignature(head, body, secret)).join(' '),
    };
    return { headers, body };
  }

  return {
    sign: async (delivery) => {
      const { headers, body } = await signed(delivery);
      return { headers, body: body.toString('utf8') };
    },

    async send({ url, environment, event, signing }) {
      const { headers, body } = await signed({ event, signing });
      const outcome = await http.send({
        url,
        method: 'POST',
        headers,
        body,
        httpsOnly: environment === 'PRODUCTION',
        passesTrace: true,
      });
      if (outcome.kind !== 'answered') return outcome;
      const { status, body: answer, headers: answered } = outcome;
      return { kind: 'answered', status, body: answer, retryAfter: retryAfterOf(answered, clock.now()) };
    },
  };
}

/** The body is built from stored data only, so it is the same for every attempt. */
const webhookBody = (event: OutboxEvent): string => JSON.stringify(serializeEvent(event));
