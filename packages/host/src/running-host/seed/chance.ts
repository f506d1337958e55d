/** Random choices that are the same for the same seed. Only for sample data: the numbers can be predicted. */
export interface Chance {
  /** A whole number from 0 to `below` - 1. */
  under(below: number): number;
  of<T>(items: readonly T[]): T;
  /** Whether an event of this probability happens, in percent. */
  percent(probability: number): boolean;
  digits(count: number): string;
  /** An amount around the median: most are within a factor of three, a few are far larger. */
  amount(median: number): number;
  /** Choices of its own for a part of the whole, which other parts do not shift. */
  part(name: string): Chance;
}

const WORD = 2 ** 32;

/** FNV-1a, so that neighbouring seeds have different beginnings. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193) >>> 0;
  return hash;
}

export function chanceOf(seed: string): Chance {
  let state = hashOf(seed);
  /** Mulberry32: a small generator whose numbers are spread evenly. */
  const word = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const under = (below: number): number => Math.floor((word() / WORD) * below);
  /** The sum of twelve even numbers from 0 to 1, less six, is close to a normal distribution. */
  const normal = (): number => Array.from({ length: 12 }, () => word() / WORD).reduce((sum, each) => sum + each, -6);
  return {
    under,
    of: (items) => items[under(items.length)]!,
    percent: (probability) => under(100) < probability,
    digits: (count) => Array.from({ length: count }, () => under(10)).join(''),
    amount: (median) => Math.max(100, Math.round(median * Math.exp(0.8 * normal()))),
    part: (name) => chanceOf(`${seed}/${name}`),
  };
}

/** A deck that is shuffled again when it is used up, so that every card comes up as often as it is in the deck. */
export function deckOf<T>(chance: Chance, cards: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = [...cards];
    return left.splice(chance.under(left.length), 1)[0]!;
  };
}
