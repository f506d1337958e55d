import type { Digest, Tx } from '../kernel/index.js';
import { identityOf } from './identity.js';
import type { ScreenedParty } from './ports.js';
import { presentRound } from './rounds.js';
import { SCREENED_PARTIES } from './screening.js';

/**
 * Whether the last answer about each of these parties was clear by the present lists, for the same identity. What it rests
 * on is pinned, so that an answer at the same moment conflicts with the unit that relies on it.
 */
export async function areClear(tx: Tx, digest: Digest, parties: readonly ScreenedParty[]): Promise<boolean> {
  const round = await presentRound(tx);
  if (round === null) return false;
  for (const party of parties) {
    const known = await tx.find(SCREENED_PARTIES, 'party', [party.id]);
    // A party keeps the role in which it was asked about first.
    const identity = known === null ? null : identityOf(digest, [{ ...party, role: known.role }]);
    if (known === null || !known.isClear || known.listVersion !== round.listVersion || known.identity !== identity)
      return false;
    tx.pin(SCREENED_PARTIES, known);
  }
  return true;
}
