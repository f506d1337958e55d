import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import { createIds, houseTenant, type Id, ok, type TenantKey, tenantKey } from '../kernel/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { type ExceptionFilter, openException } from './index.js';

const [ONE, OTHER] = ['01', '02'].map((end) => `Platform:018bcfe5-6800-7000-8000-0000000000${end}` as Id<'Platform'>);

async function world() {
  const storage = createMemoryStorage();
  const play = await playCore({ storage });
  const ids = createIds(play.clock, seededRandom());
  const open = async (tenant: TenantKey, reference: string, rail: string | null) => {
    play.clock.advance(1);
    const ctx = { ...play.context(), tenant, now: play.clock.now() };
    const matter = { subject: `subject ${reference}`, reference, rail, currency: 'USD' as never, amount: 1n };
    await storage.units.run(tenant, async (tx) =>
      ok(
        await openException(
          { tx, ctx, ids },
          { ...matter, kind: rail === null ? 'CARD_EXCESS' : 'RECALL', reason: 'x' },
        ),
      ),
    );
  };
  const tenants = [tenantKey(ONE!, 'SANDBOX'), tenantKey(ONE!, 'PRODUCTION'), tenantKey(OTHER!, 'SANDBOX')];
  for (const [index, tenant] of [...tenants, houseTenant('SANDBOX')].entries()) {
    await open(tenant, `${index}a`, 'bank');
    await open(tenant, `${index}b`, null);
  }
  const references = async (filter: ExceptionFilter) =>
    valueOf(await play.core.exceptions.list(filter)).data.map(({ reference }) => reference);
  return { play, references };
}

it('lists the exceptions of all tenants or of some, newest first', async () => {
  const { references } = await world();
  expect(await references({})).toEqual(['3b', '3a', '2b', '2a', '1b', '1a', '0b', '0a']);
  expect(await references({ platformId: ONE! })).toEqual(['1b', '1a', '0b', '0a']);
  expect(await references({ platformId: ONE!, environment: 'PRODUCTION' })).toEqual(['1b', '1a']);
  expect(await references({ environment: 'SANDBOX', rail: 'bank' })).toEqual(['3a', '2a', '0a']);
  expect(await references({ kind: 'CARD_EXCESS', platformId: OTHER! })).toEqual(['2b']);
  expect(await references({ kind: 'CARD_EXCESS' })).toEqual(['3b', '2b', '1b', '0b']);
  expect(await references({ rail: 'bank' })).toEqual(['3a', '2a', '1a', '0a']);
  expect(await references({ rail: 'bank', kind: 'CARD_EXCESS' })).toEqual([]);
  const inOne = { platformId: ONE!, environment: 'SANDBOX' } as const;
  expect(await references(inOne)).toEqual(['0b', '0a']);
  expect(await references({ ...inOne, kind: 'RECALL' })).toEqual(['0a']);
  expect(await references({ ...inOne, rail: 'bank' })).toEqual(['0a']);
  expect(await references({ status: 'OPEN', subject: 'subject 1a', kind: 'CARD_EXCESS' })).toEqual([]);
  expect(await references({ status: 'RESOLVED' })).toEqual([]);
  expect(await references({ subject: 'subject 1a' })).toEqual(['1a']);
});

it('reads page by page, with and without a filter that has no index', async () => {
  const { play } = await world();
  for (const filter of [{}, { environment: 'SANDBOX' }, { platformId: ONE!, environment: 'SANDBOX' }] as const) {
    const whole = valueOf(await play.core.exceptions.list(filter)).data.map(({ id }) => id);
    const found: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = valueOf(await play.core.exceptions.list({ ...filter, limit: 1, cursor }));
      found.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(found).toEqual(whole);
  }
  expect(await play.core.exceptions.list({ cursor: 'forged' })).toMatchObject({ error: { code: 'INVALID_INPUT' } });
});

it('reads those of one platform and environment by their index, past any number of others', async () => {
  const { play } = await world();
  const ids = createIds(play.clock, seededRandom('others'));
  const others = tenantKey(OTHER!, 'SANDBOX');
  play.clock.advance(60);
  const ctx = { ...play.context(), tenant: others, now: play.clock.now() };
  const matter = {
    kind: 'RECALL',
    subject: 'x',
    rail: 'bank',
    currency: 'USD' as never,
    amount: 1n,
    reason: 'x',
  } as const;
  const added = await play.storage.units.run(others, async (tx) => {
    for (let at = 0; at < 1_000; at++) await openException({ tx, ctx, ids }, { ...matter, reference: String(at) });
    return ok();
  });
  valueOf(added);
  const page = valueOf(await play.core.exceptions.list({ platformId: ONE!, environment: 'SANDBOX' }));
  expect(page).toEqual({ data: page.data, hasMore: false });
  expect(page.data.map(({ reference }) => reference)).toEqual(['0b', '0a']);
});

it('refuses an unknown exception', async () => {
  const { play } = await world();
  const [first] = valueOf(await play.core.exceptions.list({})).data;
  expect(valueOf(await play.core.exceptions.get(first!.id))).toEqual(first);
  for (const id of ['Exception:018bcfe5-6800-7000-8000-0000000000ff', 'nonsense'])
    expect(await play.core.exceptions.get(id)).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
});
