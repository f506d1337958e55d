import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import type { RailStatements } from '../accounts/index.js';
import { type Direction, openException } from '../exceptions/index.js';
import { type Context, createIds, type CurrencyCode, type Id, type Instant, ok, tenantKey } from '../kernel/index.js';
import { fixedClock, seededRandom } from '../testing/ports.js';
import { compareStatements } from './compare-statements.js';

const EUR = 'EUR' as CurrencyCode;
const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>;
const NOW = Date.UTC(2026, 0, 10, 12) as Instant;
const clock = fixedClock(NOW);
const ids = createIds(clock, seededRandom());

type Open = readonly [amount: bigint, direction: Direction | null];

/** What is unexplained if the bank holds this amount, the ledger nothing, and these contradictions are open. */
async function unexplained(closing: bigint, ...open: readonly Open[]): Promise<bigint> {
  const { units } = createMemoryStorage();
  const tenant = tenantKey(PLATFORM, 'SANDBOX');
  const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
  for (const [index, [amount, direction]] of open.entries()) {
    const matter = { subject: 'Transaction:1', reference: `report ${index}`, rail: 'bank', currency: EUR, reason: 'x' };
    await units.run(tenant, async (tx) =>
      ok(await openException({ tx, ctx, ids }, { kind: 'RAIL_CONTRADICTION', ...matter, amount, direction })),
    );
  }
  const balance = { date: '2026-01-09', currency: EUR, closing, waiting: 0n, later: 0n, differences: [] };
  const statements = { standing: async () => ({ balance, overdue: [] }) } as unknown as RailStatements;
  const rails = [{ name: 'bank' }] as never;
  const [compared] = await compareStatements(units, { statements, rails, environment: 'SANDBOX' }, NOW);
  return compared!.compared!.difference;
}

describe('an open contradiction', () => {
  it('explains a difference in the direction of its money only', async () => {
    expect(await unexplained(500n, [500n, 'IN'])).toBe(0n);
    expect(await unexplained(-500n, [500n, 'OUT'])).toBe(0n);
    expect(await unexplained(-500n, [500n, 'IN'])).toBe(-500n);
    expect(await unexplained(500n, [500n, 'OUT'])).toBe(500n);
  });

  it('explains a difference together with others, and only if the directions of all fit', async () => {
    expect(await unexplained(200n, [500n, 'IN'], [300n, 'OUT'])).toBe(0n);
    expect(await unexplained(800n, [500n, 'IN'], [300n, 'OUT'])).toBe(800n);
    expect(await unexplained(-200n, [500n, 'IN'], [300n, 'OUT'])).toBe(-200n);
  });

  it('of an earlier version has no direction, and explains both', async () => {
    expect(await unexplained(500n, [500n, null])).toBe(0n);
    expect(await unexplained(-500n, [500n, null])).toBe(0n);
  });

  it('may not be in the statement yet', async () => {
    expect(await unexplained(0n, [500n, 'IN'])).toBe(0n);
    expect(await unexplained(-300n, [500n, 'IN'], [300n, 'OUT'])).toBe(0n);
  });
});
