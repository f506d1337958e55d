/** Random choices that are the same for the same seed. */
export interface Chance {
  /** A whole number from 0 to `below` - 1. */
  under(below: number): number;
  of<T>(items: readonly T[]): T;
}

/** The generator mulberry32: small numbers, quickly, with the same sequence everywhere. */
export function chanceOf(seed: string): Chance {
  let state = 0x9e37_79b9;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 0x85eb_ca6b) >>> 0;
  const under = (below: number): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  return { under, of: (items) => items[under(items.length)]! };
}
