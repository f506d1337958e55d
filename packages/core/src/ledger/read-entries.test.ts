import { describe, expect, it } from 'vitest';
import { playPayer } from '../testing/play-payer.js';
import { valueOf } from '../testing/play-core.js';
import type { EntryFilter } from './index.js';

async function world() {
  const payer = await playPayer();
  const { play } = payer;
  const quote = await payer.quoted(
    payer.fromAccount(payer.usd.id, (await payer.external()).id, { immediatelyExecute: true }),
  );
  await play.pass(5);
  const list = async (filter: EntryFilter & { limit?: number; cursor?: string } = {}) =>
    valueOf(await play.read(play.core.ledger.entries, filter));
  /** The entries of all pages. */
  const all = async (filter: EntryFilter, limit: number) => {
    const pages = [await list({ ...filter, limit })];
    for (let last = pages[0]!; last.hasMore; last = pages.at(-1)!) {
      pages.push(await list({ ...filter, limit, cursor: last.nextCursor! }));
    }
    return pages.flatMap(({ data }) => data);
  };
  return { payer, quote, list, all };
}

describe('the journal', () => {
  it('lists entries with all of their postings, newest first, each summing to zero', async () => {
    const { list } = await world();
    const { data, hasMore } = await list();
    expect(hasMore).toBe(false);
    expect(data.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['DEPOSIT', 'HOLD', 'SETTLEMENT']));
    expect(data.map(({ createdAt }) => createdAt)).toEqual(
      data.map(({ createdAt }) => createdAt).sort((a, b) => b - a),
    );
    for (const { postings } of data) {
      expect(postings.length).toBeGreaterThanOrEqual(2);
      const sums = new Map<string, bigint>();
      for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
      expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
    }
  });

  it('filters entries by cause, kind, time and account', async () => {
    const { list, quote, payer } = await world();
    const kinds = async (filter: EntryFilter) => (await list(filter)).data.map(({ kind }) => kind);
    expect(await kinds({ cause: quote.transactionId })).toEqual(['SETTLEMENT', 'HOLD']);
    expect(await kinds({ cause: quote.transactionId, kind: 'HOLD' })).toEqual(['HOLD']);
    expect(await kinds({ cause: 'Transaction:none' })).toEqual([]);
    expect(await kinds({ kind: 'DEPOSIT' })).toEqual(['DEPOSIT']);
    expect(await kinds({ account: `held:${payer.usd.id}` })).toEqual(['SETTLEMENT', 'HOLD']);
    expect(await kinds({ account: `available:${payer.usd.id}` })).toEqual(['HOLD', 'DEPOSIT']);
    expect(await kinds({ account: `available:${payer.usd.id}`, cause: quote.transactionId })).toEqual(['HOLD']);
    expect(await kinds({ account: 'fx:SANDBOX:USD' })).toEqual(['SETTLEMENT']);
    expect(await kinds({ account: 'nothing' })).toEqual([]);
    const [settlement] = (await list({ kind: 'SETTLEMENT' })).data;
    const { createdAt } = settlement!;
    expect(await kinds({ createdAfter: createdAt, kind: 'DEPOSIT' })).toEqual([]);
    expect(await kinds({ createdBefore: createdAt, kind: 'SETTLEMENT' })).toEqual(['SETTLEMENT']);
  });

  it('returns every entry once for every page size', async () => {
    const { list, all, payer } = await world();
    const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id);
    const whole = ids((await list({ limit: 100 })).data);
    for (const limit of [1, 2, 3]) {
      expect(ids(await all({}, limit))).toEqual(whole);
      expect(ids(await all({ account: `held:${payer.usd.id}` }, limit))).toEqual(
        ids((await list({ account: `held:${payer.usd.id}` })).data),
      );
    }
  });

  it('refuses a cursor of another list', async () => {
    const { payer, list } = await world();
    const lists = [{ account: `held:${payer.usd.id}` }, { account: `available:${payer.usd.id}` }, {}];
    for (const from of lists) {
      const { nextCursor } = await list({ ...from, limit: 1 });
      for (const other of lists.filter((each) => each !== from)) {
        const refused = await payer.play.read(payer.play.core.ledger.entries, { ...other, cursor: nextCursor! });
        expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
      }
    }
  });
});
