import { type Arguments, oneOf, requiredOptionOf } from '../terminal/arguments.js';
import {
  bashScript,
  type Candidate,
  fishScript,
  type Following,
  type Position,
  zshScript,
} from './completion-scripts.js';
import { COMPLETION_VALUES, type Shell, SHELLS } from './completion-values.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { nameOf, usageEntries, type UsageOption } from './usage.js';

/** What the command line accepts after `corridor`, as its table of commands says. */
export type CommandTable = Readonly<
  Record<
    string,
    { readonly options: readonly string[]; readonly flags?: readonly string[]; readonly positional?: string }
  >
>;

const ALWAYS: readonly Candidate[] = [
  { word: '--help', meaning: 'Print the help' },
  { word: '--version', meaning: 'Print the version of Corridor' },
];

const SCRIPTS: Readonly<Record<Shell, (positions: readonly Position[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** Prints a script that completes `corridor` in a shell. The script starts no process while the user types. */
export async function printCompletion(
  commands: CommandTable,
  usage: string,
  given: Arguments,
  { print }: ProcessContext,
): Promise<number> {
  const shell = oneOf(SHELLS, 'shell', requiredOptionOf(given, 'shell'));
  print(SCRIPTS[shell](positionsOf(commands, usage)).trimEnd());
  return 0;
}

/** Every position of the command line at which a word can be completed, the beginning first. */
export function positionsOf(commands: CommandTable, usage: string): readonly Position[] {
  const entries = new Map(usageEntries(usage).map((entry) => [entry.name, entry]));
  const meaningOf = (name: string): string => entries.get(name)?.meaning ?? '';
  const names = Object.keys(commands);
  const beginnings = new Set(['', ...names.map((name) => name.split(' ')[0]!), ...names]);
  return [...beginnings].flatMap((words) => {
    const nextWords = nextWordsOf(words, names, meaningOf);
    if (!Object.hasOwn(commands, words)) {
      const candidates = words === '' ? [...nextWords, ...ALWAYS] : nextWords;
      return [{ words, isPositionalGiven: false, candidates, following: new Map<string, Following>() }];
    }
    const { options, flags = [], positional } = commands[words]!;
    const listed = entries.get(words)?.options ?? [];
    const following = new Map(options.map((option) => [`--${option}`, followingOf(words, option, listed)]));
    const own = [...options, ...flags].map((option) => ({ word: `--${option}`, meaning: meaningIn(listed, option) }));
    const all = { words, isPositionalGiven: false, candidates: [...nextWords, ...own, HELP], following };
    if (positional === undefined) return [all];
    const values = following.get(`--${positional}`)!;
    const short = typeof values === 'string' ? [] : values.map((word) => ({ word, meaning: '' }));
    const rest = own.filter(({ word }) => word !== `--${positional}`);
    return [
      { ...all, candidates: [...short, ...all.candidates] },
      { words, isPositionalGiven: true, candidates: [...rest, HELP], following },
    ];
  });
}

const HELP = ALWAYS[0]!;

function nextWordsOf(words: string, names: readonly string[], meaningOf: (name: string) => string): Candidate[] {
  const before = words === '' ? '' : `${words} `;
  const longer = names.filter((name) => name.startsWith(before) && name !== words);
  const next = new Set(longer.map((name) => name.slice(before.length).split(' ')[0]!));
  return [...next].map((word) => {
    const name = before + word;
    const meaning = meaningOf(name) || longer.filter((each) => each.startsWith(`${name} `)).join(', ');
    return { word, meaning };
  });
}

const headIn = (listed: readonly UsageOption[], option: string): string =>
  listed.flatMap(({ heads }) => heads).find((head) => nameOf(head) === option) ?? option;

const meaningIn = (listed: readonly UsageOption[], option: string): string =>
  listed.find(({ heads }) => heads.some((head) => nameOf(head) === option))?.meaning ?? '';

function followingOf(command: string, option: string, listed: readonly UsageOption[]): Following {
  const values = COMPLETION_VALUES[`${command} ${option}`] ?? COMPLETION_VALUES[option];
  if (values !== undefined) return values;
  const [, kind] = headIn(listed, option).split(' ');
  if (kind === 'FLAG') return ['true', 'false'];
  return kind === 'FILE' || kind === 'PATH' ? 'path' : 'text';
}
