import type { ContractCase } from './contract-kits.js';
import { Undecided } from './tested-connection.js';

export type CaseState = 'OK' | 'FAILED' | 'NOT_TESTED';

export interface PlayedCase {
  readonly name: string;
  readonly state: CaseState;
  /** What the partner did wrong, or why the case is not tested; null if it did everything right. */
  readonly sentence: string | null;
}

/** Plays cases one after another. Those that have not ended within the time limit have failed. */
export async function* playedCases(cases: readonly ContractCase[], limitSeconds: number): AsyncGenerator<PlayedCase> {
  const until = performance.now() + limitSeconds * 1000;
  for (const { name, run } of cases) {
    try {
      await within(until - performance.now(), run, `did not end within the time limit of ${limitSeconds} s`);
      yield { name, state: 'OK', sentence: null };
    } catch (cause) {
      const sentence = cause instanceof Error ? cause.message : String(cause);
      yield { name, state: cause instanceof Undecided ? 'NOT_TESTED' : 'FAILED', sentence };
    }
  }
}

async function within(milliseconds: number, run: () => Promise<void>, late: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(late)), Math.max(0, milliseconds));
  });
  try {
    await Promise.race([milliseconds > 0 ? run() : limit, limit]);
  } finally {
    clearTimeout(timer);
  }
}
