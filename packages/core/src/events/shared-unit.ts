import { Bug, type Context, ok, type Result, type TenantKey, type Tx, type UnitOfWork } from '../kernel/index.js';

/** A piece of work, with the context in which it was given. */
export interface Piece<I> {
  readonly ctx: Context;
  readonly input: I;
}

/** The answer for a piece that needs a unit of work of its own. The work then runs again, with this piece alone. */
export const ALONE: unique symbol = Symbol('alone');

/**
 * Does the pieces in one unit of work, and returns an answer for each, in their order. If there are several, it answers
 * ALONE for those that could conflict with others, and has written nothing for them.
 */
export type SharedWork<I, V> = (tx: Tx, pieces: readonly Piece<I>[]) => Promise<Result<readonly (V | typeof ALONE)[]>>;

/** The maximum number of pieces in one unit. A larger unit would hardly be cheaper for each piece. */
const MOST = 16;
/** The maximum number of shared units in progress for one tenant. While they last, further pieces gather. */
const AT_ONCE = 2;

interface Waiting<I, V> {
  readonly piece: Piece<I>;
  readonly resolve: (result: Result<V>) => void;
  readonly reject: (error: unknown) => void;
}

interface Gathering<I, V> {
  waiting: Waiting<I, V>[];
  running: number;
  isStarting: boolean;
}

/**
 * Does pieces of work of one tenant in shared units: those that are given at the same time, or while earlier units are
 * in progress. If a shared unit fails, each of its pieces gets a unit of its own, so that one bad piece does not hold
 * up others. Two pieces about one subject never share a unit. A piece that `isApart` gets a unit of its own at once: one
 * that failed before would spoil each unit that it shares.
 */
export function inSharedUnits<I extends { readonly subject: string }, V>(
  units: UnitOfWork,
  work: SharedWork<I, V>,
  isApart: (input: I) => boolean,
): (ctx: Context, input: I) => Promise<Result<V>> {
  const gatherings = new Map<TenantKey, Gathering<I, V>>();

  function start(tenant: TenantKey, gathering: Gathering<I, V>): void {
    gathering.isStarting = false;
    while (gathering.running < AT_ONCE && gathering.waiting.length > 0) {
      const shared = take(gathering);
      gathering.running += 1;
      void share(shared).then(() => {
        gathering.running -= 1;
        if (gathering.waiting.length > 0) start(tenant, gathering);
        else if (gathering.running === 0) gatherings.delete(tenant);
      });
    }
  }

  async function share(shared: readonly Waiting<I, V>[]): Promise<void> {
    if (shared.length === 1) return alone(shared[0]!);
    const done = await run(shared).catch(() => null);
    const answers = done !== null && done.ok ? done.value : shared.map(() => ALONE);
    const left: Waiting<I, V>[] = [];
    shared.forEach((each, index) => {
      const answer = answers[index]!;
      if (answer === ALONE) left.push(each);
      else each.resolve(ok(answer as V));
    });
    // Without this slot: a piece that waits for a locked row must not hold up others.
    void Promise.all(left.map(alone));
  }

  async function alone(waiting: Waiting<I, V>): Promise<void> {
    try {
      const done = await run([waiting]);
      if (!done.ok) return waiting.resolve(done);
      const [answer] = done.value;
      if (answer === ALONE) throw new Bug(`${waiting.piece.input.subject} is alone and has no answer`);
      waiting.resolve(ok(answer as V));
    } catch (error) {
      waiting.reject(error);
    }
  }

  const run = (of: readonly Waiting<I, V>[]) =>
    units.run(of[0]!.piece.ctx.tenant, (tx) =>
      work(
        tx,
        of.map(({ piece }) => piece),
      ),
    );

  return (ctx, input) =>
    new Promise((resolve, reject) => {
      if (isApart(input)) {
        void alone({ piece: { ctx, input }, resolve, reject });
        return;
      }
      const gathering = gatherings.get(ctx.tenant) ?? { waiting: [], running: 0, isStarting: false };
      gatherings.set(ctx.tenant, gathering);
      gathering.waiting.push({ piece: { ctx, input }, resolve, reject });
      if (gathering.isStarting) return;
      gathering.isStarting = true;
      // After the microtasks that are waiting now: jobs that were claimed together give their pieces in these.
      void Promise.resolve().then(() => start(ctx.tenant, gathering));
    });
}

/** Removes and returns the pieces of the next unit: the first ones, of different subjects. */
function take<I extends { readonly subject: string }, V>(gathering: Gathering<I, V>): readonly Waiting<I, V>[] {
  const subjects = new Set<string>();
  const taken: Waiting<I, V>[] = [];
  const left: Waiting<I, V>[] = [];
  for (const each of gathering.waiting) {
    const { subject } = each.piece.input;
    if (taken.length < MOST && !subjects.has(subject)) taken.push(each);
    else left.push(each);
    subjects.add(subject);
  }
  gathering.waiting = left;
  return taken;
}
