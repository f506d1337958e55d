import {
  Bug,
  err,
  invalidFields,
  isId,
  ok,
  type Reads,
  readAll,
  type Result,
  transition,
  type Unit,
} from '../kernel/index.js';
import { continuationOf } from './continuations.js';
import type { ConfirmedBy, Decision, Hit, MatchChoice } from './decide-match.js';
import { openHit } from './hit.js';
import { isCleared, matchesOf, pinnedMatchesOf } from './matches.js';
import type { RecordPorts } from './record-answer.js';
import { releaseCleared } from './release.js';
import { type Screening, SCREENING_MATCHES, type ScreeningMatchRecord, SCREENINGS } from './screening.js';
import { SCREENING, SCREENING_MATCH } from './screening-states.js';
import { shownQuestion, storeQuestion } from './store-question.js';

/**
 * The confirmed match to withdraw. 404 REFERENCE_NOT_FOUND for an unknown screening and a match that it does not have; 409
 * INVALID_STATE_TRANSITION if the match, or no match of the screening, is confirmed; 400 INVALID_INPUT if several are and none
 * is named.
 */
export async function matchToWithdraw(reads: Reads, { id, match }: MatchChoice): Promise<Result<Hit>> {
  const screening = isId('Screening', id) ? await reads.get(SCREENINGS, id) : null;
  if (screening === null) return err('REFERENCE_NOT_FOUND', `id: no screening ${id} exists`);
  if (match !== undefined && !screening.matches.some((each) => each === match))
    return err('REFERENCE_NOT_FOUND', `match: ${id} has no match ${match}`);
  const confirmed = (await matchesOf(reads, screening)).filter(({ status }) => status === 'CONFIRMED');
  const chosen = match === undefined ? confirmed : confirmed.filter((each) => each.id === match);
  if (chosen.length === 1) return ok({ screening, matches: chosen });
  if (chosen.length === 0)
    return err(
      'INVALID_STATE_TRANSITION',
      `${match ?? id} has no confirmation; only a CONFIRMED match can be withdrawn`,
    );
  const named = confirmed.map((each) => `${each.id} (${each.list}, ${each.entry})`).join(', ');
  return invalidFields([{ field: 'match', message: `must name one of the confirmed matches: ${named}` }]);
}

/**
 * Says that a confirmation was wrong: the match counts as cleared from now on. Screenings without another match become clear, and
 * those with an open one are held again. A block of the party stays until operators end it, and what an exception holds waits
 * for its resolution. The errors of `matchToWithdraw`.
 */
export async function withdrawConfirmation(
  unit: Unit,
  ports: RecordPorts,
  { reason, ...choice }: Decision,
  { by, approvedBy }: ConfirmedBy,
): Promise<Result<Screening>> {
  const { tx, ctx } = unit;
  const found = await matchToWithdraw(tx, choice);
  if (!found.ok) return found;
  const decided = { decidedBy: by, approvedBy, decidedAt: ctx.now, decision: reason };
  const done = transition(tx, ctx, SCREENING_MATCH, SCREENING_MATCHES, found.value.matches[0]!, 'withdraw', decided);
  if (!done.ok) return done;
  const match = done.value.record;
  const [confirmed, held] = [
    await readAll(tx, SCREENINGS, { status: 'CONFIRMED' }),
    await readAll(tx, SCREENINGS, { status: 'HELD' }),
  ];
  for (const screening of confirmed.filter(({ matches }) => matches.includes(match.id))) {
    const withdrawn = await withdrawFrom(unit, ports, screening);
    if (!withdrawn.ok) return withdrawn;
  }
  for (const screening of held.filter(({ matches }) => matches.includes(match.id)))
    if (isId('ScreeningRound', screening.subject)) await withdrawFromHeldRound(unit, ports, screening, match);
  const released = await releaseCleared(unit, ports, match);
  return released.ok ? ok((await tx.get(SCREENINGS, found.value.screening.id))!) : released;
}

/** One with another confirmed match stays. What waited for one that is clear goes on, unless an exception holds it. */
async function withdrawFrom(unit: Unit, ports: RecordPorts, screening: Screening): Promise<Result<void>> {
  const matches = await pinnedMatchesOf(unit.tx, screening);
  if (matches.some(({ status }) => status === 'CONFIRMED')) return ok();
  const open = matches.filter((match) => !isCleared(match));
  const event = open.length === 0 ? 'withdraw' : 'drop';
  const moved = transition(unit.tx, unit.ctx, SCREENING, SCREENINGS, screening, event);
  if (!moved.ok) throw new Bug(moved.error.message);
  if (open.length > 0) {
    await holdAgain(unit, ports, screening, open);
    return ok();
  }
  const question = shownQuestion(ports.sealer, screening);
  return continuationOf(ports.continuations, screening.subject).clear(unit, moved.value.record, question);
}

/**
 * A round that other parties still hold stays as it is, but the exception about this party ended with the confirmation: its other
 * open matches have a screening of their own.
 */
async function withdrawFromHeldRound(
  unit: Unit,
  ports: RecordPorts,
  screening: Screening,
  { party }: ScreeningMatchRecord,
): Promise<void> {
  const matches = (await pinnedMatchesOf(unit.tx, screening)).filter((match) => match.party === party);
  const open = matches.filter((match) => !isCleared(match));
  if (open.length > 0 && open.every(({ status }) => status === 'OPEN')) await holdAgain(unit, ports, screening, open);
}

/**
 * Holds what has open matches, whose exception ended with the confirmation: another screening with the same answer about the
 * matches that are left, which no provider is asked about, has a new one. After the texts of the question were erased, nothing is held,
 * because no party is left to decide about.
 */
async function holdAgain(
  unit: Unit,
  ports: RecordPorts,
  screening: Screening,
  open: readonly ScreeningMatchRecord[],
): Promise<void> {
  const question = shownQuestion(ports.sealer, screening);
  if (question === null) return;
  const { provider, occasion, listVersion, answer, answeredAt } = screening;
  const isRound = isId('ScreeningRound', screening.subject);
  for (const subject of isRound ? new Set(open.map(({ party }) => party)) : [screening.subject]) {
    const of = isRound ? open.filter(({ party }) => party === subject) : open;
    const parties = isRound ? question.parties.filter(({ id }) => id === subject) : question.parties;
    const asked = await storeQuestion(unit, ports, { subject, provider, occasion, parties, payment: question.payment });
    const held = transition(unit.tx, unit.ctx, SCREENING, SCREENINGS, asked, 'match', {
      ...{ listVersion, answer, answeredAt, matches: of.map(({ id }) => id) },
    });
    if (!held.ok) throw new Bug(held.error.message);
    await openHit(unit, held.value.record, subject, of, question.payment);
  }
}
