import type { Result } from '@corridor/core';

/** The database does not answer. What was under way is repeated later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The value of a unit of work that has no error of its own. */
export function stored<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new StoreUnavailable(result.error.message);
}
