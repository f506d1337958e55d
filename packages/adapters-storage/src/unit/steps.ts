import type { DomainError } from '@corridor/core';
import type { AnyKind } from '@corridor/core/records';
import type { Add, Guard, Write } from '../schema/writes.js';

/** Writes that touch each row once: guards in lock order, then the inserts. */
export interface Step {
  readonly guards: readonly Guard[];
  readonly adds: readonly Add[];
}

/** Thrown inside a unit of work to end it with a domain error. */
export class Ended extends Error {
  constructor(readonly error: DomainError) {
    super(error.message);
  }
}

/** Thrown inside a unit of work if another one changed a row first: the unit is rolled back and runs again. */
export class LostRace extends Error {}

/** The error of a guard that did not hold: an increase had too little, another guard lost a race. */
export function guardFailure(guard: Guard): Ended | LostRace {
  if (guard.op === 'increase') return new Ended(guard.short);
  return guard.op === 'pin' || guard.lost === undefined ? new LostRace() : new Ended(guard.lost);
}

/**
 * Whether rows of this kind have an amount and no state. Balances and daily volumes do. So do agents and arrivals,
 * which are not sums: for them it does not matter whether they come last.
 */
const isStatelessAmount = ({ columns, states }: AnyKind): boolean =>
  states.length === 0 && Object.values(columns).some((type) => type === 'amount');

/**
 * Rows with an amount and no state come last, because balances are among them. A unit that repeats what another one
 * has done would otherwise find too little money first, and end with that error; so it finds that it lost the race, and
 * runs again.
 */
function compare(a: Guard, b: Guard): number {
  const order = Number(isStatelessAmount(a.kind)) - Number(isStatelessAmount(b.kind));
  if (order !== 0) return order;
  return a.kind.name === b.kind.name ? (a.id < b.id ? -1 : a.id > b.id ? 1 : 0) : a.kind.name < b.kind.name ? -1 : 1;
}

/** Maximum number of writes that fit into one statement of every database. */
const STEP_WRITES = 1_000;

const mayConflict = (add: Add): boolean => add.options.conflicts !== undefined;

/**
 * Splits the writes of a flush into steps that touch each row once, with rows in the same order in every unit of work.
 * So two units that change the same rows in one step wait for each other instead of deadlocking. `last` goes into the
 * last step.
 */
export function plan(writes: readonly Write[], last: readonly Add[]): readonly Step[] {
  const depth = new Map<string, number>();
  const steps: { guards: Guard[]; adds: Add[] }[] = [];
  const at = (index: number) => (steps[index] ??= { guards: [], adds: [] });
  const roomFrom = (index: number): number => {
    while (at(index).guards.length + at(index).adds.length >= STEP_WRITES) index++;
    return index;
  };
  for (const write of writes) {
    const row = `${write.kind.name}/${write.id}`;
    const index = roomFrom(depth.get(row) ?? 0);
    depth.set(row, index + 1);
    if (write.op === 'add') at(index).adds.push(write);
    else at(index).guards.push(write);
  }
  for (const add of last) at(roomFrom(Math.max(0, steps.length - 1))).adds.push(add);
  for (const step of steps) {
    step.guards.sort(compare);
    // Inserts that can be refused come first: a unit of work that is refused before it has changed a row has no changes
    // to undo.
    step.adds.sort((a, b) => Number(mayConflict(b)) - Number(mayConflict(a)));
  }
  return steps;
}
