import { type Instant, instant, ok } from '@corridor/core';
import { type RailCondition, type RailStore, type ConnectionContext, RailUnavailable } from '@corridor/core/ports';
import type { z } from 'zod';
import type { ReusedReferences } from './reused-references.js';

/** How often a host asks for the capabilities. */
const EVERY_SECONDS = 300;
/** Shorter than the time-out of a check. */
const WITHIN_MS = 5_000;
/** Where the store of a connection keeps when its partner last answered. The key is that of rails, the first partners. */
const PLACE = ['condition', 'rail'] as const;

/** The differences between what the entry and the partner declare, one sentence each. */
function differences<D extends object>(partner: string, declared: D, answered: D): readonly string[] {
  const text = (value: unknown) => (Array.isArray(value) ? [...value].sort().join(', ') || 'nothing' : String(value));
  return Object.entries(answered)
    .map(([member, value]) => [member, text(declared[member as keyof D]), text(value)] as const)
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(
      ([member, ours, theirs]) => `${member} is ${ours} in the connections file, but the ${partner} answers ${theirs}`,
    );
}

interface Seen {
  readonly answered: boolean;
  readonly problems: readonly string[];
}

interface Declared<D> {
  /** What the other side is, such as `rail`. */
  readonly partner: string;
  readonly declared: D;
  readonly answer: z.ZodType<{ readonly capabilities: D }, unknown>;
}

/** Compares the entry with the partner, and remembers in the store when the partner last answered. */
export function conditionOf<D extends object>(
  { partner, declared, answer: reader }: Declared<D>,
  { ask, problems: refusals, forget }: ReusedReferences,
  { store, clock, log }: ConnectionContext,
) {
  async function look(): Promise<Seen> {
    try {
      const answer = await ask({
        name: 'capabilities',
        method: 'GET',
        path: '/capabilities',
        answer: reader,
        withinMs: WITHIN_MS,
      });
      await rememberAnswer(store, clock.now());
      return { answered: true, problems: differences(partner, declared, answer.capabilities) };
    } catch (cause) {
      if (!(cause instanceof RailUnavailable)) throw cause;
      return { answered: false, problems: [cause.message] };
    }
  }
  return {
    task: {
      name: 'capabilities',
      run: async () => {
        for (const problem of (await look()).problems) log.warn({ problem }, `a ${partner} does not match its entry`);
        for (const problem of await refusals()) log.warn({ problem }, `a ${partner} refuses a reference`);
        await forget();
        return EVERY_SECONDS;
      },
    },
    async check(): Promise<RailCondition> {
      const { answered, problems } = await look();
      return {
        isReachable: answered,
        lastExchangeAt: await lastAnswer(store),
        backlog: {},
        problems: [...problems, ...(await refusals())],
      };
    },
  };
}

/** Writes down when the other side last answered. */
export async function rememberAnswer(store: RailStore, now: Instant): Promise<void> {
  const stored = await store.run(async (records) => {
    const before = await records.get(...PLACE);
    const value = { answeredAt: now as number };
    if (before === null) records.add({ collection: PLACE[0], key: PLACE[1], value }, { unlessExists: true });
    else records.change(before, { value });
    return ok();
  });
  if (!stored.ok) throw new Error(stored.error.message);
}

/** When the other side last answered; null if it never did. */
export const lastAnswer = (store: RailStore): Promise<Instant | null> =>
  store.read(async (records) => {
    const value = (await records.get(...PLACE))?.value as { readonly answeredAt: number } | undefined;
    return value === undefined ? null : instant(value.answeredAt);
  });
