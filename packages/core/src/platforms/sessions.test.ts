import { beforeEach, describe, expect, test } from 'vitest';
import { type Id, tenantKey, type UseCase } from '../kernel/index.js';
import { digest, fixedClock, refusal, type TestHost, testHost, valueOf } from '../testing/index.js';
import { TOKENS } from './platform.js';
import { createSessions } from './sessions.js';

const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');

let host: TestHost;
beforeEach(async () => {
  host = await testHost();
});

describe('a session', () => {
  test('is of the platform, the token and its permissions', async () => {
    const { created, platforms } = host;
    const { token, clientSecret } = valueOf(
      await host.run(platforms.createToken, { name: 'reader', permissions: ['VIEW'] }),
    );
    const session = (await platforms.authenticate(token.clientId, clientSecret))!;
    expect(session).toEqual({
      tenant: created.platform.id,
      platform: created.platform,
      token,
      actor: { kind: 'token', tokenId: token.id, permissions: ['VIEW'] },
    });
    expect(platforms.hasPermission(session.actor, 'VIEW')).toBe(true);
    expect(platforms.hasPermission({ ...session.actor, permissions: [] } as never, 'VIEW')).toBe(false);
  });

  test('is not opened by a name or a secret of more than 512 characters, which are not looked up', async () => {
    let reads = 0;
    const units: typeof host.units = {
      ...host.units,
      read: (tenant, work) => {
        reads += 1;
        return host.units.read(tenant, work);
      },
    };
    const { authenticate } = createSessions({ units, clock: fixedClock(), digest }, (platform) => platform);
    expect(await authenticate('x'.repeat(513), 'x')).toBeNull();
    expect(await authenticate('x', 'x'.repeat(513))).toBeNull();
    expect(reads).toBe(0);
    expect(await authenticate('x'.repeat(512), 'x'.repeat(512))).toBeNull();
    expect(reads).toBe(1);
  });

  test('is read from the database once a second, also if secrets are guessed', async () => {
    let reads = 0;
    const units: typeof host.units = {
      ...host.units,
      read: (tenant, work) => {
        reads += 1;
        return host.units.read(tenant, work);
      },
    };
    const clock = fixedClock();
    const sessions = createSessions({ units, clock, digest }, (platform) => platform);
    const { created } = host;
    for (const guess of ['a', 'b', 'c']) expect(await sessions.authenticate(created.token.clientId, guess)).toBeNull();
    expect(await sessions.authenticate(created.token.clientId, created.clientSecret)).not.toBeNull();
    expect(reads).toBe(1);
    expect([sessions.isFresh(created.platform.id), sessions.isFresh(OTHER)]).toEqual([true, false]);
    clock.advance(1);
    expect(sessions.isFresh(created.platform.id)).toBe(false);
    await sessions.authenticate(created.token.clientId, created.clientSecret);
    expect(reads).toBe(2);
  });

  test('is not opened by a token whose platform does not exist', async () => {
    const { token } = host.created;
    await host.units.run(OTHER, async (tx) => {
      const stray = { tenant: OTHER, id: 'Token:018f0000-0000-7000-8000-000000000001' as typeof token.id };
      tx.add(TOKENS, { ...token, ...stray, clientId: 'stray', secretDigest: digest.sha256('secret') });
      return { ok: true, value: undefined };
    });
    expect(await host.platforms.authenticate('stray', 'secret')).toBeNull();
  });

  test('knows by how much the clock of a sandbox platform is ahead, and never less than before', async () => {
    const sessions = createSessions({ units: host.units, clock: fixedClock(), digest }, (platform) => platform);
    const { id } = host.created.platform;
    const read = (clockOffset: number) =>
      sessions.settings({ get: async () => ({ ...host.created.platform, clockOffset }) } as never, { tenant: id });
    expect(sessions.clockOffset(id)).toBe(0);
    await read(5_000);
    expect([sessions.clockOffset(id), sessions.clockOffset(OTHER)]).toEqual([5_000, 0]);
    sessions.platformChanged(host.created.platform);
    await read(3_000);
    expect(sessions.clockOffset(id)).toBe(5_000);
    await expect(sessions.settings({ get: async () => null } as never, { tenant: OTHER })).rejects.toThrow(OTHER);
  });
});

describe('a tenant without a platform', () => {
  test('has no settings, no secret and no currencies to change', async () => {
    const { platforms, units } = host;
    const ctx = { ...host.context(), tenant: OTHER };
    const run = <I, O>(useCase: UseCase<I, O>, input: I) => units.run(OTHER, (tx) => useCase(tx, ctx, input));
    for (const answer of [
      await units.read(OTHER, (reads) => platforms.getConfig(reads, ctx, undefined)),
      await units.read(OTHER, (reads) => platforms.webhookSecret(reads, ctx, undefined)),
      await run(platforms.updateConfig, {}),
      await run(platforms.updateOperatorSettings, {}),
      await run(platforms.rotateWebhookSecret, undefined),
    ])
      expect(refusal(answer).code).toBe('REFERENCE_NOT_FOUND');
  });
});

describe('the first webhook key', () => {
  test('is not replaced by a rotation that read before it was made: CONFLICT', async () => {
    const { platforms } = host;
    valueOf(await platforms.webhookKeys(host.context()));
    const early: typeof platforms.rotateWebhookKey = (tx, ctx, input) =>
      platforms.rotateWebhookKey(
        new Proxy(tx, { get: (of, name) => (name === 'get' ? async () => null : Reflect.get(of, name, of)) }),
        ctx,
        input,
      );
    const before = valueOf(await platforms.webhookKeys(host.context()));
    expect(refusal(await host.run(early, undefined)).code).toBe('CONFLICT');
    expect(valueOf(await platforms.webhookKeys(host.context()))).toEqual(before);
  });

  test('may be made by a rotation', async () => {
    const { current, previous } = valueOf(await host.run(host.platforms.rotateWebhookKey, undefined));
    expect(previous).toBeNull();
    expect(valueOf(await host.platforms.webhookKeys(host.context()))).toEqual({ current, previous: null });
  });
});

describe('the fees and schemes of a platform', () => {
  test('are named once each, in any case', async () => {
    const fee = {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: 'USD',
      variableFeeBps: 30,
      fixedFee: { amount: 50n, currency: 'USD' },
    };
    const set = (input: object) => host.run(host.platforms.updateConfig, input);
    expect(refusal(await set({ feeConfigs: [fee, fee] })).fields).toEqual(['feeConfigs.1.sourceCurrency']);
    expect(refusal(await set({ redirectSchemes: ['one', 'myapp', 'MyApp'] })).fields).toEqual(['redirectSchemes.2']);
    expect(valueOf(await set({ feeConfigs: [fee], redirectSchemes: ['MyApp'] }))).toMatchObject({
      feeConfigs: [fee],
      redirectSchemes: ['myapp'],
    });
  });

  test('in another currency than dollars, and in dollars without an account, are refused for their own reason', async () => {
    const fee = (currency: string) => ({
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: currency,
      variableFeeBps: 30,
      fixedFee: { amount: 50n, currency },
    });
    const inEuros = await host.run(host.platforms.updateConfig, { feeConfigs: [fee('EUR')] });
    expect(inEuros).toMatchObject({ error: { message: expect.stringMatching(/in USD only, not in EUR$/) } });
    const euros = await testHost({ currencies: ['EUR'] });
    const inDollars = await euros.run(euros.platforms.updateConfig, { feeConfigs: [fee('USD')] });
    expect(inDollars).toMatchObject({ error: { message: expect.stringMatching(/account in USD; add USD/) } });
  });
});
