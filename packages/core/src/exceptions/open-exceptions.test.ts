import { expect, it } from 'vitest';
import { EVENTS } from '../events/index.js';
import {
  type Context,
  createIds,
  houseTenant,
  type Id,
  type Instant,
  ok,
  type TenantKey,
  tenantKey,
} from '../kernel/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import {
  countOpenExceptions,
  EXCEPTIONS,
  type ExceptionRecord,
  type Matter,
  openException,
  tellException,
} from './index.js';

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>;
const MATTER: Matter = {
  kind: 'RECALL',
  subject: 'Transaction:1',
  reference: 'message 1',
  rail: 'bank',
  currency: 'USD' as never,
  amount: 5n,
  reason: 'The bank of the sender asks for the money back.',
};

async function world() {
  const play = await playCore();
  const ids = createIds(play.clock, seededRandom('exceptions'));
  const contextOf = (tenant: TenantKey): Context => ({ ...play.context(), tenant, now: play.clock.now() as Instant });
  return {
    play,
    async open(matter: Partial<Matter> = {}, tenant = play.tenant): Promise<ExceptionRecord> {
      const ctx = contextOf(tenant);
      const opened = await play.storage.units.run(tenant, async (tx) =>
        ok(await openException({ tx, ctx, ids }, { ...MATTER, ...matter })),
      );
      return valueOf(opened);
    },
    events: async (tenant = play.tenant) =>
      (await play.storage.units.read(tenant, (reads) => reads.list(EVENTS, { order: 'asc', limit: 100 }))).rows.filter(
        ({ type }) => type.startsWith('EXCEPTION.'),
      ),
    counted: (tenant: TenantKey | null) => play.storage.units.read(tenant, countOpenExceptions),
  };
}

it('an exception is opened with its matter, and emits an event', async () => {
  const { play, open, events } = await world();
  const opened = await open();
  expect(opened).toEqual({
    ...MATTER,
    id: expect.stringMatching(/^Exception:/) as string,
    tenant: play.tenant,
    version: 1,
    createdAt: play.clock.now(),
    updatedAt: play.clock.now(),
    status: 'OPEN',
    resolution: null,
    resolvedBy: null,
    approvedBy: null,
    resolvedAt: null,
    note: null,
    entryId: null,
    leg: null,
    direction: null,
    moved: null,
    recovered: null,
    isUntold: false,
  });
  expect(await play.storage.units.read(play.tenant, (reads) => reads.get(EXCEPTIONS, opened.id))).toEqual(opened);
  expect(await events()).toMatchObject([{ type: 'EXCEPTION.OPENED', resource: opened.id, snapshot: opened }]);
});

it('a repeated message opens no second exception, even with other words or amounts', async () => {
  const { play, open, events } = await world();
  const first = await open();
  play.clock.advance(60);
  expect(await open({ amount: 7n, reason: 'Again.' })).toEqual(first);
  expect(await events()).toHaveLength(1);
  const others = [await open({ kind: 'DEPOSIT_HELD' }), await open({ subject: 'x' }), await open({ reference: 'x' })];
  expect(new Set([first, ...others].map(({ id }) => id)).size).toBe(4);
  expect(await events()).toHaveLength(4);
});

it('an exception of the house is opened without an event', async () => {
  const { open, events } = await world();
  const house = houseTenant('SANDBOX');
  expect(await open({}, house)).toMatchObject({ tenant: house, status: 'OPEN' });
  expect(await events(house)).toEqual([]);
});

it('of two requests that open an exception at once, the second must be sent again', async () => {
  const { play, open, events } = await world();
  const first = await open();
  const ids = createIds(play.clock, seededRandom('second'));
  const second = await play.storage.units.run(play.tenant, async (tx) => {
    // As if the other request had not committed when this one read.
    const early = { ...tx, find: async () => null };
    return ok(await openException({ tx: early, ctx: play.context(), ids }, MATTER));
  });
  const message = expect.stringContaining('send the request again') as string;
  expect(second).toMatchObject({ ok: false, error: { code: 'CONFLICT', message } });
  expect((await events()).map(({ resource }) => resource)).toEqual([first.id]);
});

it('a change of an exception without an event reaches no platform', async () => {
  const { play, open, events } = await world();
  const opened = await open();
  const ids = createIds(play.clock, seededRandom('silent'));
  const told = await play.storage.units.run(play.tenant, async (tx) => {
    tellException({ tx, ctx: play.context(), ids }, null, opened);
    return ok();
  });
  valueOf(told);
  expect(await events()).toHaveLength(1);
});

it('open exceptions are counted by environment, kind and currency', async () => {
  const { play, open, counted } = await world();
  expect(await counted(null)).toEqual([]);
  const production = tenantKey(PLATFORM, 'PRODUCTION');
  await open({ reference: '1', amount: 5n });
  await open({ reference: '2', amount: 7n });
  await open({ reference: '3', currency: 'EUR' as never });
  await open({ reference: '4', kind: 'CARD_EXCESS' });
  await open({ reference: '5', amount: 11n }, production);
  const resolved = await open({ reference: '6' });
  const done = await play.storage.units.run(play.tenant, async (tx) => {
    tx.change(EXCEPTIONS, resolved, { ...resolved, status: 'RESOLVED', version: 2 });
    return ok();
  });
  valueOf(done);
  const inSandbox = [
    { environment: 'SANDBOX', kind: 'RECALL', currency: 'USD', count: 2, amount: 12n },
    { environment: 'SANDBOX', kind: 'RECALL', currency: 'EUR', count: 1, amount: 5n },
    { environment: 'SANDBOX', kind: 'CARD_EXCESS', currency: 'USD', count: 1, amount: 5n },
  ];
  const inProduction = { environment: 'PRODUCTION', kind: 'RECALL', currency: 'USD', count: 1, amount: 11n };
  expect(await counted(play.tenant)).toEqual(inSandbox);
  expect(await counted(production)).toEqual([inProduction]);
  const all = await counted(null);
  expect(all).toHaveLength(4);
  expect(all).toEqual(expect.arrayContaining([...inSandbox, inProduction]));
});

it('more open exceptions than one page are counted', async () => {
  const { play, counted } = await world();
  const ids = createIds(play.clock, seededRandom('many'));
  const ctx = play.context();
  const added = await play.storage.units.run(play.tenant, async (tx) => {
    for (let at = 0; at < 501; at++) await openException({ tx, ctx, ids }, { ...MATTER, reference: String(at) });
    return ok();
  });
  valueOf(added);
  expect(await counted(null)).toMatchObject([{ count: 501, amount: 2_505n }]);
});
