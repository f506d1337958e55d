import { type Chance, chanceOf } from './chance.js';
import { ARGUMENT_BELOW, ARGUMENTS, type Faults, type Operation } from './operation.js';
import { AREAS } from './operations/index.js';

/** The first operations of every run, so that the others have something to operate on. */
const FIRST = [
  ...Array<string>(4).fill('customers.create'),
  ...Array<string>(6).fill('accounts.add-external'),
  ...Array<string>(4).fill('sandbox.fund'),
];

const NEEDED_AREAS = 2;

/** While a host pauses in background work, often the leases end, the other host does the work, and the first goes on. */
const OVERTAKEN: readonly string[] = ['work.jobs', 'work.events'];
const OVERTAKING = ['time.advance', 'work.jobs', 'work.events', 'hosts.resume'];

/** Faults of a run: each kind is off in some runs, and rare or frequent in others. */
interface FaultRates {
  readonly outside: number;
  readonly crash: number;
  readonly pause: number;
  readonly twin: number;
}

/**
 * The operations of a run. Weights change from run to run, and some areas and faults are off, because a bug can need a
 * mix that the average run never reaches.
 */
export function drawRun(seed: string, length: number): readonly Operation[] {
  const chance = chanceOf(`run ${seed}`);
  const moves = AREAS.flatMap((area, index) => (index >= NEEDED_AREAS && chance.under(4) === 0 ? [] : area));
  const weighted = moves.map(({ name, weight }) => ({ name, weight: weight * chance.of([0.3, 1, 1, 3]) }));
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  const rates: FaultRates = {
    outside: chance.of([0, 10, 30, 60]),
    crash: chance.of([0, 3, 10]),
    pause: chance.of([0, 2, 6]),
    twin: chance.of([0, 5, 15]),
  };
  const drawn = (): string => {
    let left = (chance.under(1_000_000) / 1_000_000) * total;
    return weighted.find(({ weight }) => (left -= weight) < 0)?.name ?? weighted[0]!.name;
  };
  const next: string[] = [];
  return Array.from({ length }, (_, index) => {
    const name = FIRST[index] ?? next.shift() ?? drawn();
    const args = Array.from({ length: ARGUMENTS }, () => chance.under(ARGUMENT_BELOW));
    const faults = index < FIRST.length ? null : drawFaults(chance, rates);
    if (faults?.pause !== undefined && OVERTAKEN.includes(name) && chance.under(2) === 0) next.push(...OVERTAKING);
    return { name, args, ...(faults !== null && { faults }) };
  });
}

function drawFaults(chance: Chance, rates: FaultRates): Faults | null {
  const faults = {
    ...(chance.under(100) < rates.outside && { outside: chance.under(10_000) }),
    ...(chance.under(100) < rates.crash && { crash: chance.under(24) }),
    ...(chance.under(100) < rates.pause && { pause: chance.under(12) }),
    ...(chance.under(100) < rates.twin && { twin: 1 as const }),
  };
  return Object.keys(faults).length === 0 ? null : faults;
}
