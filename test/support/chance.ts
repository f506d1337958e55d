import { createHash, randomInt } from 'node:crypto';

export interface Chance {
  /** A whole number from 0 to `below` - 1. */
  under(below: number): number;
  of<T>(items: readonly T[]): T;
}

/** Random choices that are the same for the same seed. */
export function chanceOf(seed: string): Chance {
  let drawn = 0;
  const under = (below: number): number =>
    createHash('sha256')
      .update(`${seed}/${(drawn += 1)}`)
      .digest()
      .readUIntBE(0, 6) % below;
  return { under, of: (items) => items[under(items.length)]! };
}

/** The seed of this run: FAULT_SEED or a new one. It is printed, so that a run can be repeated. */
export function faultSeed(what: string): string {
  const seed = process.env['FAULT_SEED'] ?? String(randomInt(2 ** 31));
  process.stdout.write(`${what}: FAULT_SEED=${seed}\n`);
  return seed;
}
