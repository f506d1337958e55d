import { type Shape, shaped, shapes } from '../kernel/index.js';
import type { ScreeningAnswer, ScreeningMatch, ScreeningProvider, ScreeningQuestion } from './ports.js';

const { aText, aWhole, anId, listOf, Misshapen, objectWith, oneOf, orNull, someText } = shapes;

const MATCH: Shape<ScreeningMatch> = objectWith<ScreeningMatch>({
  party: orNull(anId),
  list: anId,
  entry: anId,
  entryVersion: anId,
  name: orNull(aText),
  score: orNull(aWhole(0, 100)),
  reason: someText,
});

const ANSWER: Shape<ScreeningAnswer> = objectWith<ScreeningAnswer>({
  state: oneOf(['clear', 'hold', 'refuse']),
  listVersion: anId,
  matches: listOf(MATCH),
});

/**
 * A provider whose every answer is checked: a match names a party of the question, and there is one exactly if the answer
 * is not clear. A malformed answer is thrown, and the provider is asked again.
 */
export function shapedScreening(provider: ScreeningProvider): ScreeningProvider {
  const name = `screening ${provider.name}`;
  return {
    name: provider.name,
    screen: async (question) => {
      const answer = shaped(name, 'screen', ANSWER, await provider.screen(question));
      return shaped(name, 'screen', () => fitting(question, answer), answer);
    },
    listVersion: async () => shaped(name, 'listVersion', anId, await provider.listVersion()),
  };
}

function fitting({ parties }: ScreeningQuestion, answer: ScreeningAnswer): ScreeningAnswer {
  const { state, matches } = answer;
  if ((state === 'clear') !== (matches.length === 0))
    throw new Misshapen(
      'matches',
      state === 'clear' ? 'empty, because the state is clear' : 'a list of one or more',
      matches,
    );
  for (const [i, { party }] of matches.entries())
    if (party !== null && !parties.some(({ id }) => id === party))
      throw new Misshapen(`matches.${i}.party`, 'null or the id of a party of the question', party);
  return answer;
}
