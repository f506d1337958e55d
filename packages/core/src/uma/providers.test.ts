import { describe, expect, it } from 'vitest';
import { type Context, createCursors, instant, plusSeconds, type Reads } from '../kernel/index.js';
import { LOOKUPS } from '../quotes/index.js';
import type { UmaProvider } from './ports.js';
import { checkCounterparty, listProviders, type ProviderFilter } from './providers.js';
import { UMA_RECEIPTS } from './records.js';

const NONE = {} as Reads & Context;
const ALL = ['a.example', 'b.example', 'c.example'].map((domain) => ({ domain, isBlocked: false }) as UmaProvider);
const list = listProviders(createCursors(new Uint8Array(32)), ALL);

async function page(filter: ProviderFilter) {
  const found = await list(NONE, NONE, filter);
  if (!found.ok) throw new Error(found.error.code);
  return { domains: found.value.data.map(({ domain }) => domain), next: found.value.nextCursor };
}

describe('the directory of UMA providers', () => {
  it.each([
    ['asc', ['a.example', 'b.example'], ['c.example']],
    ['desc', ['c.example', 'b.example'], ['a.example']],
  ] as const)('is read page by page, %s', async (sortOrder, first, second) => {
    const firstPage = await page({ sortOrder, limit: 2 });
    expect(firstPage.domains).toEqual(first);
    expect(await page({ sortOrder, limit: 2, cursor: firstPage.next })).toEqual({ domains: second, next: undefined });
  });

  it('refuses a cursor of the other order', async () => {
    const { next } = await page({ limit: 1 });
    expect(await page({ limit: 1, sortOrder: 'desc', cursor: next })).toMatchObject({ domains: ['b.example'] });
    await expect(page({ limit: 1, sortOrder: 'asc', cursor: next })).rejects.toThrow('INVALID_INPUT');
  });
});

describe('the directory of UMA providers, filtered', () => {
  const institution = (domain: string, over: Partial<UmaProvider> = {}): UmaProvider => ({
    name: domain,
    domain,
    supportedRegions: ['US'],
    supportedCurrencies: ['USD'],
    logoUrl: null,
    lei: null,
    isBlocked: false,
    hourlyLimit: null,
    ...over,
  });
  const some = [
    institution('a.example'),
    institution('b.example', { supportedRegions: ['DE'], supportedCurrencies: ['EUR', 'USD'] }),
    institution('c.example', { isBlocked: true }),
  ];
  const found = async (filter: ProviderFilter, from: readonly UmaProvider[] = some) => {
    const answered = await listProviders(createCursors(new Uint8Array(32)), from)(NONE, NONE, filter);
    if (!answered.ok) throw new Error(answered.error.code);
    return answered.value;
  };

  it('has the institutions that are not blocked, the last domain first, and their number', async () => {
    expect(await found({})).toEqual({ data: [some[1], some[0]], hasMore: false, totalCount: 2 });
  });

  it.each<[ProviderFilter, readonly string[]]>([
    [{ hasBlockedProviders: true }, ['c.example', 'b.example', 'a.example']],
    [{ hasBlockedProviders: false }, ['b.example', 'a.example']],
    [{ countryCode: 'us' }, ['a.example']],
    [{ countryCode: 'DE' }, ['b.example']],
    [{ countryCode: 'FR' }, []],
    [{ currencyCode: 'usd' }, ['b.example', 'a.example']],
    [{ currencyCode: 'EUR' }, ['b.example']],
    [{ currencyCode: 'EUR', countryCode: 'US' }, []],
  ])('with %o has %j', async (filter, domains) => {
    const { data, totalCount } = await found(filter);
    expect(data.map(({ domain }) => domain)).toEqual(domains);
    expect(totalCount).toBe(domains.length);
  });

  it('counts all institutions on each page, and says on the last that there are no more', async () => {
    const first = await found({ limit: 1 });
    expect(first).toMatchObject({ data: [some[1]], hasMore: true, totalCount: 2 });
    const last = await found({ limit: 1, cursor: first.nextCursor });
    expect(last).toEqual({ data: [some[0]], hasMore: false, totalCount: 2 });
  });

  it('has 20 institutions on a page unless another number is asked for', async () => {
    const many = Array.from({ length: 21 }, (_, n) => institution(`p${n}.example`));
    expect(await found({}, many)).toMatchObject({ data: { length: 20 }, hasMore: true, totalCount: 21 });
    expect(await found({}, many.slice(1))).toMatchObject({ data: { length: 20 }, hasMore: false });
  });
});

describe('an institution with an hourly limit', () => {
  const now = instant(1_700_000_000_000);
  /** The number of payments of the last hour in each direction. */
  const check = (lookups: number | undefined, receipts: number | undefined, over: Partial<UmaProvider> = {}) => {
    const asked: unknown[] = [];
    const reads = {
      async list(kind: unknown, query: unknown) {
        asked.push(query);
        return { rows: [], hasMore: false, total: kind === LOOKUPS ? lookups : kind === UMA_RECEIPTS ? receipts : 0 };
      },
    } as unknown as Reads;
    const provider = { domain: 'bank.example', isBlocked: false, hourlyLimit: 3, ...over } as UmaProvider;
    const codeOf = async (direction: 'to' | 'from', vasp = 'bank.example') => {
      const allowed = await checkCounterparty(reads, { now } as Context, [provider], vasp, direction);
      return allowed.ok ? 'ok' : allowed.error.code;
    };
    return { asked, codeOf };
  };

  it('is allowed below its limit, counted in each direction for itself', async () => {
    const { asked, codeOf } = check(2, 3);
    expect(await codeOf('to')).toBe('ok');
    expect(await codeOf('from')).toBe('VELOCITY_LIMIT_EXCEEDED');
    expect(asked[0]).toEqual({
      where: { vasp: 'bank.example' },
      between: [{ column: 'createdAt', from: plusSeconds(now, -3600) }],
      order: 'desc',
      limit: 1,
    });
    expect(await check(3, 2).codeOf('to')).toBe('VELOCITY_LIMIT_EXCEEDED');
    expect(await check(3, 2).codeOf('from')).toBe('ok');
  });

  it('is refused if there are too many payments to count', async () => {
    expect(await check(undefined, 0).codeOf('to')).toBe('VELOCITY_LIMIT_EXCEEDED');
  });

  it('leaves other institutions unlimited', async () => {
    expect(await check(9, 9).codeOf('to', 'other.example')).toBe('ok');
    expect(await check(9, 9, { hourlyLimit: null }).codeOf('from')).toBe('ok');
  });

  it('is refused in both directions if it is blocked', async () => {
    const { codeOf } = check(0, 0, { isBlocked: true, hourlyLimit: null });
    expect([await codeOf('to'), await codeOf('from')]).toEqual([
      'COUNTERPARTY_NOT_ALLOWED',
      'COUNTERPARTY_NOT_ALLOWED',
    ]);
  });
});
