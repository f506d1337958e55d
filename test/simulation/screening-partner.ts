import type {
  ScreeningAnswer,
  ScreeningConnection,
  ScreeningMatch,
  ScreeningQuestion,
  ScreeningRules,
} from '@corridor/core/ports';
import { type ListEntry, type PlayScreening, playScreening } from '../../packages/core/src/testing/play-screening.js';
import { count } from './process.js';
import { unreliable, type Unreliability } from './unreliable.js';

/** An answer as the provider said it, which may be a lie, and the question. */
export interface Said {
  readonly question: ScreeningQuestion;
  readonly answer: ScreeningAnswer;
}

/** A screening provider of the sandbox, which all hosts of a run share, with books of all that it said. */
export interface ScreeningPartner {
  readonly play: PlayScreening;
  /** Null until the hosts have its entry in their connections file. */
  rules: ScreeningRules | null;
  /** By the reference of the question, in the order of the answers. */
  readonly said: ReadonlyMap<string, readonly Said[]>;
  /** References that were used for questions with other content. */
  readonly conflicts: readonly string[];
  /** The connection of one host; empty until it has an entry. */
  connectionsOf(from: Unreliability): readonly ScreeningConnection[];
}

export const SCREENING_NAME = 'play-lists';

/** While faults are injected, one answer in eight is one of these. */
const LIES = [
  'names lists that it never had',
  'names the lists before',
  'names a stranger',
  'contradicts itself',
] as const;
const LIES_IN = 32;

export function createScreeningPartner(): ScreeningPartner {
  const play = playScreening();
  const said = new Map<string, Said[]>();
  const conflicts: string[] = [];
  const texts = new Map<string, string>();

  function noteText(question: ScreeningQuestion): void {
    const { reference } = question;
    const text = JSON.stringify(question, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    if ((texts.get(reference) ?? text) !== text) conflicts.push(reference);
    texts.set(reference, text);
  }

  const partner: ScreeningPartner = {
    play,
    rules: null,
    said,
    conflicts,
    connectionsOf(from) {
      if (partner.rules === null) return [];
      const { connection } = play;
      const provider: ScreeningConnection['provider'] = {
        ...connection.provider,
        async screen(question) {
          noteText(question);
          const honest = await connection.provider.screen(question);
          const lie = LIES[from.chance()?.under(LIES_IN) ?? LIES.length];
          if (lie !== undefined) count(from.faults, `screening provider ${lie}`);
          const answer = lie === undefined ? honest : lied(lie, honest, question);
          said.set(question.reference, [...(said.get(question.reference) ?? []), { question, answer }]);
          return answer;
        },
      };
      return [
        {
          ...connection,
          rules: partner.rules,
          provider: unreliable(from, 'screening provider', provider, ['screen', 'listVersion']),
        },
      ];
    },
  };
  return partner;
}

function lied(lie: (typeof LIES)[number], answer: ScreeningAnswer, { parties }: ScreeningQuestion): ScreeningAnswer {
  switch (lie) {
    case 'names lists that it never had':
      return { ...answer, listVersion: 'none' };
    case 'names the lists before':
      return { ...answer, listVersion: `v${Math.max(1, Number(answer.listVersion.slice(1)) - 1)}` };
    case 'names a stranger':
      return {
        ...answer,
        state: 'hold',
        matches: [...answer.matches, { ...STRANGER, party: `not ${parties[0]!.id}` }],
      };
    case 'contradicts itself':
      return { ...answer, state: answer.state === 'clear' ? 'hold' : 'clear' };
  }
}

const STRANGER: ScreeningMatch = {
  ...{ party: null, list: 'PLAY', entry: 'stranger', entryVersion: '1', name: null, score: null },
  reason: 'the names are the same',
};

/** A rule of the provider about amounts, and not about names: it holds one payment in `times`. */
export const ruleOf =
  (times: number): PlayScreening['ofPayment'] =>
  ({ payment }) =>
    payment === null || payment.amount % BigInt(times) !== 0n
      ? null
      : {
          ...{ party: null, list: 'RULES', entry: 'amount', entryVersion: '1', name: null, score: null },
          reason: 'the amount is unusual',
        };

/** One entry for each name, so that an entry says which name it matches. */
export const entryOf = (matches: string, version: string, state: 'hold' | 'refuse'): ListEntry => ({
  ...{ entry: `entry of ${matches}`, version, matches, state },
});
