import type { ContractCase } from './contract-kits.js';
import { NotTested, Unanswered } from './tested-connection.js';

export type CaseState = 'OK' | 'FAILED' | 'NOT_TESTED';

export interface PlayedCase {
  readonly name: string;
  readonly state: CaseState;
  /** What the partner did wrong, or why the case is not tested; null if it did everything right. */
  readonly sentence: string | null;
  /** How many cases this stands for. */
  readonly count: number;
}

/**
 * Plays cases one after another. Those that have not ended within the time limit have failed. After one that found no partner
 * who answers, no other case is played: each would say the same.
 */
export async function* playedCases(cases: readonly ContractCase[], limitSeconds: number): AsyncGenerator<PlayedCase> {
  const until = performance.now() + limitSeconds * 1000;
  for (const [index, { name, run }] of cases.entries()) {
    try {
      await within(until - performance.now(), run, `did not end within the time limit of ${limitSeconds} s`);
      yield { name, state: 'OK', sentence: null, count: 1 };
    } catch (cause) {
      const sentence = cause instanceof Error ? cause.message : String(cause);
      yield { name, state: cause instanceof NotTested ? 'NOT_TESTED' : 'FAILED', sentence, count: 1 };
      const rest = cases.length - index - 1;
      if (!(cause instanceof Unanswered) || rest === 0) continue;
      const others = rest === 1 ? 'the other case' : `the other ${rest} cases`;
      yield { name: others, state: 'NOT_TESTED', sentence: 'first mend what failed', count: rest };
      return;
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
