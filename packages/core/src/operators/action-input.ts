import { checkInput, type Fields, ok, type Result, withoutSecrets } from '../kernel/index.js';
import type { AnyAction, OperatorAction, OutsideAction } from './action.js';

/** The input of an action, or its record, as the log has it. What is secret in an unknown action is unknown. */
export const logged = (action: AnyAction | null, part: object | null): object | null =>
  part === null || action === null ? null : withoutSecrets(action.input, part);

/**
 * The input of an action, whose name is all that was known of it. This is the one place where a value from outside gets
 * the type that the fields of the action declare, because they have checked it.
 */
export function inputOf<I>(
  action: { readonly input: Fields } & (OperatorAction<I> | OutsideAction<I>),
  { input, isStored }: { readonly input: unknown; readonly isStored: boolean },
): Result<I> {
  const checked = isStored ? ok() : checkInput(action.input, input);
  return checked.ok ? ok(input as I) : checked;
}
