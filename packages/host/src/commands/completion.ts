import { type Arguments, oneOf, requiredOptionOf } from '../terminal/arguments.js';
import {
  bashScript,
  type Candidate,
  fishScript,
  type Following,
  type Position,
  zshScript,
} from './completion-scripts.js';
import { type Command, type Head, headsOf, type Words } from './command.js';
import { inOneLine } from './help.js';
import { type Shell, SHELLS } from './shells.js';
import type { ProcessContext } from '../kernel/process-context.js';

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
  commands: readonly Command[],
  given: Arguments,
  { print }: ProcessContext,
): Promise<number> {
  const shell = oneOf(SHELLS, 'shell', requiredOptionOf(given, 'shell'));
  print(SCRIPTS[shell](await positionsOf(commands)).trimEnd());
  return 0;
}

/** Every position of the command line at which a word can be completed, the beginning first. */
export async function positionsOf(commands: readonly Command[]): Promise<readonly Position[]> {
  const named = new Map(commands.map((command) => [command.name, command]));
  const beginnings = new Set(['', ...commands.map(({ name }) => name.split(' ')[0]!), ...named.keys()]);
  const positions = await Promise.all([...beginnings].map((words) => positionsAt(words, named)));
  return positions.flat();
}

async function positionsAt(words: string, commands: ReadonlyMap<string, Command>): Promise<readonly Position[]> {
  const nextWords = nextWordsOf(words, commands);
  const command = commands.get(words);
  if (command === undefined) {
    const candidates = words === '' ? [...nextWords, ...ALWAYS] : nextWords;
    return [{ words, isPositionalGiven: false, candidates, following: new Map<string, Following>() }];
  }
  const { options, positional } = command;
  const valued = headsOf(command).filter(({ isFlag }) => isFlag !== true);
  const following = new Map(
    await Promise.all(valued.map(async (head) => [`--${head.name}`, await followingOf(head)] as const)),
  );
  const own = options.flatMap(({ heads, meaning }) =>
    heads.map(({ name }) => ({ word: `--${name}`, meaning: inOneLine(meaning) })),
  );
  const all = { words, isPositionalGiven: false, candidates: [...nextWords, ...own, HELP], following };
  if (positional === undefined) return [all];
  const values = following.get(`--${positional}`)!;
  const short = typeof values === 'string' ? [] : values.map((word) => ({ word, meaning: '' }));
  const rest = own.filter(({ word }) => word !== `--${positional}`);
  return [
    { ...all, candidates: [...short, ...all.candidates] },
    { words, isPositionalGiven: true, candidates: [...rest, HELP], following },
  ];
}

const HELP = ALWAYS[0]!;

function nextWordsOf(words: string, commands: ReadonlyMap<string, Command>): readonly Candidate[] {
  const before = words === '' ? '' : `${words} `;
  const longer = [...commands.keys()].filter((name) => name.startsWith(before) && name !== words);
  const next = new Set(longer.map((name) => name.slice(before.length).split(' ')[0]!));
  return [...next].map((word) => {
    const name = before + word;
    const summary = inOneLine(commands.get(name)?.summary ?? '');
    return { word, meaning: summary || longer.filter((each) => each.startsWith(`${name} `)).join(', ') };
  });
}

const listOf = (words: Words): Promise<readonly string[]> | readonly string[] =>
  typeof words === 'function' ? words() : words;

async function followingOf({ value, words }: Head): Promise<Following> {
  if (words !== undefined) return listOf(words);
  if (value === 'FLAG') return ['true', 'false'];
  return value === 'FILE' || value === 'PATH' ? 'path' : 'text';
}
