import type { Webhooks } from './generated/types.gen.js';

/** An event that Corridor sends. Its `type` decides what `data` is. */
export type Webhook = Webhooks['body'];

/** What a webhook is verified with: one of the two signatures that every webhook carries. */
export type WebhookKeys =
  | {
      /** The secret of `GET /webhooks/secret`, `whsec_…`. It also proves the time of the attempt. */
      readonly secret: string;
    }
  | {
      /** The text of `GET /webhooks/public-key`: one or two public keys as PEM. */
      readonly publicKeys: string;
    };

export interface VerifyOptions {
  /** Seconds by which the time of a webhook may differ from now, with a secret; default 300. */
  readonly tolerance?: number;
  /** The header prefix of the host; default `Svc`. */
  readonly headerPrefix?: string;
  /** Milliseconds since 1970; default the clock of the process. */
  readonly now?: () => number;
}

type HeaderValue = string | readonly string[] | undefined;

/** Headers as `fetch`, Node or a framework has them: an object with `get`, a Map, or an object with their names. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | ReadonlyMap<string, HeaderValue>
  | Readonly<Record<string, HeaderValue>>;

/** The text or the exact bytes that arrived. */
export type WebhookBody = string | ArrayBufferLike | ArrayBufferView;

/** The webhook is not genuine, was altered, or is too old. Answer it with 401 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** The name of the built-in type of an object, of any realm. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

function headerOf(headers: WebhookHeaders, name: string): string {
  const lower = name.toLowerCase();
  const find = (entries: Iterable<readonly [string, unknown]>): unknown =>
    [...entries].find(([key]) => key.toLowerCase() === lower)?.[1];
  // `Headers` may be those of another realm or library. A Map has the case that the sender has chosen.
  const value =
    tagOf(headers) === 'Map'
      ? find(headers as ReadonlyMap<string, HeaderValue>)
      : typeof headers.get === 'function'
        ? (headers.get as (name: string) => unknown).call(headers, lower)
        : find(Object.entries(headers));
  const text = Array.isArray(value) ? (value as readonly string[])[0] : (value as string | null | undefined);
  if (text === undefined || text === null || text === '') {
    throw new WebhookVerificationError(`the header ${name} is missing`);
  }
  return text;
}

/** The bytes of a base64 text; null if it is not one. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
};

async function verifySecret(
  body: Uint8Array,
  headers: WebhookHeaders,
  secret: string,
  { tolerance = 300, now = Date.now }: VerifyOptions,
): Promise<void> {
  const bytes = fromBase64(String(secret).replace(/^whsec_/, ''));
  if (bytes === null || bytes.length === 0) throw new TypeError('secret must be whsec_ followed by base64');
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  for (const signature of signatures) {
    const given = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : null;
    if (given === null || !(await crypto.subtle.verify('HMAC', key, given, signed))) continue;
    const age = now() / 1000 - Number(timestamp);
    // The comparison is false for NaN, so that no mistake in an option accepts every time.
    if (!/^\d{1,12}$/.test(timestamp) || !(Math.abs(age) <= tolerance)) {
      throw new WebhookVerificationError(`the webhook was sent ${Math.round(age)} seconds ago`);
    }
    return;
  }
  throw new WebhookVerificationError('no signature of the webhook matches the secret');
}

/** One integer of a DER signature at this offset, with leading zeros to 32 bytes; null if it is malformed. */
function derInteger(der: Uint8Array, at: number): { readonly value: Uint8Array; readonly end: number } | null {
  const length = der[at + 1];
  if (der[at] !== 0x02 || length === undefined || length < 1 || length > 33) return null;
  const end = at + 2 + length;
  if (end > der.length) return null;
  let bytes = der.subarray(at + 2, end);
  while (bytes.length > 1 && bytes[0] === 0) bytes = bytes.subarray(1);
  if (bytes.length > 32) return null;
  return { value: joined(new Uint8Array(32 - bytes.length), bytes), end };
}

/** The form of WebCrypto, two numbers of 32 bytes, of a DER signature; null if it is malformed. */
function fromDer(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const r = derInteger(der, 2);
  const s = r === null ? null : derInteger(der, r.end);
  return r === null || s === null || s.end !== der.length ? null : joined(r.value, s.value);
}

const PEM = /-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----/g;
const P256 = { name: 'ECDSA', namedCurve: 'P-256' };

async function verifyPublicKeys(
  body: Uint8Array<ArrayBuffer>,
  headers: WebhookHeaders,
  publicKeys: string,
  { headerPrefix = 'Svc' }: VerifyOptions,
): Promise<void> {
  // Variables of the environment often have line breaks as `\n` in letters.
  const text = String(publicKeys).replaceAll(/\\r|\\n/g, '\n');
  const pems = [...text.matchAll(PEM)].map(([, base64]) => fromBase64(base64!.replaceAll(/\s/g, '')));
  if (pems.length === 0) throw new TypeError('publicKeys must contain a public key as PEM');
  const header = headerOf(headers, `X-${headerPrefix}-Signature`);
  const [, encoded = ''] = /^\{\s*"v"\s*:\s*"1"\s*,\s*"s"\s*:\s*"([A-Za-z0-9+/=]+)"\s*\}$/.exec(header) ?? [];
  const der = fromBase64(encoded);
  const signature = der === null ? null : fromDer(der);
  for (const spki of pems) {
    if (signature === null || spki === null) continue;
    const key = await crypto.subtle.importKey('spki', spki, P256, false, ['verify']).catch((cause: unknown) => {
      throw new TypeError('publicKeys must contain public keys on the curve P-256', { cause });
    });
    if (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, body)) return;
  }
  throw new WebhookVerificationError('no public key verifies the signature of the webhook');
}

/** A copy of the bytes. Throws a TypeError for a body that was parsed. */
function bytesOf(body: WebhookBody): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (ArrayBuffer.isView(body)) return joined(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  if (['ArrayBuffer', 'SharedArrayBuffer'].includes(tagOf(body))) return joined(new Uint8Array(body));
  throw new TypeError('body must be the text or the bytes that arrived, before anything parses them');
}

/**
 * Verifies a webhook and returns its event. `body` are the exact bytes that arrived: a body that was parsed and written
 * again does not verify. Deliveries can be repeated: store the `id` of each event that you have processed.
 *
 * Throws a {@link WebhookVerificationError} if the webhook is not genuine, and a TypeError for a body or keys that
 * cannot be right. Source: docs/http.md#webhooks.
 *
 * @example
 * ```ts
 * import { verifyWebhook, WebhookVerificationError } from '@corridor/client/webhooks';
 *
 * async function answer(request: Request, secret: string): Promise<Response> {
 *   try {
 *     const event = await verifyWebhook(await request.text(), request.headers, { secret });
 *     if (event.type === 'OUTGOING_PAYMENT.COMPLETED') console.log(`paid: ${event.data.id}`);
 *     return new Response('ok');
 *   } catch (error) {
 *     if (error instanceof WebhookVerificationError) return new Response('forged', { status: 401 });
 *     throw error;
 *   }
 * }
 * const forged = new Request('https://shop.example/hook', { method: 'POST', body: '{}' });
 * (await answer(forged, 'whsec_c2VjcmV0')).status; // 401
 * ```
 */
export async function verifyWebhook(
  body: WebhookBody,
  headers: WebhookHeaders,
  keys: WebhookKeys,
  options: VerifyOptions = {},
): Promise<Webhook> {
  const bytes = bytesOf(body);
  if ('secret' in keys) await verifySecret(bytes, headers, keys.secret, options);
  else await verifyPublicKeys(bytes, headers, keys.publicKeys, options);
  return JSON.parse(new TextDecoder().decode(bytes)) as Webhook;
}
