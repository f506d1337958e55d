import { type Id, isId, ok, readAll, type Result, transition, type Unit } from '../kernel/index.js';
import { confirmScreening } from './confirm-screening.js';
import { continuationOf, type ScreeningContinuations } from './continuations.js';
import { openHit } from './hit.js';
import { isCleared, recordMatches } from './matches.js';
import type { ScreeningAnswer, ScreeningQuestion } from './ports.js';
import { recordParties } from './record-parties.js';
import { beginRound, presentRound } from './rounds.js';
import { type Counted, goOnWithRound } from './run-round.js';
import {
  type Screening,
  SCREENING_ROUNDS,
  type ScreeningMatchRecord,
  SCREENINGS,
  type ScreeningRound,
} from './screening.js';
import { SCREENING } from './screening-states.js';
import { type QuestionPorts, sealQuestion, withoutNames } from './store-question.js';

export interface RecordPorts extends QuestionPorts {
  readonly continuations: ScreeningContinuations;
}

/**
 * The one unit that records an answer: the screening, its matches, what is known of each party, and what waited. The
 * screening must be as the unit read it, `ASKED` or `PASSED`. `round` is the present one as it was before the provider
 * was asked: an answer by other lists begins a round, and one that is older than the present round changes nothing and
 * returns null, so that the caller asks again.
 */
export async function recordAnswer(
  unit: Unit,
  ports: RecordPorts,
  screening: Screening,
  question: ScreeningQuestion,
  answer: ScreeningAnswer,
  round: Id<'ScreeningRound'> | null,
): Promise<Result<Screening | null>> {
  const { tx, ctx } = unit;
  const { listVersion } = answer;
  const present = await presentRound(tx);
  if (present?.listVersion !== listVersion) {
    if ((present?.id ?? null) !== round) return ok(null);
    beginRound(unit, present, { provider: screening.provider, listVersion });
  } else pinRound(unit, present);
  const recorded = await recordMatches(unit, ports, screening, question, answer);
  await recordParties(unit, ports, screening, question, listVersion, recorded);
  const isHeld = recorded.some((match) => !isCleared(match));
  const moved = transition(tx, ctx, SCREENING, SCREENINGS, screening, isHeld ? 'match' : 'clear', {
    ...{ listVersion, answer: answer.state, matches: recorded.map(({ id }) => id) },
    answeredAt: ctx.now,
    ...(screening.occasion === 'REPEAT' && { sealedQuestion: sealQuestion(ports.sealer, withoutNames(question)) }),
  });
  if (!moved.ok) return moved;
  const continuation = continuationOf(ports.continuations, screening.subject);
  const isConfirmed = isHeld && !recorded.some(({ status }) => status === 'OPEN');
  if (isHeld && !isConfirmed) await openHits(unit, moved.value.record, question, recorded);
  if (isId('ScreeningRound', screening.subject))
    await goOnWithRound(unit, screening.subject, countOf(question, recorded));
  const { record } = moved.value;
  // What passed has gone on already.
  const continued = isHeld
    ? await continuation.held(unit, record, question, screening.status === 'PASSED')
    : screening.status === 'PASSED'
      ? ok()
      : await continuation.clear(unit, record, question);
  if (!continued.ok) return continued;
  return isConfirmed ? confirmScreening(unit, ports, record) : ok(record);
}

const countOf = ({ parties }: ScreeningQuestion, recorded: readonly ScreeningMatchRecord[]): Counted => ({
  asked: parties.length,
  held: parties.filter(({ id }) => recorded.some((match) => match.party === id && !isCleared(match))).length,
});

/** The answer counts only as long as no other round begins. */
const pinRound = ({ tx }: Unit, round: ScreeningRound): void => tx.pin(SCREENING_ROUNDS, round);

/**
 * One exception about what waits. A round is about many parties: one about each of them with an open match that no held
 * screening has an exception about, because it is new, or because what waited for it has ended.
 */
async function openHits(
  unit: Unit,
  screening: Screening,
  question: ScreeningQuestion,
  recorded: readonly ScreeningMatchRecord[],
): Promise<void> {
  const open = recorded.filter(({ status }) => status === 'OPEN');
  if (!isId('ScreeningRound', screening.subject))
    return openHit(unit, screening, screening.subject, open, question.payment);
  const held = await readAll(unit.tx, SCREENINGS, { status: 'HELD' });
  const known = new Set(held.filter(({ id }) => id !== screening.id).flatMap(({ matches }) => matches));
  for (const { id } of question.parties) {
    const matches = open.filter(({ party }) => party === id);
    if (matches.some((match) => !known.has(match.id))) await openHit(unit, screening, id, matches, null);
  }
}
