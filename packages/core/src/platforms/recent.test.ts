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
  return { clock, recent, held: () => maps.reduce((sum, map) => sum + map.size, 0) };
}

test('a value is read anew after a clock has gone back', () => {
  const { clock, recent } = world();
  clock.advance(1_000_000);
  recent.put('a', 'before');
  clock.advance(-1_000_000);
  expect(recent.get('a')).toBeNull();
  recent.put('a', 'after');
  expect(recent.get('a')).toBe('after');
});

test('a value is kept for a second, and read anew while a change of it may be under way', () => {
  const { clock, recent } = world();
  recent.put('a', 'before');
  expect(recent.get('a')).toBe('before');
  recent.forget('a');
  expect(recent.get('a')).toBeNull();
  recent.put('a', 'before');
  expect(recent.get('a')).toBeNull();
  clock.advance(9);
  recent.forget('a');
  clock.advance(9);
  recent.put('a', 'before');
  expect(recent.get('a')).toBeNull();
  clock.advance(2);
  recent.put('a', 'after');
  expect(recent.get('a')).toBe('after');
  clock.advance(1);
  expect(recent.get('a')).toBeNull();
});

test('what was changed for good, such as a token that was deleted, is not remembered for ever', () => {
  const { clock, recent, held } = world();
  for (let i = 0; i < 1_000; i++) {
    recent.put(`Token:${i}`, 'token');
    recent.forget(`Token:${i}`);
    clock.advance(1);
  }
  expect(held()).toBeLessThan(20);
});
