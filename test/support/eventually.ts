const EVERY_MS = 20;

/** What was awaited has not happened in time: on a busy machine that alone does not show a fault. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** Repeats a call until it returns something other than undefined, null or false, or the time is up. Retries errors. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T> | T,
  { withinMs = 10_000, everyMs = EVERY_MS }: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const until = performance.now() + withinMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer !== undefined && answer !== null && answer !== false) return answer as NonNullable<T>;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (performance.now() > until) throw new TooSlow(`${what}: not within ${withinMs} ms`, { cause: last });
    await pause(everyMs);
  }
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
