import { describe, expect, it } from 'vitest';
import { CUSTOMERS } from '../customers/index.js';
import type { Tx } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { steadyReads } from './steady-reads.js';

class LostRace extends Error {}

/** A unit whose reads of a row find these versions in turn; it ends if a pinned row is not as the next read finds it. */
function unitThatFinds(versions: readonly (number | null)[]) {
  const left = [...versions];
  let pinned: number | null = null;
  const next = () => {
    const version = left.shift() ?? null;
    return version === null ? null : { id: 'a', version };
  };
  const tx = {
    get: async () => {
      if (pinned !== null) throw new LostRace();
      return next();
    },
    getMany: async () => [next()].filter((row) => row !== null),
    find: async () => next(),
    list: async () => ({ rows: [next()].filter((row) => row !== null), more: false }),
    add: () => undefined,
    change: () => undefined,
    increase: () => undefined,
    remove: () => undefined,
    pin: (_kind: unknown, { version }: { readonly version: number }) => void (pinned = version),
  };
  return { tx: steadyReads(tx as unknown as Tx), pinned: () => pinned };
}

const at = (version: number) => ({ id: 'a', version }) as never;

describe('a row that a unit reads twice', () => {
  it.each(['get', 'getMany', 'find', 'list'] as const)('ends the unit if %s finds another version', async (name) => {
    const { tx, pinned } = unitThatFinds([1, 2]);
    await tx.get(CUSTOMERS, 'a');
    const reads = {
      get: () => tx.get(CUSTOMERS, 'a'),
      getMany: () => tx.getMany(CUSTOMERS, ['a']),
      find: () => tx.find(CUSTOMERS, 'key', ['value']),
      list: () => tx.list(CUSTOMERS, { order: 'asc', limit: 1 }),
    };
    await expect(reads[name]()).rejects.toThrow(LostRace);
    expect(pinned()).toBe(1);
  });

  it.each([
    ['is gone', [1, null]],
    ['has come', [null, 1]],
  ])('ends the unit if it %s', async (_what, versions) => {
    const { tx } = unitThatFinds(versions);
    await tx.get(CUSTOMERS, 'a');
    await expect(tx.get(CUSTOMERS, 'a')).rejects.toThrow(LostRace);
  });

  it.each([
    ['is gone', [1, null]],
    ['has come', [null, 1]],
  ])('ends the unit if it %s when many are read', async (_what, versions) => {
    const { tx } = unitThatFinds(versions);
    await tx.getMany(CUSTOMERS, ['a']);
    await expect(tx.getMany(CUSTOMERS, ['a'])).rejects.toThrow(LostRace);
  });

  it('may be the same, changed, added or removed by the unit, or a sum', async () => {
    const same = unitThatFinds([1, 1]);
    await same.tx.get(CUSTOMERS, 'a');
    expect(await same.tx.get(CUSTOMERS, 'a')).toEqual(at(1));
    const changed = unitThatFinds([1, 2]);
    await changed.tx.get(CUSTOMERS, 'a');
    changed.tx.change(CUSTOMERS, at(1), at(2));
    expect(await changed.tx.get(CUSTOMERS, 'a')).toEqual(at(2));
    const added = unitThatFinds([null, 1]);
    await added.tx.find(CUSTOMERS, 'key', ['value']);
    added.tx.add(CUSTOMERS, at(1));
    expect(await added.tx.find(CUSTOMERS, 'key', ['value'])).toEqual(at(1));
    const removed = unitThatFinds([1, null]);
    await removed.tx.find(CUSTOMERS, 'key', ['value']);
    removed.tx.remove(CUSTOMERS, at(1));
    expect(await removed.tx.find(CUSTOMERS, 'key', ['value'])).toBeNull();
    const sum = unitThatFinds([1, 2]);
    await sum.tx.get(BALANCES, 'a');
    expect(await sum.tx.get(BALANCES, 'a')).toEqual(at(2));
  });
});

/** A unit whose list answers these rows in turn, `hasMore` for all but the last page of a list. */
function unitThatLists(pages: readonly { readonly ids: readonly string[]; readonly hasMore?: boolean }[]) {
  const left = [...pages];
  let isPinned = false;
  const tx = {
    get: async () => {
      if (isPinned) throw new LostRace();
      return null;
    },
    list: async () => {
      const { ids, hasMore = false } = left.shift()!;
      return { rows: ids.map((id) => ({ id, version: 1 })), hasMore };
    },
    add: () => undefined,
    change: () => undefined,
    pin: () => void (isPinned = true),
  };
  return steadyReads(tx as unknown as Tx);
}
const row = (id: string) => ({ id, version: 1 }) as never;
const ofAda = { where: { platformCustomerId: 'ada' }, order: 'asc', limit: 2 } as const;

describe('a list that a unit reads twice', () => {
  it.each([
    ['another row', ['a'], ['a', 'b']],
    ['another row before those of the first time', ['b'], ['a', 'b']],
    ['no longer a row', ['a', 'b'], ['a']],
    ['no longer any row', ['a'], []],
  ])('ends the unit if it has %s', async (_what, first, second) => {
    const tx = unitThatLists([{ ids: first }, { ids: second }]);
    await tx.list(CUSTOMERS, ofAda);
    await expect(tx.list(CUSTOMERS, { ...ofAda, limit: 10 })).rejects.toThrow(LostRace);
  });

  it('is compared page by page', async () => {
    const whole = [{ ids: ['a', 'b'], hasMore: true }, { ids: ['c'] }];
    const same = unitThatLists([...whole, ...whole]);
    const read = async (tx: Tx) => {
      await tx.list(CUSTOMERS, ofAda);
      await tx.list(CUSTOMERS, { ...ofAda, after: { id: 'b', createdAt: 1 } as never });
    };
    await read(same);
    await read(same);
    const longer = unitThatLists([...whole, whole[0]!, { ids: ['c', 'd'] }]);
    await read(longer);
    await expect(read(longer)).rejects.toThrow(LostRace);
    // The first time ended after the first page.
    const begun = unitThatLists([whole[0]!, ...whole]);
    await begun.list(CUSTOMERS, ofAda);
    await read(begun);
  });

  it('may differ by rows that the unit has written, and from another list', async () => {
    const own = unitThatLists([{ ids: ['a'] }, { ids: ['b'] }]);
    await own.list(CUSTOMERS, ofAda);
    own.change(CUSTOMERS, row('a'), row('a'));
    own.add(CUSTOMERS, row('b'));
    expect((await own.list(CUSTOMERS, ofAda)).rows).toHaveLength(1);
    const other = unitThatLists([{ ids: ['a'] }, { ids: ['b'] }]);
    await other.list(CUSTOMERS, ofAda);
    await other.list(CUSTOMERS, { ...ofAda, where: { platformCustomerId: 'bob' } });
  });
});
