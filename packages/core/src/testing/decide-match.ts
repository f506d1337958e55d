import type { Caller } from '../operators/index.js';
import { SCREENING_MATCHES, type ScreeningMatchRecord, SCREENINGS } from '../screening/index.js';
import { addOperator } from './operators.js';
import { type PlayCore, valueOf } from './play-core.js';

const operators = new WeakMap<PlayCore, Promise<readonly [Caller, Caller]>>();

const operatorsOf = (play: PlayCore): Promise<readonly [Caller, Caller]> => {
  const { units } = play.storage;
  const found =
    operators.get(play) ??
    Promise.all([addOperator(units, 'Ann', 'OPERATOR'), addOperator(units, 'Bob', 'APPROVER')] as const);
  operators.set(play, found);
  return found;
};

/** Lets operators decide about an open match that a screening waits for, and returns it; null if there is none. */
export async function decide(play: PlayCore, how: 'clear' | 'confirm', nth = 0): Promise<ScreeningMatchRecord | null> {
  const chosen = await play.storage.units.read(play.tenant, async (reads) => {
    const { rows } = await reads.list(SCREENING_MATCHES, { where: { status: 'OPEN' }, order: 'asc', limit: 50 });
    const held = await reads.list(SCREENINGS, { where: { status: 'HELD' }, order: 'asc', limit: 99 });
    const match = rows[nth % Math.max(rows.length, 1)];
    const screening = match && held.rows.find(({ matches }) => matches.includes(match.id));
    return screening === undefined ? null : { match: match!, id: screening.id };
  });
  if (chosen === null) return null;
  const { id, match } = chosen;
  const [ann, bob] = await operatorsOf(play);
  const { actions } = play.core.operators;
  const input = { id, match: match.id, reason: 'compared by hand' };
  const [action, given] =
    how === 'clear'
      ? (['screening.clear', input] as const)
      : (['screening.confirm', { ...input, caseReference: 'CASE-7' }] as const);
  const asked = valueOf(await actions.request(ann, { tenant: play.tenant, action, input: given as never }));
  if (asked.kind === 'awaiting') valueOf(await actions.approve(bob, play.tenant, asked.awaiting));
  return match;
}
