import { createHmac, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Api, expecting, refused } from '../support/api.js';
import { createPlatform } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { createCustomer } from '../support/scenario.js';
import { verifiesByKey, verifiesBySecret } from '../support/signatures.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import type { Delivery } from '../support/webhook-receiver.js';
import type { Page } from '../support/wire.js';

const DAY_SECONDS = 24 * 60 * 60;

interface SignedWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const keysOf = (api: Api): Promise<string> => expecting(200, api.get<string>('/webhooks/public-key'));

/** The PEM blocks of a text. */
const separate = (keys: string): readonly string[] => keys.match(/-----BEGIN[^]*?-----END PUBLIC KEY-----\n/g) ?? [];

/** A platform's last event as a delivery that is signed now. */
async function signedNow(api: Api): Promise<Pick<Delivery, 'headers' | 'body'>> {
  const { data } = await expecting(200, api.get<Page<{ id: string }>>('/webhooks/events', { limit: 1 }));
  const { headers, body } = await expecting(200, api.get<SignedWebhook>(`/webhooks/events/${data[0]!.id}/delivery`));
  return { headers, body: Buffer.from(body) };
}

describe.each(databasesOf(import.meta.url))('webhooks of a host on %s', (database) => {
  const used = useHost(database);
  const secretNow = async (): Promise<string> =>
    (await expecting(200, used.api.get<{ secret: string }>('/webhooks/secret'))).secret;

  /** The delivery of a new event. */
  async function announced(): Promise<Delivery> {
    const customer = await createCustomer(used.api);
    return used.receiver.delivery('CUSTOMER.KYC_APPROVED', customer.id);
  }

  it('verify with the public key only if they are complete and unchanged', async () => {
    const publicKey = await keysOf(used.api);
    expect(createPublicKey(publicKey).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    const { headers, body } = await announced();
    expect(verifiesByKey({ headers, body }, publicKey)).toBe(true);
    const forged = Buffer.from(body.toString('utf8').replace('APPROVED', 'REJECTED'));
    expect(forged).not.toEqual(body);
    expect(verifiesByKey({ headers, body: forged }, publicKey)).toBe(false);
  });

  it('verify only with the key of their platform and environment', async () => {
    const { deployment, api } = used;
    const nowhere = { webhookEndpoint: 'https://127.0.0.1:9/webhooks' };
    const others = [
      api.as(await createPlatform(deployment, 'Second')),
      api.as(await createPlatform(deployment, 'Live', '--environment', 'PRODUCTION')),
    ];
    // The change sends a TEST event.
    for (const other of others) await expecting(200, other.patch('/config', nowhere));
    const all = [api, ...others];
    const keys = await Promise.all(all.map(keysOf));
    const webhooks = await Promise.all(all.map(signedNow));
    expect(webhooks.map((webhook) => keys.map((key) => verifiesByKey(webhook, key)))).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);

    await refused(401, 'UNAUTHORIZED', api.as(null).get('/webhooks/public-key'));
    for (const [i, each] of all.entries()) {
      const { id } = await expecting(200, each.get<{ id: string }>('/config'));
      expect(await expecting(200, api.as(null).get<string>(`/webhooks/public-key/${id}`))).toBe(keys[i]);
    }
    const absentPlatform = 'Platform:01943c5e-0000-7000-8000-00000000dead';
    await refused(404, 'REFERENCE_NOT_FOUND', api.as(null).get(`/webhooks/public-key/${absentPlatform}`));
  });

  it('verify with the Standard Webhooks library only if they are complete and unchanged', async () => {
    const secret = await secretNow();
    const { headers, body } = await announced();
    expect(verifiesBySecret({ headers, body }, secret)).toBe(true);
    expect(verifiesBySecret({ headers, body: Buffer.concat([body, Buffer.from(' ')]) }, secret)).toBe(false);
    expect(verifiesBySecret({ headers: { ...headers, 'webhook-id': 'Webhook:other' }, body }, secret)).toBe(false);
    expect(verifiesBySecret({ headers, body }, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
  });

  it('are signed with both secrets for 24 hours after a rotation, and then only with the new one', async () => {
    const old = await secretNow();
    const rotated = await expecting(200, used.api.post<{ secret: string }>('/webhooks/secret/rotate'));
    expect(rotated.secret).not.toBe(old);
    expect(await secretNow()).toBe(rotated.secret);

    const during = await announced();
    expect(verifiesBySecret(during, old)).toBe(true);
    expect(verifiesBySecret(during, rotated.secret)).toBe(true);
    expect(signaturesOf(during)).toEqual([signatureOf(during, rotated.secret), signatureOf(during, old)]);

    await used.host.advance(DAY_SECONDS - 60);
    const lastMinute = await announced();
    expect(signaturesOf(lastMinute)).toContain(signatureOf(lastMinute, old));

    await used.host.advance(61);
    const after = await announced();
    expect(signaturesOf(after)).toEqual([signatureOf(after, rotated.secret)]);
  });

  it('are signed with the new key after a rotation, and the former key is listed for 24 hours', async () => {
    const { api } = used;
    const [former] = separate(await keysOf(api));
    const rotated = await expecting(
      200,
      api.post<{ publicKey: string; previousPublicKey: string }>('/webhooks/public-key/rotate'),
    );
    expect(rotated.previousPublicKey).toBe(former);
    const keys = await keysOf(api);
    expect(separate(keys)).toEqual([rotated.publicKey, former]);
    expect(createPublicKey(keys)).toEqual(createPublicKey(rotated.publicKey));

    // A host may use cached settings for one second.
    await eventually('a webhook that is signed with the new key', async () => {
      const webhook = await announced();
      expect(separate(keys).filter((key) => verifiesByKey(webhook, key))).toHaveLength(1);
      return verifiesByKey(webhook, rotated.publicKey);
    });
    await used.host.advance(DAY_SECONDS + 1);
    expect(await keysOf(api)).toBe(rotated.publicKey);
  });
});

const signaturesOf = ({ headers }: Delivery): readonly string[] => String(headers['webhook-signature']).split(' ');

/** Computed as the specification says, because the library checks the timestamp against today's clock. */
function signatureOf({ headers, body }: Delivery, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString('utf8')}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
