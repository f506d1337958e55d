import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { type Id, ok, splitTenant, type TenantKey, tenantKey } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { foreignDomain, heldAddress, holdAddress, releaseAddress } from './held-address.js';

const ADA = 'Customer:1' as Id<'Customer'>;
const EVE = 'Customer:2' as Id<'Customer'>;

describe('an address at a foreign domain', () => {
  it.each([
    [null, 'pay.example'],
    ['pay.example', 'pay.example'],
    ['ours.example', 'ours.example or pay.example'],
  ])('of a platform with the domain %s is refused with the domains that it may have', (umaDomain, allowed) => {
    expect(foreignDomain('$eve@theirs.example', { umaDomain }, 'Pay.Example')).toEqual([
      { field: 'umaAddress', message: `must be an address at ${allowed}` },
    ]);
    expect(foreignDomain('$eve@PAY.example', { umaDomain }, 'Pay.Example')).toEqual([]);
  });

  it('is not reported for a text that is not an address, or for no address', () => {
    for (const text of ['theirs.example', undefined]) {
      expect(foreignDomain(text, { umaDomain: null }, 'pay.example')).toEqual([]);
    }
  });
});

describe('the holder of an address', () => {
  async function world() {
    const { units } = createMemoryStorage();
    const play = await playCore();
    const as = (tenant: TenantKey) => {
      const ctx = { ...play.context(), tenant };
      const { environment } = splitTenant(tenant);
      return {
        hold: (id: Id<'Customer'>, umaAddress: string) =>
          units.run(tenant, async (tx) => ok(holdAddress(tx, ctx, { id, umaAddress }))),
        release: async (id: Id<'Customer'>, umaAddress: string) =>
          valueOf(await units.run(tenant, async (tx) => ok(await releaseAddress(tx, ctx, { id, umaAddress })))),
        holder: async (umaAddress: string) =>
          (await units.read(tenant, (reads) => heldAddress(reads, environment, umaAddress)))?.customerId ?? null,
      };
    };
    return { play, as };
  }

  it('keeps it when another customer releases it, and frees it in any case of letters', async () => {
    const { play, as } = await world();
    const { hold, release, holder } = as(play.tenant);
    valueOf(await hold(ADA, '$Ada@Pay.Example'));
    expect(refusal(await hold(EVE, '$ada@pay.example')).code).toBe('UMA_ADDRESS_EXISTS');
    await release(EVE, '$ada@pay.example');
    expect(await holder('$ADA@pay.example')).toBe(ADA);
    await release(ADA, '$ADA@PAY.EXAMPLE');
    expect(await holder('$ada@pay.example')).toBeNull();
  });

  it('that has none releases nothing', async () => {
    const { play, as } = await world();
    const { hold, release, holder } = as(play.tenant);
    valueOf(await hold(EVE, '$eve@pay.example'));
    await release(ADA, '$ada@pay.example');
    expect(await holder('$eve@pay.example')).toBe(EVE);
  });

  it('is another one in the other environment', async () => {
    const { play, as } = await world();
    const there = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'PRODUCTION');
    const address = '$ada@pay.example';
    valueOf(await as(play.tenant).hold(ADA, address));
    valueOf(await as(there).hold(EVE, address));
    await as(there).release(EVE, address);
    expect([await as(play.tenant).holder(address), await as(there).holder(address)]).toEqual([ADA, null]);
  });
});
