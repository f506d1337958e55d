import type { Core, OutputOf, TenantKey } from '@corridor/core';
import { DECLARED_ACTIONS } from '@corridor/core/internal';
import type { Arguments } from '../terminal/arguments.js';
import { optionLines } from './action-options.js';
import { type Command, headsOf, type OptionLine } from './command.js';
import { AS_HOLDER_OR_OPERATOR, OPERATOR } from './options.js';

export type ActionRegistry = Core['operators']['actions']['registry'];
export type ActionName = keyof ActionRegistry & string;

/** What finds the tenant of an action: the options, and what else the command was given. */
export interface Asked {
  readonly core: Core;
  readonly given: Arguments;
  readonly input: Readonly<Record<string, unknown>>;
}

/** How a command finds the tenant in which its action runs. */
export interface ActionTenant {
  readonly options: readonly OptionLine[];
  /** What is missing to find it. */
  readonly missing?: (given: Arguments) => readonly string[];
  readonly find: (asked: Asked) => Promise<TenantKey> | TenantKey;
}

/** A command that carries out one action. Its options are those of the tenant and of the declared input. */
export interface ActionCommand<N extends ActionName = ActionName> {
  readonly action: N;
  /** Absent: the name of the action. */
  readonly name?: string;
  /** Absent: the title of the action. */
  readonly summary?: string;
  readonly note?: string;
  readonly tenant: ActionTenant;
  /** The names of the options in their order in the help, the others after them; absent: those of the tenant, of the input, and `--operator`. */
  readonly order?: readonly string[];
  /** Lines of the help that differ from those that the declaration gives. */
  readonly lines?: readonly OptionLine[];
  readonly repeatsOptions?: true;
  /** Only the holder of the master key uses this command: it has no `--operator`. */
  readonly isOfHolder?: true;
  /** The options with what they are if they are not given. */
  readonly completed?: (given: Arguments) => Arguments;
  /** Why the options, which are valid by themselves, ask for nothing. */
  readonly refuses?: (given: Arguments) => string | null;
  /** The lines to print for the output of the action. */
  readonly prints: (output: OutputOf<ActionRegistry[N]>, input: Readonly<Record<string, unknown>>) => readonly string[];
}

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
  return [...all].sort((one, other) => placeOf(one) - placeOf(other));
}

const namesOf = (options: readonly OptionLine[]): readonly string[] => headsOf({ options }).map(({ name }) => name);
