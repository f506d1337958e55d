import { describe, expect, it } from 'vitest';
import {
  type BaseRecord,
  createCursors,
  type Instant,
  type KindOf,
  type ListQuery,
  readMatching,
  readPage,
  type Reads,
} from './index.js';

const cursors = createCursors(new Uint8Array(32).fill(7));
const LIST = 'Quote desc';
const at = { createdAt: 1_700_000_000_123 as Instant, id: 'Quote:018bcfe5-6800-7000-8000-000000000001' };

describe('a cursor', () => {
  it('hides its content, because a position reveals how many rows other tenants have', () => {
    const position = 1_234_567_890;
    const cursor = cursors.encode(LIST, { createdAt: position as Instant, id: at.id });
    expect(cursor).toMatch(/^[0-9a-f]+$/);
    const bytes = Buffer.from(cursor, 'hex').toString('latin1');
    for (const told of [cursor, bytes]) {
      for (const held of [at.id, 'Quote', position.toString(36), position.toString(16)])
        expect(told).not.toContain(held);
    }
    const next = cursors.encode(LIST, { createdAt: (position + 1) as Instant, id: at.id });
    const same = [...next].filter((character, index) => character === cursor[index]).length;
    expect(same).toBeLessThan(cursor.length / 2);
  });

  it('decodes to the position that it was made from', () => {
    expect(cursors.decode(LIST, cursors.encode(LIST, at))).toEqual({ ok: true, value: at });
    const elsewhere = { createdAt: 0 as Instant, id: 'fx:ünï~code/💶' };
    expect(cursors.decode(LIST, cursors.encode(LIST, elsewhere))).toEqual({ ok: true, value: elsewhere });
    expect(cursors.decode(LIST, undefined)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['changed', cursors.encode(LIST, at).replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['in capitals', cursors.encode(LIST, at).toUpperCase()],
    ['arbitrary text', 'nonsense'],
    ['cut off', cursors.encode(LIST, at).slice(0, 20)],
    ['of another host', createCursors(new Uint8Array(32)).encode(LIST, at)],
    ['of another list', cursors.encode('Transaction desc', at)],
    ['of the other order', cursors.encode('Quote asc', at)],
    ['empty', ''],
  ])('is refused when it is %s', (_, cursor) => {
    expect(cursors.decode(LIST, cursor)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'cursor' }] } },
    });
  });
});

describe('a page of a list', () => {
  const reads = { list: async () => ({ rows: [at], hasMore: true }) } as never as Reads;
  const kind = (name: string) => ({ name }) as KindOf<BaseRecord>;
  const ways = {
    readPage: (of: string, order: 'asc' | 'desc', cursor?: string) =>
      readPage(reads, cursors, kind(of), { order }, { cursor }),
    readMatching: (of: string, order: 'asc' | 'desc', cursor?: string) =>
      readMatching(reads, cursors, kind(of), { order }, () => true, { cursor, limit: 1 }),
  };

  it.each(Object.entries(ways))('accepts only cursors of the same kind in the same order: %s', async (_, page) => {
    const first = await page('Quote', 'desc');
    const cursor = first.ok ? first.value.nextCursor : undefined;
    expect(cursor).toBeDefined();
    for (const same of Object.values(ways)) expect(await same('Quote', 'desc', cursor)).toMatchObject({ ok: true });
    const refused = { ok: false, error: { code: 'INVALID_INPUT' } };
    expect(await page('Quote', 'asc', cursor)).toMatchObject(refused);
    expect(await page('Transaction', 'desc', cursor)).toMatchObject(refused);
  });
});

describe('a page that is filtered without an index', () => {
  interface Row extends BaseRecord {
    readonly rank: number;
  }

  /** A list of rows that counts how many of them were read. */
  function listOf(count: number) {
    const rows = Array.from(
      { length: count },
      (_, rank) => ({ ...at, rank, createdAt: (count - rank) as Instant }) as never as Row,
    );
    const read = { rows: 0 };
    const list = async (_kind: unknown, { limit, after }: ListQuery<Row>) => {
      const from = after === undefined ? 0 : rows.findIndex((row) => row.createdAt === after.createdAt) + 1;
      const found = rows.slice(from, from + limit);
      read.rows += found.length;
      return { rows: found, hasMore: from + limit < rows.length };
    };
    const page = (matches: (row: Row) => boolean, request: { limit?: number; cursor?: string | undefined }) =>
      readMatching<Row>(
        { list } as never as Reads,
        cursors,
        { name: 'Row' } as KindOf<Row>,
        { order: 'desc' },
        matches,
        request,
      );
    return { read, page };
  }

  it('reads no more rows than it returns if all match', async () => {
    const { read, page } = listOf(2_000);
    expect(await page(() => true, { limit: 20 })).toMatchObject({ ok: true, value: { hasMore: true } });
    expect(read.rows).toBe(20);
  });

  it('reads at most 1,000 rows if none matches, so that one caller does not hold up the others', async () => {
    const { read, page } = listOf(20_000);
    expect(await page(() => false, { limit: 100 })).toMatchObject({ ok: true, value: { data: [], hasMore: true } });
    expect(read.rows).toBe(1_000);
  });

  it('is the last page if the remaining rows were read and do not match', async () => {
    const { page } = listOf(50);
    const answer = await page(({ rank }) => rank === 0 || rank === 3, { limit: 2 });
    expect(answer).toMatchObject({ ok: true, value: { data: [{ rank: 0 }, { rank: 3 }], hasMore: false } });
  });

  it.each([1, 7, 100])('returns each matching row once, %i at a time', async (limit) => {
    const { page } = listOf(2_345);
    const wanted = (row: Row): boolean => row.rank % 7 === 0 || row.rank > 2_300;
    const ranks: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await page(wanted, { limit, cursor });
      if (!answer.ok) throw new Error(answer.error.message);
      ranks.push(...answer.value.data.map(({ rank }) => rank));
      cursor = answer.value.nextCursor;
      expect(answer.value.hasMore).toBe(cursor !== undefined);
    } while (cursor !== undefined);
    expect(ranks).toEqual(Array.from({ length: 2_345 }, (_, rank) => rank).filter((rank) => wanted({ rank } as Row)));
  });
});
