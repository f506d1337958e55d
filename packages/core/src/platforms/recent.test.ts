import { afterEach, expect, test, vi } from 'vitest';
import { fixedClock } from '../testing/ports.js';
import { createRecent } from './recent.js';

afterEach(() => vi.unstubAllGlobals());

function world() {
  const maps: Map<unknown, unknown>[] = [];
  vi.stubGlobal(
    'Map',
    class<K, V> extends Map<K, V> {
      constructor() {
        super();
        maps.push(this);
      }
    },
  );
  const clock = fixedClock();
  const recent = createRecent<string>(clock);
  vi.unstubAllGlobals();
  const put = (key: string, value: string) => recent.put(key, value, clock.now());
  return { clock, recent, put, held: () => maps.reduce((sum, map) => sum + map.size, 0) };
}

test('a value is not served after the host’s clock was set back', () => {
  const { clock, recent, put } = world();
  clock.advance(1_000_000);
  put('a', 'before');
  clock.advance(-1_000_000);
  expect(recent.get('a')).toBeNull();
  put('a', 'after');
  expect(recent.get('a')).toBe('after');
});

test('a value is cached for a second, but not while a change of it may be uncommitted', () => {
  const { clock, recent, put } = world();
  put('a', 'before');
  expect(recent.get('a')).toBe('before');
  recent.forget('a');
  expect(recent.get('a')).toBeNull();
  put('a', 'before');
  expect(recent.get('a')).toBeNull();
  clock.advance(9);
  recent.forget('a');
  clock.advance(9);
  put('a', 'before');
  expect(recent.get('a')).toBeNull();
  clock.advance(2);
  put('a', 'after');
  expect(recent.get('a')).toBe('after');
  clock.advance(1);
  expect(recent.get('a')).toBeNull();
});

test('keys of finished changes, such as deleted tokens, do not accumulate', () => {
  const { clock, recent, put, held } = world();
  for (let i = 0; i < 1_000; i++) {
    put(`Token:${i}`, 'token');
    recent.forget(`Token:${i}`);
    clock.advance(1);
  }
  expect(held()).toBeLessThan(20);
});

test('the age of a value counts from the start of its read, so a slow read is not cached for longer', () => {
  const { clock, recent } = world();
  const askedAt = clock.now();
  clock.advance(0.9);
  recent.put('a', 'of then', askedAt);
  expect(recent.get('a')).toBe('of then');
  clock.advance(0.1);
  expect(recent.get('a')).toBeNull();
});

test('ten thousand values are cached at most', () => {
  const { recent, put, held } = world();
  for (let i = 0; i < 10_000; i++) put(`Token:${i}`, 'token');
  expect([held(), recent.get('Token:0'), recent.get('Token:9999')]).toEqual([10_000, 'token', 'token']);
  put('one more', 'token');
  expect(held()).toBeLessThanOrEqual(10_000);
  expect(recent.get('one more')).toBe('token');
});
