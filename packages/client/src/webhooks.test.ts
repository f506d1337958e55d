import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type { OutgoingTransaction, Quote } from './index.js';
import { type Webhook as Event, verifyWebhook, WebhookVerificationError } from './webhooks.js';

const secret = `whsec_${randomBytes(24).toString('base64')}`;
const body = JSON.stringify({ id: 'Webhook:1', type: 'TEST', timestamp: '2026-01-05T10:00:00.000Z' });
const at = 1_767_607_200;
const now = (): number => at * 1000;

const headersOf = (text: string, of: string = secret, sentAt: number = at): Record<string, string> => ({
  'webhook-id': 'Webhook:1',
  'webhook-timestamp': String(sentAt),
  'webhook-signature': new Webhook(of).sign('Webhook:1', new Date(sentAt * 1000), text),
});

describe('with the secret', () => {
  test('a webhook that another library has signed is verified', async () => {
    expect(await verifyWebhook(body, headersOf(body), { secret }, { now })).toEqual(JSON.parse(body));
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook(bytes, new Headers(headersOf(body)), { secret }, { now })).toEqual(JSON.parse(body));
  });

  const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const padded = bytesOf(`..${body}..`);
  const shared = new SharedArrayBuffer(bytesOf(body).length);
  new Uint8Array(shared).set(bytesOf(body));
  test.each<[string, Parameters<typeof verifyWebhook>[0]]>([
    ['a Buffer', Buffer.from(body)],
    ['an ArrayBuffer', bytesOf(body).buffer],
    [
      'an ArrayBuffer of another realm',
      runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...bytesOf(body)] }) as ArrayBuffer,
    ],
    ['a SharedArrayBuffer', shared],
    ['a DataView', new DataView(bytesOf(body).buffer)],
    ['a DataView of a part', new DataView(padded.buffer, 2, padded.length - 4)],
    ['a Uint8Array of a part', padded.subarray(2, -2)],
    ['signed numbers', new Int8Array(bytesOf(body).buffer)],
  ])('a body may be %s', async (_what, bytes) => {
    expect(await verifyWebhook(bytes, headersOf(body), { secret }, { now })).toEqual(JSON.parse(body));
  });

  const upper = Object.fromEntries(Object.entries(headersOf(body)).map(([name, value]) => [name.toUpperCase(), value]));
  test.each<[string, Parameters<typeof verifyWebhook>[1]]>([
    ['Headers', new Headers(headersOf(body))],
    ['Headers of another library', { get: (name: string) => headersOf(body)[name] ?? null }],
    ['an object', headersOf(body)],
    ['an object with names in capital letters', upper],
    [
      'an object with lists',
      Object.fromEntries(Object.entries(headersOf(body)).map(([name, value]) => [name, [value]])),
    ],
    ['a Map', new Map(Object.entries(headersOf(body)))],
    ['a Map with names in capital letters', new Map(Object.entries(upper))],
    [
      'a Map of another realm',
      runInNewContext('new Map(entries)', { entries: Object.entries(upper) }) as Map<string, string>,
    ],
    ['an object without a prototype', Object.assign(Object.create(null) as Record<string, string>, headersOf(body))],
  ])('headers may be %s', async (_what, headers) => {
    expect(await verifyWebhook(body, headers, { secret }, { now })).toEqual(JSON.parse(body));
    const without = verifyWebhook(body, new Map(), { secret }, { now });
    await expect(without).rejects.toThrow('the header webhook-id is missing');
  });

  test('one of several signatures is enough, because secrets are rotated', async () => {
    const other = `whsec_${randomBytes(24).toString('base64')}`;
    const [first, second] = [headersOf(body, other), headersOf(body)].map((h) => h['webhook-signature']);
    const headers = { ...headersOf(body), 'webhook-signature': `v1a,x ${first} ${second}` };
    await expect(verifyWebhook(body, headers, { secret }, { now })).resolves.toBeDefined();
  });

  test.each([
    ['another body', `${body} `, headersOf(body)],
    ['another secret', body, headersOf(body, `whsec_${randomBytes(24).toString('base64')}`)],
    ['another id', body, { ...headersOf(body), 'webhook-id': 'Webhook:2' }],
    ['another time', body, { ...headersOf(body), 'webhook-timestamp': String(at + 1) }],
    ['an old time', body, headersOf(body, secret, at - 301)],
    ['a future time', body, headersOf(body, secret, at + 301)],
    ['no signature', body, { ...headersOf(body), 'webhook-signature': '' }],
    ['a signature that is not base64', body, { ...headersOf(body), 'webhook-signature': 'v1,§§' }],
  ])('%s is refused', async (_what, text, headers) => {
    await expect(verifyWebhook(text, headers, { secret }, { now })).rejects.toThrow(WebhookVerificationError);
  });

  test('a signature of a time that is not a number is refused', async () => {
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(`Webhook:1.soon.${body}`);
    const headers = {
      'webhook-id': 'Webhook:1',
      'webhook-timestamp': 'soon',
      'webhook-signature': `v1,${signature.digest('base64')}`,
    };
    await expect(verifyWebhook(body, headers, { secret }, { now })).rejects.toThrow(WebhookVerificationError);
  });

  test('a tolerance or a clock that is not a number accepts no time', async () => {
    for (const options of [{ tolerance: Number.NaN, now }, { now: () => Number.NaN }]) {
      const verified = verifyWebhook(body, headersOf(body, secret, at - 301), { secret }, options);
      await expect(verified).rejects.toThrow(WebhookVerificationError);
    }
  });

  test('a secret that is not one is named as the mistake', async () => {
    await expect(verifyWebhook(body, headersOf(body), { secret: 'whsec_' }, { now })).rejects.toThrow(/secret must be/);
  });
});

test('a body that was parsed, and keys that are missing, are named as the mistake', async () => {
  const verify = (given: unknown, keys: object) => verifyWebhook(given as string, {}, keys as { secret: string });
  await expect(verify(JSON.parse(body), { secret })).rejects.toThrow(/^body must be the text or the bytes/);
  await expect(verify(body, { secret: undefined })).rejects.toThrow(/^secret must be/);
  await expect(verify(body, {})).rejects.toThrow(/^publicKeys must contain/);
});

describe('with public keys', () => {
  const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pemOf = ({ publicKey }: ReturnType<typeof pair>): string =>
    publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const [current, previous] = [pair(), pair()];
  const publicKeys = pemOf(current) + pemOf(previous);
  const headerOf = (text: string, { privateKey }: ReturnType<typeof pair> = current) => ({
    'X-Svc-Signature': JSON.stringify({ v: '1', s: sign('sha256', Buffer.from(text), privateKey).toString('base64') }),
  });

  test('keys may have line breaks in letters, as in variables of the environment', async () => {
    for (const breaks of ['\\n', '\\r\\n', '\r\n']) {
      const flat = `"${publicKeys.replaceAll('\n', breaks)}"`;
      expect(await verifyWebhook(body, headerOf(body), { publicKeys: flat })).toEqual(JSON.parse(body));
      expect(await verifyWebhook(body, headerOf(body, previous), { publicKeys: flat })).toEqual(JSON.parse(body));
    }
  });

  test('every signature of Node is verified, with the present and the previous key', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), fc.boolean(), async (text, isPrevious) => {
        const headers = headerOf(text, isPrevious ? previous : current);
        expect(await verifyWebhook(text, headers, { publicKeys })).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  test('a signature of another body, and one that is not DER, are refused', async () => {
    const der = sign('sha256', Buffer.from(`${body} `), current.privateKey);
    for (const bytes of [der, der.subarray(1), Buffer.from('signature')]) {
      const headers = { 'x-svc-signature': JSON.stringify({ v: '1', s: bytes.toString('base64') }) };
      await expect(verifyWebhook(body, headers, { publicKeys })).rejects.toThrow(WebhookVerificationError);
    }
  });

  test('a key of another platform, another header prefix and a missing key are refused', async () => {
    await expect(verifyWebhook(body, headerOf(body), { publicKeys: pemOf(pair()) })).rejects.toThrow(/no public key/);
    const renamed = verifyWebhook(body, headerOf(body), { publicKeys }, { headerPrefix: 'Acme' });
    await expect(renamed).rejects.toThrow('the header X-Acme-Signature is missing');
    await expect(verifyWebhook(body, headerOf(body), { publicKeys: '' })).rejects.toThrow(TypeError);
  });

  test('a key of another curve is named as the mistake', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
    const publicKeys = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    await expect(verifyWebhook(body, headerOf(body), { publicKeys })).rejects.toThrow(
      new TypeError('publicKeys must contain public keys on the curve P-256'),
    );
  });
});

test('the type of an event decides the type of its data', () => {
  const dataOf = (event: Event): unknown => {
    // @ts-expect-error Not every event is about a payment.
    void event.data.sentAmount;
    if (event.type === 'OUTGOING_PAYMENT.COMPLETED') {
      expectTypeOf(event.data).toEqualTypeOf<OutgoingTransaction>();
      return event.data;
    }
    if (event.type === 'QUOTE.EXPIRED') {
      expectTypeOf(event.data).toEqualTypeOf<Quote>();
      return event.data.id;
    }
    return null;
  };
  expect(dataOf({ type: 'OUTGOING_PAYMENT.COMPLETED', data: 'the payment' } as unknown as Event)).toBe('the payment');
});
