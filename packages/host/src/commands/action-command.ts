import { DECLARED_ACTIONS } from '@corridor/core/internal';
import type { ActionCommand, ActionName } from './action-declaration.js';
import { optionLines } from './action-options.js';
import { type Command, headsOf, type OptionLine } from './command.js';
import { AS_HOLDER_OR_OPERATOR, OPERATOR } from './options.js';

/** The name of an action as words of the command line: `customers block`. */
export const wordsOf = (action: string): string => action.replace('.', ' ');

/** The command of an action, made from its declaration. The name of the action is another name of the command. */
export function actionCommand<N extends ActionName>(of: ActionCommand<N>): Command {
  const { action, summary = DECLARED_ACTIONS[action].title, note, repeatsOptions } = of;
  const own = wordsOf(action);
  const name = of.name ?? own;
  return {
    name,
    ...(name !== own && { alias: own }),
    actions: [action],
    summary,
    options: optionsOf(of),
    ...(repeatsOptions !== undefined && { repeatsOptions }),
    ...(note !== undefined && { note }),
    run: async (...given) => (await import('./run-action.js')).runAction(of, ...given),
  };
}

function optionsOf({
  action,
  tenant,
  lines = [],
  order,
  isOfHolder,
}: Omit<ActionCommand, 'prints'>): readonly OptionLine[] {
  const { input, byMasterKey } = DECLARED_ACTIONS[action];
  const operator = byMasterKey === true ? AS_HOLDER_OR_OPERATOR : OPERATOR;
  const made = [...tenant.options, ...optionLines(input), ...(isOfHolder === true ? [] : [operator])];
  const written = new Set(namesOf(lines));
  const all = [...made.filter((line) => !namesOf([line]).some((name) => written.has(name))), ...lines];
  if (order === undefined) return all;
  const placeOf = ({ heads }: OptionLine): number => {
    const place = order.indexOf(heads[0]!.name);
    return place < 0 ? order.length : place;
  };
  return [...all].sort((a, b) => placeOf(a) - placeOf(b));
}

const namesOf = (options: readonly OptionLine[]): readonly string[] => headsOf({ options }).map(({ name }) => name);
