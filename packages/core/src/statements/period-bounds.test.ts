import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instant, type Reads } from '../kernel/index.js';
import { positionAt } from './period-bounds.js';

const MINUTE = 60_000;

interface Line {
  readonly position: number;
  readonly account: string;
  readonly at: number;
}

/** Reads of these postings, which count their pages. */
function readsOf(lines: readonly Line[]) {
  const state = { pages: 0 };
  const reads = {
    follow: async (_kind: unknown, query: Parameters<Reads['follow']>[1]) => {
      const { after, upTo, order, limit, by } = query as typeof query & { readonly by: { readonly value: string } };
      state.pages += 1;
      const sign = order === 'asc' ? 1 : -1;
      return lines
        .filter(({ position, account }) => account === by.value && position > after && position <= upTo)
        .sort((a, b) => sign * (a.position - b.position))
        .slice(0, limit)
        .map(({ position, at }) => ({ position, record: { createdAt: at } }));
    },
  };
  return { state, reads: reads as unknown as Reads };
}

const find = (lines: readonly Line[], at: number, upTo: number, accounts: readonly string[] = ['a']) =>
  positionAt(readsOf(lines).reads, accounts, instant(at), upTo);

const line = (position: number, at: number, account = 'a'): Line => ({ position, account, at });

describe('the first position of a period', () => {
  it('is that of the first posting whose time is not before its begin', async () => {
    const lines = [line(3, 10), line(5, 20), line(9, 20), line(12, 30)];
    const found = await Promise.all([9, 10, 11, 20, 21, 30, 31].map((at) => find(lines, at, 15)));
    expect(found).toEqual([3, 3, 5, 5, 12, 12, 16]);
    expect(await find([], 5, 15)).toBe(16);
    expect(await find(lines, 30, 11)).toBe(12);
    expect(await find([line(1, 5)], 5, 1)).toBe(1);
  });

  it('is the earliest of all accounts, and of no other account', async () => {
    const lines = [line(2, 50, 'other'), line(4, 10), line(6, 50, 'b'), line(8, 50)];
    expect(await find(lines, 50, 10, ['a', 'b'])).toBe(6);
    expect(await find(lines, 50, 10)).toBe(8);
    expect(await find(lines, 50, 10, [])).toBe(11);
  });

  it('is that of a posting which was written before others of an earlier time, up to five minutes', async () => {
    // The search passes the third posting, and so finds the last one first.
    const late = (behind: number) => [
      line(1, 0),
      line(2, 10 * MINUTE),
      line(6, 10 * MINUTE - behind),
      line(8, 11 * MINUTE),
    ];
    expect(await find(late(1), 10 * MINUTE, 9)).toBe(2);
    expect(await find(late(5 * MINUTE), 10 * MINUTE, 9)).toBe(2);
    expect(await find(late(5 * MINUTE + 1), 10 * MINUTE, 9)).toBe(8);
  });

  it('is found among many postings of the five minutes before it, and with few reads among a million', async () => {
    const many = Array.from({ length: 450 }, (_, at) => line(at + 2, 10 * MINUTE - 1));
    expect(await find([line(1, 10 * MINUTE), ...many, line(500, 10 * MINUTE)], 10 * MINUTE, 600)).toBe(1);
    const { state, reads } = readsOf([line(1, 0), line(1_000_000, 10 * MINUTE)]);
    expect(await positionAt(reads, ['a'], instant(MINUTE), 2_000_000)).toBe(1_000_000);
    expect(state.pages).toBeLessThan(30);
  });

  it('has before it all postings of earlier times, if these are in order', async () => {
    const times = fc.array(fc.nat({ max: 50 }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(times, fc.nat({ max: 60 }), fc.nat({ max: 100 }), async (all, at, upTo) => {
        const lines = all.sort((a, b) => a - b).map((time, index) => line(2 * index + 1, time));
        const expected = lines.find((one) => one.at >= at && one.position <= upTo)?.position ?? upTo + 1;
        expect(await find(lines, at, upTo)).toBe(expected);
      }),
    );
  });
});
