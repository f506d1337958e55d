/** Faults of one operation. Each is a whole number, so that an operation can be shrunk and printed. */
export interface Faults {
  /** Seed of the failures of outside services during the operation. */
  readonly outside?: number;
  /** The host crashes at this call to a port: before it if even, after it if odd. A unit of work is one call. */
  readonly crash?: number;
  /** The host pauses before this call to a port, and goes on when another operation resumes it. */
  readonly pause?: number;
  /**
   * The host pauses in the first unit of work from this call on, between its reads and its commit, and goes on as after
   * `pause`.
   */
  readonly stall?: number;
  /**
   * 1: both hosts receive the request at the same time. 2: each receives a request of its own, and their units of work
   * read before either of them commits.
   */
  readonly twin?: 1 | 2;
}

/** One step of a run, as plain data: the same list of operations always plays the same run. */
export interface Operation {
  /** Area and operation, such as `cards.order`. */
  readonly name: string;
  /** Small numbers from which the operation draws its subjects, amounts and variants. Missing ones are 0. */
  readonly args: readonly number[];
  readonly faults?: Faults;
}

/** Numbers below this are drawn for `args`. */
export const ARGUMENT_BELOW = 1_000;
/** No operation draws more numbers than this. */
export const ARGUMENTS = 16;

/** The subject of an operation does not exist, so the operation does nothing. */
export class NoSubject extends Error {
  override readonly name = 'NoSubject';
}

/** Draws from the arguments of an operation, in their order. */
export interface Draw {
  /** A whole number from 0 to `below` - 1. */
  under(below: number): number;
  /** True once in `times`; false for the argument 0, so that a shrunk operation is the usual one. */
  once(times: number): boolean;
  /** Throws `NoSubject` if there are none. */
  of<T>(items: readonly T[]): T;
  /** Mostly one of the last four items. Throws `NoSubject` if there are none. */
  recent<T>(items: readonly T[]): T;
  /** From 1 up to this many smallest units. */
  amount(most: number): bigint;
}

export function drawFrom(args: readonly number[]): Draw {
  let at = 0;
  const next = (): number => args[at++] ?? 0;
  const pick = <T>(items: readonly T[], index: number): T => {
    if (items.length === 0) throw new NoSubject();
    return items[index % items.length]!;
  };
  return {
    under: (below) => next() % below,
    once: (times) => next() % times === times - 1,
    of: (items) => pick(items, next()),
    recent(items) {
      const index = next();
      return pick(index % 4 === 3 ? items : items.slice(-4), Math.floor(index / 4));
    },
    amount: (most) => 1n + (BigInt(most) * BigInt(next())) / BigInt(ARGUMENT_BELOW),
  };
}

/** The text of a case that replays these operations. */
export function pasted(operations: readonly Operation[], finding: string): string {
  const lines = operations.map(
    ({ name, args, faults }) =>
      `  { name: '${name}', args: [${args.join(', ')}]${faults === undefined ? '' : `, faults: ${spaced(faults)}`} },`,
  );
  return [
    `// ${finding.split('\n').join('\n// ')}`,
    "import type { Operation } from '../operation.js';",
    '',
    'export default [',
    ...lines,
    '] satisfies readonly Operation[];',
    '',
  ].join('\n');
}

const spaced = (faults: Faults): string =>
  `{ ${Object.entries(faults)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')} }`;
