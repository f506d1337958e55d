import { expect, test } from 'vitest';
import { type Id, type PageRequest, tenantKey } from '../kernel/index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';

const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');

const PERSON = {
  customerType: 'INDIVIDUAL',
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' },
} as const;

/** Changes of identity that await a person, alternately on two platforms, one each second; their ids, oldest first. */
async function waiting(play: PlayCore, count: number): Promise<readonly string[]> {
  const { core } = play;
  const at = (tenant: PlayCore['tenant']) => ({ ...play.context(), tenant });
  valueOf(
    await core.units.run(OTHER, (tx) => core.platforms.create(tx, at(OTHER), { name: 'Other', currencies: ['USD'] })),
  );
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const tenant = index % 2 === 0 ? play.tenant : OTHER;
    await play.pass(1);
    const prepared = valueOf(await core.customers.create.prepare(at(tenant), { ...PERSON, fullName: 'Ada Lovelace' }));
    const { id } = valueOf(
      await core.units.run(tenant, (tx) => core.customers.create.finish(tx, at(tenant), prepared)),
    );
    valueOf(
      await core.units.run(tenant, (tx) => core.customers.update(tx, at(tenant), { id, fullName: 'Ada King 001' })),
    );
    const { data } = valueOf(
      await core.units.read(tenant, (reads) => core.verification.list(reads, at(tenant), { customerId: id })),
    );
    ids.push(data[0]!.id);
    await play.pass(1);
  }
  return ids;
}

test('a list over platforms has each record once, oldest first, on pages of any size', async () => {
  const play = await playCore();
  const ids = await waiting(play, 7);
  const read = async (page: PageRequest) => valueOf(await play.core.verification.reviews.verifications(page));
  for (const limit of [1, 2, 3, 7, 50]) {
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await read({ limit, cursor });
      expect(page.data.length).toBeLessThanOrEqual(limit);
      seen.push(...page.data.map(({ record }) => record.id));
      cursor = page.nextCursor;
      expect(page.hasMore).toBe(cursor !== undefined);
      if (cursor === undefined) break;
    }
    expect(seen, `pages of ${limit}`).toEqual(ids);
  }
  const { data } = await read({});
  expect(data.map(({ platform }) => platform.name)).toEqual([
    'Play',
    'Other',
    'Play',
    'Other',
    'Play',
    'Other',
    'Play',
  ]);
  expect(data[0]!.about.fullName).toBe('Ada Lovelace');
});

test('a cursor of another list is refused', async () => {
  const play = await playCore();
  await waiting(play, 2);
  const { nextCursor } = valueOf(await play.core.verification.reviews.verifications({ limit: 1 }));
  const refused = await play.core.sca.resetsInReview({ cursor: nextCursor });
  expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
});
