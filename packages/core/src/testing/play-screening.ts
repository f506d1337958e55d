import type { RailCallback, RailCallbackAnswer } from '../accounts/index.js';
import type {
  ScreenedParty,
  ScreeningAnswer,
  ScreeningConnection,
  ScreeningMatch,
  ScreeningQuestion,
  ScreeningRules,
  ScreeningTelling,
  TellScreening,
} from '../screening/index.js';

/** An entry of the list of the provider: what it matches, by the name or the address of a party. */
export interface ListEntry {
  readonly entry: string;
  readonly version: string;
  /** The name or the address, as the parties have it. */
  readonly matches: string;
  /** `refuse` for a certain match. */
  readonly state?: 'hold' | 'refuse';
}

/** A screening provider in memory, with a list that tests change and books of all that it was asked. */
export interface PlayScreening {
  readonly connection: ScreeningConnection;
  /** Every question, in the order of the calls; a repeated call is in it again. */
  readonly asked: ScreeningQuestion[];
  /** Every answer, with the question that it is for. */
  readonly answered: { readonly question: ScreeningQuestion; readonly answer: ScreeningAnswer }[];
  readonly list: readonly ListEntry[];
  /** Replaces the list; its version changes. */
  change(list: readonly ListEntry[]): void;
  /** A finding about payments, by their amount; null for none. */
  ofPayment: (question: ScreeningQuestion) => ScreeningMatch | null;
  /** An entry that a party matches besides those of the list; the version of the lists stays. Null for none. */
  ofParty: (party: ScreenedParty) => Pick<ListEntry, 'entry' | 'version'> | null;
  /** The version by which questions are answered, of a replica with other lists; null: that of the list. */
  answersBy: (() => string) | null;
  /** While true, every call throws. */
  isAway: boolean;
  version(): string;
  /** Is awaited in each call before the provider answers, so that tests order calls. */
  before: (question: ScreeningQuestion) => Promise<void>;
}

export const PLAY_RULES: ScreeningRules = { notDuring: [], passBelow: {}, holdSeconds: 3_600 };

export interface PlayScreeningOptions {
  readonly rules?: Partial<ScreeningRules>;
  readonly environment?: 'SANDBOX' | 'PRODUCTION';
  readonly list?: readonly ListEntry[];
}

/** A provider that knows its list alone. It compares whole names and addresses, without regard to case. */
export function playScreening({ rules, environment = 'SANDBOX', list = [] }: PlayScreeningOptions = {}): PlayScreening {
  const name = 'play-lists';
  let nr = 1;
  let entries = list;
  const texts = new Map<string, string>();
  const version = (): string => `v${nr}`;
  const call = async <T>(answer: () => T): Promise<T> => {
    if (play.isAway) throw new Error('the provider is away');
    return answer();
  };
  const play: PlayScreening = {
    connection: {
      ...{
        name,
        environment,
        tasks: [],
        callback: pass,
      },
      claims: [],
      check: async () => ({ isReachable: !play.isAway, lastExchangeAt: null, backlog: {}, problems: [] }),
      rules: { ...PLAY_RULES, ...rules },
      provider: {
        name,
        screen: async (question) => {
          play.asked.push(question);
          const text = JSON.stringify(question, (_key, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          );
          if ((texts.get(question.reference) ?? text) !== text)
            throw new Error(`${question.reference} was used for another question`);
          texts.set(question.reference, text);
          await play.before(question);
          return call(() => {
            const answer = answerTo(
              question,
              entries,
              (play.answersBy ?? version)(),
              play.ofPayment(question),
              play.ofParty,
            );
            play.answered.push({ question, answer });
            return answer;
          });
        },
        listVersion: () => call(version),
      },
    },
    ...{ asked: [], answered: [], isAway: false, version, before: async () => undefined, ofPayment: () => null },
    ...{ ofParty: () => null, answersBy: null },
    get list() {
      return entries;
    },
    change(changed) {
      entries = changed;
      nr += 1;
    },
  };
  return play;
}

/** A message of the provider is a telling as JSON. */
async function pass({ body }: RailCallback, tell: TellScreening): Promise<RailCallbackAnswer> {
  const told = await tell(JSON.parse(new TextDecoder().decode(body)) as ScreeningTelling);
  return { status: told.ok ? 200 : 404, message: null };
}

const isSame = (entry: ListEntry, text: string | null): boolean =>
  text !== null && text.toLowerCase() === entry.matches.toLowerCase();

function answerTo(
  question: ScreeningQuestion,
  entries: readonly ListEntry[],
  listVersion: string,
  ofPayment: ScreeningMatch | null,
  ofParty: PlayScreening['ofParty'],
): ScreeningAnswer {
  const hitsOf = (party: ScreenedParty): readonly ListEntry[] => {
    const { name, address } = party;
    const other = ofParty(party);
    return [
      ...entries.filter((entry) => isSame(entry, name) || isSame(entry, address)),
      ...(other === null ? [] : [{ ...other, matches: name ?? '' }]),
    ];
  };
  const hits = question.parties.flatMap((party) => hitsOf(party).map((entry) => ({ party, entry })));
  const matches: ScreeningMatch[] = hits.map(({ party, entry }) => ({
    ...{ party: party.id, list: 'PLAY', entry: entry.entry, entryVersion: entry.version },
    ...{ name: entry.matches, score: 100, reason: 'the names are the same' },
  }));
  if (ofPayment !== null) matches.push(ofPayment);
  const isRefused = hits.some(({ entry }) => entry.state === 'refuse');
  return { state: matches.length === 0 ? 'clear' : isRefused ? 'refuse' : 'hold', listVersion, matches };
}
