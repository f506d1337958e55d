import fc from 'fast-check';
import type { PlayBank } from './bank-reports.js';

/** How many calls go well before each crash, and on which side of the next call it comes. */
export type Crashes = readonly (readonly [number, 'before' | 'after'])[];

export const crashes = (mostCalls: number, mostCrashes: number): fc.Arbitrary<Crashes> =>
  fc.array(fc.tuple(fc.nat({ max: mostCalls }), fc.constantFrom('before' as const, 'after' as const)), {
    maxLength: mostCrashes,
  });

/** Runs the work while the host crashes. */
export async function withCrashes(bank: PlayBank, all: Crashes, work: () => Promise<void>): Promise<void> {
  const left = [...all];
  let calls = 0;
  bank.crashAt = () => {
    const [next] = left;
    if (next === undefined || calls++ < next[0]) return null;
    calls = 0;
    left.shift();
    return next[1];
  };
  await work();
  bank.crashAt = null;
}
