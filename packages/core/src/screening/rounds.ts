import { schedule } from '../events/index.js';
import {
  birth,
  domainError,
  newRecord,
  plusSeconds,
  type Reads,
  transition,
  type Unit,
  update,
} from '../kernel/index.js';
import { type ScreeningRound, SCREENING_ROUNDS } from './screening.js';
import { SCREENING_ROUND } from './screening-states.js';

/** Another unit began a round at the same time: this one runs again. */
export const ROUND_RACED = domainError('CONFLICT', 'another host began a round of screening at the same time');

/** The newest round of the tenant: its version of the lists is the present one. Null before the first answer. */
export async function presentRound(reads: Pick<Reads, 'list'>): Promise<ScreeningRound | null> {
  const { rows } = await reads.list(SCREENING_ROUNDS, { order: 'desc', limit: 1, counted: false });
  return rows[0] ?? null;
}

/**
 * Begins a round by a version of the lists, which is the present one from now on. The round before it is written in any
 * case, so that units that pinned it run again.
 */
export function beginRound(
  unit: Unit,
  before: ScreeningRound | null,
  { provider, listVersion }: Pick<ScreeningRound, 'provider' | 'listVersion'>,
): ScreeningRound {
  const { tx, ctx, ids } = unit;
  const at = { now: ctx.hostNow };
  if (before?.status === 'RUNNING') transition(tx, at, SCREENING_ROUND, SCREENING_ROUNDS, before, 'replace');
  else if (before !== null) update(tx, at, SCREENING_ROUNDS, before, {});
  const id = ids.next('ScreeningRound');
  const fields = newRecord(id, { tenant: ctx.tenant, now: ctx.hostNow });
  const round: ScreeningRound = {
    status: birth(SCREENING_ROUND, 'begin').to,
    ...{ previous: before?.id ?? '', provider, listVersion },
    ...{ cursor: null, asked: 0, held: 0, endedAt: null },
    ...fields,
    // Lists are in the order of this time. It is after that of the round before, also if the clocks of hosts differ.
    createdAt: before === null || before.createdAt < fields.createdAt ? fields.createdAt : later(before.createdAt),
  };
  tx.add(SCREENING_ROUNDS, round, { conflicts: { previous: ROUND_RACED } });
  scheduleRound(unit, id, 0);
  return round;
}

/** Ends a round that no provider answers any more: the next connection begins another one. */
export async function interruptRound({ tx, ctx }: Unit, id: string): Promise<void> {
  const round = await tx.get(SCREENING_ROUNDS, id);
  if (round?.status === 'RUNNING')
    transition(tx, { now: ctx.hostNow }, SCREENING_ROUND, SCREENING_ROUNDS, round, 'replace');
}

/** Schedules the next questions of a round; a job of the round that waits stays. */
export const scheduleRound = (unit: Unit, id: string, inSeconds: number): void =>
  void schedule(unit, {
    ...{ kind: 'screening.round', subject: id, dedupe: `screening.round ${id}` },
    dueAt: plusSeconds(unit.ctx.hostNow, inSeconds),
  });

const later = (at: ScreeningRound['createdAt']): ScreeningRound['createdAt'] => (at + 1) as ScreeningRound['createdAt'];
