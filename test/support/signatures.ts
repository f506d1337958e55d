import { verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Delivery } from './webhook-receiver.js';

/** Whether the delivery has the platform's signature over its raw body: ECDSA P-256, SHA-256, DER. */
export function verifiesByKey({ headers, body }: Pick<Delivery, 'headers' | 'body'>, publicKey: string): boolean {
  const signature = JSON.parse(String(headers['x-svc-signature'])) as { readonly v: string; readonly s: string };
  return signature.v === '1' && verify('sha256', body, publicKey, Buffer.from(signature.s, 'base64'));
}

/** Whether the Standard Webhooks library accepts the delivery with this secret. */
export function verifiesBySecret({ headers, body }: Pick<Delivery, 'headers' | 'body'>, secret: string): boolean {
  try {
    new Webhook(secret).verify(body.toString('utf8'), headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
