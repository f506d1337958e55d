import { expect, test } from 'vitest';
import type { Actor, Permission } from '../kernel/index.js';
import { fixedClock, refusal, reversingSealer, testHost, valueOf } from '../testing/index.js';
import { type PlayCore, playCore } from '../testing/play-core.js';
import { base64, base64url } from '../kernel/index.js';
import { createRecent } from './recent.js';
import { hasPermission, PLATFORMS, TOKENS } from './index.js';
import { signingSecrets, webhookSecretOf } from './webhook-secret.js';

const token = (...permissions: readonly Permission[]): Actor => ({
  kind: 'token',
  tokenId: 'Token:00000000-0000-7000-8000-000000000000' as never,
  permissions,
});

test('TRANSACT and MANAGE each imply VIEW but not each other', () => {
  expect(hasPermission(token('TRANSACT'), 'VIEW')).toBe(true);
  expect(hasPermission(token('MANAGE'), 'VIEW')).toBe(true);
  expect(hasPermission(token('MANAGE'), 'TRANSACT')).toBe(false);
  expect(hasPermission(token('TRANSACT'), 'MANAGE')).toBe(false);
  expect(hasPermission(token('VIEW'), 'TRANSACT')).toBe(false);
  expect(hasPermission({ kind: 'system' }, 'MANAGE')).toBe(true);
});

test('base64 agrees with the published vectors of RFC 4648', () => {
  const vectors = {
    '': '',
    f: 'Zg==',
    fo: 'Zm8=',
    foo: 'Zm9v',
    foob: 'Zm9vYg==',
    fooba: 'Zm9vYmE=',
    foobar: 'Zm9vYmFy',
  };
  for (const [text, encoded] of Object.entries(vectors)) {
    expect(base64(new TextEncoder().encode(text))).toBe(encoded);
    expect(base64url(new TextEncoder().encode(text))).toBe(encoded.replace(/=/g, ''));
  }
  expect(base64(Uint8Array.of(0xfb, 0xff))).toBe('+/8=');
  expect(base64url(Uint8Array.of(0xfb, 0xff))).toBe('-_8');
});

test('a new platform has limits, accounts and a first token with every permission', async () => {
  const host = await testHost();
  const { platform, token: first, clientSecret, webhookSecret } = host.created;
  expect(platform.supportedCurrencies.map((c) => c.currencyCode)).toEqual(['USD', 'EUR', 'USDC']);
  for (const { minAmount, maxAmount } of platform.supportedCurrencies) expect(minAmount < maxAmount).toBe(true);
  expect(first.permissions).toEqual(['VIEW', 'TRANSACT', 'MANAGE']);
  expect(clientSecret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(webhookSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const accounts = valueOf(await host.read(host.accounts.listInternal, { ownerType: 'PLATFORM' }));
  expect(accounts.data.map((view) => [view.account.currency, view.account.type])).toEqual([
    ['USD', 'INTERNAL_FIAT'],
    ['EUR', 'INTERNAL_FIAT'],
    ['USDC', 'INTERNAL_CRYPTO'],
  ]);
});

test('stores no secret in plain text', async () => {
  const host = await testHost();
  const { platform, token: first, clientSecret, webhookSecret } = host.created;
  const stored = await host.units.read(null, async (reads) => [
    await reads.get(PLATFORMS, platform.id),
    await reads.get(TOKENS, first.id),
  ]);
  expect(
    JSON.stringify(stored, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(clientSecret);
  expect(stored[0]).toMatchObject({ webhookSecret: reversingSealer.seal(webhookSecret, webhookSecretOf(platform.id)) });
});

test('a platform can be given the credentials of its first token', async () => {
  const host = await testHost();
  const given = { name: 'Second', currencies: ['USD'], clientId: 'my-client', clientSecret: 'a secret of my own' };
  const tenant = 'Platform:00000000-0000-7000-8000-000000000001/SANDBOX' as never;
  host.clock.advance(1);
  const ctx = { ...host.context(), tenant };
  valueOf(await host.units.run(tenant, (tx) => host.platforms.create(tx, ctx, given)));
  const session = await host.platforms.authenticate('my-client', 'a secret of my own');
  expect(session?.tenant).toBe(tenant);
  expect((await host.platforms.listTenants()).map((p) => p.name)).toEqual(['Test platform', 'Second']);
});

test('a token authenticates by its client id or its id, only with the right secret', async () => {
  const { platforms, created } = await testHost();
  for (const username of [created.token.clientId, created.token.id]) {
    expect((await platforms.authenticate(username, created.clientSecret))?.token.id).toBe(created.token.id);
    expect(await platforms.authenticate(username, `${created.clientSecret}x`)).toBeNull();
    expect(await platforms.authenticate(username, '')).toBeNull();
  }
  expect(await platforms.authenticate('unknown', created.clientSecret)).toBeNull();
});

test('a token that another host deleted is refused within a second, even if it is used constantly', async () => {
  const { platforms, created, units, clock } = await testHost();
  const ask = () => platforms.authenticate(created.token.clientId, created.clientSecret);
  expect(await ask()).not.toBeNull();
  await units.run(created.platform.id, async (tx) => {
    tx.remove(TOKENS, created.token);
    return { ok: true, value: undefined };
  });
  clock.advance(0.9);
  expect(await ask()).not.toBeNull();
  clock.advance(0.2);
  expect(await ask()).toBeNull();
});

test('a value that was read before a change committed is not cached', () => {
  const clock = fixedClock();
  const recent = createRecent<string>(clock);
  recent.put('key', 'old', clock.now());
  expect(recent.get('key')).toBe('old');
  recent.forget('key');
  recent.put('key', 'old, read by another request before the commit', clock.now());
  expect(recent.get('key')).toBeNull();
  clock.advance(11);
  recent.put('key', 'new', clock.now());
  expect(recent.get('key')).toBe('new');
});

test('a token deleted on this host is refused at once', async () => {
  const host = await testHost();
  const made = valueOf(await host.run(host.platforms.createToken, { name: 'second', permissions: ['VIEW'] }));
  expect(await host.platforms.authenticate(made.token.clientId, made.clientSecret)).not.toBeNull();
  valueOf(await host.run(host.platforms.deleteToken, { id: made.token.id }));
  expect(await host.platforms.authenticate(made.token.clientId, made.clientSecret)).toBeNull();
  expect(refusal(await host.read(host.platforms.getToken, { id: made.token.id })).code).toBe('TOKEN_NOT_FOUND');
});

test('a token deleted on one host is refused on every other within a second, even if it is busy there', async () => {
  const here = await playCore();
  const there = await playCore({ storage: here.storage, clock: here.clock }, { existing: true });
  const made = valueOf(await here.run(here.core.platforms.createToken, { name: 'second', permissions: ['VIEW'] }));
  const isKnown = async (host: PlayCore, username: string): Promise<boolean> =>
    (await host.core.platforms.authenticate(username, made.clientSecret)) !== null;
  // A token authenticates by its client id and by its id, and each of these names has its own cache entry.
  const names = [made.token.clientId, made.token.id];
  for (const name of names) expect(await isKnown(there, name)).toBe(true);
  valueOf(await here.run(here.core.platforms.deleteToken, { id: made.token.id }));
  for (const name of names) expect(await isKnown(here, name)).toBe(false);
  for (let tenths = 1; tenths < 10; tenths++) {
    here.clock.advance(0.1);
    for (const name of names) await isKnown(there, name);
  }
  here.clock.advance(0.1);
  for (const name of names) expect(await isKnown(there, name)).toBe(false);
});

test('a token that is deleted during a slow read on another host is refused there within a second too', async () => {
  const here = await playCore();
  const made = valueOf(await here.run(here.core.platforms.createToken, { name: 'second', permissions: ['VIEW'] }));
  const { units } = here.storage;
  const slow: typeof units = {
    ...units,
    read: async (tenant, work) => {
      const answer = await units.read(tenant, work);
      here.clock.advance(0.9);
      return answer;
    },
  };
  const there = await playCore({ storage: { ...here.storage, units: slow }, clock: here.clock }, { existing: true });
  const isKnownThere = async (): Promise<boolean> =>
    (await there.core.platforms.authenticate(made.token.clientId, made.clientSecret)) !== null;
  expect(await isKnownThere()).toBe(true);
  valueOf(await here.run(here.core.platforms.deleteToken, { id: made.token.id }));
  here.clock.advance(0.2);
  expect(await isKnownThere()).toBe(false);
});

test('a token cannot grant permissions that its creator lacks', async () => {
  const { run, platforms } = await testHost();
  const input = { name: 'greedy', permissions: ['VIEW', 'TRANSACT'] } as const;
  expect(refusal(await run(platforms.createToken, input, token('MANAGE'))).code).toBe('FORBIDDEN');
  expect(valueOf(await run(platforms.createToken, input, token('MANAGE', 'TRANSACT'))).token.permissions).toEqual([
    'VIEW',
    'TRANSACT',
  ]);
});

test('refuses to delete the last token with MANAGE', async () => {
  const host = await testHost();
  const { id } = host.created.token;
  valueOf(await host.run(host.platforms.createToken, { name: 'reader', permissions: ['VIEW'] }));
  expect(refusal(await host.run(host.platforms.deleteToken, { id })).code).toBe('INVALID_INPUT');
  valueOf(await host.run(host.platforms.createToken, { name: 'manager', permissions: ['MANAGE'] }));
  valueOf(await host.run(host.platforms.deleteToken, { id }));
});

test('lists tokens newest first, filtered by name, without those of another platform', async () => {
  const host = await testHost();
  const other = 'Platform:00000000-0000-7000-8000-000000000001/SANDBOX' as never;
  const ctx = { ...host.context(), tenant: other };
  const second = await host.units.run(other, (tx) =>
    host.platforms.create(tx, ctx, { name: 'Other', currencies: ['USD'] }),
  );
  host.clock.advance(1);
  valueOf(await host.run(host.platforms.createToken, { name: 'reader', permissions: ['VIEW'] }));
  const all = valueOf(await host.read(host.platforms.listTokens, {}));
  expect(all.data.map((t) => t.name)).toEqual(['reader', 'default']);
  expect(all.totalCount).toBe(2);
  expect(valueOf(await host.read(host.platforms.listTokens, { name: 'reader' })).data).toHaveLength(1);
  const id = valueOf(second).token.id;
  expect(refusal(await host.read(host.platforms.getToken, { id })).code).toBe('TOKEN_NOT_FOUND');
  expect(refusal(await host.run(host.platforms.deleteToken, { id })).code).toBe('TOKEN_NOT_FOUND');
});

test('refuses a malformed token and names every invalid field', async () => {
  const { run, platforms } = await testHost();
  const input = { name: ' ', permissions: [], clientId: 'with:colon', clientSecret: '' };
  const refused = refusal(await run(platforms.createToken, input));
  expect(refused).toEqual({ code: 'INVALID_INPUT', fields: ['name', 'permissions', 'clientId', 'clientSecret'] });
});

test('after a rotation of the webhook secret the old one signs for another 24 hours', async () => {
  const host = await testHost();
  const { platforms, created, clock } = host;
  const before = valueOf(await host.read(platforms.webhookSecret, undefined)).secret;
  expect(before).toBe(created.webhookSecret);
  const { secret } = valueOf(await host.run(platforms.rotateWebhookSecret, undefined));
  expect(secret).not.toBe(before);
  expect(valueOf(await host.read(platforms.webhookSecret, undefined)).secret).toBe(secret);
  const platform = valueOf(await host.read(platforms.getConfig, undefined));
  clock.advance(24 * 60 * 60 - 1);
  expect(signingSecrets(platform, reversingSealer, clock.now())).toEqual([secret, before]);
  clock.advance(2);
  expect(signingSecrets(platform, reversingSealer, clock.now())).toEqual([secret]);
});
