import { describe, expect, it } from 'vitest';
import { runCommand } from '../../packages/host/src/commands/command-line.js';
import { HOW_TO_WRITE, kept } from './kept.js';

async function helpOf(...words: readonly string[]): Promise<string> {
  let [out, err] = ['', ''];
  const code = await runCommand(
    [...words, '--help'],
    {},
    { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } },
  );
  expect([code, err], `corridor ${words.join(' ')} --help`).toEqual([0, '']);
  return out;
}

/** The name of a command with its lines in the list that `corridor --help` prints; '' for what is around the list. */
type Listed = readonly [name: string, lines: string];

const COMMAND = /^ {2}([a-z]\S*(?: \S+)*)(?: {2,}|$)/;

/** The list that `corridor --help` prints, by command. */
function listed(help: string): readonly Listed[] {
  const parts: [string, string][] = [['', '']];
  for (const line of help.split(/(?<=\n)/)) {
    const name = COMMAND.exec(line)?.[1];
    if (name !== undefined) parts.push([name, line]);
    else if (/^\S/.test(line)) parts.push(['', line]);
    else parts.at(-1)![1] += line;
  }
  return parts;
}

const commandsIn = (help: string): readonly string[] => listed(help).flatMap(([name]) => (name === '' ? [] : [name]));

const PROMPT = '$ corridor';
const promptOf = (name: string): string => `${PROMPT} ${name === '' ? '' : `${name} `}--help\n`;

/** The help of every command in one text, each under the line that prints it. */
async function everyHelp(): Promise<string> {
  const whole = await helpOf();
  let text = promptOf('') + whole;
  for (const name of commandsIn(whole)) text += `\n${promptOf(name)}${await helpOf(...name.split(' '))}`;
  return text;
}

const made = await everyHelp();
const recorded = new Map(
  kept('help.txt', made)
    .split(/^\$ corridor (?=.*--help$)/m)
    .slice(1)
    .map((part, index, { length }) => {
      const end = part.indexOf('\n');
      const name = part.slice(0, end).replace(/ ?--help$/, '');
      return [name, part.slice(end + 1, index === length - 1 ? undefined : -1)] as const;
    }),
);
const names = [...recorded.keys()].filter((name) => name !== '');
const groups = [...new Set(names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0]!))].filter(
  (group) => !recorded.has(group),
);

describe('the recorded help', () => {
  it('has every command that its list has', () => {
    expect(names).toEqual(commandsIn(recorded.get('')!));
    expect(names.length).toBeGreaterThan(50);
  });

  it('is the list of commands, apart from commands that are new', async () => {
    const help = await helpOf();
    const added = commandsIn(help).filter((name) => !recorded.has(name));
    if (added.length > 0)
      console.warn(`test/golden/kept/help.txt lacks ${added.join(', ')}. To record them: ${HOW_TO_WRITE}`);
    const known = listed(help).filter(([name]) => recorded.has(name));
    expect(known.map(([, lines]) => lines).join('')).toBe(recorded.get(''));
  });

  it.each(names)('is what corridor %s --help prints', async (name) => {
    expect(await helpOf(...name.split(' '))).toBe(recorded.get(name));
  });

  it.each(groups)('is part of what corridor %s --help prints', async (group) => {
    const help = await helpOf(group);
    for (const name of names.filter((each) => each.startsWith(`${group} `)))
      expect(help, name).toContain(recorded.get(name));
  });
});
