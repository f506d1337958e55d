import { Bug, ok, readAll, type Result, transition, type Unit, update } from '../kernel/index.js';
import { confirmScreening } from './confirm-screening.js';
import { continuationOf } from './continuations.js';
import { endHit } from './hit.js';
import { isCleared, pinnedMatchesOf } from './matches.js';
import type { RecordPorts } from './record-answer.js';
import { SCREENED_PARTIES, type Screening, type ScreeningMatchRecord, SCREENINGS } from './screening.js';
import { SCREENING } from './screening-states.js';
import { shownQuestion } from './store-question.js';

/** Stands for the operator of an exception of which the matches were cleared. */
const CLEARED = 'each match was cleared';

/** Stands for the operator of an exception of which every match is decided, and one was confirmed before. */
const CONFIRMED = 'another match was confirmed before';

/**
 * Lets go on what a match held that this unit has just cleared: each held screening whose matches are all cleared becomes
 * clear, its exception ends, and what waited goes on in this unit. Of a round, the exceptions of the party end alone.
 */
export async function releaseCleared(
  unit: Unit,
  ports: RecordPorts,
  match: ScreeningMatchRecord,
): Promise<Result<void>> {
  const held = await readAll(unit.tx, SCREENINGS, { status: 'HELD' });
  await clearParty(unit, match.party);
  for (const screening of held.filter(({ matches }) => matches.includes(match.id))) {
    const released = await release(unit, ports, screening, match);
    if (!released.ok) return released;
  }
  return ok();
}

async function release(
  unit: Unit,
  ports: RecordPorts,
  screening: Screening,
  { party }: ScreeningMatchRecord,
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const matches = await pinnedMatchesOf(tx, screening);
  // One clearance can be about several parties, of which the first one makes the screening clear. The exception about what
  // waits is about the matches of all parties, also where the subject is a party itself.
  for (const each of new Set(matches.map((match) => match.party)))
    if (each !== screening.subject && matches.filter((match) => match.party === each).every(isCleared))
      await endHit(unit, screening.id, each, CLEARED);
  if (matches.some(({ status }) => status === 'OPEN')) return ok();
  if (!matches.every(isCleared)) {
    // Nothing is left to decide: operators confirmed the other matches before.
    for (const each of [party, screening.subject]) await endHit(unit, screening.id, each, CONFIRMED, 'REFUSED');
    const confirmed = await confirmScreening(unit, ports, screening);
    return confirmed.ok ? ok() : confirmed;
  }
  const moved = transition(tx, ctx, SCREENING, SCREENINGS, screening, 'clear');
  if (!moved.ok) throw new Bug(moved.error.message);
  await endHit(unit, screening.id, screening.subject, CLEARED);
  // A text that cannot be opened keeps no payment from going on.
  const question = shownQuestion(ports.sealer, screening);
  return continuationOf(ports.continuations, screening.subject).clear(unit, moved.value.record, question);
}

/**
 * The last answer about the party is clear from now on, if operators have cleared all that it matched, whatever became of the
 * screening since: what waited for it can have ended.
 */
async function clearParty({ tx, ctx }: Unit, party: string): Promise<void> {
  const known = await tx.find(SCREENED_PARTIES, 'party', [party]);
  const last = known === null || known.isClear ? null : await tx.get(SCREENINGS, known.screeningId);
  if (known === null || last === null) return;
  const matched = (await pinnedMatchesOf(tx, last)).filter((match) => match.party === party);
  if (!matched.every(isCleared)) return;
  update(tx, ctx, SCREENED_PARTIES, known, { isClear: true });
}
