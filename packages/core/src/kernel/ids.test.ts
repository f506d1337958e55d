import { describe, expect, it } from 'vitest';
import { createIds, type Instant, isId } from './index.js';

const bytes = (length: number): Uint8Array => new Uint8Array(length).map((_, i) => (i * 37 + length) & 0xff);

describe('ids', () => {
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
});
