import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  type Context,
  type IdSource,
  ok,
  type Result,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import type { ScreeningGate } from './gate.js';
import { type OtherParty, partyNow } from './party-now.js';
import type { ScreenedParty } from './ports.js';
import { nextBatch } from './round-batch.js';
import { interruptRound, scheduleRound } from './rounds.js';
import { SCREENED_PARTIES, SCREENING_ROUNDS, type ScreeningRound } from './screening.js';
import { SCREENING_ROUND } from './screening-states.js';
import { newestOf, type QuestionPorts } from './store-question.js';

export interface RoundPorts extends QuestionPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly gate: ScreeningGate;
  readonly otherParty: OtherParty;
}

/** Between two questions of a round, so that it does not slow payments. */
export const PAUSE_SECONDS = 1;

/**
 * One step of a round, in one unit: stores a question about the next parties and moves the cursor. The answer schedules the
 * next step, so a round has at most one question without an answer, and a crash repeats one step.
 */
export const runRound =
  (ports: RoundPorts): JobHandler =>
  (ctx, job) =>
    ports.units.run(ctx.tenant, (tx) => step(tx, ctx, ports, job));

async function step(tx: Tx, ctx: Context, ports: RoundPorts, job: Job): Promise<Result<void>> {
  const unit = { tx, ctx, ids: ports.ids };
  const round = await tx.get(SCREENING_ROUNDS, job.subject);
  const last = round === null ? null : await newestOf(tx, round.id);
  // The answer to its last question goes on with the round.
  if (round?.status !== 'RUNNING' || last?.status === 'ASKED') {
    finish(tx, job);
    // An answer at this moment relies on this job, which has its key, so one of the two units runs again.
    if (round?.status === 'RUNNING') update(tx, { now: ctx.hostNow }, SCREENING_ROUNDS, round, {});
    return ok();
  }
  if (ports.gate.connectionOf(ctx.tenant) === null) {
    finish(tx, job);
    await interruptRound(unit, round.id);
    return ok();
  }
  if (round.cursor === END) {
    finish(tx, job);
    return end(tx, ctx, round);
  }
  const batch = await nextBatch(tx, round);
  const parties = await partiesNow(tx, ports, batch.parties);
  update(tx, { now: ctx.hostNow }, SCREENING_ROUNDS, round, { cursor: batch.cursor ?? END });
  if (parties.length === 0) {
    reschedule(tx, ctx, job, 0);
    return ok();
  }
  await ports.gate.store(unit, { subject: round.id, occasion: 'REPEAT', parties, payment: null });
  finish(tx, job);
  return ok();
}

/** The place after the last party. */
const END = 'end';

function end(tx: Tx, ctx: Context, round: ScreeningRound): Result<void> {
  const ended = transition(tx, { now: ctx.hostNow }, SCREENING_ROUND, SCREENING_ROUNDS, round, 'end', {
    endedAt: ctx.hostNow,
  });
  return ended.ok ? ok() : ended;
}

/** The parties as they are now. Those that are gone are forgotten. */
export async function partiesNow(
  tx: Tx,
  { otherParty }: Pick<RoundPorts, 'otherParty'>,
  parties: readonly string[],
): Promise<readonly ScreenedParty[]> {
  const due: ScreenedParty[] = [];
  for (const id of parties) {
    const known = await tx.find(SCREENED_PARTIES, 'party', [id]);
    const party = await partyNow(tx, { party: id, role: known?.role ?? 'PAYEE' }, otherParty);
    if (party !== null) due.push(party);
    else if (known !== null) tx.remove(SCREENED_PARTIES, known);
  }
  return due;
}

/** Counts an answer of a round and schedules its next question. A round that has been replaced does not go on. */
export async function goOnWithRound(unit: Unit, roundId: string, answered: Counted): Promise<void> {
  const { tx, ctx } = unit;
  const round = await tx.get(SCREENING_ROUNDS, roundId);
  if (round?.status !== 'RUNNING') return;
  const counts = { asked: round.asked + answered.asked, held: round.held + answered.held };
  update(tx, { now: ctx.hostNow }, SCREENING_ROUNDS, round, counts);
  scheduleRound(unit, roundId, PAUSE_SECONDS);
}

/** How many parties of an answer were asked about, and how many have a match that is not cleared. */
export type Counted = Pick<ScreeningRound, 'asked' | 'held'>;
