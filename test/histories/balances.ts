import type { Balance, Call } from './history.js';
import { linearize, plus } from './linearize.js';
import type { Effect, Seen } from './model.js';

/** What no correct service answers: the fewest calls that show it, and why. */
export interface Contradiction {
  readonly rule: 'repeats' | 'lists' | 'states' | 'funds' | 'balances';
  readonly calls: readonly Call[];
  readonly why: string;
}

const EMPTY: Balance = { available: 0, total: 0 };

/**
 * The contradiction between the balances that an account showed and its effects: null if some order explains all of
 * them, `undecided` if the search was too long. The times of each effect must be possible.
 */
export function balancesOf(
  account: string,
  effects: readonly Effect[],
  seen: readonly Seen[],
): Contradiction | 'undecided' | null {
  const whole = linearize(effects, seen).kind;
  if (whole !== 'none') return whole === 'order' ? null : 'undecided';
  const fewest = fewestContradicting(effects, seen);
  const culprit = culpritOf(effects, fewest);
  const involved = culprit === null ? differing(effects, fewest) : [culprit.effect];
  const calls = new Set<Call>(involved.map(({ of }) => of.acknowledged ?? of.possible[0]!));
  for (const { call } of fewest) calls.add(call);
  return {
    rule: 'balances',
    calls: [...calls].sort((a, b) => a.call - b.call),
    why: `${account}: ${reasonOf(effects, fewest, culprit)}`,
  };
}

const contradicts = (effects: readonly Effect[], seen: readonly Seen[]): boolean =>
  linearize(effects, seen).kind === 'none';

/** The balances that contradict each other or the effects, of which none can be left out. */
function fewestContradicting(effects: readonly Effect[], seen: readonly Seen[]): readonly Seen[] {
  const inOrder = [...seen].sort((a, b) => a.until - b.until);
  // The shortest part from the start that contradicts ends with a balance that is needed.
  let [low, high] = [0, inOrder.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (contradicts(effects, inOrder.slice(0, middle))) high = middle;
    else low = middle + 1;
  }
  let kept = inOrder.slice(0, low);
  const last = kept.slice(-1);
  if (contradicts(effects, last)) return last;
  for (let size = kept.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < kept.length;) {
      const shorter = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (contradicts(effects, shorter)) kept = shorter;
      else at += size;
    }
  }
  return kept;
}

/** The one change of the history that would explain the balances. */
interface Culprit {
  readonly effect: Effect;
  readonly explainedBy: 'late' | 'twice';
}

function culpritOf(effects: readonly Effect[], seen: readonly Seen[]): Culprit | null {
  const last = Math.max(...seen.map(({ until }) => until));
  const visible = effects.filter(({ from }) => from <= last).reverse();
  const explains = (changed: readonly Effect[], asSeen: readonly Seen[]): boolean =>
    linearize(changed, asSeen).kind === 'order';
  for (const effect of visible) {
    if (!effect.certain) continue;
    const relaxed = new Map<Effect, Effect>();
    for (const one of effects) {
      const isHeldBack = one === effect || (one.after !== null && one.after === effect);
      relaxed.set(one, {
        ...one,
        ...(isHeldBack && { certain: false, until: Infinity }),
        after: one.after === null ? null : (relaxed.get(one.after) ?? null),
      });
    }
    const including = seen.map((one) => ({ ...one, includes: one.includes && relaxed.get(one.includes)! }));
    if (explains([...relaxed.values()], including)) return { effect, explainedBy: 'late' };
  }
  for (const effect of visible) {
    const again: Effect = { ...effect, certain: false, until: Infinity };
    if (explains([...effects, again], seen)) return { effect, explainedBy: 'twice' };
  }
  return null;
}

/** The effects that some of the balances include and others do not. */
function differing(effects: readonly Effect[], seen: readonly Seen[]): readonly Effect[] {
  const including = seen.map((one) => {
    const verdict = linearize(effects, [one]);
    return verdict.kind === 'order' ? (verdict.included.get(one) ?? []) : [];
  });
  return effects.filter((effect) => {
    const times = including.filter((included) => included.includes(effect)).length;
    return times > 0 && times < seen.length;
  });
}

function reasonOf(effects: readonly Effect[], seen: readonly Seen[], culprit: Culprit | null): string {
  if (culprit !== null) {
    const { effect, explainedBy } = culprit;
    const { kind, amount } = effect.of.operation;
    const what = `the ${kind} of ${amount} (${effect.what}) had happened by ${effect.until.toFixed(3)} ms`;
    return explainedBy === 'late'
      ? `${what}, and the balance fits only without it`
      : `the balance fits only if the ${kind} of ${amount} (${effect.what}) had its effect twice`;
  }
  if (seen.length > 1) return 'no order of the operations explains these balances together';
  const [{ from, balance }] = seen as [Seen];
  const before = effects.filter(({ certain, until }) => certain && until < from);
  const sum = before.map(({ delta }) => delta).reduce(plus, EMPTY);
  return (
    `the ${before.length} changes that had happened before sum to ${sum.available} (${sum.total} with holds), and no ` +
    `choice of those under way explains ${balance.available} (${balance.total} with holds)`
  );
}
