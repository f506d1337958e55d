import type { Operation } from './operation.js';
import { replay } from './replay.js';

export interface Shrunk {
  readonly operations: readonly Operation[];
  readonly finding: string;
}

/** Findings name ids and amounts, which differ when operations are left out. */
const shapeOf = (finding: string): string =>
  (finding.split('\n')[0] ?? '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]+|\d+/g, '#').slice(0, 120);

/** The part of a name before its dot: operations of one area are often all unrelated to a finding. */
const areaOf = ({ name }: Operation): string => name.split('.')[0]!;

/**
 * The shortest list of operations found that has the same finding: leaves out whole areas, then ever smaller parts (delta
 * debugging), then faults, then makes the numbers smaller. Ends early after `seconds`.
 */
export async function shrink(failing: readonly Operation[], finding: string, seconds = 120): Promise<Shrunk> {
  const until = performance.now() + seconds * 1000;
  const shape = shapeOf(finding);
  let best: Shrunk = { operations: failing, finding };
  /** Most findings come before everything ends, and are there sooner without the end. */
  let toEnd = false;

  async function tried(operations: readonly Operation[]): Promise<boolean> {
    if (performance.now() > until) return false;
    const played = await replay(operations, toEnd);
    if (played.finding === null || shapeOf(played.finding) !== shape) return false;
    best = { operations: operations.slice(0, played.operations + 1), finding: played.finding };
    return true;
  }

  toEnd = !(await tried(failing));
  for (const area of new Set(failing.map(areaOf)))
    await tried(best.operations.filter((operation) => areaOf(operation) !== area));
  for (let size = best.operations.length >> 1; size >= 1; size >>= 1) {
    for (let from = best.operations.length - size; from >= 0; from -= size) {
      await tried([...best.operations.slice(0, from), ...best.operations.slice(from + size)]);
    }
  }
  for (let index = best.operations.length - 1; index >= 0; index--) {
    const replaced = (operation: Operation): Promise<boolean> => tried(best.operations.with(index, operation));
    const { name, args } = best.operations[index]!;
    if (best.operations[index]!.faults !== undefined) await replaced({ name, args });
    for (let length = 0; length < args.length; length++) {
      const { faults } = best.operations[index]!;
      if (await replaced({ name, args: args.slice(0, length), ...(faults && { faults }) })) break;
    }
    for (let at = 0; at < best.operations[index]!.args.length; at++) {
      const { faults, args: present } = best.operations[index]!;
      if (present[at] !== 0) await replaced({ name, args: present.with(at, 0), ...(faults && { faults }) });
    }
  }
  return best;
}
