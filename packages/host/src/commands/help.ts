import type { Command, Head, OptionLine } from './command.js';

const NAME_WIDTH = 26;
const OPTION_WIDTH = 22;
const INDENT = ' '.repeat(NAME_WIDTH + 2);

const ALWAYS = `  --help, -h                Print this help; with a command, its options; also written as help COMMAND
  --version, -v             Print the version of Corridor

Settings come from the environment (CORRIDOR_…) and from the file that CORRIDOR_CONFIG_FILE names.
`;

/** The help of all commands: each with its options. */
export const helpOfAll = (commands: readonly Command[]): string =>
  `Usage: corridor <command>\n\n${commands.map(listed).join('')}${ALWAYS}`;

function listed({ name, summary, options, repeatsOptions }: Command): string {
  const about = repeatsOptions === true ? `${summary}; options as above` : summary;
  const lines = repeatsOptions === true ? [] : options.map(listedOption);
  return [`  ${name.padEnd(NAME_WIDTH)}${broken(about)}\n`, ...lines].join('');
}

function listedOption({ heads, meaning, isRepeated }: OptionLine): string {
  const all = textOf(heads);
  const begin = all.length < OPTION_WIDTH - 1 ? all.padEnd(OPTION_WIDTH) : `${all}\n${INDENT}`;
  return `      ${begin}${broken(isRepeated === true ? 'As above' : meaning)}\n`;
}

const broken = (text: string): string => text.replaceAll('\n', `\n${INDENT}`);

/** The help of one command, with the meaning of every option. */
export function helpOf({ name, summary, options }: Command): string {
  const usage = `Usage: corridor ${name}${options.length === 0 ? '' : ' [options]'}\n\n${inOneLine(summary)}\n`;
  const lines = options.map(({ heads, meaning }) => {
    const all = textOf(heads);
    return `  ${all.padEnd(OPTION_WIDTH)}${all.length < OPTION_WIDTH ? '' : '  '}${inOneLine(meaning)}\n`;
  });
  return lines.length === 0 ? usage : `${usage}\n${lines.join('')}`;
}

export const inOneLine = (text: string): string => text.replaceAll('\n', ' ');

const textOf = (heads: readonly Head[]): string => heads.map((head) => `--${headText(head)}`).join(', ');

/** The name of an option with the kind of its value, such as `status NAME`. */
export const headText = ({ name, value }: Head): string => (value === undefined ? name : `${name} ${value}`);
