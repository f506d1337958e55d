import {
  type ConnectionContext,
  type CreateScreeningConnection,
  type RailCondition,
  RailUnavailable,
  type ScreeningMatch,
  type ScreeningProvider,
  type ScreeningQuestion,
} from '@corridor/core/ports';
import { inParallel } from '../connections/in-parallel.js';
import { lastAnswer, rememberAnswer } from '../partners/condition.js';
import { type Entity, found } from './answers.js';
import { type AskWatchman, client } from './client.js';
import { readWatchmanEntry, type WatchmanEntry } from './entry.js';
import { problemsOf, readLists, versionOf } from './lists.js';
import { inOrder, matchOf, moreFound, notCompared } from './matches.js';
import { hasOtherLetters, MOST_FOUND, type Search, searchesFor } from './searches.js';

const AT_ONCE = 4;
const EVERY_SECONDS = 300;

/**
 * The connection of an entry of `screening` with `"type": "watchman"`: names and addresses are compared by a Watchman of
 * the operator (docs/connections/screening.md#watchman). It keeps nothing, so both environments may use the same one.
 */
export const watchman: CreateScreeningConnection = (raw, context) => {
  const entry = readWatchmanEntry(raw, context);
  const ask = client(entry, context);
  const { name, environment, log } = context;
  const look = async (): Promise<Looked> => looked(ask, entry, context);
  return {
    name,
    environment,
    claims: [],
    provider: providerOf(ask, entry, context),
    tasks: [
      {
        name: 'lists',
        run: async () => {
          for (const problem of (await look()).problems) log.warn({ problem }, 'the lists of Watchman need attention');
          return EVERY_SECONDS;
        },
      },
    ],
    callback: null,
    async check(): Promise<RailCondition> {
      const { answered, problems } = await look();
      return { isReachable: answered, lastExchangeAt: await lastAnswer(context.store), backlog: {}, problems };
    },
  };
};

interface Looked {
  readonly answered: boolean;
  readonly problems: readonly string[];
}

async function looked(ask: AskWatchman, entry: WatchmanEntry, context: ConnectionContext): Promise<Looked> {
  try {
    const info = await readLists(ask);
    await rememberAnswer(context.store, context.clock.now());
    return { answered: true, problems: problemsOf(info, entry, context) };
  } catch (cause) {
    if (!(cause instanceof RailUnavailable)) throw cause;
    return { answered: false, problems: [cause.message] };
  }
}

function providerOf(ask: AskWatchman, entry: WatchmanEntry, context: ConnectionContext): ScreeningProvider {
  const { name, digest } = context;
  const { minMatch, otherScripts } = entry;
  const listVersion = async (): Promise<string> => versionOf(await readLists(ask), entry, context);

  async function matchesOf(search: Search, version: string): Promise<readonly ScreeningMatch[]> {
    const { entities } = await ask({ name: 'screen', path: '/v2/search', query: search.query, answer: found });
    const given = entities ?? [];
    const matching = search.by === 'address' ? withAddress(name, search, given) : given;
    const matches = matching
      .filter(({ match }) => search.by === 'address' || match >= minMatch)
      .map((entity) => matchOf(search, entity, digest));
    return given.length < MOST_FOUND ? matches : [...matches, moreFound(search, MOST_FOUND, version)];
  }

  async function screen({ parties }: ScreeningQuestion) {
    const version = await listVersion();
    const searches = parties.flatMap((party) => searchesFor(party, minMatch, otherScripts));
    const matches: ScreeningMatch[] = parties
      .filter((party) => !otherScripts && hasOtherLetters(party.name ?? ''))
      .map((party) => notCompared(party, version));
    let isOnList = false;
    await inParallel(AT_ONCE, searches, async (search) => {
      const given = await matchesOf(search, version);
      if (search.by === 'address' && given.length > 0) isOnList = true;
      matches.push(...given);
    });
    if ((await listVersion()) !== version)
      throw new RailUnavailable(name, 'screen', 'the lists changed during the searches');
    const state = isOnList ? 'refuse' : matches.length > 0 ? 'hold' : 'clear';
    return { state, listVersion: version, matches: inOrder(matches) } as const;
  }

  return { name, screen, listVersion };
}

/** The entries, if all of them have the address: others answer another search. */
function withAddress(connection: string, { text }: Search, entities: readonly Entity[]): readonly Entity[] {
  const wanted = text.toLowerCase();
  const has = ({ cryptoAddresses }: Entity) =>
    (cryptoAddresses ?? []).some(({ address }) => address.toLowerCase() === wanted);
  if (!entities.every(has))
    throw new RailUnavailable(connection, 'screen', 'it answered entries that do not have the address');
  return entities;
}
