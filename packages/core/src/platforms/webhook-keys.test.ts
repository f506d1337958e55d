import { expect, test } from 'vitest';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { type Id, ok, type TenantKey, tenantKey, type UnitOfWork } from '../kernel/index.js';
import { refusal, testHost, valueOf } from '../testing/host.js';
import { countingKeyPairs, fixedClock, reversingSealer } from '../testing/ports.js';
import { resealAll } from '../maintenance/index.js';
import { PLATFORMS, WEBHOOK_KEYS } from './platform.js';
import { createWebhookKeys } from './webhook-keys.js';

const DAY = 24 * 60 * 60;
const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>;

/** A second platform, and the first platform in the other environment. */
async function neighbours() {
  const host = await testHost();
  const { platformId } = host.created.platform;
  const create = async (tenant: TenantKey, name: string) => {
    const ctx = { ...host.context(), tenant };
    const input = { name, currencies: ['USD'] };
    valueOf(await host.units.run(tenant, (tx) => host.platforms.create(tx, ctx, input)));
    return tenant;
  };
  const production = await create(tenantKey(platformId, 'PRODUCTION'), 'Live');
  const other = await create(tenantKey(PLATFORM, 'SANDBOX'), 'Other');
  const own = (tenant: TenantKey) => host.platforms.webhookKeys({ ...host.context(), tenant });
  return { ...host, platformId, sandbox: host.created.platform.id, production, other, own };
}

test('each platform signs with its own key, and uses different keys in sandbox and production', async () => {
  const { deliverySettings, sandbox, production, other, own } = await neighbours();
  const tenants = [sandbox, production, other];
  const keys = await Promise.all(tenants.map(async (tenant) => valueOf(await own(tenant)).current));
  expect(new Set(keys).size).toBe(3);
  for (const [i, tenant] of tenants.entries()) {
    const { privateKey } = await deliverySettings(tenant);
    expect(privateKey).toBe(keys[i]!.replace('public', 'private'));
    expect(valueOf(await own(tenant)).current).toBe(keys[i]);
  }
});

test('two hosts that need the first key at the same time use the same one, and it is sealed', async () => {
  const { units } = createMemoryStorage();
  const tenant = tenantKey(PLATFORM, 'SANDBOX');
  const keyPairs = countingKeyPairs();
  // Both hosts have looked for a key before either host writes one.
  let looked = 0;
  let goOn: () => void = () => undefined;
  const bothLooked = new Promise<void>((resolve) => (goOn = resolve));
  const together: UnitOfWork = {
    ...units,
    run: async (of, work) => {
      looked += 1;
      if (looked === 2) goOn();
      await bothLooked;
      return units.run(of, work);
    },
  };
  const host = () => createWebhookKeys({ units: together, clock: fixedClock(), sealer: reversingSealer, keyPairs });
  const [a, b] = await Promise.all([host().of(tenant), host().of(tenant)]);
  expect(keyPairs.made()).toBe(2);
  expect(a).toEqual(b);
  expect(a.sealedPrivateKey).toBe(
    reversingSealer.seal(a.publicKey.replace('public', 'private'), {
      table: 'webhook_keys',
      row: tenant,
      column: 'sealedPrivateKey',
    }),
  );
});

test('after a rotation the new key signs at once, and the previous one is listed for a day', async () => {
  const host = await testHost();
  const { platforms, clock, created } = host;
  const own = async () => valueOf(await platforms.webhookKeys(host.context()));
  const { current: first, previous: none } = await own();
  expect(none).toBeNull();

  const rotated = valueOf(await host.run(platforms.rotateWebhookKey, undefined));
  expect(rotated.current).not.toBe(first);
  expect(rotated.previous).toEqual({ publicKey: first, until: clock.now() + DAY * 1000 });
  expect(await own()).toEqual(rotated);
  expect(valueOf(await platforms.findWebhookKeys({ platformId: created.platform.platformId }))).toEqual(rotated);
  const { privateKey } = await host.deliverySettings(created.platform.id);
  expect(privateKey).toBe(rotated.current.replace('public', 'private'));

  clock.advance(DAY - 1);
  expect((await own()).previous?.publicKey).toBe(first);
  clock.advance(1);
  expect(await own()).toEqual({ current: rotated.current, previous: null });
});

test('the previous key is public until a day has passed on the clock of the platform', async () => {
  const host = await testHost();
  const { platforms, created, units } = host;
  const { previous } = valueOf(await host.run(platforms.rotateWebhookKey, undefined));
  expect(previous).toBeNull();
  const rotated = valueOf(await host.run(platforms.rotateWebhookKey, undefined));
  const publicAt = async (clockOffset: number) => {
    const changed = await units.run(created.platform.id, async (tx) => {
      const own = (await tx.get(PLATFORMS, created.platform.id))!;
      tx.change(PLATFORMS, own, { ...own, clockOffset, version: own.version + 1 });
      return ok();
    });
    valueOf(changed);
    return valueOf(await platforms.findWebhookKeys({ platformId: created.platform.platformId })).previous;
  };
  expect(await publicAt(DAY * 1000 - 1)).toEqual(rotated.previous);
  expect(await publicAt(DAY * 1000)).toBeNull();
});

test('a second rotation lists only the key directly before it', async () => {
  const { platforms, run } = await testHost();
  const keys: string[] = [];
  for (let i = 0; i < 3; i++) keys.push(valueOf(await run(platforms.rotateWebhookKey, undefined)).current);
  const { previous } = valueOf(await run(platforms.rotateWebhookKey, undefined));
  expect(previous?.publicKey).toBe(keys.at(-1));
  expect(new Set(keys).size).toBe(3);
});

test('the keys of a platform are public by its id, and need the environment if it has both', async () => {
  const { platforms, platformId, sandbox, production, other, own } = await neighbours();
  const find = platforms.findWebhookKeys;
  expect(await find({ platformId: PLATFORM })).toEqual(await own(other));
  expect(refusal(await find({ platformId }))).toEqual({ code: 'INVALID_INPUT', fields: ['environment'] });
  expect(await find({ platformId, environment: 'SANDBOX' })).toEqual(await own(sandbox));
  expect(await find({ platformId, environment: 'PRODUCTION' })).toEqual(await own(production));

  const unknown = 'Platform:018bcfe5-6800-7000-8000-00000000dead' as Id<'Platform'>;
  expect(refusal(await find({ platformId: unknown })).code).toBe('REFERENCE_NOT_FOUND');
  expect(refusal(await find({ platformId: PLATFORM, environment: 'PRODUCTION' })).code).toBe('REFERENCE_NOT_FOUND');
});

test('a change of the master key seals the keys of every platform again', async () => {
  const { units, sandbox, other, own } = await neighbours();
  for (const tenant of [sandbox, other]) await own(tenant);
  await resealAll(units, (sealed) => sealed.replace('sealed:', 'renewed:'));
  for (const tenant of [sandbox, other]) {
    const key = await units.read(tenant, (reads) => reads.get(WEBHOOK_KEYS, tenant));
    expect(key?.sealedPrivateKey).toMatch(/^renewed:/);
  }
});
