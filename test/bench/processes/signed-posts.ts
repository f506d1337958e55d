import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { serve } from '../child.js';

export interface SignedPosts {
  readonly port: number;
  readonly connections: number;
  readonly body: string;
  readonly seconds: number;
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const secret = randomBytes(32);

/**
 * Load generator for a webhook receiver: sends POSTs over keep-alive connections, each with the ECDSA signature and the
 * Standard Webhooks signature (HMAC) of a webhook, and returns how many were sent in a second.
 */
serve(async ({ port, connections, body, seconds }: SignedPosts) => {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections });
  const run = randomBytes(6).toString('hex');
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      let count = 0;
      for (; performance.now() < until; count++) {
        const id = `Webhook:${run}-${connection}-${count}`;
        const timestamp = Math.floor(Date.now() / 1000);
        const headers = {
          'content-type': 'application/json',
          'x-svc-signature': `{"v":"1","s":"${sign('sha256', Buffer.from(body), privateKey).toString('base64')}"}`,
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
        };
        const answer = await pool.request({ path: '/webhooks', method: 'POST', headers, body });
        await answer.body.dump();
        if (answer.statusCode !== 200) throw new Error(`the receiver answered ${answer.statusCode}`);
      }
      return count;
    }),
  );
  const perSecond = counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000);
  await pool.close();
  return perSecond;
});
