import { describe, expect, it } from 'vitest';
import { type Context, createCursors, type Page, type Reads, type Result } from '../kernel/index.js';
import { type Institution, listInstitutions, listVasps, type Vasp } from './index.js';

const NONE = {} as Reads & Context;
const of = (country: string, currency: string, name: string): Institution => ({
  bankName: name.toUpperCase(),
  displayName: name,
  country,
  currency,
});
const list = listInstitutions([
  of('SN', 'XOF', 'Wave'),
  of('KE', 'KES', 'M-Pesa'),
  of('CI', 'XOF', 'Wave'),
  of('CI', 'XOF', 'Orange'),
]);

async function named(filter: { country?: string; currency?: string }) {
  const found = await list(NONE, NONE, filter);
  return found.ok ? found.value.map(({ country, displayName }) => `${country} ${displayName}`) : found.error.code;
}

describe('institutions', () => {
  it('are found by country, by currency and by both, in order', async () => {
    expect(await named({})).toEqual(['CI Orange', 'CI Wave', 'KE M-Pesa', 'SN Wave']);
    expect(await named({ country: 'CI' })).toEqual(['CI Orange', 'CI Wave']);
    expect(await named({ currency: 'XOF' })).toEqual(['CI Orange', 'CI Wave', 'SN Wave']);
    expect(await named({ country: 'SN', currency: 'XOF' })).toEqual(['SN Wave']);
    expect(await named({ country: 'SN', currency: 'KES' })).toEqual([]);
  });

  it('are refused for a malformed country code and an unknown currency', async () => {
    expect(await named({ country: 'Senegal' })).toBe('INVALID_INPUT');
    expect(await named({ country: 'sn' })).toBe('INVALID_INPUT');
    expect(await named({ currency: 'ZZZ' })).toBe('INVALID_CURRENCY');
  });
});

describe('the directory of VASPs', () => {
  const names = ['beta', 'Alpha', 'Ångström', 'gamma~delta', 'Gamma'];
  const vasps = listVasps(
    names.map((name): Vasp => ({ name, url: null })),
    createCursors(new Uint8Array(32)),
  );
  const page = async (limit?: number, cursor?: string): Promise<Page<Vasp>> => {
    const found: Result<Page<Vasp>> = await vasps(NONE, NONE, { limit, cursor });
    if (!found.ok) throw new Error(found.error.code);
    return found.value;
  };

  it('is read page by page, with each VASP once, by name regardless of case', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, hasMore, nextCursor } = await page(2, cursor);
      expect(hasMore).toBe(nextCursor !== undefined);
      seen.push(...data.map(({ name }) => name));
      cursor = nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(['Alpha', 'beta', 'Gamma', 'gamma~delta', 'Ångström']);
    expect(await page()).toMatchObject({ hasMore: false });
  });

  it('has cursors that need no escaping in a URL, and refuses others', async () => {
    const { nextCursor } = await page(4);
    expect(encodeURIComponent(nextCursor!)).toBe(nextCursor);
    expect(await vasps(NONE, NONE, { cursor: `${nextCursor}0` })).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });
});
