/** The last answer, and a new one if it is older than `ageMs` or the clock was set back. Callers at once share a question. */
export function remembered<T>(ageMs: number, now: () => number, ask: () => Promise<T>): () => Promise<T> {
  let known: { readonly answer: T; readonly at: number } | null = null;
  let asking: Promise<T> | null = null;

  async function askAgain(): Promise<T> {
    const at = now();
    const answer = await ask();
    known = { answer, at };
    return answer;
  }

  return async () => {
    const age = known === null ? null : now() - known.at;
    if (age !== null && age >= 0 && age < ageMs) return known!.answer;
    return (asking ??= askAgain().finally(() => (asking = null)));
  };
}
