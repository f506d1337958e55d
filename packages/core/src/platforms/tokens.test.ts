import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, ok, type Permission, tenantKey } from '../kernel/index.js';
import { refusal, reversingSealer, type TestHost, testHost, valueOf } from '../testing/index.js';
import { PLATFORMS, TOKENS } from './platform.js';
import { webhookSecretOf, signingSecrets } from './webhook-secret.js';

let host: TestHost;
beforeEach(async () => {
  host = await testHost();
});

const add = async (name: string, ...permissions: readonly Permission[]) =>
  valueOf(await host.run(host.platforms.createToken, { name, permissions }));
const platform = async () =>
  (await host.units.read(host.created.platform.id, (reads) => reads.get(PLATFORMS, host.created.platform.id)))!;

describe('an API token', () => {
  test('has its permissions in one order, and a client id and a secret of its own', async () => {
    const { token, clientSecret } = await add('both', 'MANAGE', 'VIEW', 'MANAGE');
    expect(token).toMatchObject({ name: 'both', permissions: ['VIEW', 'MANAGE'], tenant: host.created.platform.id });
    expect(token.clientId).toMatch(/^client_[A-Za-z0-9_-]{20}$/);
    expect(clientSecret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(valueOf(await host.read(host.platforms.getToken, { id: token.id }))).toEqual(token);
  });

  test('has a client id that no other token of the host has', async () => {
    const input = { name: 'twin', permissions: ['VIEW'] as const, clientId: host.created.token.clientId };
    expect(refusal(await host.run(host.platforms.createToken, input)).code).toBe('CONFLICT');
  });

  test('is found by its id only', async () => {
    for (const id of ['x', host.created.token.clientId, 'Token:018f0000-0000-7000-8000-000000000001']) {
      expect(refusal(await host.read(host.platforms.getToken, { id })).code).toBe('TOKEN_NOT_FOUND');
      expect(refusal(await host.run(host.platforms.deleteToken, { id })).code).toBe('TOKEN_NOT_FOUND');
    }
  });

  test('grants what its creator may do', async () => {
    const viewer: Actor = { kind: 'token', tokenId: host.created.token.id, permissions: ['TRANSACT'] };
    const grant = (...permissions: readonly Permission[]) =>
      host.run(host.platforms.createToken, { name: 'new', permissions }, viewer);
    expect(valueOf(await grant('VIEW', 'TRANSACT')).token.permissions).toEqual(['VIEW', 'TRANSACT']);
    expect(refusal(await grant('VIEW', 'MANAGE')).code).toBe('FORBIDDEN');
  });

  test('is listed by the time of its creation', async () => {
    host.clock.advance(10);
    const second = (await add('second', 'VIEW')).token;
    host.clock.advance(10);
    const third = (await add('third', 'VIEW')).token;
    const list = async (filter: object) =>
      valueOf(await host.read(host.platforms.listTokens, filter)).data.map(({ name }) => name);
    expect(await list({ createdAfter: second.createdAt })).toEqual(['third', 'second']);
    expect(await list({ createdBefore: second.createdAt })).toEqual(['second', 'default']);
    expect(await list({ updatedAfter: third.updatedAt })).toEqual(['third']);
    expect(await list({ updatedBefore: host.created.token.updatedAt })).toEqual(['default']);
    expect(refusal(await host.read(host.platforms.listTokens, { cursor: 'made up' })).fields).toEqual(['cursor']);
  });

  test('that is deleted with MANAGE writes the platform, so that of two deletions at once one is refused', async () => {
    const other = (await add('manager', 'MANAGE')).token;
    const viewer = (await add('viewer', 'VIEW')).token;
    const { version } = await platform();
    valueOf(await host.run(host.platforms.deleteToken, { id: viewer.id }));
    expect((await platform()).version).toBe(version);
    const remove = (id: string) => host.run(host.platforms.deleteToken, { id });
    const both = await Promise.all([remove(other.id), remove(host.created.token.id)]);
    expect(both.filter((result) => result.ok)).toHaveLength(1);
    expect((await platform()).version).toBe(version + 1);
  });

  test('with MANAGE cannot be deleted because another platform has one', async () => {
    const there = {
      ...host.context(),
      tenant: tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as never, 'SANDBOX'),
    };
    const other = { name: 'Other', currencies: ['USD'] };
    valueOf(await host.units.run(there.tenant, (tx) => host.platforms.create(tx, there, other)));
    const { id } = host.created.token;
    expect(refusal(await host.run(host.platforms.deleteToken, { id })).code).toBe('INVALID_INPUT');
    const foreign = await host.units.read(there.tenant, (reads) => host.platforms.getToken(reads, there, { id }));
    expect(refusal(foreign).code).toBe('TOKEN_NOT_FOUND');
  });

  test('with MANAGE may be deleted if any of very many others has it too', async () => {
    const { token, platform: own } = host.created;
    const copies = (count: number) =>
      host.units.run(own.id, async (tx) => {
        for (let n = 0; n < count; n += 1) {
          const id = `Token:018f0000-0000-7000-8000-${String(n).padStart(12, '0')}` as typeof token.id;
          tx.add(TOKENS, { ...token, id, clientId: id, permissions: ['VIEW'] });
        }
        return { ok: true, value: undefined };
      });
    await copies(250);
    expect(refusal(await host.run(host.platforms.deleteToken, { id: token.id })).code).toBe('INVALID_INPUT');
    host.clock.advance(1);
    await add('manager', 'MANAGE');
    expect(valueOf(await host.run(host.platforms.deleteToken, { id: token.id })).id).toBe(token.id);
  });
});

describe('the webhook secret', () => {
  test('that was replaced signs until exactly 24 hours later, and each is sealed for its own column', async () => {
    const before = host.created.webhookSecret;
    const { secret } = valueOf(await host.run(host.platforms.rotateWebhookSecret, undefined));
    const rotated = await platform();
    const place = webhookSecretOf(rotated.id);
    expect(place).toEqual({ table: 'platforms', row: rotated.id, column: 'webhookSecret' });
    expect(rotated.webhookSecret).toBe(reversingSealer.seal(secret, place));
    expect(rotated.previousWebhookSecret).toBe(
      reversingSealer.seal(before, { ...place, column: 'previousWebhookSecret' }),
    );
    expect(rotated.previousWebhookSecretUntil).toBe(host.clock.now() + 86_400_000);
    host.clock.advance(86_400 - 0.001);
    expect(signingSecrets(rotated, reversingSealer, host.clock.now())).toEqual([secret, before]);
    host.clock.advance(0.001);
    expect(signingSecrets(rotated, reversingSealer, host.clock.now())).toEqual([secret]);
  });

  test('that was replaced signs until 24 hours have passed on the clock of the platform', async () => {
    const before = host.created.webhookSecret;
    const { secret } = valueOf(await host.run(host.platforms.rotateWebhookSecret, undefined));
    const secretsAt = async (clockOffset: number) => {
      const own = await platform();
      const changed = await host.units.run(own.id, async (tx) => {
        tx.change(PLATFORMS, own, { ...own, clockOffset, version: own.version + 1 });
        return ok();
      });
      valueOf(changed);
      return (await host.deliverySettings(own.id)).secrets;
    };
    expect(await secretsAt(86_399_999)).toEqual([secret, before]);
    expect(await secretsAt(86_400_000)).toEqual([secret]);
  });
});
