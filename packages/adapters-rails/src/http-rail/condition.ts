import { type Instant, instant, ok } from '@corridor/core';
import { type RailCondition, type RailStore, type ConnectionContext, RailUnavailable } from '@corridor/core/ports';
import { capabilitiesAnswer, type DeclaredCapabilities } from './answers.js';
import type { Ask } from '../partners/exchange.js';

/** How often a host asks for the capabilities. */
const EVERY_SECONDS = 300;
/** Shorter than the time-out of a check. */
const WITHIN_MS = 5_000;
const PLACE = ['condition', 'rail'] as const;

/** The differences between what the entry and the rail declare, one sentence each. */
function differences(declared: DeclaredCapabilities, answered: DeclaredCapabilities): readonly string[] {
  const text = (value: unknown) => (Array.isArray(value) ? [...value].sort().join(', ') || 'nothing' : String(value));
  return Object.entries(answered)
    .map(([member, value]) => [member, text(declared[member as keyof DeclaredCapabilities]), text(value)] as const)
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([member, ours, theirs]) => `${member} is ${ours} in the connections file, but the rail answers ${theirs}`);
}

interface Seen {
  readonly answered: boolean;
  readonly problems: readonly string[];
}

/** Compares the entry with the rail, and remembers in the store when the rail last answered. */
export function conditionOf(declared: DeclaredCapabilities, ask: Ask, { store, clock, log }: ConnectionContext) {
  async function look(): Promise<Seen> {
    try {
      const answer = await ask({
        name: 'capabilities',
        method: 'GET',
        path: '/capabilities',
        answer: capabilitiesAnswer,
        withinMs: WITHIN_MS,
      });
      await remember(store, clock.now());
      return { answered: true, problems: differences(declared, answer.capabilities) };
    } catch (cause) {
      if (!(cause instanceof RailUnavailable)) throw cause;
      return { answered: false, problems: [cause.message] };
    }
  }
  return {
    task: {
      name: 'capabilities',
      run: async () => {
        for (const problem of (await look()).problems) log.warn({ problem }, 'a rail does not match its entry');
        return EVERY_SECONDS;
      },
    },
    async check(): Promise<RailCondition> {
      const { answered, problems } = await look();
      return { isReachable: answered, lastExchangeAt: await lastAnswer(store), backlog: {}, problems };
    },
  };
}

async function remember(store: RailStore, now: Instant): Promise<void> {
  const stored = await store.run(async (records) => {
    const before = await records.get(...PLACE);
    const value = { answeredAt: now as number };
    if (before === null) records.add({ collection: PLACE[0], key: PLACE[1], value }, { unlessExists: true });
    else records.change(before, { value });
    return ok();
  });
  if (!stored.ok) throw new Error(stored.error.message);
}

const lastAnswer = (store: RailStore): Promise<Instant | null> =>
  store.read(async (records) => {
    const value = (await records.get(...PLACE))?.value as { readonly answeredAt: number } | undefined;
    return value === undefined ? null : instant(value.answeredAt);
  });
