import type { Tx } from '../kernel/index.js';
import { presentRound } from './rounds.js';
import { type Screening, SCREENING_ROUNDS, SCREENINGS } from './screening.js';
import { screeningsOf } from './store-question.js';

/**
 * What the screenings of a subject say about its parties as they are now.
 * - `go`: clear, or passed, for these parties and by the present lists.
 * - `ask`: nothing says anything about these parties by the present lists: a question is to be stored.
 * - `asked`: a question about these parties waits for its answer.
 * - `held`: an operator has to decide about a match, or confirmed it.
 */
export type ScreeningStanding =
  | { readonly kind: 'go'; readonly screening: Screening }
  | { readonly kind: 'ask' }
  | { readonly kind: 'asked'; readonly screening: Screening }
  | { readonly kind: 'held'; readonly screening: Screening };

/**
 * Says whether a subject may go on whose parties have this identity. What the answer rests on is pinned: a unit that changes the
 * screening, or begins a round by other lists, conflicts with the unit that goes on because of it.
 */
export async function screeningFor(tx: Tx, subject: string, identity: string): Promise<ScreeningStanding> {
  const screenings = await screeningsOf(tx, subject);
  const held = screenings.find((one) => isHeld(one, identity));
  if (held !== undefined) return { kind: 'held', screening: held };
  const newest = screenings.find(({ status }) => status !== 'DROPPED');
  if (newest === undefined || newest.identity !== identity) return { kind: 'ask' };
  if (newest.status === 'ASKED') return { kind: 'asked', screening: newest };
  const round = await presentRound(tx);
  if (round === null || newest.listVersion !== round.listVersion) return { kind: 'ask' };
  tx.pin(SCREENINGS, newest);
  tx.pin(SCREENING_ROUNDS, round);
  return { kind: 'go', screening: newest };
}

/** An open match holds until it is decided; a confirmed one, as long as the parties are the same. */
const isHeld = ({ status, identity }: Screening, now: string): boolean =>
  status === 'HELD' || (status === 'CONFIRMED' && identity === now);
