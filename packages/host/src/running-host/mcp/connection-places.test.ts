import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCounts, createPlaces, createSilentConnections } from './connection-places.js';

describe('places', () => {
  test('go from the oldest of a sender with too many to its newest, and never to another sender', () => {
    const places = createPlaces({ atOnce: 3, ofOne: 2 });
    const lost: string[] = [];
    const take = (sender: string, name: string) => places.take(sender, () => lost.push(name));
    const ends = [take('a', 'a1'), take('a', 'a2'), take('a', 'a3'), take('b', 'b1')];
    expect([lost, ends.includes(null)]).toEqual([['a1'], false]);
    expect([take('c', 'c1'), lost]).toEqual([null, ['a1']]);
    ends[1]!();
    expect(take('c', 'c1')).not.toBeNull();
    // It lost its place before, so its end gives no further place away.
    ends[0]!();
    expect(take('d', 'd1')).toBeNull();
  });

  test('that are kept are not lost to the same sender', () => {
    const places = createPlaces({ atOnce: 3, ofOne: 1 });
    const end = places.take('a', null);
    expect([places.take('a', null), places.take('b', null)]).toEqual([null, expect.any(Function)]);
    end!();
    expect(places.take('a', null)).not.toBeNull();
  });
});

describe('places by address', () => {
  test('go from the address with the most to one with fewer, once all are taken', () => {
    const places = createPlaces({ atOnce: 3, ofOne: 1 });
    const lost: string[] = [];
    const take = (name: string) => places.take(name, () => lost.push(name), name[0]!) !== null;
    expect([take('a1'), take('a2'), take('a3')]).toEqual([true, true, true]);
    expect([take('a4'), lost]).toEqual([false, []]);
    expect([take('b1'), lost]).toEqual([true, ['a1']]);
    // Two of three places are those of `a`: with another one, `b` would have the most.
    expect([take('b2'), lost]).toEqual([false, ['a1']]);
    expect([take('c1'), lost]).toEqual([true, ['a1', 'a2']]);
    expect([take('d1'), lost]).toEqual([false, ['a1', 'a2']]);
  });
});

test('counts end at their limit, and begin again when one is taken back', () => {
  const counts = createCounts(2);
  const [a, b] = [{}, {}];
  const first = counts.add(a)!;
  expect([counts.add(a), counts.add(a), counts.add(b)]).toEqual([expect.any(Function), null, expect.any(Function)]);
  first();
  expect([counts.add(a), counts.add(a)]).toEqual([expect.any(Function), null]);
});

describe('silent connections', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const closed: string[] = [];
  const connection = (name: string, remoteAddress: string) => ({
    remoteAddress,
    destroy: () => void closed.push(name),
  });
  const opened = (limits: { readonly atOnce: number; readonly ofOne: number }, names: readonly string[]) => {
    closed.length = 0;
    const silent = createSilentConnections({ ...limits, spareMs: 100 });
    const all = names.map((name) => connection(name, name[0]!));
    for (const each of all) {
      silent.add(each as never);
      vi.advanceTimersByTime(1);
    }
    return { silent, all };
  };

  test('are closed above their number, the oldest first, and none at once', () => {
    opened({ atOnce: 2, ofOne: 2 }, ['a1', 'a2', 'a3', 'a4']);
    vi.advanceTimersByTime(40);
    expect(closed).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(closed).toEqual(['a1', 'a2']);
  });

  test('of one address are closed before those of others', () => {
    opened({ atOnce: 4, ofOne: 2 }, ['b1', 'a1', 'a2', 'a3', 'c1']);
    vi.advanceTimersByTime(200);
    expect(closed).toEqual(['a1']);
  });

  test('stay as long as they are few, have a request, or have just had one', () => {
    const { silent, all } = opened({ atOnce: 2, ofOne: 2 }, ['a1', 'a2', 'a3']);
    silent.remove(all[0] as never);
    vi.advanceTimersByTime(1_000);
    expect(closed).toEqual([]);
    silent.add(all[0] as never);
    vi.advanceTimersByTime(200);
    expect(closed).toEqual(['a2']);
  });
});
