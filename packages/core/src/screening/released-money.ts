import type { CurrencyCode, Reads } from '../kernel/index.js';
import { readAll } from '../kernel/index.js';
import { continuationOf, type MovingMoney, type ScreeningContinuations } from './continuations.js';
import { isCleared, matchesOf } from './matches.js';
import { type ScreeningMatchRecord, SCREENINGS } from './screening.js';

/**
 * The money that goes on if these matches are cleared, in a sum for each currency: that of each held screening without another
 * match that is not cleared. What another match, a block or an exception keeps is not a part of it.
 */
export async function releasedMoney(
  reads: Reads,
  continuations: ScreeningContinuations,
  matches: readonly ScreeningMatchRecord[],
): Promise<readonly MovingMoney[]> {
  const cleared = new Set<string>(matches.map(({ id }) => id));
  const subjects = new Set<string>();
  // A screening whose only confirmation is withdrawn goes on as one that is held.
  for (const status of ['HELD', 'CONFIRMED'] as const)
    for (const screening of await readAll(reads, SCREENINGS, { status })) {
      if (!screening.matches.some((id) => cleared.has(id))) continue;
      const all = await matchesOf(reads, screening);
      if (all.every((match) => isCleared(match) || cleared.has(match.id))) subjects.add(screening.subject);
    }
  const sums = new Map<CurrencyCode, bigint>();
  for (const subject of subjects) {
    const money = await continuationOf(continuations, subject).releases?.(reads, subject);
    if (money !== undefined && money !== null)
      sums.set(money.currency, (sums.get(money.currency) ?? 0n) + money.amount);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
