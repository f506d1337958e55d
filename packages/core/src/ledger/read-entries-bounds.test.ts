import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Context,
  createCursors,
  createIds,
  type CurrencyCode,
  type FollowQuery,
  type Id,
  type Instant,
  ok,
  type Page,
  type PageRequest,
  type Reads,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { NEVER_SHORT } from '../transactions/index.js';
import {
  chart,
  entriesCausedBy,
  type EntryFilter,
  type EntryKind,
  getEntry,
  type LedgerEntry,
  listEntries,
  post,
  type Posting,
} from './index.js';

const USD = 'USD' as CurrencyCode;
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const ids = createIds({ now: () => NOW }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });
const list = listEntries(createCursors(new Uint8Array(32).fill(7)));
const fx = chart.fx('SANDBOX', USD);
const revenue = chart.revenue('SANDBOX', USD);
const fees = chart.fees(tenant, USD);

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

interface Posted {
  readonly cause?: string;
  readonly kind?: EntryKind;
  /** Milliseconds after `NOW`. */
  readonly at?: number;
  readonly of?: typeof tenant;
  readonly lines?: readonly { readonly account: typeof fx; readonly amount: bigint }[];
}

const contextAt = (at: number, of = tenant): Context => {
  const now = (NOW + at) as Instant;
  return { tenant: of, actor: { kind: 'system' }, requestId: 'r', now, hostNow: now };
};

/** Posts an entry for each of these, in one unit. */
const book = (...entries: readonly Posted[]) =>
  units.run(entries[0]?.of ?? tenant, async (tx) => {
    for (const { cause = 'Quote:1', kind = 'SETTLEMENT', at = 0, of = tenant, lines } of entries) {
      const pair = [
        { account: fx, amount: -1n },
        { account: revenue, amount: 1n },
      ];
      post({ tx, ctx: contextAt(at, of), ids }, { kind, cause, lines: lines ?? pair }, NEVER_SHORT);
    }
    return ok();
  });

async function page(
  filter: EntryFilter & PageRequest = {},
  through = (reads: Reads) => reads,
): Promise<Page<LedgerEntry>> {
  const found = await units.read(tenant, (reads) => list(through(reads), contextAt(0), filter));
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}
const causes = ({ data }: Page<LedgerEntry>) => data.map(({ cause }) => cause);

describe('a list of entries', () => {
  it.each([
    ['the journal', {}],
    ['one account', { account: fees.name }],
    ['an account that all tenants share', { account: fx.name }],
  ])('of %s keeps to its times, both inclusive', async (_, where) => {
    for (const at of [1, 2, 3]) {
      const lines = [
        { account: fx, amount: -1n },
        { account: fees, amount: 1n },
      ];
      await book({ cause: `Quote:${at}`, at, lines });
    }
    const between = async (from?: number, to?: number) =>
      causes(
        await page({
          ...where,
          createdAfter: from === undefined ? undefined : ((NOW + from) as Instant),
          createdBefore: to === undefined ? undefined : ((NOW + to) as Instant),
        }),
      );
    expect(await between()).toEqual(['Quote:3', 'Quote:2', 'Quote:1']);
    expect(await between(2)).toEqual(['Quote:3', 'Quote:2']);
    expect(await between(undefined, 2)).toEqual(['Quote:2', 'Quote:1']);
    expect(await between(2, 2)).toEqual(['Quote:2']);
    expect(await between(4)).toEqual([]);
    expect(await between(undefined, 0)).toEqual([]);
  });

  it('counts entries by their cause alone, because only this count is cheap', async () => {
    await book({ cause: 'Quote:1' }, { cause: 'Quote:1', kind: 'DEPOSIT' }, { cause: 'Quote:2' });
    expect(await page({ cause: 'Quote:1', limit: 1 })).toMatchObject({ hasMore: true, totalCount: 2 });
    expect(await page({ cause: 'Quote:1', kind: 'DEPOSIT' })).not.toHaveProperty('totalCount');
    expect(await page()).not.toHaveProperty('totalCount');
  });

  it('applies its times to a scan by the storage, not to rows that it has read', async () => {
    await book({ cause: 'Quote:old', at: 1 });
    await book(...Array.from({ length: 1_001 }, () => ({ cause: 'Quote:new', at: 2 })));
    const found = await page({ createdBefore: (NOW + 1) as Instant });
    expect([causes(found), found.hasMore]).toEqual([['Quote:old'], false]);
  });

  it('belongs to its tenant, on a shared account too', async () => {
    await book({ cause: 'Quote:theirs', of: other });
    await book({ cause: 'Quote:ours' });
    expect(causes(await page())).toEqual(['Quote:ours']);
    expect(causes(await page({ account: fx.name }))).toEqual(['Quote:ours']);
  });

  it.each([7, 8, 9, 16, 17])('has all lines of an entry of %i, in their order', async (count) => {
    const amounts = Array.from({ length: count - 1 }, (_, index) => BigInt(index + 1));
    const last = -amounts.reduce((sum, amount) => sum + amount, 0n);
    await book({ lines: [...amounts, last].map((amount) => ({ account: fx, amount })) });
    const posted = ({ data }: Page<LedgerEntry>) => data.map(({ postings }) => postings.map(({ amount }) => amount));
    expect(posted(await page())).toEqual([[...amounts, last]]);
    // An entry with several lines on an account is listed once.
    expect(posted(await page({ account: fx.name }))).toEqual([[...amounts, last]]);
  });
});

describe('a list of the entries of an account', () => {
  const onFees = (cause: string): Posted => ({
    cause,
    lines: [
      { account: fees, amount: 1n },
      { account: fx, amount: -1n },
    ],
  });

  it('ends with the first posting of the journal', async () => {
    await book(onFees('Quote:1'), onFees('Quote:2'));
    const first = await page({ account: fees.name, limit: 1 });
    expect([causes(first), first.hasMore]).toEqual([['Quote:2'], true]);
    const second = await page({ account: fees.name, limit: 1, cursor: first.nextCursor });
    expect(causes(second)).toEqual(['Quote:1']);
    expect(second).toMatchObject({ hasMore: false });
  });

  /** The queries of one page, whose journal ends at the position `end`. */
  async function queriesOf(filter: EntryFilter & PageRequest, end?: number) {
    const queries: FollowQuery<Posting>[] = [];
    const found = await page(filter, (reads) => ({
      ...reads,
      horizon: async (kind) => end ?? reads.horizon(kind),
      follow: (kind, query) => {
        queries.push(query as unknown as FollowQuery<Posting>);
        return reads.follow(kind, query);
      },
    }));
    return { found, queries };
  }

  it('reads a shared account in windows of 20,000 positions, newest first', async () => {
    await book({ cause: 'Quote:1' });
    const { found, queries } = await queriesOf({ account: fx.name }, 50_000);
    expect([causes(found), found.hasMore]).toEqual([['Quote:1'], false]);
    const common = { by: { column: 'account', value: fx.name }, order: 'desc', limit: 200 };
    expect(queries).toEqual([
      { ...common, after: 30_000, upTo: 50_000 },
      { ...common, after: 10_000, upTo: 30_000 },
      { ...common, after: 0, upTo: 10_000 },
    ]);
  });

  it('reads any other account in one window', async () => {
    await book(onFees('Quote:1'));
    const { found, queries } = await queriesOf({ account: fees.name }, 50_000);
    expect([causes(found), found.hasMore]).toEqual([['Quote:1'], false]);
    expect(queries.map(({ after, upTo }) => [after, upTo])).toEqual([[0, 50_000]]);
  });

  it('reads at most ten windows for a page, and goes on from there', async () => {
    await book({ cause: 'Quote:1' });
    const { found, queries } = await queriesOf({ account: fx.name }, 210_000);
    expect(queries).toHaveLength(10);
    expect(found).toMatchObject({ data: [], hasMore: true });
    const next = await page({ account: fx.name, cursor: found.nextCursor });
    expect([causes(next), next.hasMore]).toEqual([['Quote:1'], false]);
  });

  it('has read the whole journal if the tenth window ends at its beginning', async () => {
    await book({ cause: 'Quote:1' });
    const { found } = await queriesOf({ account: fx.name }, 200_000);
    expect([causes(found), found.hasMore]).toEqual([['Quote:1'], false]);
  });

  it('lists an entry once whose posting is the last of the 200 that are read at once', async () => {
    const newer = Array.from({ length: 199 }, () => onFees('Quote:new'));
    await book({ ...onFees('Quote:old'), kind: 'FEE_SWEEP' }, ...newer);
    expect(causes(await page({ account: fees.name, kind: 'FEE_SWEEP' }))).toEqual(['Quote:old']);
    await book(onFees('Quote:newest'));
    expect(causes(await page({ account: fees.name, kind: 'FEE_SWEEP' }))).toEqual(['Quote:old']);
  });

  it('reads at most 2,000 postings that do not match for a page, and goes on from there', async () => {
    await book({ ...onFees('Quote:old'), kind: 'FEE_SWEEP' });
    await book(...Array.from({ length: 2_100 }, () => onFees('Quote:new')));
    const { found, queries } = await queriesOf({ account: fees.name, kind: 'FEE_SWEEP' });
    expect(queries).toHaveLength(10);
    expect(found).toMatchObject({ data: [], hasMore: true });
    const next = await page({ account: fees.name, kind: 'FEE_SWEEP', cursor: found.nextCursor });
    expect([causes(next), next.hasMore]).toEqual([['Quote:old'], false]);
  });
});

describe('an entry', () => {
  it('is read by its id, with all of its lines', async () => {
    await book({ cause: 'Quote:1' });
    const [entry] = (await page()).data;
    const get = (id: string, of = tenant) => units.read(of, (reads) => getEntry(reads, contextAt(0, of), { id }));
    expect(await get(entry!.id)).toEqual(ok(entry));
    expect(entry).toMatchObject({ kind: 'SETTLEMENT', cause: 'Quote:1', createdAt: NOW });
    expect(entry!.postings.map(({ account, amount }) => [account, amount])).toEqual([
      ['fx:SANDBOX:USD', -1n],
      ['revenue:SANDBOX:USD', 1n],
    ]);
    const missing = { ok: false, error: { code: 'REFERENCE_NOT_FOUND' } };
    expect(await get(entry!.id, other)).toMatchObject(missing);
    expect(await get(ids.next('JournalEntry'))).toMatchObject(missing);
    expect(await get('nonsense')).toMatchObject(missing);
  });

  it('is read by its cause, the oldest first, up to a limit', async () => {
    for (const at of [1, 2, 3]) await book({ cause: 'Quote:1', at }, { cause: 'Quote:2', at });
    const found = (cause: string, limit: number) =>
      units.read(tenant, async (reads) =>
        (await entriesCausedBy(reads, cause, limit)).map((entry) => [
          entry.cause,
          entry.createdAt - NOW,
          entry.postings.length,
        ]),
      );
    expect(await found('Quote:1', 2)).toEqual([
      ['Quote:1', 1, 2],
      ['Quote:1', 2, 2],
    ]);
    expect(await found('Quote:2', 10)).toHaveLength(3);
    expect(await found('Quote:3', 10)).toEqual([]);
  });
});
