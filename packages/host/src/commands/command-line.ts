import { parseArgs } from 'node:util';
import type { Configuration } from '../settings/configuration.js';
import { isExpected, UsageError } from '../kernel/errors.js';
import { nearest } from '../terminal/nearest.js';
import type { Output } from '../kernel/process-context.js';
import { visible } from '../terminal/terminal.js';
import type { Arguments } from '../terminal/arguments.js';
import { type Command, headsOf } from './command.js';
import { helpOf, helpOfAll } from './help.js';
import { COMMANDS } from './table.js';

const USAGE_ERROR = 2;

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs the command that `argv` names and returns its exit code. Errors and log lines go to `err`. */
export async function runCommand(argv: readonly string[], environment: Environment, output: Output): Promise<number> {
  try {
    return await dispatch(argv, environment, output);
  } catch (error) {
    output.err.write(`corridor: ${explain(error).split('\n').map(visible).join('\n')}\n`);
    return error instanceof UsageError ? USAGE_ERROR : 1;
  }
}

async function dispatch(argv: readonly string[], environment: Environment, output: Output): Promise<number> {
  if (argv[0] === 'help') return dispatch([...argv.slice(1), '--help'], environment, output);
  const { out, err } = output;
  const firstOption = argv.findIndex((argument) => argument.startsWith('-'));
  const words = firstOption < 0 ? argv : argv.slice(0, firstOption);
  const name = words.join(' ');
  const { command, given } = commandOf(words);
  const options = parse(argv.slice(words.length), command, err);
  const twice = Object.keys(given).find((option) => options?.[option] !== undefined);
  if (twice !== undefined) throw new UsageError(`${name}: --${twice} is given twice`);
  const values = options && { ...given, ...options };
  if (values?.['help'] === true) {
    const help = command === null ? helpOfGroup(name) : helpOf(command);
    if (help === null) err.write(unknownCommand(name));
    else out.write(help);
    return help === null ? USAGE_ERROR : 0;
  }
  if (values?.['version'] === true) {
    const { packageVersion } = await import('../files/version.js');
    out.write(`${packageVersion()}\n`);
    return 0;
  }
  if (command === null) {
    err.write(name === '' ? helpOfAll(COMMANDS) : unknownCommand(name));
    return USAGE_ERROR;
  }
  if (values === null) return USAGE_ERROR;
  const { readConfiguration } = await import('../settings/configuration.js');
  const { createProcessContext } = await import('../kernel/process-context.js');
  const configuration = readConfiguration(environment);
  const { logDestination } = await import('../logging/log-format.js');
  const own = { ...createProcessContext(output), environment };
  const processContext = { ...own, log: logDestination(configuration.logFormat, own) };
  return command.run(command.serves ? configuration : patiently(configuration), values, processContext);
}

/** The help of all commands without a name; of those that begin with these words; null if there are none. */
function helpOfGroup(name: string): string | null {
  if (name === '') return helpOfAll(COMMANDS);
  const own = COMMANDS.filter((command) => [command.name, command.alias].some((each) => each?.startsWith(`${name} `)));
  return own.length === 0 ? null : own.map(helpOf).join('\n');
}

function unknownCommand(name: string): string {
  const near = nearest(
    name,
    COMMANDS.flatMap((command) => [command.name, ...(command.alias === undefined ? [] : [command.alias])]),
  );
  const hint = near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
  return `corridor: unknown command ${visible(name)}${hint}\ncorridor --help lists all commands\n`;
}

interface Named {
  readonly command: Command | null;
  /** The option that the words contain. */
  readonly given: Arguments;
}

/** The command of these words; the last word can be the value of its positional option. */
function commandOf(words: readonly string[]): Named {
  const named = (name: string): Command | null =>
    COMMANDS.find((each) => each.name === name) ?? COMMANDS.find(({ alias }) => alias === name) ?? null;
  const command = named(words.join(' '));
  if (command !== null) return { command, given: {} };
  const short = named(words.slice(0, -1).join(' '));
  return short?.positional === undefined
    ? { command: null, given: {} }
    : { command: short, given: { [short.positional]: words.at(-1) } };
}

const PATIENT_MS = 10 * 60_000;

/** Commands such as audit and master-key rotation run longer statements than any request. */
function patiently(configuration: Configuration): Configuration {
  const { database } = configuration;
  if (database.kind === 'sqlite') return configuration;
  const statementMs = Math.max(database.statementMs, PATIENT_MS);
  return { ...configuration, database: { ...database, statementMs } };
}

/** Options that every command accepts. */
const ALWAYS = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean', short: 'v' } } as const;

/** The values of the options; null, with an explanation on `err`, if an option is unknown or lacks its value. */
function parse(args: readonly string[], command: Command | null, err: Output['err']): Arguments | null {
  const heads = command === null ? [] : headsOf(command);
  const typed = (isFlag: boolean, type: 'string' | 'boolean') =>
    Object.fromEntries(heads.filter((head) => (head.isFlag === true) === isFlag).map(({ name }) => [name, { type }]));
  const own = typed(false, 'string');
  const options = { ...ALWAYS, ...own, ...typed(true, 'boolean') };
  try {
    return parseArgs({ args: joined(args, own, options), options }).values as Arguments;
  } catch (error) {
    const help = command === null ? '' : `\n${helpOf(command)}`;
    err.write(`corridor: ${explainOption((error as Error).message, Object.keys(options))}\n${help}`);
    return null;
  }
}

/** The message of `parseArgs`; for an unknown option, with the nearest one instead of advice about positional values. */
function explainOption(message: string, names: readonly string[]): string {
  const [, option] = /^Unknown option '(.*?)'(?:\.|$)/s.exec(message) ?? [];
  if (option === undefined) return visible(message);
  const [near] = option.startsWith('--') ? nearest(option.slice(2), names) : [];
  return `unknown option ${visible(option)}${near === undefined ? '' : `; did you mean --${near}?`}`;
}

/**
 * The arguments with each option and its value in one, because a generated secret can begin with a dash. The name of an option
 * is not taken as a value.
 */
function joined(args: readonly string[], valued: object, all: object): string[] {
  const isOption = (text: string): boolean =>
    /^-[hv]$/.test(text) || (text.startsWith('--') && Object.hasOwn(all, text.slice(2).split('=')[0]!));
  const result: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const [option, value] = [args[index]!, args[index + 1]];
    const takesNext = option.startsWith('--') && Object.hasOwn(valued, option.slice(2));
    if (takesNext && value !== undefined && !isOption(value)) {
      result.push(`${option}=${value}`);
      index += 1;
    } else result.push(option);
  }
  return result;
}

function explain(error: unknown): string {
  if (isExpected(error)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
