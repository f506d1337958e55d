import { describe, expect, it } from 'vitest';
import { createIds, type Id, idFrom, idsIn, type Instant, isId, timeOfId } from './index.js';

const bytes = (length: number): Uint8Array => new Uint8Array(length).map((_, i) => (i * 37 + length) & 0xff);

describe('ids', () => {
  it('are made of texts that are ids of their type, and of no others', () => {
    const text = 'Customer:018bcfe5-6800-7000-8000-000000000001';
    expect(idFrom('Customer', text)).toBe(text);
    for (const other of ['', 'Customer:1', `Platform:${text.slice(9)}`, text.toUpperCase(), `${text} `, null]) {
      expect(() => idFrom('Customer', other as string)).toThrow(TypeError);
    }
  });

  it('are version 7 UUIDs with their type as prefix', () => {
    const ids = createIds({ now: () => 1_700_000_000_000 as Instant }, { bytes });
    expect(ids.next('Quote')).toMatch(/^Quote:018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(isId('Quote', ids.next('Quote'))).toBe(true);
    expect(isId('Quote', ids.next('Customer'))).toBe(false);
  });

  it('sort in the order of their creation, even if the clock stops or goes back', () => {
    let now = 1_700_000_000_000;
    const ids = createIds({ now: () => now as Instant }, { bytes });
    const made: string[] = [];
    for (let i = 0; i < 10_000; i++) {
      if (i === 6_000) now -= 5_000;
      made.push(ids.next('Transaction'));
    }
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('have the time, a counter within its millisecond and eight random bytes of their own', () => {
    let now = 1_700_000_000_000;
    const ids = createIds({ now: () => now as Instant }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });
    expect([ids.next('Quote'), ids.next('Quote'), ids.next('Card')]).toEqual([
      'Quote:018bcfe5-6800-7000-8001-020304050607',
      'Quote:018bcfe5-6800-7001-8809-0a0b0c0d0e0f',
      'Card:018bcfe5-6800-7002-9011-121314151617',
    ]);
    now += 1;
    expect(ids.next('Quote')).toBe('Quote:018bcfe5-6801-7000-9819-1a1b1c1d1e1f');
  });

  it('go on in the next millisecond when the counter of one is used up', () => {
    const ids = createIds({ now: () => 1_700_000_000_000 as Instant }, { bytes });
    const made = Array.from({ length: 4_098 }, () => ids.next('Quote').slice(0, 'Quote:018bcfe5-6800-7000'.length));
    expect([made[4_095], made[4_096], made[4_097]]).toEqual([
      'Quote:018bcfe5-6800-7fff',
      'Quote:018bcfe5-6801-7000',
      'Quote:018bcfe5-6801-7001',
    ]);
  });

  it('take random bytes for 512 of them at once', () => {
    const lengths: number[] = [];
    const noting = (length: number) => {
      lengths.push(length);
      return bytes(length);
    };
    const ids = createIds({ now: () => 1_700_000_000_000 as Instant }, { bytes: noting });
    for (let i = 0; i < 512; i++) ids.next('Quote');
    expect(lengths).toEqual([4_096]);
    ids.next('Quote');
    expect(lengths).toEqual([4_096, 4_096]);
  });

  it('tell when a host made them', () => {
    const ids = createIds({ now: () => 1_700_000_000_123 as Instant }, { bytes });
    expect(timeOfId(ids.next('Quote'))).toBe(1_700_000_000_123);
    expect(timeOfId('fx:SANDBOX:USD')).toBeNull();
  });

  it('are texts, and nothing around them', () => {
    const id = 'Quote:018bcfe5-6800-7000-8001-020304050607' as Id<'Quote'>;
    const others = [[id], `${id}0`, ` ${id}`, `${id}\n`, id.toUpperCase(), 'Quote:', ''];
    expect([id, ...others].filter((text) => isId('Quote', text as string))).toEqual([id]);
  });
});

it('finds the ids in a text, in a time that grows with its length alone', () => {
  const id = 'Customer:018bcfe5-6800-7000-8000-000000000001';
  const long = 'a'.repeat(2_000_000);
  const begun = performance.now();
  expect(idsIn(`${long}${id}"${id} Quote:1 ${long}`)).toEqual([id]);
  expect(performance.now() - begun).toBeLessThan(2_000);
});
