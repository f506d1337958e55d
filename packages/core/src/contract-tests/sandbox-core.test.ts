import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it, test } from 'vitest';
import { idFrom, type PreparedUseCase, runUseCase, tenantKey, type UseCase } from '../kernel/index.js';
import type { OutboxEvent } from '../events/index.js';
import { createSandboxCore, fixedClock, seededRandom, type SandboxPorts } from './index.js';
import { documentTypes, memoryBlobs, nobleKeyPairs, sha256Digest } from './stand-ins.js';

const tenant = tenantKey(idFrom('Platform', 'Platform:01943c5e-0000-7000-8000-000000000001'), 'SANDBOX');

async function embedded(over: Partial<SandboxPorts> = {}) {
  const core = createSandboxCore({ storage: createMemoryStorage(), ...over });
  const run = async <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: NoInfer<I>): Promise<O> => {
    const ctx = core.context(tenant, { kind: 'system' }, 'embedded');
    const answer = await runUseCase(core.units, ctx, useCase, input);
    if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
    return answer.value;
  };
  await core.work.refreshRates();
  await run(core.platforms.create, { name: 'Embedded', currencies: ['USD', 'EUR'] });
  const customer = await run(core.customers.create, {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    region: 'US',
  });
  return { core, run, customer };
}

async function pay({ core, run, customer }: Awaited<ReturnType<typeof embedded>>, iban: string) {
  const account = await run(core.accounts.addExternal, {
    ownerType: 'CUSTOMER',
    customerId: customer.id,
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
    },
  });
  const quote = await run(core.quotes.create, {
    source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: customer.id },
    destination: { destinationType: 'ACCOUNT', accountId: account.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000n,
  });
  await run(core.sandbox.send, { quoteId: quote.id, currencyCode: 'USD' });
  await core.work.drain();
  return run(core.transactions.get, { id: quote.transactionId });
}

describe('the sandbox core of embedders', () => {
  it('needs a storage only, makes a payment, and its books agree', async () => {
    const play = await embedded();
    expect(await pay(play, 'DE89370400440532013000')).toMatchObject({ status: 'COMPLETED', receivedAmount: 9154n });
    expect((await play.core.ledger.audit()).findings).toEqual([]);
  });

  it('follows the endings of the sandbox', async () => {
    expect(await pay(await embedded(), 'DE89370400440532013002')).toMatchObject({ status: 'FAILED' });
  });

  it('takes the ports that the caller passes instead of its own', async () => {
    const delivered: OutboxEvent[] = [];
    const clock = fixedClock();
    const webhooks = {
      send: async ({ event }: { readonly event: OutboxEvent }) => {
        delivered.push(event);
        return { kind: 'answered' as const, status: 200, body: '' };
      },
    };
    const { core, run } = await embedded({ clock, webhooks });
    await run(core.platforms.updateConfig, { webhookEndpoint: 'https://hooks.example/corridor' });
    clock.advance(1);
    await run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper', region: 'US' });
    await core.work.drain();
    expect(delivered.map(({ createdAt }) => createdAt)).toContain(clock.now());
  });

  it('says which port to pass when a port is called that it has none for', async () => {
    const { core, run } = await embedded();
    const payer = await run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Grace Hopper',
      region: 'DE',
    });
    await expect(run(core.sca.startEnrollment, { customerId: payer.id, type: 'TOTP' })).rejects.toThrow(
      'createSandboxCore has no port "sca"; pass it',
    );
  });

  it('gives the same ids in every run', async () => {
    expect((await embedded()).customer.id).toBe((await embedded()).customer.id);
  });
});

test('its key pairs sign and verify in other software, and repeat with their seed', () => {
  const { publicKey, privateKey } = nobleKeyPairs(seededRandom()).generateP256();
  const signed = sign('sha256', Buffer.from('text'), createPrivateKey(privateKey));
  expect(verify('sha256', Buffer.from('text'), createPublicKey(publicKey), signed)).toBe(true);
  expect(nobleKeyPairs(seededRandom()).generateP256()).toEqual({ publicKey, privateKey });
});

test('its digest is SHA-256', () => {
  expect(sha256Digest.sha256('text')).toBe(createHash('sha256').update('text').digest('hex'));
});

test('its documents are kept by tenant and key, as they were when they were stored', async () => {
  const blobs = memoryBlobs();
  const content = Uint8Array.of(1, 2);
  await blobs.put(tenant, 'a', content);
  content[0] = 9;
  expect(await blobs.get(tenant, 'a')).toEqual(Uint8Array.of(1, 2));
  expect(
    await blobs.get(tenantKey(idFrom('Platform', 'Platform:01943c5e-0000-7000-8000-000000000002'), 'SANDBOX'), 'a'),
  ).toBeNull();
  await blobs.delete(tenant, 'a');
  expect(await blobs.get(tenant, 'a')).toBeNull();
});

test('it recognizes documents by their first bytes', async () => {
  expect(await documentTypes.inspect(Buffer.from('%PDF-1.7'))).toEqual({ ok: true, value: 'application/pdf' });
  expect(await documentTypes.inspect(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toEqual({ ok: true, value: 'image/jpeg' });
  expect(await documentTypes.inspect(Buffer.from('GIF89a'))).toMatchObject({
    ok: false,
    error: { code: 'UNSUITABLE_DOCUMENT' },
  });
});
