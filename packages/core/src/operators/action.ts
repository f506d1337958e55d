import type { Context, CurrencyCode, Reads, Result, TenantKey, Tx, Unit } from '../kernel/index.js';
import type { Effect, Exemption, Moves } from './effects.js';
import type { Operator, OperatorRole } from './operator.js';

/** What an action is about to do, read in the unit that does it. */
export interface Planned {
  /** Id of the record concerned; a path of names if it has none. */
  readonly subject: string;
  /** The parts of the subject that the action changes. */
  readonly before: object | null;
  /** The money that it moves, in smallest units. */
  readonly moves: Moves;
  /** The lines of the journal entry that it books; absent if it books none. */
  readonly books?: readonly BookedLine[];
  /** A second operator has to approve it, whatever it moves. */
  readonly approval?: 'always';
  /** Those of the declared effects that this input has; absent: all of them. */
  readonly effects?: readonly Effect[];
}

/** A line of a journal entry: the name of the ledger account, and the signed amount in smallest units. */
export interface BookedLine {
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

/** Who requested an action, and the second operator who approved it; null if none had to. */
export interface Signatories {
  readonly requestedBy: Operator;
  readonly approvedBy: Operator | null;
}

export interface Performed<O> {
  readonly output: O;
  /** The parts of the subject that the action changed. */
  readonly after: object | null;
}

/** What an action does that one operator must not do alone, from which its approval follows. */
export interface Declared {
  readonly effects: readonly Effect[];
  /** Why the effects need no second operator; absent: they need one by the rules of their kinds. */
  readonly exempt?: Exemption;
}

/**
 * An action of operators, declared once for the console and the command line. `plan` reads and refuses; `perform` runs in
 * the same unit, at once or after a second operator approved the action.
 */
export interface OperatorAction<I = never, O = unknown> extends Declared {
  readonly kind: 'unit';
  /** One line, such as `Resolve an exception`. */
  readonly title: string;
  /** The lowest role that may request the action. A second operator needs it, and APPROVER. */
  readonly role: OperatorRole;
  /** The person who holds the master key may take the action without an operator, and without an approval. */
  readonly byMasterKey?: true;
  /** The input and the parts of the subject as the log has them, without secrets; absent: as they are. */
  readonly forLog?: (part: object) => object;
  /**
   * Asks outside of any unit what `plan` and `perform` need to know, and returns the input with the answer. It runs for
   * each preview, request and approval, and changes nothing. The log has the input as it was given. Absent: nothing is
   * asked.
   */
  readonly prepare?: (ctx: Context, input: I) => Promise<Result<object>>;
  readonly plan: (tx: Tx, ctx: Context, input: I) => Promise<Result<Planned>>;
  readonly perform: (unit: Unit, input: I, signed: Signatories) => Promise<Result<Performed<O>>>;
}

/**
 * An action that also acts outside the database: it cannot share a unit with its entry in the log, which is written
 * before it starts and when it ends. It cannot wait for a second operator, so that effects need an exemption.
 */
export interface OutsideAction<I = never, O = unknown> extends Declared {
  readonly kind: 'outside';
  readonly title: string;
  readonly role: OperatorRole;
  readonly subject: (input: I, ctx: Context) => string;
  /** What the action changes, for the log when it starts. */
  readonly before?: (reads: Reads, ctx: Context) => Promise<Result<object>>;
  readonly perform: (ctx: Context, input: I, by: Operator) => Promise<Result<Performed<O>>>;
}

export type AnyAction = OperatorAction | OutsideAction;

/** Actions by name, such as `exceptions.resolve`. */
export type Registry = Readonly<Record<string, AnyAction>>;

export type InputOf<A> = A extends OperatorAction<infer I> ? I : A extends OutsideAction<infer I> ? I : never;
export type OutputOf<A> =
  A extends OperatorAction<never, infer O> ? O : A extends OutsideAction<never, infer O> ? O : never;

/** A tenant, and the input of an action in it. */
export interface ActionRequest<R extends Registry, N extends keyof R & string> {
  readonly tenant: TenantKey;
  readonly action: N;
  readonly input: InputOf<R[N]>;
  /** The digest of the preview that the operator confirmed; absent if the action was not shown before. */
  readonly confirmed?: string | undefined;
}
