import { generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Instant, instant } from '@corridor/core';
import type { OutboundRequest, WebhookRequest } from '@corridor/core/ports';
import { serializeEvent } from '../api/events/serialize.js';
import { eventOf } from '../testing/events.js';
import { type Received, type Receiver, startReceiver } from '../testing/receiver.js';
import { createOutboundHttp } from './outbound-http.js';
import { createWebhookTransport } from './webhook-transport.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const makeSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
const secrets = [makeSecret(), makeSecret()];

const http = createOutboundHttp({ allowPrivate: true });
afterAll(() => http.close());

let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

let now: Instant = instant(0);
const clock = { now: () => now };
beforeEach(() => {
  now = instant(Date.now());
});

const event = eventOf('OUTGOING_PAYMENT.COMPLETED');
const request = (more: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url: `${receiver.url}/hooks`,
  environment: 'SANDBOX',
  event,
  signing: { privateKey, secrets },
  ...more,
});

const bySecret = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

function byKey(header: string | string[] | undefined, body: string): boolean {
  const { v, s } = JSON.parse(String(header)) as { v: string; s: string };
  expect(v).toBe('1');
  return verify('sha256', Buffer.from(body), publicKey, Buffer.from(s, 'base64'));
}

describe('a webhook', () => {
  it('is one POST of the serialized event, and the response of the endpoint is reported', async () => {
    receiver.answer = (response) => response.writeHead(409, { 'retry-after': '7' }).end('seen');
    const outcome = await createWebhookTransport({ http, clock }).send(request());
    expect(outcome).toEqual({ kind: 'answered', status: 409, body: 'seen', retryAfter: 7 });
    const [received] = receiver.received;
    expect(received).toMatchObject({
      method: 'POST',
      path: '/hooks',
      headers: { 'content-type': 'application/json', 'user-agent': 'Corridor', 'webhook-id': event.id },
    });
    expect(JSON.parse(received!.body)).toEqual(JSON.parse(JSON.stringify(serializeEvent(event))));
  });

  it('passes the trace of its delivery on to the endpoint', async () => {
    const sent: OutboundRequest[] = [];
    const send = (asked: OutboundRequest) => (sent.push(asked), http.send(asked));
    await createWebhookTransport({ http: { send }, clock }).send(request());
    expect(sent.map(({ passesTrace }) => passesTrace)).toEqual([true]);
  });

  it('verifies with the public key of the platform', async () => {
    await createWebhookTransport({ http, clock }).send(request());
    const { headers, body } = receiver.received[0]!;
    expect(byKey(headers['x-svc-signature'], body)).toBe(true);
    expect(byKey(headers['x-svc-signature'], `${body} `)).toBe(false);
  });

  it('verifies with a Standard Webhooks library under each valid secret, and under no other', async () => {
    await createWebhookTransport({ http, clock }).send(request());
    const [received] = receiver.received;
    for (const secret of secrets) expect(bySecret(secret, received!)).toEqual(JSON.parse(received!.body));
    expect(() => bySecret(makeSecret(), received!)).toThrow();
    expect(() =>
      bySecret(secrets[0]!, { ...received!, body: received!.body.replace('COMPLETED', 'FAILED') }),
    ).toThrow();
  });

  it('has the same id and body on every attempt, and the time of the attempt', async () => {
    const transport = createWebhookTransport({ http, clock });
    await transport.send(request());
    now = instant(now + 60_000);
    await transport.send(request({ event: { ...event, attempts: 2 } }));
    const [first, second] = receiver.received;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(Number(second!.headers['webhook-timestamp'])).toBe(Math.floor(now / 1000));
    expect(Number(second!.headers['webhook-timestamp']) - Number(first!.headers['webhook-timestamp'])).toBe(60);
    for (const received of [first!, second!]) expect(bySecret(secrets[0]!, received)).toBeTruthy();
  });

  it('carries its signature under the configured header name', async () => {
    await createWebhookTransport({ http, clock, headerPrefix: 'Acme' }).send(request());
    const { headers, body } = receiver.received[0]!;
    expect(byKey(headers['x-acme-signature'], body)).toBe(true);
    expect(headers['x-svc-signature']).toBeUndefined();
  });

  it('is sent by https only in production', async () => {
    const outcome = await createWebhookTransport({ http, clock }).send(request({ environment: 'PRODUCTION' }));
    expect(outcome).toEqual({ kind: 'unreachable', reason: 'the URL is not https' });
    expect(receiver.received).toHaveLength(0);
  });
});
