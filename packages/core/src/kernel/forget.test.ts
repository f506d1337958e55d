import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  BASE_COLUMNS,
  type BaseRecord,
  err,
  forget,
  forgetExpired,
  type Instant,
  newRecord,
  ok,
  recordKind,
  tenantKey,
  type UnitOfWork,
  unitsFor,
} from './index.js';

interface Ticket extends BaseRecord {
  readonly rank: number;
  readonly until: Instant;
}
const TICKETS = recordKind<Ticket>()({
  name: 'tickets',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, rank: 'int', until: 'instant' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
  expiry: { column: 'until', clock: 'host' },
});
const NOW = 1_700_000_000_000 as Instant;
const one = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'SANDBOX');
const two = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as never, 'SANDBOX');

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

/** Adds tickets with the ranks from 0, whose ids do not sort like their creation. */
const issue = (count: number, tenant = one, until = NOW) =>
  units.run(tenant, async (tx) => {
    for (let rank = 0; rank < count; rank++) {
      const at = { tenant, now: (NOW + rank) as Instant };
      tx.add(TICKETS, { rank, until, ...newRecord(`Ticket:${tenant}:${count - rank}`, at) });
    }
    return ok();
  });
const ranks = (tenant = one) =>
  units.read(tenant, async (reads) =>
    (await reads.list(TICKETS, { order: 'asc', limit: 10_000 })).rows.map(({ rank }) => rank),
  );
/** The numbers from 0 that a test of a rank leaves. */
const left = (count: number, isOver: (rank: number) => boolean) =>
  Array.from({ length: count }, (_, rank) => rank).filter((rank) => !isOver(rank));

describe('forgetting records by a condition', () => {
  it.each([0, 1, 199, 200, 201, 450])('looks at each of %i records once', async (count) => {
    await issue(count);
    const seen: number[] = [];
    const isOver = ({ rank }: { readonly rank: number }) => rank % 3 === 0 || rank > 190;
    const forgotten = await forget(units, one, TICKETS, (ticket) => {
      seen.push(ticket.rank);
      return isOver(ticket);
    });
    const kept = left(count, (rank) => isOver({ rank }));
    expect(forgotten).toBe(count - kept.length);
    expect(seen).toEqual(left(count, () => false));
    expect(await ranks()).toEqual(kept);
  });

  it('leaves the records of other tenants', async () => {
    await issue(3);
    await issue(2, two);
    expect(await forget(units, one, TICKETS, () => true)).toBe(3);
    expect([await ranks(), await ranks(two)]).toEqual([[], [0, 1]]);
  });

  it('deletes in units of 200 records', async () => {
    await issue(450);
    let runs = 0;
    const counting: UnitOfWork = {
      ...units,
      run: (tenant, work) => {
        runs += 1;
        return units.run(tenant, work);
      },
    };
    expect(await forget(counting, one, TICKETS, () => true)).toBe(450);
    expect(runs).toBe(3);
  });

  it('throws if the database is not available', async () => {
    const failing: UnitOfWork = { ...units, run: async () => err('SERVICE_UNAVAILABLE', 'the database is full') };
    await expect(forget(failing, one, TICKETS, () => true)).rejects.toThrow('the database is full');
  });
});

describe('forgetting expired records', () => {
  it('deletes 500 at once, and pauses between two batches only', async () => {
    await issue(1_000);
    const pauses: number[] = [];
    const pause = async (milliseconds: number) => {
      pauses.push((await ranks()).length);
      expect(milliseconds).toBe(20);
    };
    expect(await forgetExpired(units, null, TICKETS, NOW, pause)).toBe(1_000);
    expect(pauses).toEqual([500, 0]);
    await issue(499);
    expect(await forgetExpired(units, null, TICKETS, NOW, pause)).toBe(499);
    expect(pauses).toHaveLength(2);
  });

  it('leaves the records that expire later', async () => {
    await issue(2);
    await issue(1, two, (NOW + 1) as Instant);
    expect(await forgetExpired(units, null, TICKETS, (NOW - 1) as Instant, null)).toBe(0);
    expect(await forgetExpired(units, null, TICKETS, NOW, null)).toBe(2);
    expect([await ranks(), await ranks(two)]).toEqual([[], [0]]);
  });
});

it('units of work for a traffic run, read and delete as the ones that they are made of', async () => {
  const calls: unknown[] = [];
  const noting: UnitOfWork = {
    run: (tenant, work, traffic) => {
      calls.push(['run', tenant, traffic]);
      return units.run(tenant, work);
    },
    read: (tenant, work) => {
      calls.push(['read', tenant]);
      return units.read(tenant, work);
    },
    removeExpired: (tenant, kind, until, limit) => {
      calls.push(['removeExpired', tenant, kind.name, until, limit]);
      return units.removeExpired(tenant, kind, until, limit);
    },
  };
  await issue(3);
  const jobs = unitsFor(noting, 'jobs');
  expect(await jobs.run(one, async (tx) => ok((await tx.get(TICKETS, `Ticket:${one}:1`))?.rank))).toEqual(ok(2));
  expect(await jobs.read(one, async (reads) => (await reads.get(TICKETS, `Ticket:${one}:3`))?.rank)).toBe(0);
  expect(await jobs.removeExpired(null, TICKETS, NOW, 2)).toBe(2);
  expect(calls).toEqual([
    ['run', one, 'jobs'],
    ['read', one],
    ['removeExpired', null, 'tickets', NOW, 2],
  ]);
});
