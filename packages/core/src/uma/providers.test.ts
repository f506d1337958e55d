import { describe, expect, it } from 'vitest';
import { type Context, createCursors, type Reads } from '../kernel/index.js';
import type { UmaProvider } from './ports.js';
import { listProviders, type ProviderFilter } from './providers.js';

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
