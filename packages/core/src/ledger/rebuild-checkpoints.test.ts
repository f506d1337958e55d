import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Context,
  createIds,
  type CurrencyCode,
  err,
  type Id,
  type Instant,
  ok,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { chart, checkpoint, CHECKPOINTS, type LedgerAccount, post, POSTINGS, rebuildCheckpoints } from './index.js';

const USD = 'USD' as CurrencyCode;
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const LATER = (NOW + 1) as Instant;
const clock = { now: () => LATER };
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
const ids = createIds({ now: () => NOW }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });
const clearing = chart.clearing('SANDBOX', 'bank', USD);
const revenue = chart.revenue('SANDBOX', USD);

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

const earn = (amount: bigint) =>
  units.run(tenant, async (tx) => {
    const lines = [
      { account: clearing, amount: -amount },
      { account: revenue, amount },
    ];
    return ok(post({ tx, ctx, ids }, { kind: 'SETTLEMENT', cause: 'Transaction:1', lines }, NEVER_SHORT));
  });
const setCheckpoint = (account: LedgerAccount) =>
  units.run(tenant, async (tx) => ok(await checkpoint(tx, ctx, account)));
const falsify = ({ name }: LedgerAccount, by: { balance?: bigint; position?: number }) =>
  units.run(tenant, async (tx) => {
    const row = (await tx.get(CHECKPOINTS, name))!;
    return ok(tx.change(CHECKPOINTS, row, { ...row, ...by, version: row.version + 1 }));
  });
const horizon = () => units.read(null, (reads) => reads.horizon(POSTINGS as never));

describe('a rebuild of checkpoints', () => {
  it('rebuilds every checkpoint at the horizon, and says which were right', async () => {
    await earn(10n);
    const first = await horizon();
    await setCheckpoint(clearing);
    const second = await horizon();
    await setCheckpoint(revenue);
    await falsify(revenue, { balance: 11n });
    await earn(20n);
    const position = await horizon();
    expect(await rebuildCheckpoints(units, clock)).toEqual([
      {
        account: clearing.name,
        before: { position: first, balance: -10n },
        after: { position, balance: -30n },
        wasRight: true,
      },
      {
        account: revenue.name,
        before: { position: second, balance: 11n },
        after: { position, balance: 30n },
        wasRight: false,
      },
    ]);
    expect(await units.read(tenant, (reads) => reads.get(CHECKPOINTS, revenue.name))).toMatchObject({
      position,
      balance: 30n,
      updatedAt: LATER,
    });
  });

  it('leaves a checkpoint at the last position where it is', async () => {
    await earn(10n);
    await setCheckpoint(clearing);
    await rebuildCheckpoints(units, clock);
    const position = await horizon();
    const at = { position, balance: -10n };
    const right = { account: clearing.name, before: at, after: at, wasRight: true };
    expect(await rebuildCheckpoints(units, clock)).toEqual([right]);
    // The horizon that this host knows may be lower than that of the host that set the checkpoint.
    const lagging: UnitOfWork = {
      ...units,
      run: (of, work) => units.run(of, (tx) => work({ ...tx, horizon: async () => 0 })),
    };
    expect(await rebuildCheckpoints(lagging, clock)).toEqual([right]);
  });

  it('calls a checkpoint above all positions wrong, even if its balance is the sum of the postings', async () => {
    await earn(10n);
    await setCheckpoint(clearing);
    await falsify(clearing, { position: 99 });
    expect(await rebuildCheckpoints(units, clock)).toEqual([
      {
        account: clearing.name,
        before: { position: 99, balance: -10n },
        after: { position: await horizon(), balance: -10n },
        wasRight: false,
      },
    ]);
  });

  it('returns nothing if there are none, and leaves out one that was removed in the meantime', async () => {
    expect(await rebuildCheckpoints(units, clock)).toEqual([]);
    await earn(10n);
    await setCheckpoint(clearing);
    const removing: UnitOfWork = {
      ...units,
      run: async (of, work) => {
        await units.run(of, async (tx) => ok(tx.remove(CHECKPOINTS, (await tx.get(CHECKPOINTS, clearing.name))!)));
        return units.run(of, work);
      },
    };
    expect(await rebuildCheckpoints(removing, clock)).toEqual([]);
  });

  it('throws if the database is not available', async () => {
    await earn(10n);
    await setCheckpoint(clearing);
    const failing: UnitOfWork = { ...units, run: async () => err('SERVICE_UNAVAILABLE', 'the database is full') };
    await expect(rebuildCheckpoints(failing, clock)).rejects.toThrow(`${clearing.name}: the database is full`);
  });
});
