import { createIds, ok, transition, type Unit } from '../kernel/index.js';
import {
  continuationOf,
  endHit,
  matchesOf,
  releaseCleared,
  SCREENING,
  SCREENING_MATCH,
  SCREENING_MATCHES,
  type ScreeningContinuations,
  type ScreeningMatchRecord,
  SCREENINGS,
  screeningGate,
} from '../screening/index.js';
import { ANSWERED_ORDER } from '../stablecoins/index.js';
import { answeredDeposit, answeredPayment } from '../transactions/index.js';
import { type PlayCore, valueOf } from './play-core.js';
import type { PlayScreening } from './play-screening.js';
import { digest, reversingSealer, seededRandom } from './ports.js';

let decisions = 0;

/** Decides about an open match, as operators do, and returns it; null if none is open. A confirmation blocks no party here. */
export async function decide(
  play: PlayCore,
  lists: PlayScreening,
  how: 'clear' | 'confirm',
  nth = 0,
): Promise<ScreeningMatchRecord | null> {
  const sealer = reversingSealer;
  const gate = screeningGate({ digest, sealer, connections: [lists.connection] });
  const ports = { gate, digest, sealer, customerAccounts: { markUnderReview: async () => undefined } };
  const continuations: ScreeningContinuations = {
    payment: answeredPayment(ports),
    deposit: answeredDeposit(ports),
    order: ANSWERED_ORDER,
    party: { clear: async () => ok(), held: async () => ok() },
  };
  const ids = createIds(play.clock, seededRandom(`decision ${decisions++}`));
  return valueOf(
    await play.storage.units.run<ScreeningMatchRecord | null>(play.tenant, async (tx) => {
      const unit: Unit = { tx, ctx: play.context(), ids };
      const { rows } = await tx.list(SCREENING_MATCHES, { where: { status: 'OPEN' }, order: 'asc', limit: 50 });
      const match = rows[nth % Math.max(rows.length, 1)];
      if (match === undefined) return ok(null);
      const moved = transition(tx, unit.ctx, SCREENING_MATCH, SCREENING_MATCHES, match, how);
      if (!moved.ok) return moved;
      const done =
        how === 'clear'
          ? await releaseCleared(unit, { ...ports, continuations }, moved.value.record)
          : await confirm(unit, continuations, match);
      return done.ok ? ok(match) : done;
    }),
  );
}

async function confirm(unit: Unit, continuations: ScreeningContinuations, match: ScreeningMatchRecord) {
  const { tx, ctx } = unit;
  const held = await tx.list(SCREENINGS, { where: { status: 'HELD' }, order: 'asc', limit: 99 });
  for (const screening of held.rows.filter(({ matches }) => matches.includes(match.id))) {
    transition(tx, ctx, SCREENING, SCREENINGS, screening, 'confirm');
    const parties = (await matchesOf(tx, screening)).map(({ party }) => party);
    for (const subject of [screening.subject, ...parties]) await endHit(unit, screening.id, subject, 'Ann');
    const done = await continuationOf(continuations, screening.subject).confirmed?.(unit, screening);
    if (done?.ok === false) return done;
  }
  return ok();
}
