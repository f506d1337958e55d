import type { Balance } from './history.js';
import type { Effect, Seen } from './model.js';

/**
 * `order`: the effects that each shown balance includes, in one order that explains all of them. `none`: no order
 * does. `undecided`: the search was too long.
 */
export type Verdict =
  | { readonly kind: 'order'; readonly included: ReadonlyMap<Seen, readonly Effect[]> }
  | { readonly kind: 'none' }
  | { readonly kind: 'undecided' };

/** Larger sets of possible effects are searched for one and two effects only. */
const SEARCHED_WHOLE = 26;
const MOST_STEPS = 50_000;

/** An effect or a shown balance, with the span in which it has its moment. */
interface Item {
  readonly from: number;
  readonly until: number;
}
interface Change extends Item {
  readonly effect: Effect;
  readonly after: number;
}
interface Look extends Item {
  readonly seen: Seen;
  readonly includes: number;
}

/**
 * Searches an order of effects and shown balances of one account that keeps real time (what ended before something
 * else started comes first), in which each shown balance is the sum of the effects before it. The account starts empty.
 * The search is that of Wing and Gong with the memory of Lowe: effects commute, so a state is a set of effects, and a
 * balance that fits the present state is taken without a choice.
 */
export function linearize(effects: readonly Effect[], seen: readonly Seen[]): Verdict {
  const changes = spansOf(effects);
  if (changes === null) return { kind: 'none' };
  const looks = seen.map((one): Look => ({
    ...{ seen: one, from: one.from, until: one.until },
    includes: one.includes === null ? -1 : effects.indexOf(one.includes),
  }));
  return new Search(changes, looks).verdict();
}

/** The spans of effects, narrowed by what has to happen before them; null if nothing is left of one. */
function spansOf(effects: readonly Effect[]): readonly Change[] | null {
  const index = new Map(effects.map((effect, at) => [effect, at]));
  const changes = effects.map((effect) => ({
    effect,
    from: effect.from,
    until: effect.certain ? effect.until : Infinity,
    after: effect.after === null ? -1 : (index.get(effect.after) ?? -1),
  }));
  for (const change of changes) {
    const before = changes[change.after];
    if (before === undefined) continue;
    change.from = Math.max(change.from, before.from);
    before.until = Math.min(before.until, change.until);
  }
  return changes.every(({ from, until }) => from <= until) ? changes : null;
}

class TooLong extends Error {}

class Search {
  private readonly happened: boolean[];
  private readonly taken: boolean[];
  private readonly failed = new Set<string>();
  private readonly included = new Map<Seen, readonly Effect[]>();
  private now: Balance = { available: 0, total: 0 };
  private steps = 0;
  private isIncomplete = false;

  constructor(
    private readonly changes: readonly Change[],
    private readonly looks: readonly Look[],
  ) {
    this.happened = changes.map(() => false);
    this.taken = looks.map(() => false);
  }

  verdict(): Verdict {
    try {
      if (this.extends()) return { kind: 'order', included: this.included };
      return { kind: this.isIncomplete ? 'undecided' : 'none' };
    } catch (error) {
      if (error instanceof TooLong) return { kind: 'undecided' };
      throw error;
    }
  }

  /** Whether the present state can be continued to the end. */
  private extends(): boolean {
    const taken = this.takeFitting();
    if (this.taken.every(Boolean)) return true;
    const state = this.state();
    if (!this.failed.has(state) && this.branches()) return true;
    this.failed.add(state);
    for (const look of taken) {
      this.taken[look] = false;
      this.included.delete(this.looks[look]!.seen);
    }
    return false;
  }

  /** The changes and looks so far, packed into a text. */
  private state(): string {
    let text = '';
    let bits = 1;
    for (const bit of [...this.happened, ...this.taken]) {
      bits = bits * 2 + Number(bit);
      if (bits < 32_768) continue;
      text += String.fromCharCode(bits - 32_768);
      bits = 1;
    }
    return text + String.fromCharCode(bits);
  }

  /** The time at which the next item must have had its moment. */
  private deadline(): number {
    let first = Infinity;
    this.changes.forEach(({ until }, at) => {
      if (!this.happened[at]) first = Math.min(first, until);
    });
    this.looks.forEach(({ until }, at) => {
      if (!this.taken[at]) first = Math.min(first, until);
    });
    return first;
  }

  /** Takes the balances that fit the present state. */
  private takeFitting(): readonly number[] {
    const all: number[] = [];
    for (;;) {
      const deadline = this.deadline();
      const fitting = this.looks.flatMap((look, at) => {
        const { balance } = look.seen;
        const fits = balance.available === this.now.available && balance.total === this.now.total;
        return !this.taken[at] && look.from <= deadline && fits && this.has(look.includes) ? [at] : [];
      });
      if (fitting.length === 0) return all;
      const effects = this.changes.filter((_, at) => this.happened[at]).map(({ effect }) => effect);
      for (const at of fitting) {
        this.taken[at] = true;
        this.included.set(this.looks[at]!.seen, effects);
      }
      all.push(...fitting);
    }
  }

  private has(change: number, besides: readonly number[] = []): boolean {
    return change === -1 || this.happened[change]! || besides.includes(change);
  }

  private branches(): boolean {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new TooLong();
    const deadline = this.deadline();
    const next = this.changes.findIndex(
      ({ until, after }, at) => !this.happened[at] && until === deadline && this.has(after),
    );
    const possible = this.changes.flatMap(({ from }, at) =>
      !this.happened[at] && from <= deadline && at !== next ? [at] : [],
    );
    for (const [at, { seen, from, includes }] of this.looks.entries()) {
      if (this.taken[at] || from > deadline) continue;
      const missing = minus(seen.balance, this.now);
      for (const chosen of this.summingTo(possible, missing)) {
        const isOrdered = chosen.every((change) => this.has(this.changes[change]!.after, chosen));
        if (isOrdered && this.has(includes, chosen) && this.with(chosen)) return true;
      }
    }
    return next !== -1 && this.with([next]);
  }

  /** Whether the state can be continued after these changes. */
  private with(chosen: readonly number[]): boolean {
    const before = this.now;
    for (const at of chosen) {
      this.happened[at] = true;
      this.now = plus(this.now, this.changes[at]!.effect.delta);
    }
    if (this.extends()) return true;
    for (const at of chosen) this.happened[at] = false;
    this.now = before;
    return false;
  }

  /** The sets of changes with this sum, small ones first. */
  private *summingTo(possible: readonly number[], sum: Balance): Generator<readonly number[]> {
    const deltaOf = (at: number): Balance => this.changes[at]!.effect.delta;
    for (const at of possible) if (isEqual(deltaOf(at), sum)) yield [at];
    const byDelta = new Map<string, number[]>();
    for (const at of possible) {
      const rest = byDelta.get(named(minus(sum, deltaOf(at)))) ?? [];
      for (const other of rest) yield [other, at];
      const name = named(deltaOf(at));
      byDelta.set(name, [...(byDelta.get(name) ?? []), at]);
    }
    if (possible.length < 3) return;
    if (possible.length > SEARCHED_WHOLE) {
      this.isIncomplete = true;
      return;
    }
    const half = possible.length >> 1;
    const [left, right] = [possible.slice(0, half), possible.slice(half)];
    const bySum = new Map<string, (readonly number[])[]>();
    for (const [chosen, reached] of subsets(left, deltaOf)) {
      const name = named(reached);
      bySum.set(name, [...(bySum.get(name) ?? []), chosen]);
    }
    for (const [chosen, reached] of subsets(right, deltaOf)) {
      for (const others of bySum.get(named(minus(sum, reached))) ?? []) {
        if (chosen.length + others.length > 2) yield [...others, ...chosen];
      }
    }
  }
}

function* subsets(
  items: readonly number[],
  deltaOf: (item: number) => Balance,
): Generator<readonly [readonly number[], Balance]> {
  for (let mask = 0; mask < 2 ** items.length; mask += 1) {
    const chosen = items.filter((_, bit) => (mask >> bit) % 2 === 1);
    yield [chosen, chosen.map(deltaOf).reduce(plus, { available: 0, total: 0 })];
  }
}

export const plus = (a: Balance, b: Balance): Balance => ({
  available: a.available + b.available,
  total: a.total + b.total,
});
const minus = (a: Balance, b: Balance): Balance => ({ available: a.available - b.available, total: a.total - b.total });
const isEqual = (a: Balance, b: Balance): boolean => a.available === b.available && a.total === b.total;
const named = ({ available, total }: Balance): string => `${available},${total}`;
