import { createHmac, createPublicKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { DATABASES } from '../support/host.js';
import { createCustomer } from '../support/scenario.js';
import { verifiesByKey, verifiesBySecret } from '../support/signatures.js';
import { useHost } from '../support/use-host.js';
import type { Delivery } from '../support/webhook-receiver.js';

const DAY_SECONDS = 24 * 60 * 60;

describe.each(DATABASES)('webhooks of a host on %s', (database) => {
  const used = useHost(database);
  const secretNow = async (): Promise<string> =>
    (await expecting(200, used.api.get<{ secret: string }>('/webhooks/secret'))).secret;

  /** The delivery of something that happens now. */
  async function announced(): Promise<Delivery> {
    const customer = await createCustomer(used.api);
    return used.receiver.delivery('CUSTOMER.KYC_APPROVED', customer.id);
  }

  it('verify against the public key, whole and unchanged only', async () => {
    const publicKey = await expecting(200, used.api.as(null).get<string>('/webhooks/public-key'));
    expect(createPublicKey(publicKey).asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
    const { headers, body } = await announced();
    expect(verifiesByKey({ headers, body }, publicKey)).toBe(true);
    const forged = Buffer.from(body.toString('utf8').replace('APPROVED', 'REJECTED'));
    expect(forged).not.toEqual(body);
    expect(verifiesByKey({ headers, body: forged }, publicKey)).toBe(false);
  });

  it('verify with the public library of Standard Webhooks, whole and unchanged only', async () => {
    const secret = await secretNow();
    const { headers, body } = await announced();
    expect(verifiesBySecret({ headers, body }, secret)).toBe(true);
    expect(verifiesBySecret({ headers, body: Buffer.concat([body, Buffer.from(' ')]) }, secret)).toBe(false);
    expect(verifiesBySecret({ headers: { ...headers, 'webhook-id': 'Webhook:other' }, body }, secret)).toBe(false);
    expect(verifiesBySecret({ headers, body }, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false);
  });

  it('are signed with both secrets for 24 hours after a rotation, and then with the new one alone', async () => {
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
});

const signaturesOf = ({ headers }: Delivery): readonly string[] => String(headers['webhook-signature']).split(' ');

/** By the letter of the specification: the library looks at today's clock, and this is about tomorrow's. */
function signatureOf({ headers, body }: Delivery, secret: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString('utf8')}`;
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
