import {
  type Context,
  type Fields,
  type InputOfFields,
  ok,
  type Reads,
  type Result,
  type TenantKey,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import type { Effect, Exemption } from './effects.js';
import type { Operator, OperatorRole } from './operator.js';
import type { Planned } from './plan.js';
import type { SaysWords, Weight } from './words.js';

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
  /** A second operator has to approve it, whatever its effects. `by-plan`: the plan says for which inputs. */
  readonly approval?: 'always' | 'by-plan';
}

/** What both kinds of actions declare. */
interface Taken extends Declared {
  /** One line, such as `Resolve an exception`. */
  readonly title: string;
  /** The lowest role that may request the action. A second operator needs it, and APPROVER. */
  readonly role: OperatorRole;
  /** The person who holds the master key may take the action without an operator, and without an approval. */
  readonly byMasterKey?: true;
  /** Of a link or a button that leads to the action; by default `usual`. */
  readonly weight?: Weight;
  /** The fields of the input, for every way to ask for them. They check it, and say what is secret in the log. */
  readonly input: Fields;
}

/** An action with its input. `plan` reads and refuses; `perform` runs in the same unit. */
export interface Steps<O> {
  /** `asked`: what the request that is approved has shown; absent before a request. */
  readonly plan: (tx: Tx, ctx: Context, asked?: Asked) => Promise<Result<Planned>>;
  readonly perform: (unit: Unit, signed: Signatories, planned: Planned) => Promise<Result<Performed<O>>>;
}

/** What a request has shown of the record. */
export type Asked = Pick<Planned, 'before'>;

/**
 * An action of operators, declared once for the console and the command line by `unitAction` or `preparedAction`. It runs
 * in one unit, at once or after a second operator approved it.
 */
export interface OperatorAction<I = never, O = unknown> extends Taken {
  readonly kind: 'unit';
  /** How the decision reads to those who confirm it, approve it, and find it in the log. */
  readonly words: SaysWords<I>;
  /** `begin` asks outside of any unit what the steps need to know. */
  readonly asks?: true;
  /** The steps for an input. Called for each preview, request and approval; changes nothing. */
  readonly begin: (ctx: Context, input: I) => Promise<Result<Steps<O>>>;
}

/**
 * An action that also acts outside the database: it cannot share a unit with its entry in the log, which is written
 * before it starts and when it ends. It cannot wait for a second operator, so that effects need an exemption.
 */
export interface OutsideAction<I = never, O = unknown> extends Taken {
  readonly kind: 'outside';
  readonly words: SaysWords<I>;
  readonly subject: (input: I, ctx: Context) => string;
  /** What the action changes, for the log when it starts. */
  readonly before?: (reads: Reads, ctx: Context) => Promise<Result<object>>;
  readonly perform: (ctx: Context, input: I, by: Operator) => Promise<Result<Performed<O>>>;
}

export type AnyAction<O = unknown> = OperatorAction<never, O> | OutsideAction<never, O>;

/** Actions by name, such as `exceptions.resolve`. */
export type Registry = Readonly<Record<string, AnyAction>>;

/** The input of an action, as its fields declare it. */
export type InputOf<A> =
  A extends OperatorAction<infer I extends object, infer _O>
    ? I
    : A extends OutsideAction<infer I extends object, infer _P>
      ? I
      : never;
export type OutputOf<A> =
  A extends OperatorAction<never, infer O> ? O : A extends OutsideAction<never, infer O> ? O : never;

/** An input before its fields are checked: an id or a choice may be any text. */
export type Unchecked<I> = { readonly [K in keyof I]: UncheckedValue<I[K]> };
type UncheckedValue<T> = T extends string
  ? string
  : T extends readonly (infer E)[]
    ? readonly UncheckedValue<E>[]
    : T extends number | bigint | boolean | null | undefined
      ? T
      : Unchecked<T>;

/** A tenant, and the input of an action in it. */
export interface ActionRequest<R extends Registry, N extends keyof R & string> {
  readonly tenant: TenantKey;
  readonly action: N;
  readonly input: InputOf<R[N]> | Unchecked<InputOf<R[N]>>;
  /** The digest of the preview that the operator confirmed; absent if the action was not shown before. */
  readonly confirmed?: string | undefined;
}

type Named<F extends Fields> = Omit<Taken, 'input'> & {
  readonly input: F;
  readonly words: SaysWords<InputOfFields<F>>;
};

/** The steps of an action. `ready` is its input, with what was asked before. */
interface StepsOf<R, O> {
  readonly plan: (tx: Tx, ctx: Context, ready: R, asked?: Asked) => Promise<Result<Planned>>;
  readonly perform: (unit: Unit, ready: R, signed: Signatories, planned: Planned) => Promise<Result<Performed<O>>>;
}

const stepsWith = <R, O>({ plan, perform }: StepsOf<R, O>, ready: R): Steps<O> => ({
  plan: (tx, ctx, asked) => plan(tx, ctx, ready, asked),
  perform: (unit, signed, planned) => perform(unit, ready, signed, planned),
});

/** Declares an action that runs in one unit. */
export const unitAction = <const F extends Fields, O>({
  plan,
  perform,
  ...named
}: Named<F> & StepsOf<InputOfFields<F>, O>): OperatorAction<InputOfFields<F>, O> => ({
  ...named,
  kind: 'unit',
  begin: async (_ctx, input) => ok(stepsWith({ plan, perform }, input)),
});

/** Declares an action that runs in one unit, and asks before it, outside of any unit, what it needs to know. */
export const preparedAction = <const F extends Fields, R, O>({
  prepare,
  plan,
  perform,
  ...named
}: Named<F> &
  StepsOf<R, O> & {
    readonly prepare: (ctx: Context, input: InputOfFields<F>) => Promise<Result<R>>;
  }): OperatorAction<InputOfFields<F>, O> => ({
  ...named,
  kind: 'unit',
  asks: true,
  async begin(ctx, input) {
    const ready = await prepare(ctx, input);
    return ready.ok ? ok(stepsWith({ plan, perform }, ready.value)) : ready;
  },
});

/** Declares an action that also acts outside the database. */
export const outsideAction = <const F extends Fields, O>(
  action: Named<F> & Pick<OutsideAction<InputOfFields<F>, O>, 'subject' | 'before' | 'perform'>,
): OutsideAction<InputOfFields<F>, O> => ({ ...action, kind: 'outside' });
