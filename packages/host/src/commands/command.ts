import type { ProcessContext } from '../kernel/process-context.js';
import type { Configuration } from '../settings/configuration.js';
import type { Arguments } from '../terminal/arguments.js';

/** Values that an option may have, for completion; a function loads them only then. */
export type Words = readonly string[] | (() => Promise<readonly string[]>);

/** An option as it is written: `--status NAME`. */
export interface Head {
  readonly name: string;
  /** What its value is, such as `TEXT`; absent where the help does not say it. */
  readonly value?: string;
  /** It is given without a value. */
  readonly isFlag?: true;
  readonly words?: Words;
}

/** A line of the options of a command. Options that share a line share its meaning. */
export interface OptionLine {
  readonly heads: readonly Head[];
  /** A line break is where the list of all commands breaks the line. */
  readonly meaning: string;
  /** The list of all commands says `As above` instead of the meaning. */
  readonly isRepeated?: true;
}

/** A command of `corridor`: what it is called, what it takes, and what it does. */
export interface Command {
  /** Its words, such as `platform create`. */
  readonly name: string;
  /** Other words for it: the name of its action. */
  readonly alias?: string;
  /** The actions of operators that it carries out; absent: none. */
  readonly actions?: readonly string[];
  /** One sentence without its full stop. A line break is where the list of all commands breaks the line. */
  readonly summary: string;
  readonly options: readonly OptionLine[];
  /** The list of all commands refers to the options of the command before, which are the same. */
  readonly repeatsOptions?: true;
  /** The option whose value may follow the name of the command without its option name. */
  readonly positional?: string;
  /** Serves requests, so statements have the configured limit. Statements of other commands have ten minutes. */
  readonly serves?: true;
  /** Text of docs/reference/commands.md in addition to the help. */
  readonly note?: string;
  /** Loads the modules that only this command needs, and returns its exit code. */
  readonly run: (configuration: Configuration, given: Arguments, processContext: ProcessContext) => Promise<number>;
}

export const head = (name: string, value?: string, words?: Words): Head => ({
  name,
  ...(value !== undefined && { value }),
  ...(words !== undefined && { words }),
});

export const option = (name: string, value: string, meaning: string, words?: Words): OptionLine => ({
  heads: [head(name, value, words)],
  meaning,
});

/** An option that is given without a value. */
export const flag = (name: string, meaning: string): OptionLine => ({ heads: [{ name, isFlag: true }], meaning });

/** Options that share one meaning. */
export const together = (meaning: string, heads: readonly Head[]): OptionLine => ({ heads, meaning });

/** The same options, which the list of all commands does not explain again. */
export const repeated = (line: OptionLine): OptionLine => ({ ...line, isRepeated: true });

/** All options of a command, in the order of its help. */
export const headsOf = ({ options }: Pick<Command, 'options'>): readonly Head[] =>
  options.flatMap(({ heads }) => heads);
