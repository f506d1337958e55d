import { type Context, type Fields, type InputOfFields, ok, type Tx, type UseCase } from '../../kernel/index.js';
import {
  type OperatorAction,
  type OperatorRole,
  unitAction,
  type SaysWords,
  type Weight,
} from '../../operators/index.js';

interface Simple<F extends Fields, O> {
  readonly title: string;
  readonly role: OperatorRole;
  readonly effects: OperatorAction['effects'];
  readonly input: F;
  /** Whether this input has the effects; absent: each has. */
  readonly hasEffects?: (tx: Tx, ctx: Context, input: InputOfFields<F>) => boolean | Promise<boolean>;
  readonly byMasterKey?: true;
  readonly weight?: Weight;
  readonly words: SaysWords<InputOfFields<F>>;
  readonly subject: (input: InputOfFields<F>, ctx: Context) => string;
  /** The parts of the subject that the action changes; read before and after it. */
  readonly shows?: (tx: Tx, subject: string, ctx: Context, input: InputOfFields<F>) => Promise<object | null>;
  /** Refuses what cannot be done, before a second operator is asked. */
  readonly refuses?: UseCase<InputOfFields<F>, unknown>;
  readonly run: UseCase<InputOfFields<F>, O>;
  /** What the log says of the outcome, if it is not in the subject. */
  readonly after?: (output: O) => object;
}

/** An action that is one use case. */
export const simple = <const F extends Fields, O>({
  hasEffects = () => true,
  subject,
  shows,
  refuses = async () => ok(),
  run,
  after,
  ...named
}: Simple<F, O>): OperatorAction<InputOfFields<F>, O> =>
  unitAction<F, O>({
    ...named,
    plan: async (tx, ctx, input) => {
      const checked = await refuses(tx, ctx, input);
      if (!checked.ok) return checked;
      const id = subject(input, ctx);
      const before = (await shows?.(tx, id, ctx, input)) ?? null;
      return ok({ subject: id, before, moves: [], ...(!(await hasEffects(tx, ctx, input)) && { effects: [] }) });
    },
    perform: async ({ tx, ctx }, input) => {
      const done = await run(tx, ctx, input);
      if (!done.ok) return done;
      const shown = after?.(done.value) ?? (await shows?.(tx, subject(input, ctx), ctx, input)) ?? null;
      return ok({ output: done.value, after: shown });
    },
  });
