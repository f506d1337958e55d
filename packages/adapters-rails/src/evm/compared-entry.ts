import { Bug, RailEntryError } from '@corridor/core/ports';

/** Calls the function until it succeeds once. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work().catch((cause: unknown) => {
      done = null;
      throw cause;
    });
    return done;
  };
}

/** Why an entry is not known to fit its chain, for `check()`. */
export async function problemOf(work: () => Promise<void>): Promise<readonly string[]> {
  try {
    await work();
    return [];
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    if (cause instanceof RailEntryError) return [`the entry does not fit the chain: ${cause.member}: ${cause.message}`];
    return [`the entry is not compared with the chain yet: ${cause instanceof Error ? cause.message : String(cause)}`];
  }
}
