import type { ActionRequest, Core, OutputOf, TenantKey } from '@corridor/core';
import type { Arguments } from '../terminal/arguments.js';
import type { OptionLine } from './command.js';

export type ActionRegistry = Core['operators']['actions']['registry'];
export type ActionName = keyof ActionRegistry & string;

/** The input of an action, whose fields can also be read by their names. */
export type ActionInput<N extends ActionName> = ActionRequest<ActionRegistry, N>['input'] &
  Readonly<Record<string, unknown>>;

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
