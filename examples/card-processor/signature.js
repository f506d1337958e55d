import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_SECONDS = 300;

/**
 * Signs and verifies by Standard Webhooks. A list of secrets has one, or two while they are exchanged: everything is signed
 * with each of them, and a signature by any of them is valid.
 */
export function signer(secrets) {
  const keys = secrets.map((secret) => Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const macs = (id, timestamp, body) =>
    keys.map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest());
  return {
    headers(id, body) {
      const timestamp = String(Math.floor(Date.now() / 1000));
      return {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': macs(id, timestamp, body)
          .map((mac) => `v1,${mac.toString('base64')}`)
          .join(' '),
      };
    },
    accepts(headers, body) {
      const { 'webhook-id': id = '', 'webhook-timestamp': timestamp = '', 'webhook-signature': given = '' } = headers;
      if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
      const signatures = given
        .split(' ')
        .filter((part) => part.startsWith('v1,'))
        .map((part) => Buffer.from(part.slice('v1,'.length), 'base64'));
      return macs(id, timestamp, body).some((mac) =>
        signatures.some((signature) => signature.length === mac.length && timingSafeEqual(signature, mac)),
      );
    },
  };
}
