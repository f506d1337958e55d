import { describe, expect, it } from 'vitest';
import {
  type BaseRecord,
  createCursors,
  type Instant,
  type KindOf,
  type ListQuery,
  ok,
  readAll,
  readMatching,
  readPage,
  type Reads,
  type Slice,
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

describe('the answer of a list', () => {
  const kind = { name: 'Quote' } as KindOf<BaseRecord>;
  const rowAt = (n: number) => ({ ...at, id: `Quote:${n}` }) as never as BaseRecord;

  /** Reads that answer with these slices in turn, and the queries that they were asked. */
  function answering(...slices: readonly Slice<BaseRecord>[]) {
    const queries: ListQuery<BaseRecord>[] = [];
    const list = async (_: unknown, query: ListQuery<BaseRecord>) => {
      queries.push(query);
      return slices[queries.length - 1]!;
    };
    return { queries, reads: { list } as never as Reads };
  }

  it('has a cursor only if there is more, and a total only if the rows were counted', async () => {
    const rows = [rowAt(1), rowAt(2)];
    const page = async (slice: Slice<BaseRecord>) =>
      readPage(answering(slice).reads, cursors, kind, { order: 'desc' }, {});
    const nextCursor = cursors.encode(LIST, rows[1]!);
    expect(await page({ rows, hasMore: false })).toStrictEqual(ok({ data: rows, hasMore: false }));
    expect(await page({ rows, hasMore: true })).toStrictEqual(ok({ data: rows, hasMore: true, nextCursor }));
    expect(await page({ rows, hasMore: false, total: 2 })).toStrictEqual(
      ok({ data: rows, hasMore: false, totalCount: 2 }),
    );
    expect(await page({ rows: [], hasMore: false, total: 0 })).toStrictEqual(
      ok({ data: [], hasMore: false, totalCount: 0 }),
    );
  });

  it('has 20 rows unless the caller names a limit, from the position of its cursor', async () => {
    const cursor = cursors.encode(LIST, at);
    const { reads, queries } = answering({ rows: [], hasMore: false }, { rows: [], hasMore: false });
    await readPage(reads, cursors, kind, { order: 'desc', where: { tenant: 'T' as never } }, {});
    await readPage(reads, cursors, kind, { order: 'desc' }, { limit: 7, cursor });
    expect(queries).toEqual([
      { order: 'desc', where: { tenant: 'T' }, limit: 20, mostFiles: 10, after: undefined },
      { order: 'desc', limit: 7, mostFiles: 10, after: at },
    ]);
  });

  it('has 20 rows after a filter as well, counts none, and hides how far it has read', async () => {
    const cursor = cursors.encode(LIST, at);
    const row = rowAt(1);
    const none = { rows: [row], hasMore: false };
    const { reads, queries } = answering(none, none);
    const page = (request: { limit?: number; cursor?: string }) =>
      readMatching(reads, cursors, kind, { order: 'desc' }, () => true, request);
    expect(await page({})).toStrictEqual(ok({ data: [row], hasMore: false }));
    await page({ limit: 7, cursor });
    expect(queries).toEqual([
      { order: 'desc', limit: 20, after: undefined, mostFiles: 10, counted: false },
      { order: 'desc', limit: 7, after: at, mostFiles: 10, counted: false },
    ]);
  });

  it('is the last one of a filter if there are no rows', async () => {
    const { reads } = answering({ rows: [], hasMore: false });
    expect(await readMatching(reads, cursors, kind, { order: 'desc' }, () => true, {})).toStrictEqual(
      ok({ data: [], hasMore: false }),
    );
  });

  it('reads all rows of a small kind in pages of 100, oldest first', async () => {
    const { reads, queries } = answering(
      { rows: [rowAt(1), rowAt(2)], hasMore: true },
      { rows: [rowAt(3)], hasMore: false },
    );
    const where = { tenant: 'T' as never };
    expect(await readAll(reads, kind, where)).toEqual([rowAt(1), rowAt(2), rowAt(3)]);
    const common = { where, order: 'asc', limit: 100, counted: false };
    expect(queries).toEqual([
      { ...common, after: undefined },
      { ...common, after: rowAt(2) },
    ]);
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
