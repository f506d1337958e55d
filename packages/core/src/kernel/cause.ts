/** A service outside did not answer as it should. The message alone says which one and what failed. */
export abstract class OutsideFailure extends Error {}

/** Says in one line why something failed, for the log and for operators. */
export function describeCause(thrown: unknown): string {
  if (thrown instanceof OutsideFailure) return thrown.message;
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
