import { describe, expect, it } from 'vitest';
import { type Context, createCursors, type Page, type Reads, type Result } from '../kernel/index.js';
import { type Institution, type InstitutionFilter, listInstitutions, listVasps, type Vasp } from './index.js';

const NONE = {} as Reads & Context;
const of = (country: string, currency: string, name: string): Institution => ({
  bankName: name.toUpperCase(),
  displayName: name,
  country,
  currency,
});

const institutions = (filter: InstitutionFilter) =>
  listInstitutions([
    of('SN', 'XOF', 'Wave'),
    of('KE', 'USD', 'M-Pesa'),
    of('KE', 'KES', 'M-Pesa'),
    of('CI', 'XOF', 'Wave'),
    of('CI', 'XOF', 'Orange'),
    of('KE', 'KES', 'Airtel'),
  ])(NONE, NONE, filter);

async function named(filter: InstitutionFilter) {
  const found = await institutions(filter);
  return found.ok
    ? found.value.map(({ country, currency, displayName }) => `${country} ${currency} ${displayName}`)
    : found.error.code;
}

describe('institutions', () => {
  it('are ordered by country, then currency, then name', async () => {
    expect(await named({})).toEqual([
      'CI XOF Orange',
      'CI XOF Wave',
      'KE KES Airtel',
      'KE KES M-Pesa',
      'KE USD M-Pesa',
      'SN XOF Wave',
    ]);
  });

  it('are found by country, by currency and by both', async () => {
    expect(await named({ country: 'CI' })).toEqual(['CI XOF Orange', 'CI XOF Wave']);
    expect(await named({ currency: 'XOF' })).toEqual(['CI XOF Orange', 'CI XOF Wave', 'SN XOF Wave']);
    expect(await named({ country: 'KE', currency: 'USD' })).toEqual(['KE USD M-Pesa']);
    expect(await named({ country: 'SN', currency: 'KES' })).toEqual([]);
    const found = await institutions({ country: 'SN' });
    expect(found).toEqual({
      ok: true,
      value: [{ bankName: 'WAVE', displayName: 'Wave', country: 'SN', currency: 'XOF' }],
    });
  });

  it.each(['Senegal', 'sn', 'S', 'SNX', 'S1', ''])('are refused for the malformed country code %o', async (country) => {
    expect(await institutions({ country })).toMatchObject({
      ok: false,
      error: {
        code: 'INVALID_INPUT',
        details: {
          errors: [{ field: 'country', constraint: { format: 'iso3166-1-alpha-2', pattern: '^[A-Z]{2}$' } }],
        },
      },
    });
  });

  it('are refused for an unknown currency', async () => {
    expect(await institutions({ currency: 'ZZZ' })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_CURRENCY', details: { errors: [{ field: 'currency' }] } },
    });
  });
});

describe('the directory of VASPs', () => {
  const names = ['beta', 'Alpha', 'Ångström', 'gamma~delta', 'Gamma'];
  const query = (limit?: number, cursor?: string): Promise<Result<Page<Vasp>>> => {
    const all = names.map((name): Vasp => ({ name, url: `https://${name}.example` }));
    return listVasps(all, createCursors(new Uint8Array(32)))(NONE, NONE, { limit, cursor });
  };
  const page = async (limit?: number, cursor?: string): Promise<Page<Vasp>> => {
    const found = await query(limit, cursor);
    if (!found.ok) throw new Error(found.error.code);
    return found.value;
  };

  it('is read page by page, with each VASP once, by name regardless of case', async () => {
    const readBy = async (limit: number) => {
      const seen: string[][] = [];
      let cursor: string | undefined;
      do {
        const { data, hasMore, nextCursor } = await page(limit, cursor);
        expect(hasMore).toBe(nextCursor !== undefined);
        seen.push(data.map(({ name }) => name));
        cursor = nextCursor;
      } while (cursor !== undefined);
      return seen;
    };
    expect(await readBy(2)).toEqual([['Alpha', 'beta'], ['Gamma', 'gamma~delta'], ['Ångström']]);
    expect(await readBy(3)).toEqual([
      ['Alpha', 'beta', 'Gamma'],
      ['gamma~delta', 'Ångström'],
    ]);
  });

  it('has no cursor at its end, also if the last page is full', async () => {
    for (const limit of [undefined, 5, 6]) {
      const all = await page(limit);
      expect([all.data.length, all.hasMore, Object.keys(all)]).toEqual([5, false, ['data', 'hasMore']]);
    }
    expect((await page(1)).data).toEqual([{ name: 'Alpha', url: 'https://Alpha.example' }]);
  });

  it('has cursors that need no escaping in a URL, and refuses others', async () => {
    const { nextCursor } = await page(4);
    expect(encodeURIComponent(nextCursor!)).toBe(nextCursor);
    expect(await query(4, `${nextCursor}0`)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });
});
