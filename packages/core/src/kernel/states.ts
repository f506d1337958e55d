import { Bug, type DomainError, domainError, fail, ok, type Result } from './result.js';

/**
 * One row of a transition table. A row with `from: null` creates the record; `emits` is the type of the event to write.
 */
export interface Transition<S extends string = string, E extends string = string, M extends string = string> {
  readonly from: S | null;
  readonly on: E;
  readonly to: S;
  readonly emits: M | null;
  readonly why: string;
}

/** A state machine. A state changes only as its table says. */
export interface Machine<S extends string = string, E extends string = string, M extends string = string> {
  readonly name: string;
  /** The column of the record that holds this machine's state. */
  readonly column: string;
  /** States that no row leaves. */
  readonly terminal: readonly S[];
  readonly transitions: readonly Transition<S, E, M>[];
}

export function machine<const T extends readonly Transition[]>(
  name: string,
  column: string,
  terminal: readonly T[number]['to'][],
  transitions: T,
): Machine<T[number]['to'], T[number]['on'], NonNullable<T[number]['emits']>> {
  return { name, column, terminal, transitions };
}

export type StateOf<M> = M extends Machine<infer S, string> ? S : never;
export type EventOf<M> = M extends Machine<string, infer E> ? E : never;

/** All states of a machine, terminal states last. */
export function statesOf<S extends string>({ transitions, terminal }: Machine<S>): readonly [S, ...S[]] {
  const passed = transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to]));
  const [first, ...others] = new Set([...passed.filter((state) => !terminal.includes(state)), ...terminal]);
  if (first === undefined) throw new Bug('a state machine needs at least one state');
  return [first, ...others];
}

/** The row that leaves `state` on `event`; INVALID_STATE_TRANSITION if the machine has none. */
export function next<S extends string, E extends string, M extends string>(
  machine: Machine<S, E, M>,
  state: S | null,
  event: E,
): Result<Transition<S, E, M>> {
  const row = machine.transitions.find((t) => t.from === state && t.on === event);
  return row === undefined ? fail(notAllowed(machine, state, event)) : ok(row);
}

/** A transition that the time causes, for records in one of the states `from`, once the instant in `column` has passed. */
export interface Deadline<C extends string = string> {
  readonly column: C;
  /** The column of the state. */
  readonly state: C;
  readonly from: readonly string[];
}

/** The deadline of a machine's event: it ends the states that the event leaves. */
export function deadlineOf<S extends string, E extends string, const C extends string>(
  machine: Machine<S, E>,
  event: NoInfer<E>,
  column: C,
): Deadline<C | 'status'> {
  const from = machine.transitions.filter(({ on }) => on === event).map((row) => row.from);
  if (from.length === 0 || from.includes(null)) throw new Bug(`${machine.name} cannot ${event} by a deadline`);
  return { column, state: machine.column as 'status', from: from as readonly string[] };
}

function notAllowed(machine: Machine, state: string | null, event: string): DomainError {
  return domainError(
    'INVALID_STATE_TRANSITION',
    `${machine.name} in state ${state ?? '(none)'} does not allow ${event}`,
  );
}
