import { Webhook } from 'standardwebhooks';

/**
 * Signs and verifies by Standard Webhooks. A list of secrets has one, or two while they are exchanged: everything is
 * signed with each of them, and a signature by any of them is valid.
 */
export function signer(secrets) {
  const webhooks = secrets.map((secret) => new Webhook(secret));
  return {
    headers(id, body) {
      const now = new Date();
      return {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': webhooks.map((webhook) => webhook.sign(id, now, body)).join(' '),
      };
    },
    /** Also refuses a timestamp that is more than five minutes off. */
    accepts: (headers, body) =>
      webhooks.some((webhook) => {
        try {
          webhook.verify(body, headers, { jsonParse: false });
          return true;
        } catch {
          return false;
        }
      }),
  };
}
